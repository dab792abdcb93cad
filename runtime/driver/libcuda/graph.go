package libcuda

// #include <stdlib.h>
// #include "types.h"
import "C"

import (
	"os"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

func onGraph(h C.CUgraph) driver.Graph        { return driver.Graph(unsafe.Pointer(h)) }
func onNode(h C.CUgraphNode) driver.GraphNode { return driver.GraphNode(unsafe.Pointer(h)) }
func onExec(h C.CUgraphExec) driver.GraphExec { return driver.GraphExec(unsafe.Pointer(h)) }

// maxNodes is more than any call names.
const maxNodes = 1 << 24

// nodes are handles that a program passes.
func nodes(first *C.const_CUgraphNode, n C.size_t) ([]driver.GraphNode, bool) {
	if n > maxNodes {
		return nil, false
	}
	return list((*driver.GraphNode)(unsafe.Pointer(first)), int(n), hostmem.Read)
}

// giveNodes writes nodes where a program wants them, or how many there are. Room for more is
// filled with null pointers.
func giveNodes(n *C.size_t, all []driver.GraphNode, to ...unsafe.Pointer) C.CUresult {
	room, ok := load(n)
	if !ok || !writable(n) {
		return invalidValue
	}
	if to[0] == nil {
		*n = C.size_t(len(all))
		return 0
	}
	each := len(all) / len(to)
	for i, first := range to {
		b, ok := list((*driver.GraphNode)(first), int(min(room, maxNodes)), hostmem.Write)
		if !ok {
			return invalidValue
		}
		copied := copy(b, all[i*each:(i+1)*each])
		clear(b[copied:])
	}
	*n = min(room, C.size_t(each))
	return 0
}

//export cuGraphCreate
func cuGraphCreate(to *C.CUgraph, flags C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.GraphCreate(uint32(flags))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuGraphDestroy
func cuGraphDestroy(g C.CUgraph) C.CUresult {
	all := within(onGraph(g))
	err := driver.GraphDestroy(onGraph(g))
	if err == nil {
		forget(all...)
	}
	return result(err)
}

// within are the nodes of a graph, and of its children.
func within(g driver.Graph) []driver.GraphNode {
	all, _ := driver.GraphGetNodes(g)
	for _, n := range all {
		all = append(all, below(n)...)
	}
	return all
}

// below are the nodes of the graph that a node has, if it is a child or decides.
func below(n driver.GraphNode) []driver.GraphNode {
	g, err := driver.GraphChildGraphNodeGetGraph(n)
	if err != nil {
		g, err = driver.GraphConditionalNodeGetBody(n)
	}
	if err != nil {
		return nil
	}
	return within(g)
}

//export cuGraphDestroyNode
func cuGraphDestroyNode(n C.CUgraphNode) C.CUresult {
	all := append(below(onNode(n)), onNode(n))
	err := driver.GraphDestroyNode(onNode(n))
	if err == nil {
		forget(all...)
	}
	return result(err)
}

//export cuGraphClone
func cuGraphClone(to *C.CUgraph, g C.CUgraph) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.GraphClone(onGraph(g))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuGraphNodeFindInClone
func cuGraphNodeFindInClone(to *C.CUgraphNode, n C.CUgraphNode, clone C.CUgraph) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.GraphNodeFindInClone(onNode(n), onGraph(clone))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuGraphNodeGetType
func cuGraphNodeGetType(n C.CUgraphNode, to *C.CUgraphNodeType) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	kind, err := driver.GraphNodeGetType(onNode(n))
	return give(to, C.CUgraphNodeType(kind), err)
}

//export cuGraphGetNodes
func cuGraphGetNodes(g C.CUgraph, to *C.CUgraphNode, n *C.size_t) C.CUresult {
	all, err := driver.GraphGetNodes(onGraph(g))
	if err != nil {
		return result(err)
	}
	return giveNodes(n, all, unsafe.Pointer(to))
}

//export cuGraphGetRootNodes
func cuGraphGetRootNodes(g C.CUgraph, to *C.CUgraphNode, n *C.size_t) C.CUresult {
	all, err := driver.GraphGetRootNodes(onGraph(g))
	if err != nil {
		return result(err)
	}
	return giveNodes(n, all, unsafe.Pointer(to))
}

//export cuGraphGetEdges
func cuGraphGetEdges(g C.CUgraph, from, to *C.CUgraphNode, n *C.size_t) C.CUresult {
	a, b, err := driver.GraphGetEdges(onGraph(g))
	switch {
	case err != nil:
		return result(err)
	case (from == nil) != (to == nil):
		return invalidValue
	case from == nil:
		return giveNodes(n, a, nil)
	}
	return giveNodes(n, append(a, b...), unsafe.Pointer(from), unsafe.Pointer(to))
}

//export cuGraphNodeGetDependencies
func cuGraphNodeGetDependencies(node C.CUgraphNode, to *C.CUgraphNode, n *C.size_t) C.CUresult {
	all, err := driver.GraphNodeGetDependencies(onNode(node))
	if err != nil {
		return result(err)
	}
	return giveNodes(n, all, unsafe.Pointer(to))
}

//export cuGraphNodeGetDependentNodes
func cuGraphNodeGetDependentNodes(node C.CUgraphNode, to *C.CUgraphNode, n *C.size_t) C.CUresult {
	all, err := driver.GraphNodeGetDependentNodes(onNode(node))
	if err != nil {
		return result(err)
	}
	return giveNodes(n, all, unsafe.Pointer(to))
}

//export cuGraphAddDependencies
func cuGraphAddDependencies(g C.CUgraph, from, to *C.const_CUgraphNode, n C.size_t) C.CUresult {
	return dependencies(g, from, to, n, driver.GraphAddDependencies)
}

//export cuGraphRemoveDependencies
func cuGraphRemoveDependencies(g C.CUgraph, from, to *C.const_CUgraphNode, n C.size_t) C.CUresult {
	return dependencies(g, from, to, n, driver.GraphRemoveDependencies)
}

func dependencies(g C.CUgraph, from, to *C.const_CUgraphNode, n C.size_t, do func(driver.Graph, []driver.GraphNode, []driver.GraphNode) error) C.CUresult {
	a, ok := nodes(from, n)
	b, also := nodes(to, n)
	if !ok || !also {
		return invalidValue
	}
	return result(do(onGraph(g), a, b))
}

// cuGraphDebugDotPrint writes names and dependencies, whatever the flags.
//
//export cuGraphDebugDotPrint
func cuGraphDebugDotPrint(g C.CUgraph, path *C.const_char, _ C.uint) C.CUresult {
	name, ok := text(path)
	if !ok || name == "" {
		return invalidValue
	}
	dot, err := driver.GraphDebugDot(onGraph(g))
	if err != nil {
		return result(err)
	}
	if os.WriteFile(name, []byte(dot), 0o666) != nil {
		return C.CUresult(driver.ErrOperatingSystem)
	}
	return 0
}

// Executable graphs.

//export cuGraphInstantiateWithFlags
func cuGraphInstantiateWithFlags(to *C.CUgraphExec, g C.CUgraph, flags C.ulonglong) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.GraphInstantiate(onGraph(g), driver.InstantiateFlags(flags))
	return giveHandle(unsafe.Pointer(to), h, err)
}

