package libcuda

// #include <stdlib.h>
// #include "types.h"
// #include "callback.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// inStream is the result of a call that does nothing, in a stream.
func inStream(s driver.Stream) C.CUresult {
	_, err := driver.StreamGetFlags(s)
	return result(err)
}

//export cuStreamCreate
func cuStreamCreate(to *C.CUstream, flags C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.StreamCreate(driver.StreamFlags(flags))
	return giveHandle(unsafe.Pointer(to), h, err)
}

// cuStreamCreateWithPriority takes any priority for the nearest one, of which there is one.
//
//export cuStreamCreateWithPriority
func cuStreamCreateWithPriority(to *C.CUstream, flags C.uint, _ C.int) C.CUresult {
	return cuStreamCreate(to, flags)
}

//export cuStreamGetPriority
func cuStreamGetPriority(s C.CUstream, to *C.int) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	*to = 0
	return inStream(onStream(s))
}

//export cuStreamGetFlags
func cuStreamGetFlags(s C.CUstream, to *C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	flags, err := driver.StreamGetFlags(onStream(s))
	return give(to, C.uint(flags), err)
}

// cuStreamGetId returns the handle: no two streams have the same.
//
//export cuStreamGetId
func cuStreamGetId(s C.CUstream, to *C.ulonglong) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	r := inStream(onStream(s))
	if r == 0 {
		*to = C.ulonglong(onStream(s))
	}
	return r
}

// cuStreamCopyAttributes copies hints that no stream keeps.
//
//export cuStreamCopyAttributes
func cuStreamCopyAttributes(to, from C.CUstream) C.CUresult {
	if r := inStream(onStream(to)); r != 0 {
		return r
	}
	return inStream(onStream(from))
}

// The attributes of a stream, as those of kernels in graphs, are hints that are taken and not
// kept: what is asked for is as at first.

//export cuStreamGetAttribute
func cuStreamGetAttribute(s C.CUstream, a C.CUstreamAttrID, to *C.CUstreamAttrValue) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	if r := inStream(onStream(s)); r != 0 {
		return r
	}
	var v C.CUstreamAttrValue
	switch a {
	case C.CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
		*(*C.CUsynchronizationPolicy)(unsafe.Pointer(&v)) = C.CU_SYNC_POLICY_AUTO
	case C.CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
		*(*C.CUlaunchMemSyncDomainMap)(unsafe.Pointer(&v)) = C.CUlaunchMemSyncDomainMap{0, 1}
	case C.CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, C.CU_LAUNCH_ATTRIBUTE_PRIORITY, C.CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
	default:
		return invalidValue
	}
	*to = v
	return 0
}

//export cuStreamSetAttribute
func cuStreamSetAttribute(s C.CUstream, a C.CUstreamAttrID, value *C.const_CUstreamAttrValue) C.CUresult {
	if _, ok := load(value); !ok {
		return invalidValue
	}
	switch a {
	case C.CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, C.CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP, C.CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW,
		C.CU_LAUNCH_ATTRIBUTE_PRIORITY, C.CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
		return inStream(onStream(s))
	}
	return invalidValue
}

//export cuStreamGetCtx
func cuStreamGetCtx(s C.CUstream, to *C.CUcontext) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	c, err := driver.CtxGetCurrent()
	if r := inStream(onStream(s)); r != 0 { // it is one of the current context
		return r
	}
	return giveHandle(unsafe.Pointer(to), c, err)
}

// cuStreamAttachMemAsync changes nothing: all streams may use managed memory.
//
//export cuStreamAttachMemAsync
func cuStreamAttachMemAsync(s C.CUstream, p C.CUdeviceptr, n C.size_t, flags C.uint) C.CUresult {
	if r := inStream(onStream(s)); r != 0 {
		return r
	}
	if flags != C.CU_MEM_ATTACH_GLOBAL && flags != C.CU_MEM_ATTACH_HOST && flags != C.CU_MEM_ATTACH_SINGLE {
		return invalidValue
	}
	_, err := driver.Bytes(driver.DevicePtr(p), max(bytes(n), 1)) // 0 is all of it
	return result(err)
}

//export cuStreamWaitEvent
func cuStreamWaitEvent(s C.CUstream, e C.CUevent, flags C.uint) C.CUresult {
	return result(driver.StreamWaitEvent(onStream(s), onEvent(e), uint32(flags)))
}

//export cuStreamQuery
func cuStreamQuery(s C.CUstream) C.CUresult { return result(driver.StreamQuery(onStream(s))) }

//export cuStreamSynchronize
func cuStreamSynchronize(s C.CUstream) C.CUresult {
	return result(driver.StreamSynchronize(onStream(s)))
}

//export cuStreamDestroy_v2
func cuStreamDestroy_v2(s C.CUstream) C.CUresult {
	err := driver.StreamDestroy(onStream(s))
	if err == nil {
		last.Lock()
		defer last.Unlock()
		C.free(last.of[onStream(s)])
		delete(last.of, onStream(s))
	}
	return result(err)
}

// The data of a callback is a number here: a program may pass one that is no address.

//export ptx2go_stream_add_callback
func ptx2go_stream_add_callback(s C.CUstream, fn C.CUstreamCallback, data C.uintptr_t, flags C.uint) C.CUresult {
	if fn == nil || flags != 0 {
		return invalidValue
	}
	return result(driver.StreamAddCallback(onStream(s), func(h driver.Stream, r driver.Result) {
		C.ptx2go_call_stream_callback(fn, C.uintptr_t(h), C.CUresult(r), data)
	}))
}

//export ptx2go_launch_host_func
func ptx2go_launch_host_func(s C.CUstream, fn C.CUhostFn, data C.uintptr_t) C.CUresult {
	if fn == nil {
		return invalidValue
	}
	return result(driver.LaunchHost(onStream(s), hostCall{fn, data}.params()))
}
