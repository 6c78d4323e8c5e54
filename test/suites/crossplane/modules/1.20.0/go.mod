module example.org/function-loom/test/suites/crossplane/cli

go 1.23.8

require github.com/crossplane/crossplane v1.20.0
