module example.org/function-loom/test/suites/rotation/leaf

go 1.24
