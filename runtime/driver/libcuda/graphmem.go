package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// Memory that graphs allocate.

// allocates says what a node allocates, and reports whether it can be as the program wants it.
func allocates(p *C.CUDA_MEM_ALLOC_NODE_PARAMS) (n int64, d driver.Device, r C.CUresult) {
	pool := &p.poolProps
	if pool.allocType != C.CU_MEM_ALLOCATION_TYPE_PINNED || !onDevice(pool.location) || p.accessDescCount > maxOptions {
		return 0, 0, invalidValue
	}
	if pool.handleTypes != C.CU_MEM_HANDLE_TYPE_NONE {
		return 0, 0, notSupported
	}
	all, ok := list(p.accessDescs, int(p.accessDescCount), hostmem.Read)
	if !ok || !readsAndWrites(all) {
		return 0, 0, invalidValue
	}
	return bytes(p.bytesize), driver.Device(pool.location.id), 0
}

// readsAndWrites reports whether devices are to read and write, as they always may.
func readsAndWrites(all []C.const_CUmemAccessDesc) bool {
	for _, a := range all {
		if !onDevice(a.location) || a.flags != C.CU_MEM_ACCESS_FLAGS_PROT_READWRITE {
			return false
		}
	}
	return true
}

//export cuGraphAddMemAllocNode
func cuGraphAddMemAllocNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, params *C.CUDA_MEM_ALLOC_NODE_PARAMS) C.CUresult {
	p, ok := load(params)
	if !ok || !writable(params) {
		return invalidValue
	}
	size, d, r := allocates(&p)
	if r != 0 {
		return r
	}
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		node, at, err := driver.GraphAddMemAllocNode(g, deps, size, d)
		if err == nil {
			store(&params.dptr, C.CUdeviceptr(at))
		}
		return node, err
	})
}

//export cuGraphMemAllocNodeGetParams
func cuGraphMemAllocNodeGetParams(n C.CUgraphNode, to *C.CUDA_MEM_ALLOC_NODE_PARAMS) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.GraphMemAllocNodeGetParams(onNode(n))
	c := C.CUDA_MEM_ALLOC_NODE_PARAMS{bytesize: C.size_t(p.Bytes), dptr: C.CUdeviceptr(p.Ptr)}
	c.poolProps.allocType = C.CU_MEM_ALLOCATION_TYPE_PINNED
	c.poolProps.location = C.CUmemLocation{_type: C.CU_MEM_LOCATION_TYPE_DEVICE, id: C.int(p.Device)}
	return give(to, c, err)
}

//export cuGraphAddMemFreeNode
func cuGraphAddMemFreeNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p C.CUdeviceptr) C.CUresult {
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		return driver.GraphAddMemFreeNode(g, deps, driver.DevicePtr(p))
	})
}

//export cuGraphMemFreeNodeGetParams
func cuGraphMemFreeNodeGetParams(n C.CUgraphNode, to *C.CUdeviceptr) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.GraphMemFreeNodeGetParams(onNode(n))
	return give(to, C.CUdeviceptr(p), err)
}

//export cuDeviceGraphMemTrim
func cuDeviceGraphMemTrim(d C.CUdevice) C.CUresult {
	return result(driver.DeviceGraphMemTrim(driver.Device(d)))
}

//export cuDeviceGetGraphMemAttribute
func cuDeviceGetGraphMemAttribute(d C.CUdevice, a C.CUgraphMem_attribute, to unsafe.Pointer) C.CUresult {
	v, err := driver.DeviceGetGraphMemAttribute(driver.Device(d), driver.GraphMemAttribute(a))
	return attribute(to, C.cuuint64_t(v), err)
}

//export cuDeviceSetGraphMemAttribute
func cuDeviceSetGraphMemAttribute(d C.CUdevice, a C.CUgraphMem_attribute, value unsafe.Pointer) C.CUresult {
	v, ok := load((*uint64)(value))
	if !ok {
		return invalidValue
	}
	return result(driver.DeviceSetGraphMemAttribute(driver.Device(d), driver.GraphMemAttribute(a), v))
}
