package driver

import (
	"runtime"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// FunctionAttribute is a CUfunction_attribute.
type FunctionAttribute int32

// The attributes of a function. Sizes are in bytes.
const (
	FuncMaxThreadsPerBlock            FunctionAttribute = 0
	FuncSharedSizeBytes               FunctionAttribute = 1 // static
	FuncConstSizeBytes                FunctionAttribute = 2 // 0: constants are the module's
	FuncLocalSizeBytes                FunctionAttribute = 3 // 0: it is not known
	FuncNumRegs                       FunctionAttribute = 4 // as many as the threads of a multiprocessor have each
	FuncPTXVersion                    FunctionAttribute = 5
	FuncBinaryVersion                 FunctionAttribute = 6
	FuncCacheModeCA                   FunctionAttribute = 7
	FuncMaxDynamicSharedSizeBytes     FunctionAttribute = 8
	FuncPreferredSharedMemoryCarveout FunctionAttribute = 9
)

// FuncGetAttribute returns an attribute of a function. The error is ErrInvalidValue for one
// that is not listed here.
func FuncGetAttribute(a FunctionAttribute, h Function) (int, error) {
	const call = "cuFuncGetAttribute"
	_, f, err := onFunction(call, h)
	if err != nil {
		return 0, err
	}
	switch a {
	case FuncMaxThreadsPerBlock:
		return f.maxThreads(), nil
	case FuncSharedSizeBytes:
		return f.kernel.Shared, nil
	case FuncNumRegs:
		return 32, nil
	case FuncPTXVersion, FuncBinaryVersion:
		return int(capability.Load()), nil
	case FuncMaxDynamicSharedSizeBytes:
		return f.maxDynamic(), nil
	case FuncConstSizeBytes, FuncLocalSizeBytes, FuncCacheModeCA:
		return 0, nil
	case FuncPreferredSharedMemoryCarveout:
		return -1, nil
	}
	return 0, refuse(call, ErrInvalidValue, "attribute %d", int32(a))
}

// FuncParams returns the parameters of a function, in the order in which LaunchKernel takes
// their values. It has what cuFuncGetParamInfo returns of each, and names.
func FuncParams(h Function) ([]ptx.Param, error) {
	_, f, err := onFunction("cuFuncGetParamInfo", h)
	if err != nil {
		return nil, err
	}
	return f.kernel.Params, nil
}

// FuncGetName returns the name of a function.
func FuncGetName(h Function) (string, error) {
	_, f, err := onFunction("cuFuncGetName", h)
	if err != nil {
		return "", err
	}
	return f.kernel.Name, nil
}

// FuncGetModule returns the module of a function.
func FuncGetModule(h Function) (Module, error) {
	_, f, err := onFunction("cuFuncGetModule", h)
	if err != nil {
		return 0, err
	}
	return f.module, nil
}

// FuncSetAttribute sets an attribute of a function: how much dynamic shared memory it may
// have, or the preferred carve-out, which changes nothing. The error is ErrInvalidValue for
// any other, and for more memory than the GPUs that run the module have.
func FuncSetAttribute(h Function, a FunctionAttribute, value int) error {
	const call = "cuFuncSetAttribute"
	_, f, err := onFunction(call, h)
	if err != nil {
		return err
	}
	switch {
	case a == FuncMaxDynamicSharedSizeBytes && 0 <= value && value <= f.mostShared()-f.kernel.Shared:
		f.dynamic.Store(int64(value))
		return nil
	case a == FuncPreferredSharedMemoryCarveout && -1 <= value && value <= 100:
		return nil
	}
	return refuse(call, ErrInvalidValue, "kernel %s: attribute %d of %d", f.kernel.Name, int32(a), value)
}

// maxThreads is how many threads a block may have.
func (f *fn) maxThreads() int {
	for _, m := range [2]int{threads(f.kernel.ReqNTID), threads(f.kernel.MaxNTID)} {
		if m > 0 {
			return min(m, maxThreads)
		}
	}
	return maxThreads
}

// mostShared is how much shared memory a block may have.
func (f *fn) mostShared() int {
	if m := f.kernel.MaxShared; m != 0 {
		return m
	}
	return perSM().mostShared
}

// maxDynamic is how much of it may be dynamic as things are.
func (f *fn) maxDynamic() int {
	return max(int(f.dynamic.Load()), freeShared-f.kernel.Shared, 0)
}

// OccupancyMaxActiveBlocksPerMultiprocessor returns how many blocks of blockSize threads, with so
// many bytes of dynamic shared memory, are on a multiprocessor at a time. It is 0 if one is too
// large.
func OccupancyMaxActiveBlocksPerMultiprocessor(h Function, blockSize, dynamicShared int) (int, error) {
	const call = "cuOccupancyMaxActiveBlocksPerMultiprocessor"
	_, f, err := onFunction(call, h)
	if err != nil {
		return 0, err
	}
	if blockSize <= 0 || dynamicShared < 0 {
		return 0, refuse(call, ErrInvalidValue, "blocks of %d threads and %d bytes", blockSize, dynamicShared)
	}
	return f.occupancy(blockSize, dynamicShared), nil
}

func (f *fn) occupancy(blockSize, dynamic int) int {
	shared := f.kernel.Shared + dynamic
	if blockSize > f.maxThreads() || dynamic > f.maxDynamic() || shared > f.mostShared() {
		return 0
	}
	full := (blockSize + warp - 1) / warp * warp
	l := perSM()
	return min(l.blocks, l.threads/full, l.shared/(shared+reservedShared))
}

// OccupancyAvailableDynamicSMemPerBlock returns how many bytes of dynamic shared memory a block of
// blockSize threads may have, as FuncSetAttribute says, if so many blocks are to be on a multiprocessor at a time.
func OccupancyAvailableDynamicSMemPerBlock(h Function, blocks, blockSize int) (int, error) {
	const call = "cuOccupancyAvailableDynamicSMemPerBlock"
	_, f, err := onFunction(call, h)
	if err != nil {
		return 0, err
	}
	if blocks <= 0 || blockSize <= 0 || f.occupancy(blockSize, 0) < blocks {
		return 0, refuse(call, ErrInvalidValue, "%d blocks of %d threads", blocks, blockSize)
	}
	return min(perSM().shared/blocks-reservedShared-f.kernel.Shared, f.maxDynamic()), nil
}

// OccupancyMaxPotentialBlockSize returns the size of a block with which a multiprocessor
// has most threads, the largest of several, and how many blocks fill the device. A block has
// dynamicShared bytes of dynamic shared memory, or what sizeOf returns for its size if that is not
// nil. limit is the largest size, 0 any.
func OccupancyMaxPotentialBlockSize(h Function, sizeOf func(blockSize int) int, dynamicShared, limit int) (minGridSize, blockSize int, err error) {
	const call = "cuOccupancyMaxPotentialBlockSize"
	_, f, err := onFunction(call, h)
	if err != nil {
		return 0, 0, err
	}
	if limit < 0 || dynamicShared < 0 {
		return 0, 0, refuse(call, ErrInvalidValue, "a limit of %d threads, %d bytes", limit, dynamicShared)
	}
	most := f.maxThreads()
	if limit > 0 {
		most = min(most, limit)
	}
	best := 0
	for size := most; size > 0; size = (size - 1) / warp * warp {
		if sizeOf != nil {
			dynamicShared = sizeOf(size)
		}
		if n := f.occupancy(size, dynamicShared); n*size > best {
			best, blockSize, minGridSize = n*size, size, n*runtime.GOMAXPROCS(0)
		}
	}
	return minGridSize, blockSize, nil
}

// threads is how many threads a dimension has, 0 for one that says nothing.
func threads(d ptx.Dim3) int {
	if d == (ptx.Dim3{}) {
		return 0
	}
	return int(max(d.X, 1)) * int(max(d.Y, 1)) * int(max(d.Z, 1))
}
