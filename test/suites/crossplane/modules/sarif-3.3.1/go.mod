// Pins the schema of SARIF, which is a text in this module. No program is built
// from it, so go.sum has the module alone.
module example.org/function-loom/test/suites/crossplane/sarif

go 1.24

require github.com/owenrumney/go-sarif/v3 v3.3.1
