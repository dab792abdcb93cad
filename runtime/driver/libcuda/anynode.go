package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// Nodes whose parameters say of which type they are. Each goes to the functions for its type.

// paramsOf are the parameters of a type, which are in a union.
func paramsOf[T any](p *C.CUgraphNodeParams) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), 16)) // behind type and reserved0
}

// anyNode is what is done with nodes of a type: nil where nothing is.
type anyNode struct {
	add  func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult
	set  func(n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult
	exec func(e C.CUgraphExec, n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult
}

func memsetOf(p *C.CUgraphNodeParams) *C.const_CUDA_MEMSET_NODE_PARAMS {
	return paramsOf[C.const_CUDA_MEMSET_NODE_PARAMS](p) // as which the newer structure begins
}

// anyNodes are the types.
var anyNodes = map[C.CUgraphNodeType]anyNode{
	C.CU_GRAPH_NODE_TYPE_KERNEL: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphAddKernelNode_v2(to, g, deps, n, paramsOf[C.const_CUDA_KERNEL_NODE_PARAMS](p))
		},
		func(n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphKernelNodeSetParams_v2(n, paramsOf[C.const_CUDA_KERNEL_NODE_PARAMS](p))
		},
		func(e C.CUgraphExec, n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphExecKernelNodeSetParams_v2(e, n, paramsOf[C.const_CUDA_KERNEL_NODE_PARAMS](p))
		},
	},
	C.CU_GRAPH_NODE_TYPE_MEMCPY: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
			x := paramsOf[C.CUDA_MEMCPY_NODE_PARAMS](p)
			if x.flags != 0 {
				return invalidValue
			}
			return cuGraphAddMemcpyNode(to, g, deps, n, &x.copyParams, x.copyCtx)
		},
		func(n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphMemcpyNodeSetParams(n, &paramsOf[C.CUDA_MEMCPY_NODE_PARAMS](p).copyParams)
		},
		func(e C.CUgraphExec, n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			x := paramsOf[C.CUDA_MEMCPY_NODE_PARAMS](p)
			return cuGraphExecMemcpyNodeSetParams(e, n, &x.copyParams, x.copyCtx)
		},
	},
	C.CU_GRAPH_NODE_TYPE_MEMSET: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphAddMemsetNode(to, g, deps, n, memsetOf(p), paramsOf[C.CUDA_MEMSET_NODE_PARAMS_v2](p).ctx)
		},
		func(n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphMemsetNodeSetParams(n, memsetOf(p))
		},
		func(e C.CUgraphExec, n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphExecMemsetNodeSetParams(e, n, memsetOf(p), paramsOf[C.CUDA_MEMSET_NODE_PARAMS_v2](p).ctx)
		},
	},
	C.CU_GRAPH_NODE_TYPE_HOST: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphAddHostNode(to, g, deps, n, paramsOf[C.const_CUDA_HOST_NODE_PARAMS](p))
		},
		func(n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphHostNodeSetParams(n, paramsOf[C.const_CUDA_HOST_NODE_PARAMS](p))
		},
		func(e C.CUgraphExec, n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphExecHostNodeSetParams(e, n, paramsOf[C.const_CUDA_HOST_NODE_PARAMS](p))
		},
	},
	C.CU_GRAPH_NODE_TYPE_GRAPH: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphAddChildGraphNode(to, g, deps, n, paramsOf[C.CUDA_CHILD_GRAPH_NODE_PARAMS](p).graph)
		},
		nil,
		func(e C.CUgraphExec, n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphExecChildGraphNodeSetParams(e, n, paramsOf[C.CUDA_CHILD_GRAPH_NODE_PARAMS](p).graph)
		},
	},
	C.CU_GRAPH_NODE_TYPE_EMPTY: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, _ *C.CUgraphNodeParams) C.CUresult {
			return cuGraphAddEmptyNode(to, g, deps, n)
		}, nil, nil,
	},
	C.CU_GRAPH_NODE_TYPE_WAIT_EVENT: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphAddEventWaitNode(to, g, deps, n, paramsOf[C.CUDA_EVENT_WAIT_NODE_PARAMS](p).event)
		},
		func(n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphEventWaitNodeSetEvent(n, paramsOf[C.CUDA_EVENT_WAIT_NODE_PARAMS](p).event)
		},
		func(e C.CUgraphExec, n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphExecEventWaitNodeSetEvent(e, n, paramsOf[C.CUDA_EVENT_WAIT_NODE_PARAMS](p).event)
		},
	},
	C.CU_GRAPH_NODE_TYPE_EVENT_RECORD: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphAddEventRecordNode(to, g, deps, n, paramsOf[C.CUDA_EVENT_RECORD_NODE_PARAMS](p).event)
		},
		func(n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphEventRecordNodeSetEvent(n, paramsOf[C.CUDA_EVENT_RECORD_NODE_PARAMS](p).event)
		},
		func(e C.CUgraphExec, n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphExecEventRecordNodeSetEvent(e, n, paramsOf[C.CUDA_EVENT_RECORD_NODE_PARAMS](p).event)
		},
	},
	C.CU_GRAPH_NODE_TYPE_MEM_ALLOC: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphAddMemAllocNode(to, g, deps, n, paramsOf[C.CUDA_MEM_ALLOC_NODE_PARAMS](p))
		}, nil, nil,
	},
	C.CU_GRAPH_NODE_TYPE_MEM_FREE: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphAddMemFreeNode(to, g, deps, n, paramsOf[C.CUDA_MEM_FREE_NODE_PARAMS](p).dptr)
		}, nil, nil,
	},
	C.CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: {
		func(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphAddBatchMemOpNode(to, g, deps, n, paramsOf[C.const_CUDA_BATCH_MEM_OP_NODE_PARAMS](p))
		},
		func(n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphBatchMemOpNodeSetParams(n, paramsOf[C.const_CUDA_BATCH_MEM_OP_NODE_PARAMS](p))
		},
		func(e C.CUgraphExec, n C.CUgraphNode, p *C.CUgraphNodeParams) C.CUresult {
			return cuGraphExecBatchMemOpNodeSetParams(e, n, paramsOf[C.const_CUDA_BATCH_MEM_OP_NODE_PARAMS](p))
		},
	},
	C.CU_GRAPH_NODE_TYPE_CONDITIONAL: {addConditional, nil, nil},
}

