// Pins the custom resource definitions of provider-kubernetes. No program is
// built from it, so go.sum has the module alone.
module example.org/function-loom/test/suites/crossplane/providerkubernetes

go 1.24

require github.com/crossplane-contrib/provider-kubernetes v1.2.1
