package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

//export cuMemAllocAsync
func cuMemAllocAsync(to *C.CUdeviceptr, n C.size_t, s C.CUstream) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.MemAllocAsync(bytes(n), onStream(s))
	return give(to, C.CUdeviceptr(p), err)
}

//export cuMemAllocFromPoolAsync
func cuMemAllocFromPoolAsync(to *C.CUdeviceptr, n C.size_t, pool C.CUmemoryPool, s C.CUstream) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.MemAllocFromPoolAsync(bytes(n), onPool(pool), onStream(s))
	return give(to, C.CUdeviceptr(p), err)
}

//export cuMemFreeAsync
func cuMemFreeAsync(p C.CUdeviceptr, s C.CUstream) C.CUresult {
	return result(driver.MemFreeAsync(driver.DevicePtr(p), onStream(s)))
}

//export cuDeviceGetDefaultMemPool
func cuDeviceGetDefaultMemPool(to *C.CUmemoryPool, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.DeviceGetDefaultMemPool(driver.Device(d))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuDeviceGetMemPool
func cuDeviceGetMemPool(to *C.CUmemoryPool, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.DeviceGetMemPool(driver.Device(d))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuDeviceSetMemPool
func cuDeviceSetMemPool(d C.CUdevice, pool C.CUmemoryPool) C.CUresult {
	return result(driver.DeviceSetMemPool(driver.Device(d), onPool(pool)))
}

// onDevice reports whether a place is the device.
func onDevice(l C.CUmemLocation) bool {
	n, err := driver.DeviceGetCount()
	return l._type == C.CU_MEM_LOCATION_TYPE_DEVICE && err == nil && 0 <= l.id && int(l.id) < n
}

//export cuMemPoolCreate
func cuMemPoolCreate(to *C.CUmemoryPool, props *C.const_CUmemPoolProps) C.CUresult {
	p, ok := load(props)
	if !ok || !writable(to) || p.allocType != C.CU_MEM_ALLOCATION_TYPE_PINNED || !onDevice(p.location) {
		return invalidValue
	}
	if p.handleTypes != C.CU_MEM_HANDLE_TYPE_NONE {
		return notSupported
	}
	h, err := driver.MemPoolCreate(bytes(p.maxSize))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuMemPoolDestroy
func cuMemPoolDestroy(pool C.CUmemoryPool) C.CUresult {
	return result(driver.MemPoolDestroy(onPool(pool)))
}

//export cuMemPoolTrimTo
func cuMemPoolTrimTo(pool C.CUmemoryPool, keep C.size_t) C.CUresult {
	return result(driver.MemPoolTrimTo(onPool(pool), bytes(keep)))
}

// isInt reports whether an attribute of a pool is an int: those that say yes or no. The others
// have 64 bits.
func isInt(a C.CUmemPool_attribute) bool {
	return a <= C.CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES
}

//export cuMemPoolGetAttribute
func cuMemPoolGetAttribute(pool C.CUmemoryPool, a C.CUmemPool_attribute, to unsafe.Pointer) C.CUresult {
	v, err := driver.MemPoolGetAttribute(onPool(pool), driver.MemPoolAttribute(a))
	if err != nil {
		return result(err)
	}
	if isInt(a) {
		return attribute(to, C.int(v), nil)
	}
	return attribute(to, C.cuuint64_t(v), nil)
}

//export cuMemPoolSetAttribute
func cuMemPoolSetAttribute(pool C.CUmemoryPool, a C.CUmemPool_attribute, value unsafe.Pointer) C.CUresult {
	var v uint64
	if isInt(a) {
		n, ok := load((*uint32)(value))
		if !ok {
			return invalidValue
		}
		v = uint64(n)
	} else {
		n, ok := load((*uint64)(value))
		if !ok {
			return invalidValue
		}
		v = n
	}
	return result(driver.MemPoolSetAttribute(onPool(pool), driver.MemPoolAttribute(a), v))
}

// cuMemPoolSetAccess takes that the device may read and write: it always may.
//
//export cuMemPoolSetAccess
func cuMemPoolSetAccess(pool C.CUmemoryPool, access *C.const_CUmemAccessDesc, n C.size_t) C.CUresult {
	if n == 0 || n > maxOptions {
		return invalidValue
	}
	all, ok := list(access, int(n), hostmem.Read)
	if !ok {
		return invalidValue
	}
	if !readsAndWrites(all) {
		return invalidValue
	}
	return result(driver.MemPoolTrimTo(onPool(pool), 0))
}

//export cuMemPoolGetAccess
func cuMemPoolGetAccess(to *C.CUmemAccess_flags, pool C.CUmemoryPool, at *C.CUmemLocation) C.CUresult {
	l, ok := load(at)
	if !ok || !writable(to) || !onDevice(l) {
		return invalidValue
	}
	return give(to, C.CU_MEM_ACCESS_FLAGS_PROT_READWRITE, driver.MemPoolTrimTo(onPool(pool), 0))
}
