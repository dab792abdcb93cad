package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// onCurrent is the result of a call that does nothing, in the current context.
func onCurrent() C.CUresult {
	_, err := driver.CtxGetDevice()
	return result(err)
}

//export cuDevicePrimaryCtxRetain
func cuDevicePrimaryCtxRetain(to *C.CUcontext, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.DevicePrimaryCtxRetain(driver.Device(d))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuDevicePrimaryCtxRelease_v2
func cuDevicePrimaryCtxRelease_v2(d C.CUdevice) C.CUresult {
	return result(driver.DevicePrimaryCtxRelease(driver.Device(d)))
}

// cuDevicePrimaryCtxSetFlags_v2 checks flags, which say how a thread waits for the device, and change nothing.
//
//export cuDevicePrimaryCtxSetFlags_v2
func cuDevicePrimaryCtxSetFlags_v2(d C.CUdevice, flags C.uint) C.CUresult {
	if flags&^0xff != 0 {
		return invalidValue
	}
	_, err := driver.DeviceGetName(driver.Device(d))
	return result(err)
}

//export cuDevicePrimaryCtxGetState
func cuDevicePrimaryCtxGetState(d C.CUdevice, flags *C.uint, active *C.int) C.CUresult {
	if !writable(flags) || !writable(active) {
		return invalidValue
	}
	is, err := driver.DevicePrimaryCtxActive(driver.Device(d))
	var n C.int
	if is {
		n = 1
	}
	give(flags, 0, err)
	return give(active, n, err)
}

//export cuDevicePrimaryCtxReset_v2
func cuDevicePrimaryCtxReset_v2(d C.CUdevice) C.CUresult {
	return result(driver.DevicePrimaryCtxReset(driver.Device(d)))
}

//export cuCtxCreate_v2
func cuCtxCreate_v2(to *C.CUcontext, flags C.uint, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.CtxCreate(uint32(flags), driver.Device(d))
	return giveHandle(unsafe.Pointer(to), h, err)
}

// cuCtxCreate_v3 makes a context that has all multiprocessors: no others are there.
//
//export cuCtxCreate_v3
func cuCtxCreate_v3(to *C.CUcontext, affinity *C.CUexecAffinityParam, n C.int, flags C.uint, d C.CUdevice) C.CUresult {
	if !writable(to) || n < 0 || (n == 0) != (affinity == nil) {
		return invalidValue
	}
	if n > 0 {
		return C.CUresult(driver.ErrUnsupportedExecAffinity)
	}
	return cuCtxCreate_v2(to, flags, d)
}

//export cuCtxCreate_v4
func cuCtxCreate_v4(to *C.CUcontext, params *C.CUctxCreateParams, flags C.uint, d C.CUdevice) C.CUresult {
	if params == nil {
		return cuCtxCreate_v2(to, flags, d)
	}
	p, ok := load(params)
	if !ok {
		return invalidValue
	}
	if p.cigParams != nil {
		return notSupported
	}
	return cuCtxCreate_v3(to, p.execAffinityParams, p.numExecAffinityParams, flags, d)
}

// cuCtxAttach is the one of CUDA 3, which counts users of the current context. Nobody else
// ends it, so that there is nothing to count.
//
//export cuCtxAttach
func cuCtxAttach(to *C.CUcontext, flags C.uint) C.CUresult {
	if !writable(to) || flags != 0 {
		return invalidValue
	}
	if r := onCurrent(); r != 0 {
		return r
	}
	return cuCtxGetCurrent(to)
}

//export cuCtxDetach
func cuCtxDetach(h C.CUcontext) C.CUresult {
	_, err := driver.CtxGetAPIVersion(onContext(h))
	return result(err)
}

//export cuCtxDestroy_v2
func cuCtxDestroy_v2(h C.CUcontext) C.CUresult { return result(driver.CtxDestroy(onContext(h))) }

//export cuCtxPushCurrent_v2
func cuCtxPushCurrent_v2(h C.CUcontext) C.CUresult {
	return result(driver.CtxPushCurrent(onContext(h)))
}

//export cuCtxPopCurrent_v2
func cuCtxPopCurrent_v2(to *C.CUcontext) C.CUresult {
	if !optional(to) {
		return invalidValue
	}
	h, err := driver.CtxPopCurrent()
	if to == nil {
		return result(err)
	}
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuCtxSetCurrent
func cuCtxSetCurrent(h C.CUcontext) C.CUresult { return result(driver.CtxSetCurrent(onContext(h))) }

//export cuCtxGetCurrent
func cuCtxGetCurrent(to *C.CUcontext) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.CtxGetCurrent()
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuCtxGetDevice
func cuCtxGetDevice(to *C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	d, err := driver.CtxGetDevice()
	return give(to, C.CUdevice(d), err)
}

//export cuCtxGetFlags
func cuCtxGetFlags(to *C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	flags, err := driver.CtxGetFlags()
	return give(to, C.uint(flags), err)
}

//export cuCtxSetFlags
func cuCtxSetFlags(flags C.uint) C.CUresult { return result(driver.CtxSetFlags(uint32(flags))) }

// cuCtxGetId returns the handle: no two contexts have the same.
//
//export cuCtxGetId
func cuCtxGetId(h C.CUcontext, to *C.ulonglong) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	c := onContext(h)
	_, err := driver.CtxGetAPIVersion(c)
	if c == 0 && err == nil {
		c, err = driver.CtxGetCurrent()
	}
	return give(to, C.ulonglong(c), err)
}

//export cuCtxResetPersistingL2Cache
func cuCtxResetPersistingL2Cache() C.CUresult { return onCurrent() }

// cuCtxGetExecAffinity returns all multiprocessors.
//
//export cuCtxGetExecAffinity
func cuCtxGetExecAffinity(to *C.CUexecAffinityParam, kind C.CUexecAffinityType) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	if kind != C.CU_EXEC_AFFINITY_TYPE_SM_COUNT {
		return C.CUresult(driver.ErrUnsupportedExecAffinity)
	}
	d, err := driver.CtxGetDevice()
	if err != nil {
		return result(err)
	}
	n, err := driver.DeviceGetAttribute(driver.MultiprocessorCount, d)
	var p C.CUexecAffinityParam
	p._type = kind
	*(*C.uint)(unsafe.Pointer(&p.param)) = C.uint(n)
	return give(to, p, err)
}

