module github.com/ptx2go/ptx2go/internal/bench

go 1.26.0

require github.com/ptx2go/ptx2go v0.0.0

replace github.com/ptx2go/ptx2go => ../..
