package cuda

import "unsafe"

// api are the functions of the library. Handles are opaque pointers of the
// driver and travel as uintptr; a device address is a uint64, a C int an int32,
// a size_t a uintptr.
type api struct {
	init               func(flags uint32) int32
	driverGetVersion   func(version *int32) int32
	deviceGetCount     func(n *int32) int32
	deviceGet          func(dev *int32, ordinal int32) int32
	deviceGetName      func(name *byte, size, dev int32) int32
	deviceGetAttribute func(value *int32, attribute, dev int32) int32
	deviceTotalMem     func(bytes *uintptr, dev int32) int32
	primaryCtxRetain   func(ctx *uintptr, dev int32) int32
	primaryCtxRelease  func(dev int32) int32
	ctxSetCurrent      func(ctx uintptr) int32
	ctxSetLimit        func(limit int32, value uintptr) int32
	ctxSynchronize     func() int32
	streamQuery        func(stream uintptr) int32
	moduleLoadDataEx   func(mod *uintptr, image unsafe.Pointer, n uint32, options *int32, values unsafe.Pointer) int32
	linkCreate         func(n uint32, options *int32, values unsafe.Pointer, state *uintptr) int32
	linkAddData        func(state uintptr, kind int32, data *byte, size uintptr, name *byte, n uint32, options *int32, values unsafe.Pointer) int32
	linkComplete       func(state uintptr, image *unsafe.Pointer, size *uintptr) int32
	linkDestroy        func(state uintptr) int32
	moduleUnload       func(mod uintptr) int32
	moduleGetFunction  func(fn *uintptr, mod uintptr, name *byte) int32
	moduleGetGlobal    func(addr *uint64, size *uintptr, mod uintptr, name *byte) int32
	memAlloc           func(addr *uint64, size uintptr) int32
	memFree            func(addr uint64) int32
	memcpyHtoD         func(to uint64, from *byte, size uintptr) int32
	memcpyDtoH         func(to *byte, from uint64, size uintptr) int32
	memsetD8           func(to uint64, value byte, size uintptr) int32
	funcSetAttribute   func(fn uintptr, attribute, value int32) int32
	funcGetAttribute   func(value *int32, attribute int32, fn uintptr) int32
	launchKernel       func(fn uintptr, gx, gy, gz, bx, by, bz, shared uint32, stream uintptr, params, extra unsafe.Pointer) int32
	launchCooperative  func(fn uintptr, gx, gy, gz, bx, by, bz, shared uint32, stream uintptr, params unsafe.Pointer) int32
	getErrorName       func(code int32, name **byte) int32
	getErrorString     func(code int32, text **byte) int32

	// flush writes what the driver has printed for kernels: it does so with the
	// buffers of the C library.
	flush func()
}

// Values of the header cuda.h.
const (
	attrCapabilityMajor = 75 // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
	attrCapabilityMinor = 76
	attrMultiprocessors = 16

	limitStack = 0 // CU_LIMIT_STACK_SIZE

	jitInfoLog      = 3 // CU_JIT_INFO_LOG_BUFFER
	jitInfoLogSize  = 4
	jitErrorLog     = 5
	jitErrorLogSize = 6

	jitInputPTX = 1 // CU_JIT_INPUT_PTX

	funcSharedSize     = 1 // CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES
	funcMaxDynamicSize = 8 // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
)
