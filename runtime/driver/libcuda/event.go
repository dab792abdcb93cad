package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

//export cuEventCreate
func cuEventCreate(to *C.CUevent, flags C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.EventCreate(driver.EventFlags(flags))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuEventRecord
func cuEventRecord(e C.CUevent, s C.CUstream) C.CUresult {
	return result(driver.EventRecord(onEvent(e), onStream(s)))
}

//export cuEventRecordWithFlags
func cuEventRecordWithFlags(e C.CUevent, s C.CUstream, flags C.uint) C.CUresult {
	return result(driver.EventRecordWithFlags(onEvent(e), onStream(s), driver.EventRecordFlags(flags)))
}

//export cuEventQuery
func cuEventQuery(e C.CUevent) C.CUresult { return result(driver.EventQuery(onEvent(e))) }

//export cuEventSynchronize
func cuEventSynchronize(e C.CUevent) C.CUresult { return result(driver.EventSynchronize(onEvent(e))) }

//export cuEventDestroy_v2
func cuEventDestroy_v2(e C.CUevent) C.CUresult { return result(driver.EventDestroy(onEvent(e))) }

//export cuEventElapsedTime
func cuEventElapsedTime(to *C.float, start, end C.CUevent) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	ms, err := driver.EventElapsedTime(onEvent(start), onEvent(end))
	return give(to, C.float(ms), err)
}
