module example.org/function-loom/test/tls/leaf

go 1.24
