package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

//export cuLaunchKernel
func cuLaunchKernel(f C.CUfunction, gx, gy, gz, bx, by, bz, shared C.uint, s C.CUstream, params, extra *unsafe.Pointer) C.CUresult {
	h := onFunction(f)
	values, err := arguments(h, params, extra)
	if err != nil {
		return result(err)
	}
	return result(driver.LaunchKernel(h, int(gx), int(gy), int(gz), int(bx), int(by), int(bz), int(shared), onStream(s), values))
}

//export cuLaunchCooperativeKernel
func cuLaunchCooperativeKernel(f C.CUfunction, gx, gy, gz, bx, by, bz, shared C.uint, s C.CUstream, params *unsafe.Pointer) C.CUresult {
	h := onFunction(f)
	values, err := arguments(h, params, nil)
	if err != nil {
		return result(err)
	}
	return result(driver.LaunchCooperativeKernel(h, int(gx), int(gy), int(gz), int(bx), int(by), int(bz), int(shared), onStream(s), values))
}

// arguments returns where the values of a kernel's parameters are. C says it by a pointer to
// each, or by the memory that all lie in, but not how many there are.
func arguments(f driver.Function, params, extra *unsafe.Pointer) ([]unsafe.Pointer, error) {
	list, err := driver.FuncParams(f)
	switch {
	case err != nil:
		return nil, err
	case params != nil && extra != nil:
		return nil, driver.ErrInvalidValue
	case params != nil:
		return unsafe.Slice(params, len(list)), nil
	case len(list) == 0:
		return nil, nil
	case extra == nil:
		return nil, driver.ErrInvalidValue
	}
	b, err := buffer(extra)
	if err != nil {
		return nil, err
	}
	values := make([]unsafe.Pointer, len(list))
	for i, p := range list {
		if p.Offset+p.Size > len(b) {
			return nil, driver.ErrInvalidValue
		}
		values[i] = unsafe.Pointer(&b[p.Offset])
	}
	return values, nil
}

// The names in the list of extra, each before its value. C has them as pointers.
const (
	paramEnd           = 0
	paramBufferPointer = 1
	paramBufferSize    = 2
)

// buffer returns the memory that the values of all parameters lie in.
func buffer(extra *unsafe.Pointer) ([]byte, error) {
	var at *byte
	var size *C.size_t
	for ; ; extra = (*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(extra), 2*unsafe.Sizeof(*extra))) {
		value := unsafe.Add(unsafe.Pointer(extra), unsafe.Sizeof(*extra))
		switch *(*uintptr)(unsafe.Pointer(extra)) {
		case paramBufferPointer:
			at = *(**byte)(value)
		case paramBufferSize:
			size = *(**C.size_t)(value)
		case paramEnd:
			if at == nil || size == nil {
				return nil, driver.ErrInvalidValue
			}
			return unsafe.Slice(at, int(bytes(*size))), nil
		default:
			return nil, driver.ErrInvalidValue
		}
	}
}
