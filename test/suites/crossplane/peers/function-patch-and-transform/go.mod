module example.org/function-loom/test/suites/crossplane/peers/function-patch-and-transform

go 1.25.11

require github.com/crossplane-contrib/function-patch-and-transform v0.10.7
