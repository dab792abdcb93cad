package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// physical reports whether memory can be made as a program wants it.
func physical(props *C.const_CUmemAllocationProp) (p C.CUmemAllocationProp, r C.CUresult) {
	p, ok := load((*C.CUmemAllocationProp)(unsafe.Pointer(props)))
	switch {
	case !ok, p._type != C.CU_MEM_ALLOCATION_TYPE_PINNED, !onDevice(p.location):
		return p, invalidValue
	case p.requestedHandleTypes&^C.CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR != 0, p.allocFlags.usage != 0:
		return p, notSupported
	}
	return p, 0
}

//export cuMemGetAllocationGranularity
func cuMemGetAllocationGranularity(to *C.size_t, props *C.const_CUmemAllocationProp, option C.CUmemAllocationGranularity_flags) C.CUresult {
	if !writable(to) || option > C.CU_MEM_ALLOC_GRANULARITY_RECOMMENDED {
		return invalidValue
	}
	_, r := physical(props)
	if r == 0 {
		*to = driver.MemGranularity
	}
	return r
}

//export cuMemCreate
func cuMemCreate(to *C.CUmemGenericAllocationHandle, n C.size_t, props *C.const_CUmemAllocationProp, flags C.ulonglong) C.CUresult {
	if !writable(to) || flags != 0 {
		return invalidValue
	}
	p, r := physical(props)
	if r != 0 {
		return r
	}
	h, err := driver.MemCreate(bytes(n), driver.Device(p.location.id), p.requestedHandleTypes != C.CU_MEM_HANDLE_TYPE_NONE)
	return give(to, C.CUmemGenericAllocationHandle(h), err)
}

//export cuMemRelease
func cuMemRelease(h C.CUmemGenericAllocationHandle) C.CUresult {
	return result(driver.MemRelease(driver.MemHandle(h)))
}

//export cuMemRetainAllocationHandle
func cuMemRetainAllocationHandle(to *C.CUmemGenericAllocationHandle, at unsafe.Pointer) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.MemRetain(driver.DevicePtr(at))
	return give(to, C.CUmemGenericAllocationHandle(h), err)
}

//export cuMemGetAllocationPropertiesFromHandle
func cuMemGetAllocationPropertiesFromHandle(to *C.CUmemAllocationProp, h C.CUmemGenericAllocationHandle) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	d, shareable, err := driver.MemProperties(driver.MemHandle(h))
	p := C.CUmemAllocationProp{_type: C.CU_MEM_ALLOCATION_TYPE_PINNED, location: C.CUmemLocation{_type: C.CU_MEM_LOCATION_TYPE_DEVICE, id: C.int(d)}}
	if shareable {
		p.requestedHandleTypes = C.CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
	}
	return give(to, p, err)
}

//export cuMemExportToShareableHandle
func cuMemExportToShareableHandle(to unsafe.Pointer, h C.CUmemGenericAllocationHandle, kind C.CUmemAllocationHandleType, flags C.ulonglong) C.CUresult {
	if flags != 0 || kind != C.CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || !writable((*C.int)(to)) {
		return invalidValue
	}
	fd, err := driver.MemExport(driver.MemHandle(h))
	return give((*C.int)(to), C.int(fd), err)
}

// The handle of the system, a file descriptor, is a number here: it is no address.

//export ptx2go_mem_import
func ptx2go_mem_import(to *C.CUmemGenericAllocationHandle, handle C.uintptr_t, kind C.CUmemAllocationHandleType) C.CUresult {
	if !writable(to) || kind != C.CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR {
		return invalidValue
	}
	h, err := driver.MemImport(int(C.int(handle)))
	return give(to, C.CUmemGenericAllocationHandle(h), err)
}

//export cuMemAddressReserve
func cuMemAddressReserve(to *C.CUdeviceptr, n, align C.size_t, at C.CUdeviceptr, flags C.ulonglong) C.CUresult {
	if !writable(to) || flags != 0 {
		return invalidValue
	}
	p, err := driver.MemAddressReserve(bytes(n), uint64(align), driver.DevicePtr(at))
	return give(to, C.CUdeviceptr(p), err)
}

//export cuMemAddressFree
func cuMemAddressFree(p C.CUdeviceptr, n C.size_t) C.CUresult {
	return result(driver.MemAddressFree(driver.DevicePtr(p), bytes(n)))
}

//export cuMemMap
func cuMemMap(p C.CUdeviceptr, n, offset C.size_t, h C.CUmemGenericAllocationHandle, flags C.ulonglong) C.CUresult {
	if offset != 0 || flags != 0 { // as in CUDA
		return invalidValue
	}
	return result(driver.MemMap(driver.DevicePtr(p), bytes(n), driver.MemHandle(h)))
}

//export cuMemUnmap
func cuMemUnmap(p C.CUdeviceptr, n C.size_t) C.CUresult {
	return result(driver.MemUnmap(driver.DevicePtr(p), bytes(n)))
}

//export cuMemSetAccess
func cuMemSetAccess(p C.CUdeviceptr, n C.size_t, first *C.const_CUmemAccessDesc, count C.size_t) C.CUresult {
	if count == 0 || count > maxOptions {
		return invalidValue
	}
	all, ok := list(first, int(count), hostmem.Read)
	if !ok {
		return invalidValue
	}
	access := map[driver.Device]driver.MemAccess{}
	for _, a := range all {
		switch a.flags {
		case C.CU_MEM_ACCESS_FLAGS_PROT_NONE, C.CU_MEM_ACCESS_FLAGS_PROT_READ, C.CU_MEM_ACCESS_FLAGS_PROT_READWRITE:
		default:
			return invalidValue
		}
		if !onDevice(a.location) {
			return invalidValue
		}
		access[driver.Device(a.location.id)] = driver.MemAccess(a.flags)
	}
	return result(driver.MemSetAccess(driver.DevicePtr(p), bytes(n), access))
}

//export cuMemGetAccess
func cuMemGetAccess(to *C.ulonglong, at *C.const_CUmemLocation, p C.CUdeviceptr) C.CUresult {
	l, ok := load((*C.CUmemLocation)(unsafe.Pointer(at)))
	if !ok || !writable(to) || !onDevice(l) {
		return invalidValue
	}
	a, err := driver.MemGetAccess(driver.DevicePtr(p), driver.Device(l.id))
	return give(to, C.ulonglong(a), err)
}