//export cuCtxSynchronize
func cuCtxSynchronize() C.CUresult { return result(driver.CtxSynchronize()) }

//export cuCtxSetLimit
func cuCtxSetLimit(l C.CUlimit, value C.size_t) C.CUresult {
	return result(driver.CtxSetLimit(driver.Limit(l), bytes(value)))
}

//export cuCtxGetLimit
func cuCtxGetLimit(to *C.size_t, l C.CUlimit) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	n, err := driver.CtxGetLimit(driver.Limit(l))
	return give(to, C.size_t(n), err)
}

// cuCtxGetCacheConfig returns no preference: caches of the CPU take no hints.
//
//export cuCtxGetCacheConfig
func cuCtxGetCacheConfig(to *C.CUfunc_cache) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	_, err := driver.CtxGetDevice()
	return give(to, C.CU_FUNC_CACHE_PREFER_NONE, err)
}

//export cuCtxSetCacheConfig
func cuCtxSetCacheConfig(c C.CUfunc_cache) C.CUresult {
	if c > C.CU_FUNC_CACHE_PREFER_EQUAL {
		return invalidValue
	}
	return onCurrent()
}

// cuCtxGetSharedMemConfig returns banks of four bytes, which all newer GPUs have, whatever a program wants.
//
//export cuCtxGetSharedMemConfig
func cuCtxGetSharedMemConfig(to *C.CUsharedconfig) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	_, err := driver.CtxGetDevice()
	return give(to, C.CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE, err)
}

//export cuCtxSetSharedMemConfig
func cuCtxSetSharedMemConfig(c C.CUsharedconfig) C.CUresult {
	if c > C.CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE {
		return invalidValue
	}
	return onCurrent()
}

//export cuCtxGetApiVersion
func cuCtxGetApiVersion(h C.CUcontext, to *C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	v, err := driver.CtxGetAPIVersion(onContext(h))
	return give(to, C.uint(v), err)
}

// cuCtxGetStreamPriorityRange returns one priority.
//
//export cuCtxGetStreamPriorityRange
func cuCtxGetStreamPriorityRange(least, greatest *C.int) C.CUresult {
	if !optional(least) || !optional(greatest) {
		return invalidValue
	}
	_, err := driver.CtxGetDevice()
	for _, p := range [2]*C.int{least, greatest} {
		if p != nil {
			give(p, 0, err)
		}
	}
	return result(err)
}

// peer is the error of a context that is not there.
func peer(h C.CUcontext) C.CUresult {
	if h == nil {
		return C.CUresult(driver.ErrInvalidContext)
	}
	if _, err := driver.CtxGetAPIVersion(onContext(h)); err != nil {
		return result(err)
	}
	return 0
}

//export cuCtxEnablePeerAccess
func cuCtxEnablePeerAccess(h C.CUcontext, flags C.uint) C.CUresult {
	return result(driver.CtxEnablePeerAccess(onContext(h), uint32(flags)))
}

//export cuCtxDisablePeerAccess
func cuCtxDisablePeerAccess(h C.CUcontext) C.CUresult {
	return result(driver.CtxDisablePeerAccess(onContext(h)))
}
