module example.org/function-loom/test/suites/crossplane/cli

go 1.26.0

require github.com/crossplane/cli/v2 v2.5.0
