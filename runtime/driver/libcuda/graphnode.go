package libcuda

// #include <stdlib.h>
// #include "types.h"
// #include "callback.h"
import "C"

import (
	"sync"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// addNode adds a node after others, where all that was passed is there.
func addNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, add func(driver.Graph, []driver.GraphNode) (driver.GraphNode, error)) C.CUresult {
	after, ok := nodes(deps, n)
	if !ok || !writable(to) {
		return invalidValue
	}
	h, err := add(onGraph(g), after)
	return giveHandle(unsafe.Pointer(to), h, err)
}

// Kernels.

// kernelParams says in Go what is launched.
func kernelParams(p *C.const_CUDA_KERNEL_NODE_PARAMS) (driver.KernelNodeParams, error) {
	c, ok := load(p)
	if !ok {
		return driver.KernelNodeParams{}, driver.ErrInvalidValue
	}
	f := onFunction(c._func)
	if f == 0 {
		f = driver.Function(unsafe.Pointer(c.kern)) // which stands for its function
	}
	values, err := arguments(f, c.kernelParams, c.extra)
	return driver.KernelNodeParams{Func: f, Grid: [3]int{int(c.gridDimX), int(c.gridDimY), int(c.gridDimZ)},
		Block: [3]int{int(c.blockDimX), int(c.blockDimY), int(c.blockDimZ)}, SharedMemBytes: int(c.sharedMemBytes), Params: values}, err
}

// newer returns parameters as they are now for those of CUDA 11.
func newer(p *C.const_CUDA_KERNEL_NODE_PARAMS_v1) *C.const_CUDA_KERNEL_NODE_PARAMS {
	c, ok := load(p)
	if !ok {
		return nil
	}
	return &C.const_CUDA_KERNEL_NODE_PARAMS{_func: c._func, gridDimX: c.gridDimX, gridDimY: c.gridDimY, gridDimZ: c.gridDimZ,
		blockDimX: c.blockDimX, blockDimY: c.blockDimY, blockDimZ: c.blockDimZ, sharedMemBytes: c.sharedMemBytes, kernelParams: c.kernelParams, extra: c.extra}
}

//export cuGraphAddKernelNode_v2
func cuGraphAddKernelNode_v2(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, params *C.const_CUDA_KERNEL_NODE_PARAMS) C.CUresult {
	p, err := kernelParams(params)
	if err != nil {
		return result(err)
	}
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		return driver.GraphAddKernelNode(g, deps, p)
	})
}

//export cuGraphAddKernelNode
func cuGraphAddKernelNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, params *C.const_CUDA_KERNEL_NODE_PARAMS_v1) C.CUresult {
	return cuGraphAddKernelNode_v2(to, g, deps, n, newer(params))
}

//export cuGraphKernelNodeSetParams_v2
func cuGraphKernelNodeSetParams_v2(n C.CUgraphNode, params *C.const_CUDA_KERNEL_NODE_PARAMS) C.CUresult {
	p, err := kernelParams(params)
	if err == nil {
		err = driver.GraphKernelNodeSetParams(onNode(n), p)
	}
	if err == nil {
		forget(onNode(n))
	}
	return result(err)
}

//export cuGraphKernelNodeSetParams
func cuGraphKernelNodeSetParams(n C.CUgraphNode, params *C.const_CUDA_KERNEL_NODE_PARAMS_v1) C.CUresult {
	return cuGraphKernelNodeSetParams_v2(n, newer(params))
}

//export cuGraphExecKernelNodeSetParams_v2
func cuGraphExecKernelNodeSetParams_v2(e C.CUgraphExec, n C.CUgraphNode, params *C.const_CUDA_KERNEL_NODE_PARAMS) C.CUresult {
	p, err := kernelParams(params)
	if err == nil {
		err = driver.GraphExecKernelNodeSetParams(onExec(e), onNode(n), p)
	}
	return result(err)
}

//export cuGraphExecKernelNodeSetParams
func cuGraphExecKernelNodeSetParams(e C.CUgraphExec, n C.CUgraphNode, params *C.const_CUDA_KERNEL_NODE_PARAMS_v1) C.CUresult {
	return cuGraphExecKernelNodeSetParams_v2(e, n, newer(params))
}

