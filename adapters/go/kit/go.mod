module ringassay/kit

go 1.24.0
