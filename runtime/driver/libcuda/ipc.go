package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// Memory and events of several processes.

//export cuIpcGetMemHandle
func cuIpcGetMemHandle(to *C.CUipcMemHandle, p C.CUdeviceptr) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.IPCGetMemHandle(driver.DevicePtr(p))
	return give((*driver.IPCMemHandle)(unsafe.Pointer(to)), h, err)
}

//export cuIpcOpenMemHandle_v2
func cuIpcOpenMemHandle_v2(to *C.CUdeviceptr, h C.CUipcMemHandle, flags C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	p, err := driver.IPCOpenMemHandle(*(*driver.IPCMemHandle)(unsafe.Pointer(&h)), uint32(flags))
	return give(to, C.CUdeviceptr(p), err)
}

//export cuIpcCloseMemHandle
func cuIpcCloseMemHandle(p C.CUdeviceptr) C.CUresult {
	return result(driver.IPCCloseMemHandle(driver.DevicePtr(p)))
}

//export cuIpcGetEventHandle
func cuIpcGetEventHandle(to *C.CUipcEventHandle, e C.CUevent) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.IPCGetEventHandle(onEvent(e))
	return give((*driver.IPCEventHandle)(unsafe.Pointer(to)), h, err)
}

//export cuIpcOpenEventHandle
func cuIpcOpenEventHandle(to *C.CUevent, h C.CUipcEventHandle) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	e, err := driver.IPCOpenEventHandle(*(*driver.IPCEventHandle)(unsafe.Pointer(&h)))
	return giveHandle(unsafe.Pointer(to), e, err)
}