// cuGraphInstantiate_v2 is the one of CUDA 11, with a log that stays empty: no node of its own
// is ever the reason why a graph is not executable.
//
//export cuGraphInstantiate_v2
func cuGraphInstantiate_v2(to *C.CUgraphExec, g C.CUgraph, node *C.CUgraphNode, log *C.char, n C.size_t) C.CUresult {
	if !writable(to) || !optional(node) || log != nil && n > 0 && !writable(log) {
		return invalidValue
	}
	if node != nil {
		*(*uintptr)(unsafe.Pointer(node)) = 0
	}
	if log != nil && n > 0 {
		*log = 0
	}
	return cuGraphInstantiateWithFlags(to, g, 0)
}

//export cuGraphInstantiate
func cuGraphInstantiate(to *C.CUgraphExec, g C.CUgraph, node *C.CUgraphNode, log *C.char, n C.size_t) C.CUresult {
	return cuGraphInstantiate_v2(to, g, node, log, n)
}

//export cuGraphInstantiateWithParams
func cuGraphInstantiateWithParams(to *C.CUgraphExec, g C.CUgraph, params *C.CUDA_GRAPH_INSTANTIATE_PARAMS) C.CUresult {
	return instantiate(to, g, params, 0)
}

//export cuGraphInstantiateWithParams_ptsz
func cuGraphInstantiateWithParams_ptsz(to *C.CUgraphExec, g C.CUgraph, params *C.CUDA_GRAPH_INSTANTIATE_PARAMS) C.CUresult {
	return instantiate(to, g, params, driver.StreamPerThread)
}

