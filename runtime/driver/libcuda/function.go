package libcuda

// #include "types.h"
// #include "callback.h"
import "C"

import "github.com/ptx2go/ptx2go/runtime/driver"

//export cuFuncGetAttribute
func cuFuncGetAttribute(to *C.int, a C.CUfunction_attribute, f C.CUfunction) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	v, err := driver.FuncGetAttribute(driver.FunctionAttribute(a), onFunction(f))
	return give(to, C.int(v), err)
}

//export cuFuncSetAttribute
func cuFuncSetAttribute(f C.CUfunction, a C.CUfunction_attribute, value C.int) C.CUresult {
	return result(driver.FuncSetAttribute(onFunction(f), driver.FunctionAttribute(a), int(value)))
}

// cuFuncSetCacheConfig takes a hint, as a context does.
//
//export cuFuncSetCacheConfig
func cuFuncSetCacheConfig(f C.CUfunction, c C.CUfunc_cache) C.CUresult {
	if c > C.CU_FUNC_CACHE_PREFER_EQUAL {
		return invalidValue
	}
	_, err := driver.FuncParams(onFunction(f))
	return result(err)
}

//export cuFuncSetSharedMemConfig
func cuFuncSetSharedMemConfig(f C.CUfunction, c C.CUsharedconfig) C.CUresult {
	if c > C.CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE {
		return invalidValue
	}
	_, err := driver.FuncParams(onFunction(f))
	return result(err)
}

//export cuFuncGetParamInfo
func cuFuncGetParamInfo(f C.CUfunction, i C.size_t, offset, size *C.size_t) C.CUresult {
	if !writable(offset) || !optional(size) {
		return invalidValue
	}
	params, err := driver.FuncParams(onFunction(f))
	if err != nil {
		return result(err)
	}
	if i >= C.size_t(len(params)) {
		return invalidValue
	}
	*offset = C.size_t(params[i].Offset)
	if size != nil {
		*size = C.size_t(params[i].Size)
	}
	return 0
}

//export cuOccupancyMaxActiveBlocksPerMultiprocessor
func cuOccupancyMaxActiveBlocksPerMultiprocessor(to *C.int, f C.CUfunction, size C.int, dynamic C.size_t) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	n, err := driver.OccupancyMaxActiveBlocksPerMultiprocessor(onFunction(f), int(size), int(bytes(dynamic)))
	return give(to, C.int(n), err)
}

//export cuOccupancyAvailableDynamicSMemPerBlock
func cuOccupancyAvailableDynamicSMemPerBlock(to *C.size_t, f C.CUfunction, blocks, size C.int) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	n, err := driver.OccupancyAvailableDynamicSMemPerBlock(onFunction(f), int(blocks), int(size))
	return give(to, C.size_t(n), err)
}

// cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags takes flags about a cache that the device does not have.
//
//export cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags
func cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(to *C.int, f C.CUfunction, size C.int, dynamic C.size_t, flags C.uint) C.CUresult {
	if flags > 1 {
		return invalidValue
	}
	return cuOccupancyMaxActiveBlocksPerMultiprocessor(to, f, size, dynamic)
}

//export cuOccupancyMaxPotentialBlockSize
func cuOccupancyMaxPotentialBlockSize(grid, block *C.int, f C.CUfunction, sizeOf C.CUoccupancyB2DSize, dynamic C.size_t, limit C.int) C.CUresult {
	if !writable(grid) || !writable(block) {
		return invalidValue
	}
	var of func(int) int
	if sizeOf != nil {
		of = func(n int) int { return int(bytes(C.ptx2go_call_size_of(sizeOf, C.int(n)))) }
	}
	g, b, err := driver.OccupancyMaxPotentialBlockSize(onFunction(f), of, int(bytes(dynamic)), int(limit))
	give(grid, C.int(g), err)
	return give(block, C.int(b), err)
}

//export cuOccupancyMaxPotentialBlockSizeWithFlags
func cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block *C.int, f C.CUfunction, sizeOf C.CUoccupancyB2DSize, dynamic C.size_t, limit C.int, flags C.uint) C.CUresult {
	if flags > 1 {
		return invalidValue
	}
	return cuOccupancyMaxPotentialBlockSize(grid, block, f, sizeOf, dynamic, limit)
}
