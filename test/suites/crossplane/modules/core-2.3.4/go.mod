module example.org/function-loom/test/suites/crossplane/core

go 1.25.11

require (
	github.com/crossplane/crossplane/apis/v2 v2.3.4
	github.com/crossplane/crossplane/v2 v2.3.4
)
