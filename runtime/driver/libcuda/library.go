package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

//export cuLibraryLoadData
func cuLibraryLoadData(to *C.CUlibrary, from C.const_pointer, jit *C.CUjit_option, jitValues *unsafe.Pointer, jits C.uint, options *C.CUlibraryOption, values *unsafe.Pointer, n C.uint) C.CUresult {
	ptx, ok := image(from)
	if !ok {
		return invalidValue
	}
	return loadLibrary(to, ptx, driver.LibraryLoadData, jit, jitValues, jits, options, n)
}

//export cuLibraryLoadFromFile
func cuLibraryLoadFromFile(to *C.CUlibrary, file *C.const_char, jit *C.CUjit_option, jitValues *unsafe.Pointer, jits C.uint, options *C.CUlibraryOption, values *unsafe.Pointer, n C.uint) C.CUresult {
	name, ok := text(file)
	if !ok {
		return invalidValue
	}
	return loadLibrary(to, name, driver.LibraryLoadFromFile, jit, jitValues, jits, options, n)
}

func loadLibrary(to *C.CUlibrary, what string, load func(string) (driver.Library, error), jit *C.CUjit_option, jitValues *unsafe.Pointer, jits C.uint, options *C.CUlibraryOption, n C.uint) C.CUresult {
	if !writable(to) || n > maxOptions {
		return invalidValue
	}
	names, ok := list(options, int(n), hostmem.Read)
	if !ok {
		return invalidValue
	}
	for _, o := range names {
		switch o {
		case C.CU_LIBRARY_BINARY_IS_PRESERVED: // the text is copied
		case C.CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE:
			return notSupported
		default:
			return invalidValue
		}
	}
	j, r := jitOptions(jits, jit, jitValues)
	if r != 0 {
		return r
	}
	h, err := load(what)
	j.report(err)
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuLibraryUnload
func cuLibraryUnload(l C.CUlibrary) C.CUresult { return result(driver.LibraryUnload(onLibrary(l))) }

//export cuLibraryGetKernel
func cuLibraryGetKernel(to *C.CUkernel, l C.CUlibrary, name *C.const_char) C.CUresult {
	s, ok := text(name)
	if !ok || !writable(to) {
		return invalidValue
	}
	h, err := driver.LibraryGetKernel(onLibrary(l), s)
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuLibraryGetKernelCount
func cuLibraryGetKernelCount(to *C.uint, l C.CUlibrary) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	all, err := driver.LibraryKernels(onLibrary(l))
	return give(to, C.uint(len(all)), err)
}

//export cuLibraryEnumerateKernels
func cuLibraryEnumerateKernels(to *C.CUkernel, n C.uint, l C.CUlibrary) C.CUresult {
	all, err := driver.LibraryKernels(onLibrary(l))
	return giveHandles(unsafe.Pointer(to), n, all, err)
}

// giveHandles writes as many handles as there is room for.
func giveHandles[H ~uintptr](to unsafe.Pointer, n C.uint, all []H, err error) C.CUresult {
	if err != nil {
		return result(err)
	}
	room, ok := list((*H)(to), min(int(n), len(all)), hostmem.Write)
	if !ok {
		return invalidValue
	}
	copy(room, all)
	return 0
}

//export cuLibraryGetModule
func cuLibraryGetModule(to *C.CUmodule, l C.CUlibrary) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.LibraryGetModule(onLibrary(l))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuLibraryGetGlobal
func cuLibraryGetGlobal(to *C.CUdeviceptr, size *C.size_t, l C.CUlibrary, name *C.const_char) C.CUresult {
	s, ok := text(name)
	if !ok || !optional(to) || !optional(size) {
		return invalidValue
	}
	p, n, err := driver.LibraryGetGlobal(onLibrary(l), s)
	if to != nil {
		give(to, C.CUdeviceptr(p), err)
	}
	if size != nil {
		give(size, C.size_t(n), err)
	}
	return result(err)
}

// cuLibraryGetManaged finds nothing: no variable of PTX is managed by its name.
//
//export cuLibraryGetManaged
func cuLibraryGetManaged(to *C.CUdeviceptr, size *C.size_t, l C.CUlibrary, name *C.const_char) C.CUresult {
	if _, ok := text(name); !ok || !optional(to) || !optional(size) {
		return invalidValue
	}
	return absent(l)
}

// cuLibraryGetUnifiedFunction finds nothing: functions of a device are none of the program's.
//
//export cuLibraryGetUnifiedFunction
func cuLibraryGetUnifiedFunction(to *unsafe.Pointer, l C.CUlibrary, name *C.const_char) C.CUresult {
	if _, ok := text(name); !ok || !writable(to) {
		return invalidValue
	}
	return absent(l)
}

func absent(l C.CUlibrary) C.CUresult {
	if _, err := driver.LibraryKernels(onLibrary(l)); err != nil {
		return result(err)
	}
	return C.CUresult(driver.ErrNotFound)
}

//export cuKernelGetFunction
func cuKernelGetFunction(to *C.CUfunction, k C.CUkernel) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.KernelGetFunction(onKernel(k))
	return giveHandle(unsafe.Pointer(to), h, err)
}

