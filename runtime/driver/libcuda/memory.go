package libcuda

// #include "types.h"
import "C"

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
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

// cuMemGetInfo is the one of CUDA 3.1: numbers of 32 bits.
//
//export cuMemGetInfo
func cuMemGetInfo(free, total *C.uint) C.CUresult {
	if !writable(free) || !writable(total) {
		return invalidValue
	}
	f, all, err := driver.MemGetInfo()
	give(free, narrow(f), err)
	return give(total, narrow(all), err)
}

// narrow is the nearest number of 32 bits.
func narrow(n int64) C.uint { return C.uint(min(n, math.MaxUint32)) }

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
	base, size, err := driver.MemGetAddressRange(d)
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
		on, err := driver.PointerGetDevice(d)
		return attribute(to, C.int(on), err)
	case C.CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, C.CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
		return attribute(to, C.CUdeviceptr(base), nil)
	case C.CU_POINTER_ATTRIBUTE_RANGE_SIZE, C.CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
		return attribute(to, C.size_t(size), nil)
	case C.CU_POINTER_ATTRIBUTE_BUFFER_ID, C.CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: // different where memory is
		return attribute(to, C.ulonglong(base), nil)
	case C.CU_POINTER_ATTRIBUTE_IS_MANAGED:
		is, err := driver.PointerIsManaged(d)
		return attribute(to, truth(is), err)
	case C.CU_POINTER_ATTRIBUTE_MAPPED:
		return attribute(to, truth(true), nil)
	case C.CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
		return attribute(to, truth(driver.PointerIsShareable(d)), nil)
	case C.CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, C.CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
		return attribute(to, truth(false), nil)
	case C.CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
		return attribute(to, C.ulonglong(C.CU_MEM_HANDLE_TYPE_NONE), nil)
	case C.CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
		return attribute(to, C.uint(C.CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE), nil)
	case C.CU_POINTER_ATTRIBUTE_P2P_TOKENS, C.CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
		return notSupported
	}
	return invalidValue
}

// truth is a bool where C++ has one.
func truth(b bool) C.uchar {
	if b {
		return 1
	}
	return 0
}

// cuPointerGetAttributes returns zeros for memory of the program, and no error.
//
//export cuPointerGetAttributes
func cuPointerGetAttributes(n C.uint, attributes *C.CUpointer_attribute, to *unsafe.Pointer, p C.CUdeviceptr) C.CUresult {
	if n == 0 || n > maxOptions {
		return invalidValue
	}
	names, ok := list(attributes, int(n), hostmem.Read)
	all, also := list(to, int(n), hostmem.Read)
	if !ok || !also {
		return invalidValue
	}
	if r := onCurrent(); r != 0 {
		return r
	}
	_, unknown := driver.PointerGetMemoryType(driver.DevicePtr(p))
	for i, a := range names {
		if unknown == nil {
			if r := cuPointerGetAttribute(all[i], a, p); r != 0 && r != notSupported {
				return r
			}
			continue
		}
		room, ok := list((*byte)(all[i]), attributeSize(a), hostmem.Write)
		if !ok {
			return invalidValue
		}
		clear(room)
	}
	return 0
}

// attributeSize is how many bytes an attribute of a pointer has.
func attributeSize(a C.CUpointer_attribute) int {
	switch a {
	case C.CU_POINTER_ATTRIBUTE_MEMORY_TYPE, C.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, C.CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
		return 4
	case C.CU_POINTER_ATTRIBUTE_IS_MANAGED, C.CU_POINTER_ATTRIBUTE_MAPPED, C.CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
		C.CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, C.CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
		return 1
	}
	return 8
}

// cuPointerSetAttribute takes that copies of memory are to be synchronous with the program.
//
//export cuPointerSetAttribute
func cuPointerSetAttribute(value C.const_pointer, a C.CUpointer_attribute, p C.CUdeviceptr) C.CUresult {
	if _, ok := load((*uint32)(value)); !ok || a != C.CU_POINTER_ATTRIBUTE_SYNC_MEMOPS {
		return invalidValue
	}
	_, err := driver.PointerGetMemoryType(driver.DevicePtr(p))
	return result(err)
}

//export cuMemHostGetFlags
func cuMemHostGetFlags(to *C.uint, p unsafe.Pointer) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	flags, err := driver.MemHostGetFlags(p)
	return give(to, C.uint(flags), err)
}

// cuMemRangeGetAttribute answers that no hint is known: see cuMemAdvise.
//
//export cuMemRangeGetAttribute
func cuMemRangeGetAttribute(to unsafe.Pointer, size C.size_t, a C.CUmem_range_attribute, p C.CUdeviceptr, n C.size_t) C.CUresult {
	none := C.int(0)
	switch a {
	case C.CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
	case C.CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, C.CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, C.CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
		none = -2 // CU_DEVICE_INVALID
	default:
		return invalidValue
	}
	if size == 0 || size%4 != 0 || size != 4 && a != C.CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY || size > 4*maxOptions {
		return invalidValue
	}
	all, ok := list((*C.int)(to), int(size/4), hostmem.Write)
	if !ok {
		return invalidValue
	}
	r := piece(p, n)
	if r == 0 {
		for i := range all {
			all[i] = none
		}
	}
	return r
}

//export cuMemRangeGetAttributes
func cuMemRangeGetAttributes(to *unsafe.Pointer, sizes *C.size_t, attributes *C.CUmem_range_attribute, number C.size_t, p C.CUdeviceptr, n C.size_t) C.CUresult {
	if number == 0 || number > maxOptions {
		return invalidValue
	}
	all, ok := list(to, int(number), hostmem.Read)
	room, also := list(sizes, int(number), hostmem.Read)
	names, too := list(attributes, int(number), hostmem.Read)
	if !ok || !also || !too {
		return invalidValue
	}
	for i, a := range names {
		if r := cuMemRangeGetAttribute(all[i], room[i], a, p, n); r != 0 {
			return r
		}
	}
	return 0
}

// attribute is give where the type says how much room there has to be.
func attribute[T any](to unsafe.Pointer, value T, err error) C.CUresult {
	if !writable((*T)(to)) {
		return invalidValue
	}
	return give((*T)(to), value, err)
}