// asked has the values of parameters of the kernel nodes that were asked for them, in memory
// of C, as long as the node has these values.
var asked struct {
	sync.Mutex
	of map[driver.GraphNode]unsafe.Pointer
}

func forget(all ...driver.GraphNode) {
	asked.Lock()
	defer asked.Unlock()
	for _, n := range all {
		C.free(asked.of[n])
		delete(asked.of, n)
	}
}

// valuesInC returns pointers to the values of a node's parameters, for C.
func valuesInC(n driver.GraphNode, p driver.KernelNodeParams) (*unsafe.Pointer, error) {
	want, err := driver.FuncParams(p.Func)
	if err != nil || len(want) == 0 {
		return nil, err
	}
	asked.Lock()
	defer asked.Unlock()
	if mem := asked.of[n]; mem != nil {
		return (*unsafe.Pointer)(mem), nil
	}
	size := uintptr(len(want)) * 8
	for _, x := range want {
		size += uintptr(x.Size+15) &^ 15
	}
	mem := C.malloc(C.size_t(size + 16))
	if mem == nil {
		return nil, driver.ErrOutOfMemory
	}
	pointers := unsafe.Slice((*unsafe.Pointer)(mem), len(want))
	at := (uintptr(len(want))*8 + 15) &^ 15
	for i, x := range want {
		pointers[i] = unsafe.Add(mem, at)
		if x.Size > 0 {
			copy(unsafe.Slice((*byte)(pointers[i]), x.Size), unsafe.Slice((*byte)(p.Params[i]), x.Size))
		}
		at += uintptr(x.Size+15) &^ 15
	}
	if asked.of == nil {
		asked.of = map[driver.GraphNode]unsafe.Pointer{}
	}
	asked.of[n] = mem
	return (*unsafe.Pointer)(mem), nil
}

//export cuGraphKernelNodeGetParams_v2
func cuGraphKernelNodeGetParams_v2(n C.CUgraphNode, to *C.CUDA_KERNEL_NODE_PARAMS) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.GraphKernelNodeGetParams(onNode(n))
	if err != nil {
		return result(err)
	}
	values, err := valuesInC(onNode(n), p)
	c := C.CUDA_KERNEL_NODE_PARAMS{gridDimX: C.uint(p.Grid[0]), gridDimY: C.uint(p.Grid[1]), gridDimZ: C.uint(p.Grid[2]),
		blockDimX: C.uint(p.Block[0]), blockDimY: C.uint(p.Block[1]), blockDimZ: C.uint(p.Block[2]), sharedMemBytes: C.uint(p.SharedMemBytes), kernelParams: values}
	*(*driver.Function)(unsafe.Pointer(&c._func)) = p.Func
	return give(to, c, err)
}

//export cuGraphKernelNodeGetParams
func cuGraphKernelNodeGetParams(n C.CUgraphNode, to *C.CUDA_KERNEL_NODE_PARAMS_v1) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	var c C.CUDA_KERNEL_NODE_PARAMS
	r := cuGraphKernelNodeGetParams_v2(n, &c)
	if r == 0 {
		store(to, *(*C.CUDA_KERNEL_NODE_PARAMS_v1)(unsafe.Pointer(&c))) // which is how it begins
	}
	return r
}

// The attributes of a kernel node: whether its blocks wait for each other, and hints that are
// taken and not kept.

//export cuGraphKernelNodeGetAttribute
func cuGraphKernelNodeGetAttribute(n C.CUgraphNode, a C.CUkernelNodeAttrID, to *C.CUkernelNodeAttrValue) C.CUresult {
	if !writable(to) || !isHint(a) && a != C.CU_LAUNCH_ATTRIBUTE_COOPERATIVE && a != C.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION {
		return invalidValue
	}
	p, err := driver.GraphKernelNodeGetParams(onNode(n))
	var v C.CUkernelNodeAttrValue
	switch a {
	case C.CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
		*(*C.int)(unsafe.Pointer(&v)) = C.int(truth(p.Cooperative))
	case C.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
		*(*[3]C.uint)(unsafe.Pointer(&v)) = [3]C.uint{1, 1, 1}
	case C.CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
		*(*C.CUlaunchMemSyncDomainMap)(unsafe.Pointer(&v)) = C.CUlaunchMemSyncDomainMap{0, 1}
	}
	return give(to, v, err)
}

