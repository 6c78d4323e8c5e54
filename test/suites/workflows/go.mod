module example.org/function-loom/test/suites/workflows

go 1.25.0

require github.com/rhysd/actionlint v1.7.12
