package libcuda

// #include "types.h"
// #include "callback.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

func onObject(h C.CUuserObject) driver.UserObject { return driver.UserObject(unsafe.Pointer(h)) }

// The object itself is a number here: a program may pass one that is no address.

//export ptx2go_user_object_create
func ptx2go_user_object_create(to *C.CUuserObject, object C.uintptr_t, destroy C.CUhostFn, refs, flags C.uint) C.CUresult {
	if !writable(to) || destroy == nil || flags != C.CU_USER_OBJECT_NO_DESTRUCTOR_SYNC {
		return invalidValue
	}
	h, err := driver.UserObjectCreate(func() { C.ptx2go_call_host_func(destroy, object) }, int64(refs))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuUserObjectRetain
func cuUserObjectRetain(o C.CUuserObject, count C.uint) C.CUresult {
	return result(driver.UserObjectRetain(onObject(o), int64(count)))
}

//export cuUserObjectRelease
func cuUserObjectRelease(o C.CUuserObject, count C.uint) C.CUresult {
	return result(driver.UserObjectRelease(onObject(o), int64(count)))
}

//export cuGraphRetainUserObject
func cuGraphRetainUserObject(g C.CUgraph, o C.CUuserObject, count, flags C.uint) C.CUresult {
	if flags&^C.CU_GRAPH_USER_OBJECT_MOVE != 0 {
		return invalidValue
	}
	return result(driver.GraphRetainUserObject(onGraph(g), onObject(o), int64(count), flags != 0))
}

//export cuGraphReleaseUserObject
func cuGraphReleaseUserObject(g C.CUgraph, o C.CUuserObject, count C.uint) C.CUresult {
	return result(driver.GraphReleaseUserObject(onGraph(g), onObject(o), int64(count)))
}