// isHint reports whether an attribute of a launch changes nothing.
func isHint(a C.CUlaunchAttributeID) bool {
	switch a {
	case C.CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, C.CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, C.CU_LAUNCH_ATTRIBUTE_PRIORITY,
		C.CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP, C.CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
		return true
	}
	return false
}

//export cuGraphKernelNodeSetAttribute
func cuGraphKernelNodeSetAttribute(n C.CUgraphNode, a C.CUkernelNodeAttrID, value *C.const_CUkernelNodeAttrValue) C.CUresult {
	v, ok := load(value)
	if !ok {
		return invalidValue
	}
	p, err := driver.GraphKernelNodeGetParams(onNode(n))
	switch {
	case err != nil:
		return result(err)
	case a == C.CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
		p.Cooperative = *(*C.int)(unsafe.Pointer(&v)) != 0
		return result(driver.GraphKernelNodeSetParams(onNode(n), p))
	case a == C.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
		if *(*[3]C.uint)(unsafe.Pointer(&v)) != [3]C.uint{1, 1, 1} {
			return result(&driver.Error{Call: "cuGraphKernelNodeSetAttribute", Result: driver.ErrNotSupported, Err: errClusters})
		}
		return 0
	case isHint(a):
		return 0
	}
	return invalidValue
}

//export cuGraphKernelNodeCopyAttributes
func cuGraphKernelNodeCopyAttributes(to, from C.CUgraphNode) C.CUresult {
	src, err := driver.GraphKernelNodeGetParams(onNode(from))
	if err != nil {
		return result(err)
	}
	p, err := driver.GraphKernelNodeGetParams(onNode(to))
	if err != nil {
		return result(err)
	}
	p.Cooperative = src.Cooperative
	return result(driver.GraphKernelNodeSetParams(onNode(to), p))
}

// Copies.

// copyParams says in Go what is copied.
func copyParams(p *C.const_CUDA_MEMCPY3D) (driver.Copy3D, C.CUresult) {
	c, ok := load(p)
	if !ok || c.WidthInBytes == 0 || c.Height == 0 || c.Depth == 0 {
		return driver.Copy3D{}, invalidValue
	}
	return box((*C.CUDA_MEMCPY3D)(&c))
}

//export cuGraphAddMemcpyNode
func cuGraphAddMemcpyNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, params *C.const_CUDA_MEMCPY3D, ctx C.CUcontext) C.CUresult {
	x, r := copyParams(params)
	if r == 0 {
		r = inContext(ctx)
	}
	if r != 0 {
		return r
	}
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		return driver.GraphAddMemcpyNode(g, deps, x)
	})
}

// inContext is the result of a call that names a context: memory is that of all.
func inContext(h C.CUcontext) C.CUresult {
	if h == nil {
		return onCurrent()
	}
	return peer(h)
}

//export cuGraphMemcpyNodeSetParams
func cuGraphMemcpyNodeSetParams(n C.CUgraphNode, params *C.const_CUDA_MEMCPY3D) C.CUresult {
	x, r := copyParams(params)
	if r != 0 {
		return r
	}
	return result(driver.GraphMemcpyNodeSetParams(onNode(n), x))
}

//export cuGraphExecMemcpyNodeSetParams
func cuGraphExecMemcpyNodeSetParams(e C.CUgraphExec, n C.CUgraphNode, params *C.const_CUDA_MEMCPY3D, ctx C.CUcontext) C.CUresult {
	x, r := copyParams(params)
	if r == 0 {
		r = inContext(ctx)
	}
	if r != 0 {
		return r
	}
	return result(driver.GraphExecMemcpyNodeSetParams(onExec(e), onNode(n), x))
}

