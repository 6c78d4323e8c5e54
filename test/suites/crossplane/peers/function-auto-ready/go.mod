module example.org/function-loom/test/suites/crossplane/peers/function-auto-ready

go 1.25.11

require github.com/crossplane/function-auto-ready v0.7.0

replace github.com/crossplane/function-auto-ready => github.com/crossplane-contrib/function-auto-ready v0.7.0