// addConditional adds a node with one body, and says which graph that is.
func addConditional(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, p *C.CUgraphNodeParams) C.CUresult {
	x := paramsOf[C.CUDA_CONDITIONAL_NODE_PARAMS](p)
	if x.size != 1 {
		return invalidValue
	}
	if r := inContext(x.ctx); r != 0 {
		return r
	}
	return addNode(to, g, deps, n, func(g driver.Graph, deps []driver.GraphNode) (driver.GraphNode, error) {
		node, body, err := driver.GraphAddConditionalNode(g, deps, driver.ConditionalHandle(x.handle), driver.ConditionalType(x._type))
		if err != nil {
			return 0, err
		}
		// Where the program finds it, as long as the node is there.
		mem, err := lasting(node, unsafe.Sizeof(body))
		if err != nil {
			return 0, err
		}
		*(*driver.Graph)(mem) = body
		x.phGraph_out = (*C.CUgraph)(mem)
		return node, nil
	})
}

//export cuGraphConditionalHandleCreate
func cuGraphConditionalHandleCreate(to *C.CUgraphConditionalHandle, g C.CUgraph, ctx C.CUcontext, value, flags C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.GraphConditionalHandleCreate(onGraph(g), onContext(ctx), uint32(value), driver.ConditionalFlags(flags))
	return give(to, C.CUgraphConditionalHandle(h), err)
}

// loadNode returns the parameters of a node, and what is done with one of its type.
func loadNode(from *C.CUgraphNodeParams) (p C.CUgraphNodeParams, of anyNode, ok bool) {
	p, ok = load(from)
	return p, anyNodes[p._type], ok
}

//export cuGraphAddNode
func cuGraphAddNode(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, n C.size_t, from *C.CUgraphNodeParams) C.CUresult {
	p, of, ok := loadNode(from)
	if !ok || of.add == nil || !writable(from) {
		return invalidValue
	}
	r := of.add(to, g, deps, n, &p)
	if r == 0 {
		store(from, p) // with what the node has made
	}
	return r
}