// cuGraphMemcpyNodeGetParams returns the copy from where it begins: offsets are in the
// addresses.
//
//export cuGraphMemcpyNodeGetParams
func cuGraphMemcpyNodeGetParams(n C.CUgraphNode, to *C.CUDA_MEMCPY3D) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	x, err := driver.GraphMemcpyNodeGetParams(onNode(n))
	c := C.CUDA_MEMCPY3D{srcMemoryType: C.CU_MEMORYTYPE_UNIFIED, srcDevice: C.CUdeviceptr(x.Src), srcPitch: C.size_t(x.SrcPitch), srcHeight: C.size_t(x.SrcHeight),
		dstMemoryType: C.CU_MEMORYTYPE_UNIFIED, dstDevice: C.CUdeviceptr(x.Dst), dstPitch: C.size_t(x.DstPitch), dstHeight: C.size_t(x.DstHeight),
		WidthInBytes: C.size_t(x.Width), Height: C.size_t(x.Height), Depth: C.size_t(x.Depth)}
	return give(to, c, err)
}

// Memory that is set.

func setParams(p *C.const_CUDA_MEMSET_NODE_PARAMS) (driver.MemsetNodeParams, bool) {
	c, ok := load(p)
	return driver.MemsetNodeParams{Dst: driver.DevicePtr(c.dst), Pitch: bytes(c.pitch), Value: uint32(c.value), ElementSize: int(c.elementSize),
		Width: bytes(c.width), Height: bytes(c.height)}, ok
}

//export cuGraphAddMemsetNode
func cuGraphAddMemsetNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, params *C.const_CUDA_MEMSET_NODE_PARAMS, ctx C.CUcontext) C.CUresult {
	p, ok := setParams(params)
	if !ok {
		return invalidValue
	}
	if r := inContext(ctx); r != 0 {
		return r
	}
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		return driver.GraphAddMemsetNode(g, deps, p)
	})
}

//export cuGraphMemsetNodeSetParams
func cuGraphMemsetNodeSetParams(n C.CUgraphNode, params *C.const_CUDA_MEMSET_NODE_PARAMS) C.CUresult {
	p, ok := setParams(params)
	if !ok {
		return invalidValue
	}
	return result(driver.GraphMemsetNodeSetParams(onNode(n), p))
}

//export cuGraphExecMemsetNodeSetParams
func cuGraphExecMemsetNodeSetParams(e C.CUgraphExec, n C.CUgraphNode, params *C.const_CUDA_MEMSET_NODE_PARAMS, ctx C.CUcontext) C.CUresult {
	p, ok := setParams(params)
	if !ok {
		return invalidValue
	}
	if r := inContext(ctx); r != 0 {
		return r
	}
	return result(driver.GraphExecMemsetNodeSetParams(onExec(e), onNode(n), p))
}

//export cuGraphMemsetNodeGetParams
func cuGraphMemsetNodeGetParams(n C.CUgraphNode, to *C.CUDA_MEMSET_NODE_PARAMS) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.GraphMemsetNodeGetParams(onNode(n))
	return give(to, C.CUDA_MEMSET_NODE_PARAMS{dst: C.CUdeviceptr(p.Dst), pitch: C.size_t(p.Pitch), value: C.uint(p.Value), elementSize: C.uint(p.ElementSize),
		width: C.size_t(p.Width), height: C.size_t(p.Height)}, err)
}

// Functions of the program. The data is a number here: a program may pass one that is no
// address.

// hostCall is what a host node calls.
type hostCall struct {
	fn   C.CUhostFn
	data C.uintptr_t
}

func (c hostCall) params() driver.HostNodeParams {
	if c.fn == nil {
		return driver.HostNodeParams{}
	}
	return driver.HostNodeParams{Fn: func() { C.ptx2go_call_host_func(c.fn, c.data) }, Tag: c}
}

func hostParams(p *C.const_CUDA_HOST_NODE_PARAMS) (driver.HostNodeParams, bool) {
	c, ok := load((*[2]uintptr)(unsafe.Pointer(p)))
	return hostCall{*(*C.CUhostFn)(unsafe.Pointer(&c[0])), C.uintptr_t(c[1])}.params(), ok
}

//export cuGraphAddHostNode
func cuGraphAddHostNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, params *C.const_CUDA_HOST_NODE_PARAMS) C.CUresult {
	p, ok := hostParams(params)
	if !ok {
		return invalidValue
	}
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		return driver.GraphAddHostNode(g, deps, p)
	})
}

