package driver

import "fmt"

// Result is what a call of the API returns in C, a CUresult. It is an error, which
// errors.Is finds in those of this package: errors.Is(err, driver.ErrOutOfMemory).
type Result int32

// The results, with CUDA's values, of calls of this package and of those that CUDA's
// programs know how to treat.
const (
	Success                        Result = 0
	ErrInvalidValue                Result = 1
	ErrOutOfMemory                 Result = 2
	ErrNotInitialized              Result = 3
	ErrDeinitialized               Result = 4
	ErrProfilerDisabled            Result = 5
	ErrProfilerNotInitialized      Result = 6
	ErrProfilerAlreadyStarted      Result = 7
	ErrProfilerAlreadyStopped      Result = 8
	ErrNoDevice                    Result = 100
	ErrInvalidDevice               Result = 101
	ErrInvalidImage                Result = 200
	ErrInvalidContext              Result = 201
	ErrContextAlreadyCurrent       Result = 202
	ErrMapFailed                   Result = 205
	ErrUnmapFailed                 Result = 206
	ErrArrayIsMapped               Result = 207
	ErrAlreadyMapped               Result = 208
	ErrNoBinaryForGPU              Result = 209
	ErrAlreadyAcquired             Result = 210
	ErrNotMapped                   Result = 211
	ErrNotMappedAsArray            Result = 212
	ErrNotMappedAsPointer          Result = 213
	ErrECCUncorrectable            Result = 214
	ErrUnsupportedLimit            Result = 215
	ErrContextAlreadyInUse         Result = 216
	ErrPeerAccessUnsupported       Result = 217
	ErrInvalidPTX                  Result = 218
	ErrUnsupportedPTXVersion       Result = 222
	ErrInvalidSource               Result = 300
	ErrFileNotFound                Result = 301
	ErrSharedObjectSymbolNotFound  Result = 302
	ErrSharedObjectInitFailed      Result = 303
	ErrOperatingSystem             Result = 304
	ErrInvalidHandle               Result = 400
	ErrIllegalState                Result = 401
	ErrNotFound                    Result = 500
	ErrNotReady                    Result = 600
	ErrIllegalAddress              Result = 700
	ErrLaunchOutOfResources        Result = 701
	ErrLaunchTimeout               Result = 702
	ErrLaunchIncompatibleTexturing Result = 703
	ErrPeerAccessAlreadyEnabled    Result = 704
	ErrPeerAccessNotEnabled        Result = 705
	ErrPrimaryContextActive        Result = 708
	ErrContextIsDestroyed          Result = 709
	ErrAssert                      Result = 710
	ErrTooManyPeers                Result = 711
	ErrHostMemoryAlreadyRegistered Result = 712
	ErrHostMemoryNotRegistered     Result = 713
	ErrHardwareStackError          Result = 714
	ErrIllegalInstruction          Result = 715
	ErrMisalignedAddress           Result = 716
	ErrInvalidAddressSpace         Result = 717
	ErrInvalidPC                   Result = 718
	ErrLaunchFailed                Result = 719
	ErrCooperativeLaunchTooLarge   Result = 720
	ErrNotPermitted                Result = 800
	ErrNotSupported                Result = 801
	ErrUnknown                     Result = 999
)