// function is the function that a kernel is in the current context, on a device.
func function(k C.CUkernel, d C.CUdevice) (C.CUfunction, error) {
	var f C.CUfunction
	if _, err := driver.DeviceGetName(driver.Device(d)); err != nil {
		return f, err
	}
	h, err := driver.KernelGetFunction(onKernel(k))
	*(*driver.Function)(unsafe.Pointer(&f)) = h
	return f, err
}

//export cuKernelGetAttribute
func cuKernelGetAttribute(to *C.int, a C.CUfunction_attribute, k C.CUkernel, d C.CUdevice) C.CUresult {
	f, err := function(k, d)
	if err != nil {
		return result(err)
	}
	return cuFuncGetAttribute(to, a, f)
}

//export cuKernelSetAttribute
func cuKernelSetAttribute(a C.CUfunction_attribute, value C.int, k C.CUkernel, d C.CUdevice) C.CUresult {
	f, err := function(k, d)
	if err != nil {
		return result(err)
	}
	return cuFuncSetAttribute(f, a, value)
}

//export cuKernelSetCacheConfig
func cuKernelSetCacheConfig(k C.CUkernel, c C.CUfunc_cache, d C.CUdevice) C.CUresult {
	f, err := function(k, d)
	if err != nil {
		return result(err)
	}
	return cuFuncSetCacheConfig(f, c)
}

//export cuKernelGetName
func cuKernelGetName(to **C.const_char, k C.CUkernel) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	s, err := driver.KernelGetName(onKernel(k))
	if err != nil {
		return result(err)
	}
	store(to, keep(s))
	return 0
}

//export cuKernelGetParamInfo
func cuKernelGetParamInfo(k C.CUkernel, i C.size_t, offset, size *C.size_t) C.CUresult {
	f, err := function(k, 0)
	if err != nil {
		return result(err)
	}
	return cuFuncGetParamInfo(f, i, offset, size)
}

//export cuModuleGetFunctionCount
func cuModuleGetFunctionCount(to *C.uint, m C.CUmodule) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	all, err := driver.ModuleFunctions(onModule(m))
	return give(to, C.uint(len(all)), err)
}

//export cuModuleEnumerateFunctions
func cuModuleEnumerateFunctions(to *C.CUfunction, n C.uint, m C.CUmodule) C.CUresult {
	all, err := driver.ModuleFunctions(onModule(m))
	return giveHandles(unsafe.Pointer(to), n, all, err)
}

//export cuFuncGetModule
func cuFuncGetModule(to *C.CUmodule, f C.CUfunction) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.FuncGetModule(onFunction(f))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuFuncGetName
func cuFuncGetName(to **C.const_char, f C.CUfunction) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	s, err := driver.FuncGetName(onFunction(f))
	if err != nil {
		return result(err)
	}
	store(to, keep(s))
	return 0
}

//export cuFuncIsLoaded
func cuFuncIsLoaded(to *C.CUfunctionLoadingState, f C.CUfunction) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	_, err := driver.FuncGetName(onFunction(f))
	return give(to, C.CU_FUNCTION_LOADING_STATE_LOADED, err)
}

//export cuFuncLoad
func cuFuncLoad(f C.CUfunction) C.CUresult {
	_, err := driver.FuncGetName(onFunction(f))
	return result(err)
}