//export cuGraphHostNodeSetParams
func cuGraphHostNodeSetParams(n C.CUgraphNode, params *C.const_CUDA_HOST_NODE_PARAMS) C.CUresult {
	p, ok := hostParams(params)
	if !ok {
		return invalidValue
	}
	return result(driver.GraphHostNodeSetParams(onNode(n), p))
}

//export cuGraphExecHostNodeSetParams
func cuGraphExecHostNodeSetParams(e C.CUgraphExec, n C.CUgraphNode, params *C.const_CUDA_HOST_NODE_PARAMS) C.CUresult {
	p, ok := hostParams(params)
	if !ok {
		return invalidValue
	}
	return result(driver.GraphExecHostNodeSetParams(onExec(e), onNode(n), p))
}

//export cuGraphHostNodeGetParams
func cuGraphHostNodeGetParams(n C.CUgraphNode, to *C.CUDA_HOST_NODE_PARAMS) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.GraphHostNodeGetParams(onNode(n))
	c, _ := p.Tag.(hostCall)
	return give((*hostCall)(unsafe.Pointer(to)), c, err)
}

// Empty nodes, children, events.

//export cuGraphAddEmptyNode
func cuGraphAddEmptyNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t) C.CUresult {
	return addNode(to, g, deps, n, driver.GraphAddEmptyNode)
}

//export cuGraphAddChildGraphNode
func cuGraphAddChildGraphNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, child C.CUgraph) C.CUresult {
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		return driver.GraphAddChildGraphNode(g, deps, onGraph(child))
	})
}

//export cuGraphChildGraphNodeGetGraph
func cuGraphChildGraphNodeGetGraph(n C.CUgraphNode, to *C.CUgraph) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.GraphChildGraphNodeGetGraph(onNode(n))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuGraphExecChildGraphNodeSetParams
func cuGraphExecChildGraphNodeSetParams(e C.CUgraphExec, n C.CUgraphNode, child C.CUgraph) C.CUresult {
	return result(driver.GraphExecChildGraphNodeSetParams(onExec(e), onNode(n), onGraph(child)))
}

//export cuGraphAddEventRecordNode
func cuGraphAddEventRecordNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, e C.CUevent) C.CUresult {
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		return driver.GraphAddEventRecordNode(g, deps, onEvent(e))
	})
}

//export cuGraphEventRecordNodeGetEvent
func cuGraphEventRecordNodeGetEvent(n C.CUgraphNode, to *C.CUevent) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.GraphEventRecordNodeGetEvent(onNode(n))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuGraphEventRecordNodeSetEvent
func cuGraphEventRecordNodeSetEvent(n C.CUgraphNode, e C.CUevent) C.CUresult {
	return result(driver.GraphEventRecordNodeSetEvent(onNode(n), onEvent(e)))
}

//export cuGraphExecEventRecordNodeSetEvent
func cuGraphExecEventRecordNodeSetEvent(x C.CUgraphExec, n C.CUgraphNode, e C.CUevent) C.CUresult {
	return result(driver.GraphExecEventRecordNodeSetEvent(onExec(x), onNode(n), onEvent(e)))
}

//export cuGraphAddEventWaitNode
func cuGraphAddEventWaitNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, e C.CUevent) C.CUresult {
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		return driver.GraphAddEventWaitNode(g, deps, onEvent(e))
	})
}

//export cuGraphEventWaitNodeGetEvent
func cuGraphEventWaitNodeGetEvent(n C.CUgraphNode, to *C.CUevent) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.GraphEventWaitNodeGetEvent(onNode(n))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuGraphEventWaitNodeSetEvent
func cuGraphEventWaitNodeSetEvent(n C.CUgraphNode, e C.CUevent) C.CUresult {
	return result(driver.GraphEventWaitNodeSetEvent(onNode(n), onEvent(e)))
}

//export cuGraphExecEventWaitNodeSetEvent
func cuGraphExecEventWaitNodeSetEvent(x C.CUgraphExec, n C.CUgraphNode, e C.CUevent) C.CUresult {
	return result(driver.GraphExecEventWaitNodeSetEvent(onExec(x), onNode(n), onEvent(e)))
}