var results = map[Result]struct{ name, text string }{
	Success:                        {"CUDA_SUCCESS", "no error"},
	ErrInvalidValue:                {"CUDA_ERROR_INVALID_VALUE", "invalid argument"},
	ErrOutOfMemory:                 {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
	ErrNotInitialized:              {"CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
	ErrDeinitialized:               {"CUDA_ERROR_DEINITIALIZED", "driver shutting down"},
	ErrProfilerDisabled:            {"CUDA_ERROR_PROFILER_DISABLED", "profiler disabled while using external profiling tool"},
	ErrProfilerNotInitialized:      {"CUDA_ERROR_PROFILER_NOT_INITIALIZED", "profiler not initialized: call cudaProfilerInitialize()"},
	ErrProfilerAlreadyStarted:      {"CUDA_ERROR_PROFILER_ALREADY_STARTED", "profiler already started"},
	ErrProfilerAlreadyStopped:      {"CUDA_ERROR_PROFILER_ALREADY_STOPPED", "profiler already stopped"},
	ErrNoDevice:                    {"CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
	ErrInvalidDevice:               {"CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
	ErrInvalidImage:                {"CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
	ErrInvalidContext:              {"CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
	ErrContextAlreadyCurrent:       {"CUDA_ERROR_CONTEXT_ALREADY_CURRENT", "context already current"},
	ErrMapFailed:                   {"CUDA_ERROR_MAP_FAILED", "mapping of buffer object failed"},
	ErrUnmapFailed:                 {"CUDA_ERROR_UNMAP_FAILED", "unmapping of buffer object failed"},
	ErrArrayIsMapped:               {"CUDA_ERROR_ARRAY_IS_MAPPED", "array is mapped"},
	ErrAlreadyMapped:               {"CUDA_ERROR_ALREADY_MAPPED", "resource already mapped"},
	ErrNoBinaryForGPU:              {"CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
	ErrAlreadyAcquired:             {"CUDA_ERROR_ALREADY_ACQUIRED", "resource already acquired"},
	ErrNotMapped:                   {"CUDA_ERROR_NOT_MAPPED", "resource not mapped"},
	ErrNotMappedAsArray:            {"CUDA_ERROR_NOT_MAPPED_AS_ARRAY", "resource not mapped as array"},
	ErrNotMappedAsPointer:          {"CUDA_ERROR_NOT_MAPPED_AS_POINTER", "resource not mapped as pointer"},
	ErrECCUncorrectable:            {"CUDA_ERROR_ECC_UNCORRECTABLE", "uncorrectable ECC error encountered"},
	ErrUnsupportedLimit:            {"CUDA_ERROR_UNSUPPORTED_LIMIT", "limit is not supported on this architecture"},
	ErrContextAlreadyInUse:         {"CUDA_ERROR_CONTEXT_ALREADY_IN_USE", "exclusive-thread device already in use by a different thread"},
	ErrPeerAccessUnsupported:       {"CUDA_ERROR_PEER_ACCESS_UNSUPPORTED", "peer access is not supported between these two devices"},
	ErrInvalidPTX:                  {"CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
	ErrUnsupportedPTXVersion:       {"CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."},
	ErrInvalidSource:               {"CUDA_ERROR_INVALID_SOURCE", "device kernel image is invalid"},
	ErrFileNotFound:                {"CUDA_ERROR_FILE_NOT_FOUND", "file not found"},
	ErrSharedObjectSymbolNotFound:  {"CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND", "shared object symbol not found"},
	ErrSharedObjectInitFailed:      {"CUDA_ERROR_SHARED_OBJECT_INIT_FAILED", "shared object initialization failed"},
	ErrOperatingSystem:             {"CUDA_ERROR_OPERATING_SYSTEM", "OS call failed or operation not supported on this OS"},
	ErrInvalidHandle:               {"CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
	ErrIllegalState:                {"CUDA_ERROR_ILLEGAL_STATE", "the operation cannot be performed in the present state"},
	ErrNotFound:                    {"CUDA_ERROR_NOT_FOUND", "named symbol not found"},
	ErrNotReady:                    {"CUDA_ERROR_NOT_READY", "device not ready"},
	ErrIllegalAddress:              {"CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
	ErrLaunchOutOfResources:        {"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
	ErrLaunchTimeout:               {"CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
	ErrLaunchIncompatibleTexturing: {"CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING", "launch uses incompatible texturing mode"},
	ErrPeerAccessAlreadyEnabled:    {"CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", "peer access is already enabled"},
	ErrPeerAccessNotEnabled:        {"CUDA_ERROR_PEER_ACCESS_NOT_ENABLED", "peer access has not been enabled"},
	ErrPrimaryContextActive:        {"CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE", "cannot set while device is active in this process"},
	ErrContextIsDestroyed:          {"CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
	ErrAssert:                      {"CUDA_ERROR_ASSERT", "device-side assert triggered"},
	ErrTooManyPeers:                {"CUDA_ERROR_TOO_MANY_PEERS", "peer mapping resources exhausted"},
	ErrHostMemoryAlreadyRegistered: {"CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "part or all of the requested memory range is already mapped"},
	ErrHostMemoryNotRegistered:     {"CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "pointer does not correspond to a registered memory region"},
	ErrHardwareStackError:          {"CUDA_ERROR_HARDWARE_STACK_ERROR", "hardware stack error"},
	ErrIllegalInstruction:          {"CUDA_ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"},
	ErrMisalignedAddress:           {"CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
	ErrInvalidAddressSpace:         {"CUDA_ERROR_INVALID_ADDRESS_SPACE", "operation not supported on global/shared address space"},
	ErrInvalidPC:                   {"CUDA_ERROR_INVALID_PC", "invalid program counter"},
	ErrLaunchFailed:                {"CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
	ErrCooperativeLaunchTooLarge:   {"CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "too many blocks in cooperative launch"},
	ErrNotPermitted:                {"CUDA_ERROR_NOT_PERMITTED", "operation not permitted"},
	ErrNotSupported:                {"CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
	ErrUnknown:                     {"CUDA_ERROR_UNKNOWN", "unknown error"},
}

// Name returns the name of the result in C, CUDA_ERROR_OUT_OF_MEMORY; of one that is not
// listed, its number.
func (r Result) Name() string {
	if x, ok := results[r]; ok {
		return x.name
	}
	return fmt.Sprintf("CUresult(%d)", int32(r))
}

// String returns what CUDA says of the result, "out of memory".
func (r Result) String() string {
	if x, ok := results[r]; ok {
		return x.text
	}
	return "unrecognized error code"
}

// Error returns name, number and text.
func (r Result) Error() string { return fmt.Sprintf("%s (%d): %s", r.Name(), int32(r), r.String()) }

// GetErrorName returns the name of a result, as cuGetErrorName does. The error is
// ErrInvalidValue for one that there is not.
func GetErrorName(r Result) (string, error) {
	x, ok := results[r]
	if !ok {
		return "", refuse("cuGetErrorName", ErrInvalidValue, "there is no result %d", int32(r))
	}
	return x.name, nil
}

// GetErrorString returns the text of a result, as cuGetErrorString does. The error is
// ErrInvalidValue for one that there is not.
func GetErrorString(r Result) (string, error) {
	x, ok := results[r]
	if !ok {
		return "", refuse("cuGetErrorString", ErrInvalidValue, "there is no result %d", int32(r))
	}
	return x.text, nil
}

// sticky reports whether the context is lost with the result: every call of it returns it
// from then on.
func (r Result) sticky() bool {
	return r == ErrLaunchTimeout || r == ErrIllegalAddress || r == ErrAssert || ErrHardwareStackError <= r && r <= ErrLaunchFailed
}
