package libcuda

// #include "types.h"
import "C"

import (
	"math/bits"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

//export cuMemGetInfo_v2
func cuMemGetInfo_v2(free, total *C.size_t) C.CUresult {
	if !writable(free) || !writable(total) {
		return invalidValue
	}
	f, all, err := driver.MemGetInfo()
	give(free, C.size_t(f), err)
	return give(total, C.size_t(all), err)
}

//export cuMemAlloc_v2
func cuMemAlloc_v2(to *C.CUdeviceptr, n C.size_t) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.MemAlloc(bytes(n))
	return give(to, C.CUdeviceptr(p), err)
}

//export cuMemAllocPitch_v2
func cuMemAllocPitch_v2(to *C.CUdeviceptr, pitch *C.size_t, width, height C.size_t, element C.uint) C.CUresult {
	if !writable(to) || !writable(pitch) || element != 4 && element != 8 && element != 16 {
		return invalidValue
	}
	align, err := driver.DeviceGetAttribute(driver.TextureAlignment, 0)
	if err != nil {
		return result(err)
	}
	row := (bytes(width) + int64(align) - 1) / int64(align) * int64(align)
	over, n := bits.Mul64(uint64(max(row, 0)), uint64(height))
	if row < 0 || over != 0 {
		return C.CUresult(driver.ErrOutOfMemory)
	}
	p, err := driver.MemAlloc(bytes(C.size_t(n)))
	give(pitch, C.size_t(row), err)
	return give(to, C.CUdeviceptr(p), err)
}

//export cuMemFree_v2
func cuMemFree_v2(p C.CUdeviceptr) C.CUresult { return result(driver.MemFree(driver.DevicePtr(p))) }

//export cuMemGetAddressRange_v2
func cuMemGetAddressRange_v2(base *C.CUdeviceptr, size *C.size_t, p C.CUdeviceptr) C.CUresult {
	if !optional(base) || !optional(size) {
		return invalidValue
	}
	b, n, err := driver.MemGetAddressRange(driver.DevicePtr(p))
	if base != nil {
		give(base, C.CUdeviceptr(b), err)
	}
	if size != nil {
		give(size, C.size_t(n), err)
	}
	return result(err)
}

//export cuMemAllocHost_v2
func cuMemAllocHost_v2(to *unsafe.Pointer, n C.size_t) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.MemAllocHost(bytes(n))
	return give(to, p, err)
}

//export cuMemHostAlloc
func cuMemHostAlloc(to *unsafe.Pointer, n C.size_t, flags C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.MemHostAlloc(bytes(n), driver.HostFlags(flags))
	return give(to, p, err)
}

//export cuMemFreeHost
func cuMemFreeHost(p unsafe.Pointer) C.CUresult { return result(driver.MemFreeHost(p)) }

//export cuMemHostGetDevicePointer_v2
func cuMemHostGetDevicePointer_v2(to *C.CUdeviceptr, p unsafe.Pointer, flags C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	d, err := driver.MemHostGetDevicePointer(p, uint32(flags))
	return give(to, C.CUdeviceptr(d), err)
}

//export cuMemHostRegister_v2
func cuMemHostRegister_v2(p unsafe.Pointer, n C.size_t, flags C.uint) C.CUresult {
	return result(driver.MemHostRegister(p, bytes(n), driver.HostFlags(flags)))
}

//export cuMemHostUnregister
func cuMemHostUnregister(p unsafe.Pointer) C.CUresult { return result(driver.MemHostUnregister(p)) }

//export cuMemAllocManaged
func cuMemAllocManaged(to *C.CUdeviceptr, n C.size_t, flags C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.MemAllocManaged(bytes(n), driver.AttachFlags(flags))
	return give(to, C.CUdeviceptr(p), err)
}

// piece is the result of a hint about memory: an error where there is none.
func piece(p C.CUdeviceptr, n C.size_t) C.CUresult {
	if r := onCurrent(); r != 0 {
		return r
	}
	if n == 0 {
		return invalidValue
	}
	_, err := driver.Bytes(driver.DevicePtr(p), bytes(n))
	return result(err)
}

// device is a device, or -1 for the CPU, in hints.
func device(d C.CUdevice) bool { return d == 0 || d == -1 }

// cuMemPrefetchAsync does nothing: all memory is where the program and the kernels are.
//
//export cuMemPrefetchAsync
func cuMemPrefetchAsync(p C.CUdeviceptr, n C.size_t, d C.CUdevice, s C.CUstream) C.CUresult {
	if !device(d) {
		return C.CUresult(driver.ErrInvalidDevice)
	}
	if r := inStream(onStream(s)); r != 0 {
		return r
	}
	return piece(p, n)
}

//export cuMemAdvise
func cuMemAdvise(p C.CUdeviceptr, n C.size_t, advice C.CUmem_advise, d C.CUdevice) C.CUresult {
	if advice < C.CU_MEM_ADVISE_SET_READ_MOSTLY || advice > C.CU_MEM_ADVISE_UNSET_ACCESSED_BY {
		return invalidValue
	}
	if advice >= C.CU_MEM_ADVISE_SET_PREFERRED_LOCATION && !device(d) {
		return C.CUresult(driver.ErrInvalidDevice)
	}
	return piece(p, n)
}

// cuMemAllocAsync allocates at once, earlier than it has to in the order of the stream. What is
// freed in that order is freed when everything is done that was put into streams before.
//
//export cuMemAllocAsync
func cuMemAllocAsync(to *C.CUdeviceptr, n C.size_t, s C.CUstream) C.CUresult {
	if r := inStream(onStream(s)); r != 0 {
		return r
	}
	return cuMemAlloc_v2(to, n)
}

//export cuMemFreeAsync
func cuMemFreeAsync(p C.CUdeviceptr, s C.CUstream) C.CUresult {
	if r := inStream(onStream(s)); r != 0 {
		return r
	}
	return cuMemFree_v2(p)
}

//export cuPointerGetAttribute
func cuPointerGetAttribute(to unsafe.Pointer, a C.CUpointer_attribute, p C.CUdeviceptr) C.CUresult {
	if !writable((*byte)(to)) {
		return invalidValue
	}
	d := driver.DevicePtr(p)
	kind, err := driver.PointerGetMemoryType(d)
	if err != nil {
		return result(err)
	}
	switch a {
	case C.CU_POINTER_ATTRIBUTE_CONTEXT:
		c, err := driver.CtxGetCurrent()
		return attribute(to, c, err)
	case C.CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
		return attribute(to, C.uint(kind), nil)
	case C.CU_POINTER_ATTRIBUTE_DEVICE_POINTER, C.CU_POINTER_ATTRIBUTE_HOST_POINTER: // it is the same
		return attribute(to, p, nil)
	case C.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
		return attribute(to, C.int(0), nil)
	case C.CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
		return cuMemGetAddressRange_v2((*C.CUdeviceptr)(to), nil, p)
	case C.CU_POINTER_ATTRIBUTE_RANGE_SIZE:
		return cuMemGetAddressRange_v2(nil, (*C.size_t)(to), p)
	}
	return notSupported
}

// attribute is give where the type says how much room there has to be.
func attribute[T any](to unsafe.Pointer, value T, err error) C.CUresult {
	if !writable((*T)(to)) {
		return invalidValue
	}
	return give((*T)(to), value, err)
}
