module github.com/ptx2go/ptx2go/runtime/driver/libcuda

go 1.26.0

require github.com/ptx2go/ptx2go v0.0.0

require (
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	github.com/ianlancetaylor/demangle v0.0.0-20260724033716-83e58baca724 // indirect
	github.com/klauspost/compress v1.20.4 // indirect
	github.com/pierrec/lz4/v4 v4.1.33 // indirect
)

replace github.com/ptx2go/ptx2go => ../../..