// instantiate has a stream to upload to, null being the one that null stands for.
func instantiate(to *C.CUgraphExec, g C.CUgraph, params *C.CUDA_GRAPH_INSTANTIATE_PARAMS, null driver.Stream) C.CUresult {
	if !writable(params) || !writable(to) {
		return invalidValue
	}
	*(*uintptr)(unsafe.Pointer(&params.hErrNode_out)) = 0
	params.result_out = C.CUDA_GRAPH_INSTANTIATE_ERROR
	if params.flags&C.CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD != 0 {
		s := onStream(params.hUploadStream)
		if s == 0 {
			s = null
		}
		if r := inStream(s); r != 0 {
			return r
		}
	}
	h, err := driver.GraphInstantiate(onGraph(g), driver.InstantiateFlags(params.flags&^C.CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD))
	if err == nil {
		params.result_out = C.CUDA_GRAPH_INSTANTIATE_SUCCESS
	}
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuGraphExecGetFlags
func cuGraphExecGetFlags(e C.CUgraphExec, to *C.cuuint64_t) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	flags, err := driver.GraphExecGetFlags(onExec(e))
	return give(to, C.cuuint64_t(flags), err)
}

//export cuGraphExecDestroy
func cuGraphExecDestroy(e C.CUgraphExec) C.CUresult {
	return result(driver.GraphExecDestroy(onExec(e)))
}

//export cuGraphUpload
func cuGraphUpload(e C.CUgraphExec, s C.CUstream) C.CUresult {
	return result(driver.GraphUpload(onExec(e), onStream(s)))
}

//export cuGraphLaunch
func cuGraphLaunch(e C.CUgraphExec, s C.CUstream) C.CUresult {
	return result(driver.GraphLaunch(onExec(e), onStream(s)))
}

//export cuGraphNodeSetEnabled
func cuGraphNodeSetEnabled(e C.CUgraphExec, n C.CUgraphNode, on C.uint) C.CUresult {
	return result(driver.GraphNodeSetEnabled(onExec(e), onNode(n), on != 0))
}

//export cuGraphNodeGetEnabled
func cuGraphNodeGetEnabled(e C.CUgraphExec, n C.CUgraphNode, to *C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	on, err := driver.GraphNodeGetEnabled(onExec(e), onNode(n))
	return give(to, C.uint(truth(on)), err)
}

//export cuGraphExecUpdate_v2
func cuGraphExecUpdate_v2(e C.CUgraphExec, g C.CUgraph, info *C.CUgraphExecUpdateResultInfo) C.CUresult {
	if !writable(info) {
		return invalidValue
	}
	r, at, err := driver.GraphExecUpdate(onExec(e), onGraph(g))
	info.result = C.CUgraphExecUpdateResult(r)
	*(*driver.GraphNode)(unsafe.Pointer(&info.errorNode)) = at
	*(*uintptr)(unsafe.Pointer(&info.errorFromNode)) = 0
	return result(err)
}

//export cuGraphExecUpdate
func cuGraphExecUpdate(e C.CUgraphExec, g C.CUgraph, node *C.CUgraphNode, to *C.CUgraphExecUpdateResult) C.CUresult {
	if !writable(node) || !writable(to) {
		return invalidValue
	}
	r, at, err := driver.GraphExecUpdate(onExec(e), onGraph(g))
	*to = C.CUgraphExecUpdateResult(r)
	*(*driver.GraphNode)(unsafe.Pointer(node)) = at
	return result(err)
}
