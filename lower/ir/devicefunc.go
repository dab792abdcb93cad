package ir

// DeviceFuncs are the functions that CUDA has for every kernel: a module
// declares them without a body, by exactly these signatures, and calls them. The
// interpreter and the runtime bring them along.
//
//	vprintf(format, args) status       CUDA's printf; args point to the packed arguments
//	malloc(size) address               of the device heap; 0 where it is exhausted
//	free(address)
//	__nv_aligned_device_malloc(size, align) address
//	__assertfail(message, file, line, function, charSize)
var DeviceFuncs = map[string]*Sig{
	"vprintf":                    {Params: []Type{I64, I64}, Results: []Type{I32}},
	"malloc":                     {Params: []Type{I64}, Results: []Type{I64}},
	"free":                       {Params: []Type{I64}},
	"__nv_aligned_device_malloc": {Params: []Type{I64, I64}, Results: []Type{I64}},
	"__assertfail":               {Params: []Type{I64, I64, I32, I64, I64}},
}
