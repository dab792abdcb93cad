package libcuda

// #include <stdlib.h>
// #include "types.h"
import "C"

import (
	"sync"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

//export cuStreamBeginCapture_v2
func cuStreamBeginCapture_v2(s C.CUstream, mode C.CUstreamCaptureMode) C.CUresult {
	return result(driver.StreamBeginCapture(onStream(s), driver.CaptureMode(mode)))
}

// cuStreamBeginCapture is the one of CUDA 10.0, which had no modes.
//
//export cuStreamBeginCapture
func cuStreamBeginCapture(s C.CUstream) C.CUresult {
	return result(driver.StreamBeginCapture(onStream(s), driver.CaptureGlobal))
}

//export cuStreamEndCapture
func cuStreamEndCapture(s C.CUstream, to *C.CUgraph) C.CUresult {
	if status, err := driver.StreamIsCapturing(onStream(s)); err == nil && status == driver.CaptureNone {
		return C.CUresult(driver.ErrIllegalState)
	}
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.StreamEndCapture(onStream(s))
	if err != nil {
		*(*uintptr)(unsafe.Pointer(to)) = 0
	}
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuThreadExchangeStreamCaptureMode
func cuThreadExchangeStreamCaptureMode(mode *C.CUstreamCaptureMode) C.CUresult {
	if !writable(mode) {
		return invalidValue
	}
	before, err := driver.ThreadExchangeStreamCaptureMode(driver.CaptureMode(*mode))
	return give(mode, C.CUstreamCaptureMode(before), err)
}

//export cuStreamIsCapturing
func cuStreamIsCapturing(s C.CUstream, to *C.CUstreamCaptureStatus) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	status, err := driver.StreamIsCapturing(onStream(s))
	return give(to, C.CUstreamCaptureStatus(status), err)
}

//export cuStreamGetCaptureInfo
func cuStreamGetCaptureInfo(s C.CUstream, status *C.CUstreamCaptureStatus, id *C.cuuint64_t) C.CUresult {
	return cuStreamGetCaptureInfo_v2(s, status, id, nil, nil, nil)
}

// last is the list that a thread was given last, which is there until the next one: a program
// must not keep it longer than the stream takes no work.
var last struct {
	sync.Mutex
	of map[driver.Stream]unsafe.Pointer
}

//export cuStreamGetCaptureInfo_v2
func cuStreamGetCaptureInfo_v2(s C.CUstream, status *C.CUstreamCaptureStatus, id *C.cuuint64_t, g *C.CUgraph, deps **C.const_CUgraphNode, n *C.size_t) C.CUresult {
	if !writable(status) || !optional(id) || !optional(g) || !optional(deps) || !optional(n) {
		return invalidValue
	}
	info, err := driver.StreamGetCaptureInfo(onStream(s))
	if err != nil {
		return result(err)
	}
	*status = C.CUstreamCaptureStatus(info.Status)
	if info.Status != driver.CaptureActive {
		return 0
	}
	if id != nil {
		*id = C.cuuint64_t(info.ID)
	}
	if g != nil {
		*(*driver.Graph)(unsafe.Pointer(g)) = info.Graph
	}
	if n != nil {
		*n = C.size_t(len(info.After))
	}
	if deps == nil {
		return 0
	}
	store(deps, nil)
	if len(info.After) > 0 {
		mem := C.malloc(C.size_t(8 * len(info.After)))
		if mem == nil {
			return C.CUresult(driver.ErrOutOfMemory)
		}
		copy(unsafe.Slice((*driver.GraphNode)(mem), len(info.After)), info.After)
		last.Lock()
		defer last.Unlock()
		if last.of == nil {
			last.of = map[driver.Stream]unsafe.Pointer{}
		}
		C.free(last.of[onStream(s)])
		last.of[onStream(s)] = mem
		store(deps, (*C.const_CUgraphNode)(mem))
	}
	return 0
}

//export cuStreamUpdateCaptureDependencies
func cuStreamUpdateCaptureDependencies(s C.CUstream, deps *C.CUgraphNode, n C.size_t, flags C.uint) C.CUresult {
	all, ok := nodes((*C.const_CUgraphNode)(deps), n)
	if !ok || flags > C.CU_STREAM_SET_CAPTURE_DEPENDENCIES {
		return invalidValue
	}
	return result(driver.StreamUpdateCaptureDependencies(onStream(s), all, flags == C.CU_STREAM_SET_CAPTURE_DEPENDENCIES))
}

//export cuStreamBeginCaptureToGraph
func cuStreamBeginCaptureToGraph(s C.CUstream, g C.CUgraph, deps *C.const_CUgraphNode, data *C.const_CUgraphEdgeData, n C.size_t, mode C.CUstreamCaptureMode) C.CUresult {
	if r := whole(data, n); r != 0 {
		return r
	}
	after, ok := nodes(deps, n)
	if !ok {
		return invalidValue
	}
	return result(driver.StreamBeginCaptureToGraph(onStream(s), onGraph(g), after, driver.CaptureMode(mode)))
}

// cuStreamGetCaptureInfo_v3 is the one that has data of edges, which are null: all are whole dependencies.
//
//export cuStreamGetCaptureInfo_v3
func cuStreamGetCaptureInfo_v3(s C.CUstream, status *C.CUstreamCaptureStatus, id *C.cuuint64_t, g *C.CUgraph, deps **C.const_CUgraphNode, data **C.const_CUgraphEdgeData, n *C.size_t) C.CUresult {
	if !optional(data) {
		return invalidValue
	}
	r := cuStreamGetCaptureInfo_v2(s, status, id, g, deps, n)
	if r == 0 && data != nil {
		store(data, nil)
	}
	return r
}

//export cuStreamUpdateCaptureDependencies_v2
func cuStreamUpdateCaptureDependencies_v2(s C.CUstream, deps *C.CUgraphNode, data *C.const_CUgraphEdgeData, n C.size_t, flags C.uint) C.CUresult {
	if r := whole(data, n); r != 0 {
		return r
	}
	return cuStreamUpdateCaptureDependencies(s, deps, n, flags)
}