//export cuGraphNodeSetParams
func cuGraphNodeSetParams(n C.CUgraphNode, from *C.CUgraphNodeParams) C.CUresult {
	p, of, ok := loadNode(from)
	switch {
	case !ok:
		return invalidValue
	case of.set == nil:
		return unchanging(n)
	}
	return of.set(n, &p)
}

//export cuGraphExecNodeSetParams
func cuGraphExecNodeSetParams(e C.CUgraphExec, n C.CUgraphNode, from *C.CUgraphNodeParams) C.CUresult {
	p, of, ok := loadNode(from)
	switch {
	case !ok:
		return invalidValue
	case of.exec == nil:
		return unchanging(n)
	}
	return of.exec(e, n, &p)
}

// unchanging is the result for nodes that have no parameters, or keep them.
func unchanging(n C.CUgraphNode) C.CUresult {
	if _, err := driver.GraphNodeGetType(onNode(n)); err != nil {
		return result(err)
	}
	return notSupported
}

// Data of edges. All of them are whole dependencies, of which all bytes are 0: kernels do not begin before those that
// they depend on have ended.

// whole reports whether edges are of that kind. There may be no data.
func whole(first *C.const_CUgraphEdgeData, n C.size_t) C.CUresult {
	if first == nil {
		return 0
	}
	if n > maxNodes {
		return invalidValue
	}
	all, ok := list(first, int(n), hostmem.Read)
	if !ok {
		return invalidValue
	}
	for _, e := range all {
		if e != (C.const_CUgraphEdgeData{}) {
			return notSupported
		}
	}
	return 0
}

// giveWhole writes the data of as many edges as a call has returned nodes.
func giveWhole(to *C.CUgraphEdgeData, n *C.size_t, nodes bool, r C.CUresult) C.CUresult {
	if r != 0 || to == nil || !nodes {
		return r
	}
	all, ok := list(to, int(*n), hostmem.Write)
	if !ok {
		return invalidValue
	}
	clear(all)
	return 0
}

//export cuGraphAddNode_v2
func cuGraphAddNode_v2(to *C.CUgraphNode, g C.CUgraph, deps *C.const_CUgraphNode, data *C.const_CUgraphEdgeData, n C.size_t, from *C.CUgraphNodeParams) C.CUresult {
	if r := whole(data, n); r != 0 {
		return r
	}
	return cuGraphAddNode(to, g, deps, n, from)
}

//export cuGraphAddDependencies_v2
func cuGraphAddDependencies_v2(g C.CUgraph, from, to *C.const_CUgraphNode, data *C.const_CUgraphEdgeData, n C.size_t) C.CUresult {
	if r := whole(data, n); r != 0 {
		return r
	}
	return cuGraphAddDependencies(g, from, to, n)
}

//export cuGraphRemoveDependencies_v2
func cuGraphRemoveDependencies_v2(g C.CUgraph, from, to *C.const_CUgraphNode, data *C.const_CUgraphEdgeData, n C.size_t) C.CUresult {
	if r := whole(data, n); r != 0 {
		return r
	}
	return cuGraphRemoveDependencies(g, from, to, n)
}

//export cuGraphGetEdges_v2
func cuGraphGetEdges_v2(g C.CUgraph, from, to *C.CUgraphNode, data *C.CUgraphEdgeData, n *C.size_t) C.CUresult {
	return giveWhole(data, n, from != nil, cuGraphGetEdges(g, from, to, n))
}

//export cuGraphNodeGetDependencies_v2
func cuGraphNodeGetDependencies_v2(node C.CUgraphNode, to *C.CUgraphNode, data *C.CUgraphEdgeData, n *C.size_t) C.CUresult {
	return giveWhole(data, n, to != nil, cuGraphNodeGetDependencies(node, to, n))
}

//export cuGraphNodeGetDependentNodes_v2
func cuGraphNodeGetDependentNodes_v2(node C.CUgraphNode, to *C.CUgraphNode, data *C.CUgraphEdgeData, n *C.size_t) C.CUresult {
	return giveWhole(data, n, to != nil, cuGraphNodeGetDependentNodes(node, to, n))
}
