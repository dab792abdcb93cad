package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

//export cuModuleLoad
func cuModuleLoad(to *C.CUmodule, file *C.const_char) C.CUresult {
	name, ok := text(file)
	if !ok || !writable(to) {
		return invalidValue
	}
	h, err := driver.ModuleLoad(name)
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuModuleLoadData
func cuModuleLoadData(to *C.CUmodule, image C.const_pointer) C.CUresult {
	return cuModuleLoadDataEx(to, image, 0, nil, nil)
}

//export cuModuleLoadDataEx
func cuModuleLoadDataEx(to *C.CUmodule, from C.const_pointer, n C.uint, options *C.CUjit_option, values *unsafe.Pointer) C.CUresult {
	ptx, ok := image(from)
	if !ok || !writable(to) {
		return invalidValue
	}
	j, r := jitOptions(n, options, values)
	if r != 0 {
		return r
	}
	h, err := driver.ModuleLoadData(ptx)
	j.report(err)
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuModuleLoadFatBinary
func cuModuleLoadFatBinary(to *C.CUmodule, image C.const_pointer) C.CUresult {
	return cuModuleLoadData(to, image)
}

//export cuModuleUnload
func cuModuleUnload(m C.CUmodule) C.CUresult { return result(driver.ModuleUnload(onModule(m))) }

//export cuModuleGetFunction
func cuModuleGetFunction(to *C.CUfunction, m C.CUmodule, name *C.const_char) C.CUresult {
	if m == nil {
		return C.CUresult(driver.ErrInvalidHandle)
	}
	s, ok := text(name)
	if !ok || !writable(to) {
		return invalidValue
	}
	h, err := driver.ModuleGetFunction(onModule(m), s)
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuModuleGetGlobal_v2
func cuModuleGetGlobal_v2(to *C.CUdeviceptr, size *C.size_t, m C.CUmodule, name *C.const_char) C.CUresult {
	if m == nil {
		return C.CUresult(driver.ErrInvalidHandle)
	}
	s, ok := text(name)
	if !ok || !optional(to) || !optional(size) {
		return invalidValue
	}
	p, n, err := driver.ModuleGetGlobal(onModule(m), s)
	if to != nil {
		give(to, C.CUdeviceptr(p), err)
	}
	if size != nil {
		give(size, C.size_t(n), err)
	}
	return result(err)
}

//export cuModuleGetLoadingMode
func cuModuleGetLoadingMode(to *C.CUmoduleLoadingMode) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	_, err := driver.DeviceGetCount()
	return give(to, C.CU_MODULE_EAGER_LOADING, err)
}
