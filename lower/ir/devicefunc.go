package ir

import "slices"

// DeviceFuncs are the functions that CUDA has for every kernel: a module
// declares them without a body, by exactly these signatures, and calls them. The
// interpreter and the runtime bring them along. Where pointers have 32 bits, so have
// the arguments that are pointers or sizes: see DeviceFunc.
//
//	vprintf(format, args) status       CUDA's printf; args point to the packed arguments
//	malloc(size) address               of the device heap; 0 where it is exhausted
//	free(address)
//	__nv_aligned_device_malloc(size, align) address
//	__assertfail(message, file, line, function, charSize)
//	memcpy(to, from, size) to          as memmove
//	memmove(to, from, size) to
//	memset(to, byte, size) to
//	cudaGraphSetConditional(handle, value)   of a conditional node: the handle is the address of the number
var DeviceFuncs = map[string]*Sig{
	"vprintf":                    {Params: []Type{I64, I64}, Results: []Type{I32}},
	"malloc":                     {Params: []Type{I64}, Results: []Type{I64}},
	"free":                       {Params: []Type{I64}},
	"__nv_aligned_device_malloc": {Params: []Type{I64, I64}, Results: []Type{I64}},
	"__assertfail":               {Params: []Type{I64, I64, I32, I64, I64}},
	"memcpy":                     {Params: []Type{I64, I64, I64}, Results: []Type{I64}},
	"memmove":                    {Params: []Type{I64, I64, I64}, Results: []Type{I64}},
	"memset":                     {Params: []Type{I64, I32, I64}, Results: []Type{I64}},
	"cudaGraphSetConditional":    {Params: []Type{I64, I32}},
}

// DeviceFunc returns the signature of one of CUDA's functions in a module whose
// pointers, and sizes, have 64 or 32 bits; nil where there is none of that name.
func DeviceFunc(name string, ptrBits int) *Sig {
	sig := DeviceFuncs[name]
	if sig == nil || ptrBits != 32 {
		return sig
	}
	narrow := func(types []Type) []Type {
		out := slices.Clone(types)
		for i, t := range out {
			if t == I64 {
				out[i] = I32
			}
		}
		return out
	}
	return &Sig{Params: narrow(sig.Params), Results: narrow(sig.Results)}
}
