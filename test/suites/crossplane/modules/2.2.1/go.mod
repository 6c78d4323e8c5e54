module example.org/function-loom/test/suites/crossplane/cli

go 1.25.9

require github.com/crossplane/crossplane/v2 v2.2.1
