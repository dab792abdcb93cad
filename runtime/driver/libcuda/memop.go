package libcuda

// #include <stdlib.h>
// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

func memOp(s C.CUstream, kind driver.MemOpKind, p C.CUdeviceptr, value uint64, flags C.uint) C.CUresult {
	ops := []driver.MemOp{{Kind: kind, Addr: driver.DevicePtr(p), Value: value, Flags: driver.WaitFlags(flags)}}
	return result(driver.StreamBatchMemOp(onStream(s), ops, 0))
}

//export cuStreamWaitValue32_v2
func cuStreamWaitValue32_v2(s C.CUstream, p C.CUdeviceptr, value C.cuuint32_t, flags C.uint) C.CUresult {
	return memOp(s, driver.MemOpWait32, p, uint64(value), flags)
}

//export cuStreamWaitValue64_v2
func cuStreamWaitValue64_v2(s C.CUstream, p C.CUdeviceptr, value C.cuuint64_t, flags C.uint) C.CUresult {
	return memOp(s, driver.MemOpWait64, p, uint64(value), flags)
}

//export cuStreamWriteValue32_v2
func cuStreamWriteValue32_v2(s C.CUstream, p C.CUdeviceptr, value C.cuuint32_t, flags C.uint) C.CUresult {
	return memOp(s, driver.MemOpWrite32, p, uint64(value), flags)
}

//export cuStreamWriteValue64_v2
func cuStreamWriteValue64_v2(s C.CUstream, p C.CUdeviceptr, value C.cuuint64_t, flags C.uint) C.CUresult {
	return memOp(s, driver.MemOpWrite64, p, uint64(value), flags)
}

// The members of CUstreamBatchMemOpParams, which is a union.
type (
	writeOrWait struct {
		kind    uint32
		address uint64
		value   uint64
		flags   uint32
	}
	barrier struct{ kind, flags uint32 }
)

// maxMemOps is more than any call has.
const maxMemOps = 1 << 10

func memOps(first *C.CUstreamBatchMemOpParams, n C.uint) ([]driver.MemOp, bool) {
	if n > maxMemOps {
		return nil, false
	}
	all, ok := list(first, int(n), hostmem.Read)
	var ops []driver.MemOp
	for i := range all {
		p := unsafe.Pointer(&all[i])
		b, w := *(*barrier)(p), *(*writeOrWait)(p)
		op := driver.MemOp{Kind: driver.MemOpKind(b.kind), Addr: driver.DevicePtr(w.address), Value: w.value, Flags: driver.WaitFlags(w.flags)}
		switch op.Kind {
		case driver.MemOpWait32, driver.MemOpWrite32:
			op.Value = uint64(uint32(w.value))
		case driver.MemOpBarrier, driver.MemOpFlush:
			op = driver.MemOp{Kind: op.Kind, Flags: driver.WaitFlags(b.flags)}
		}
		ops = append(ops, op)
	}
	return ops, ok
}

//export cuStreamBatchMemOp_v2
func cuStreamBatchMemOp_v2(s C.CUstream, n C.uint, first *C.CUstreamBatchMemOpParams, flags C.uint) C.CUresult {
	ops, ok := memOps(first, n)
	if !ok {
		return invalidValue
	}
	return result(driver.StreamBatchMemOp(onStream(s), ops, uint32(flags)))
}

// nodeOps are the operations of a node. Its context is that of the call: operations are on memory that is the same in each.
func nodeOps(params *C.const_CUDA_BATCH_MEM_OP_NODE_PARAMS) ([]driver.MemOp, bool) {
	p, ok := load(params)
	if !ok || p.flags != 0 {
		return nil, false
	}
	return memOps(p.paramArray, p.count)
}

//export cuGraphAddBatchMemOpNode
func cuGraphAddBatchMemOpNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, params *C.const_CUDA_BATCH_MEM_OP_NODE_PARAMS) C.CUresult {
	ops, ok := nodeOps(params)
	if !ok {
		return invalidValue
	}
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		return driver.GraphAddBatchMemOpNode(g, deps, ops)
	})
}

//export cuGraphBatchMemOpNodeSetParams
func cuGraphBatchMemOpNodeSetParams(n C.CUgraphNode, params *C.const_CUDA_BATCH_MEM_OP_NODE_PARAMS) C.CUresult {
	ops, ok := nodeOps(params)
	if !ok {
		return invalidValue
	}
	err := driver.GraphBatchMemOpNodeSetParams(onNode(n), ops)
	if err == nil {
		forget(onNode(n))
	}
	return result(err)
}

//export cuGraphExecBatchMemOpNodeSetParams
func cuGraphExecBatchMemOpNodeSetParams(e C.CUgraphExec, n C.CUgraphNode, params *C.const_CUDA_BATCH_MEM_OP_NODE_PARAMS) C.CUresult {
	ops, ok := nodeOps(params)
	if !ok {
		return invalidValue
	}
	return result(driver.GraphExecBatchMemOpNodeSetParams(onExec(e), onNode(n), ops))
}

// cuGraphBatchMemOpNodeGetParams gives the operations of a node, in memory of C that lasts as long as the node has them.
//
//export cuGraphBatchMemOpNodeGetParams
func cuGraphBatchMemOpNodeGetParams(n C.CUgraphNode, to *C.CUDA_BATCH_MEM_OP_NODE_PARAMS) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	ops, err := driver.GraphBatchMemOpNodeGetParams(onNode(n))
	if err != nil {
		return result(err)
	}
	mem, err := lasting(onNode(n), uintptr(max(len(ops), 1))*unsafe.Sizeof(C.CUstreamBatchMemOpParams{}))
	if err != nil {
		return result(err)
	}
	first := (*C.CUstreamBatchMemOpParams)(mem)
	for i, op := range ops {
		p := unsafe.Pointer(&unsafe.Slice(first, len(ops))[i])
		if op.Kind == driver.MemOpBarrier {
			*(*barrier)(p) = barrier{uint32(op.Kind), uint32(op.Flags)}
			continue
		}
		*(*writeOrWait)(p) = writeOrWait{uint32(op.Kind), uint64(op.Addr), op.Value, uint32(op.Flags)}
	}
	store(to, C.CUDA_BATCH_MEM_OP_NODE_PARAMS{count: C.uint(len(ops)), paramArray: first})
	return 0
}

// lasting is memory of C that is freed when the node gets other parameters, or is no longer there.
func lasting(n driver.GraphNode, size uintptr) (unsafe.Pointer, error) {
	asked.Lock()
	defer asked.Unlock()
	mem := asked.of[n]
	if mem == nil {
		if mem = C.calloc(1, C.size_t(size)); mem == nil {
			return nil, driver.ErrOutOfMemory
		}
		if asked.of == nil {
			asked.of = map[driver.GraphNode]unsafe.Pointer{}
		}
		asked.of[n] = mem
	}
	return mem, nil
}
