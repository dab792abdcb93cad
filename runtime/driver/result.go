package driver

import "fmt"

// Result is what a call of the API returns in C, a CUresult. It is an error, which
// errors.Is finds in those of this package: errors.Is(err, driver.ErrOutOfMemory).
type Result int32

// The results, with CUDA's values, of calls of this package and of those that CUDA's
// programs know how to treat.
const (
	Success                         Result = 0
	ErrInvalidValue                 Result = 1
	ErrOutOfMemory                  Result = 2
	ErrNotInitialized               Result = 3
	ErrDeinitialized                Result = 4
	ErrProfilerDisabled             Result = 5
	ErrProfilerNotInitialized       Result = 6
	ErrProfilerAlreadyStarted       Result = 7
	ErrProfilerAlreadyStopped       Result = 8
	ErrStubLibrary                  Result = 34
	ErrCallRequiresNewerDriver      Result = 36
	ErrDeviceUnavailable            Result = 46
	ErrNoDevice                     Result = 100
	ErrInvalidDevice                Result = 101
	ErrDeviceNotLicensed            Result = 102
	ErrInvalidImage                 Result = 200
	ErrInvalidContext               Result = 201
	ErrContextAlreadyCurrent        Result = 202
	ErrMapFailed                    Result = 205
	ErrUnmapFailed                  Result = 206
	ErrArrayIsMapped                Result = 207
	ErrAlreadyMapped                Result = 208
	ErrNoBinaryForGPU               Result = 209
	ErrAlreadyAcquired              Result = 210
	ErrNotMapped                    Result = 211
	ErrNotMappedAsArray             Result = 212
	ErrNotMappedAsPointer           Result = 213
	ErrECCUncorrectable             Result = 214
	ErrUnsupportedLimit             Result = 215
	ErrContextAlreadyInUse          Result = 216
	ErrPeerAccessUnsupported        Result = 217
	ErrInvalidPTX                   Result = 218
	ErrInvalidGraphicsContext       Result = 219
	ErrNVLinkUncorrectable          Result = 220
	ErrJITCompilerNotFound          Result = 221
	ErrUnsupportedPTXVersion        Result = 222
	ErrJITCompilationDisabled       Result = 223
	ErrUnsupportedExecAffinity      Result = 224
	ErrUnsupportedDevsideSync       Result = 225
	ErrContained                    Result = 226
	ErrInvalidSource                Result = 300
	ErrFileNotFound                 Result = 301
	ErrSharedObjectSymbolNotFound   Result = 302
	ErrSharedObjectInitFailed       Result = 303
	ErrOperatingSystem              Result = 304
	ErrInvalidHandle                Result = 400
	ErrIllegalState                 Result = 401
	ErrLossyQuery                   Result = 402
	ErrNotFound                     Result = 500
	ErrNotReady                     Result = 600
	ErrIllegalAddress               Result = 700
	ErrLaunchOutOfResources         Result = 701
	ErrLaunchTimeout                Result = 702
	ErrLaunchIncompatibleTexturing  Result = 703
	ErrPeerAccessAlreadyEnabled     Result = 704
	ErrPeerAccessNotEnabled         Result = 705
	ErrPrimaryContextActive         Result = 708
	ErrContextIsDestroyed           Result = 709
	ErrAssert                       Result = 710
	ErrTooManyPeers                 Result = 711
	ErrHostMemoryAlreadyRegistered  Result = 712
	ErrHostMemoryNotRegistered      Result = 713
	ErrHardwareStackError           Result = 714
	ErrIllegalInstruction           Result = 715
	ErrMisalignedAddress            Result = 716
	ErrInvalidAddressSpace          Result = 717
	ErrInvalidPC                    Result = 718
	ErrLaunchFailed                 Result = 719
	ErrCooperativeLaunchTooLarge    Result = 720
	ErrTensorMemoryLeak             Result = 721
	ErrNotPermitted                 Result = 800
	ErrNotSupported                 Result = 801
	ErrSystemNotReady               Result = 802
	ErrSystemDriverMismatch         Result = 803
	ErrCompatNotSupportedOnDevice   Result = 804
	ErrMPSConnectionFailed          Result = 805
	ErrMPSRPCFailure                Result = 806
	ErrMPSServerNotReady            Result = 807
	ErrMPSMaxClientsReached         Result = 808
	ErrMPSMaxConnectionsReached     Result = 809
	ErrMPSClientTerminated          Result = 810
	ErrCDPNotSupported              Result = 811
	ErrCDPVersionMismatch           Result = 812
	ErrStreamCaptureUnsupported     Result = 900
	ErrStreamCaptureInvalidated     Result = 901
	ErrStreamCaptureMerge           Result = 902
	ErrStreamCaptureUnmatched       Result = 903
	ErrStreamCaptureUnjoined        Result = 904
	ErrStreamCaptureIsolation       Result = 905
	ErrStreamCaptureImplicit        Result = 906
	ErrCapturedEvent                Result = 907
	ErrStreamCaptureWrongThread     Result = 908
	ErrTimeout                      Result = 909
	ErrGraphExecUpdateFailure       Result = 910
	ErrExternalDevice               Result = 911
	ErrInvalidClusterSize           Result = 912
	ErrFunctionNotLoaded            Result = 913
	ErrInvalidResourceType          Result = 914
	ErrInvalidResourceConfiguration Result = 915
	ErrKeyRotation                  Result = 916
	ErrUnknown                      Result = 999
)

var results = map[Result]struct{ name, text string }{
	Success:                         {"CUDA_SUCCESS", "no error"},
	ErrInvalidValue:                 {"CUDA_ERROR_INVALID_VALUE", "invalid argument"},
	ErrOutOfMemory:                  {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
	ErrNotInitialized:               {"CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
	ErrDeinitialized:                {"CUDA_ERROR_DEINITIALIZED", "driver shutting down"},
	ErrProfilerDisabled:             {"CUDA_ERROR_PROFILER_DISABLED", "profiler disabled while using external profiling tool"},
	ErrProfilerNotInitialized:       {"CUDA_ERROR_PROFILER_NOT_INITIALIZED", "profiler not initialized: call cudaProfilerInitialize()"},
	ErrProfilerAlreadyStarted:       {"CUDA_ERROR_PROFILER_ALREADY_STARTED", "profiler already started"},
	ErrProfilerAlreadyStopped:       {"CUDA_ERROR_PROFILER_ALREADY_STOPPED", "profiler already stopped"},
	ErrStubLibrary:                  {"CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library"},
	ErrCallRequiresNewerDriver:      {"CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER", "API call is not supported in the installed CUDA driver"},
	ErrDeviceUnavailable:            {"CUDA_ERROR_DEVICE_UNAVAILABLE", "CUDA-capable device(s) is/are busy or unavailable"},
	ErrNoDevice:                     {"CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
	ErrInvalidDevice:                {"CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
	ErrDeviceNotLicensed:            {"CUDA_ERROR_DEVICE_NOT_LICENSED", "device doesn't have valid Grid license"},
	ErrInvalidImage:                 {"CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
	ErrInvalidContext:               {"CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
	ErrContextAlreadyCurrent:        {"CUDA_ERROR_CONTEXT_ALREADY_CURRENT", "context already current"},
	ErrMapFailed:                    {"CUDA_ERROR_MAP_FAILED", "mapping of buffer object failed"},
	ErrUnmapFailed:                  {"CUDA_ERROR_UNMAP_FAILED", "unmapping of buffer object failed"},
	ErrArrayIsMapped:                {"CUDA_ERROR_ARRAY_IS_MAPPED", "array is mapped"},
	ErrAlreadyMapped:                {"CUDA_ERROR_ALREADY_MAPPED", "resource already mapped"},
	ErrNoBinaryForGPU:               {"CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
	ErrAlreadyAcquired:              {"CUDA_ERROR_ALREADY_ACQUIRED", "resource already acquired"},
	ErrNotMapped:                    {"CUDA_ERROR_NOT_MAPPED", "resource not mapped"},
	ErrNotMappedAsArray:             {"CUDA_ERROR_NOT_MAPPED_AS_ARRAY", "resource not mapped as array"},
	ErrNotMappedAsPointer:           {"CUDA_ERROR_NOT_MAPPED_AS_POINTER", "resource not mapped as pointer"},
	ErrECCUncorrectable:             {"CUDA_ERROR_ECC_UNCORRECTABLE", "uncorrectable ECC error encountered"},
	ErrUnsupportedLimit:             {"CUDA_ERROR_UNSUPPORTED_LIMIT", "limit is not supported on this architecture"},
	ErrContextAlreadyInUse:          {"CUDA_ERROR_CONTEXT_ALREADY_IN_USE", "exclusive-thread device already in use by a different thread"},
	ErrPeerAccessUnsupported:        {"CUDA_ERROR_PEER_ACCESS_UNSUPPORTED", "peer access is not supported between these two devices"},
	ErrInvalidPTX:                   {"CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
	ErrInvalidGraphicsContext:       {"CUDA_ERROR_INVALID_GRAPHICS_CONTEXT", "invalid OpenGL or DirectX context"},
	ErrNVLinkUncorrectable:          {"CUDA_ERROR_NVLINK_UNCORRECTABLE", "uncorrectable NVLink error detected during the execution"},
	ErrJITCompilerNotFound:          {"CUDA_ERROR_JIT_COMPILER_NOT_FOUND", "PTX JIT compiler library not found"},
	ErrUnsupportedPTXVersion:        {"CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."},
	ErrJITCompilationDisabled:       {"CUDA_ERROR_JIT_COMPILATION_DISABLED", "PTX JIT compilation was disabled"},
	ErrUnsupportedExecAffinity:      {"CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY", "the provided execution affinity is not supported"},
	ErrUnsupportedDevsideSync:       {"CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC", "the provided PTX contains unsupported call to cudaDeviceSynchronize"},
	ErrContained:                    {"CUDA_ERROR_CONTAINED", "Invalid access of peer GPU memory over nvlink or a hardware error"},
	ErrInvalidSource:                {"CUDA_ERROR_INVALID_SOURCE", "device kernel image is invalid"},
	ErrFileNotFound:                 {"CUDA_ERROR_FILE_NOT_FOUND", "file not found"},
	ErrSharedObjectSymbolNotFound:   {"CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND", "shared object symbol not found"},
	ErrSharedObjectInitFailed:       {"CUDA_ERROR_SHARED_OBJECT_INIT_FAILED", "shared object initialization failed"},
	ErrOperatingSystem:              {"CUDA_ERROR_OPERATING_SYSTEM", "OS call failed or operation not supported on this OS"},
	ErrInvalidHandle:                {"CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
	ErrIllegalState:                 {"CUDA_ERROR_ILLEGAL_STATE", "the operation cannot be performed in the present state"},
	ErrLossyQuery:                   {"CUDA_ERROR_LOSSY_QUERY", "attempted introspection would be semantically lossy"},
	ErrNotFound:                     {"CUDA_ERROR_NOT_FOUND", "named symbol not found"},
	ErrNotReady:                     {"CUDA_ERROR_NOT_READY", "device not ready"},
	ErrIllegalAddress:               {"CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
	ErrLaunchOutOfResources:         {"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
	ErrLaunchTimeout:                {"CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
	ErrLaunchIncompatibleTexturing:  {"CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING", "launch uses incompatible texturing mode"},
	ErrPeerAccessAlreadyEnabled:     {"CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", "peer access is already enabled"},
	ErrPeerAccessNotEnabled:         {"CUDA_ERROR_PEER_ACCESS_NOT_ENABLED", "peer access has not been enabled"},
	ErrPrimaryContextActive:         {"CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE", "cannot set while device is active in this process"},
	ErrContextIsDestroyed:           {"CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
	ErrAssert:                       {"CUDA_ERROR_ASSERT", "device-side assert triggered"},
	ErrTooManyPeers:                 {"CUDA_ERROR_TOO_MANY_PEERS", "peer mapping resources exhausted"},
	ErrHostMemoryAlreadyRegistered:  {"CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "part or all of the requested memory range is already mapped"},
	ErrHostMemoryNotRegistered:      {"CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "pointer does not correspond to a registered memory region"},
	ErrHardwareStackError:           {"CUDA_ERROR_HARDWARE_STACK_ERROR", "hardware stack error"},
	ErrIllegalInstruction:           {"CUDA_ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"},
	ErrMisalignedAddress:            {"CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
	ErrInvalidAddressSpace:          {"CUDA_ERROR_INVALID_ADDRESS_SPACE", "operation not supported on global/shared address space"},
	ErrInvalidPC:                    {"CUDA_ERROR_INVALID_PC", "invalid program counter"},
	ErrLaunchFailed:                 {"CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
	ErrCooperativeLaunchTooLarge:    {"CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "too many blocks in cooperative launch"},
	ErrTensorMemoryLeak:             {"CUDA_ERROR_TENSOR_MEMORY_LEAK", "tensor memory not completely freed"},
	ErrNotPermitted:                 {"CUDA_ERROR_NOT_PERMITTED", "operation not permitted"},
	ErrNotSupported:                 {"CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
	ErrSystemNotReady:               {"CUDA_ERROR_SYSTEM_NOT_READY", "system not yet initialized"},
	ErrSystemDriverMismatch:         {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination"},
	ErrCompatNotSupportedOnDevice:   {"CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "forward compatibility was attempted on non supported HW"},
	ErrMPSConnectionFailed:          {"CUDA_ERROR_MPS_CONNECTION_FAILED", "MPS client failed to connect to the MPS control daemon or the MPS server"},
	ErrMPSRPCFailure:                {"CUDA_ERROR_MPS_RPC_FAILURE", "the remote procedural call between the MPS server and the MPS client failed"},
	ErrMPSServerNotReady:            {"CUDA_ERROR_MPS_SERVER_NOT_READY", "MPS server is not ready to accept new MPS client requests"},
	ErrMPSMaxClientsReached:         {"CUDA_ERROR_MPS_MAX_CLIENTS_REACHED", "the hardware resources required to create MPS client have been exhausted"},
	ErrMPSMaxConnectionsReached:     {"CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED", "the hardware resources required to support device connections have been exhausted"},
	ErrMPSClientTerminated:          {"CUDA_ERROR_MPS_CLIENT_TERMINATED", "the MPS client has been terminated by the server"},
	ErrCDPNotSupported:              {"CUDA_ERROR_CDP_NOT_SUPPORTED", "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it"},
	ErrCDPVersionMismatch:           {"CUDA_ERROR_CDP_VERSION_MISMATCH", "unsupported interaction between different versions of CUDA Dynamic Parallelism"},
	ErrStreamCaptureUnsupported:     {"CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "operation not permitted when stream is capturing"},
	ErrStreamCaptureInvalidated:     {"CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "operation failed due to a previous error during capture"},
	ErrStreamCaptureMerge:           {"CUDA_ERROR_STREAM_CAPTURE_MERGE", "operation would result in a merge of separate capture sequences"},
	ErrStreamCaptureUnmatched:       {"CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", "capture was not ended in the same stream as it began"},
	ErrStreamCaptureUnjoined:        {"CUDA_ERROR_STREAM_CAPTURE_UNJOINED", "capturing stream has unjoined work"},
	ErrStreamCaptureIsolation:       {"CUDA_ERROR_STREAM_CAPTURE_ISOLATION", "dependency created on uncaptured work in another stream"},
	ErrStreamCaptureImplicit:        {"CUDA_ERROR_STREAM_CAPTURE_IMPLICIT", "operation would make the legacy stream depend on a capturing blocking stream"},
	ErrCapturedEvent:                {"CUDA_ERROR_CAPTURED_EVENT", "operation not permitted on an event last recorded in a capturing stream"},
	ErrStreamCaptureWrongThread:     {"CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD", "attempt to terminate a thread-local capture sequence from another thread"},
	ErrTimeout:                      {"CUDA_ERROR_TIMEOUT", "wait operation timed out"},
	ErrGraphExecUpdateFailure:       {"CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE", "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update"},
	ErrExternalDevice:               {"CUDA_ERROR_EXTERNAL_DEVICE", "an async error has occured in external entity outside of CUDA"},
	ErrInvalidClusterSize:           {"CUDA_ERROR_INVALID_CLUSTER_SIZE", "a kernel launch error has occurred due to cluster misconfiguration"},
	ErrFunctionNotLoaded:            {"CUDA_ERROR_FUNCTION_NOT_LOADED", "the function handle is not loaded when calling an API that requires a loaded function"},
	ErrInvalidResourceType:          {"CUDA_ERROR_INVALID_RESOURCE_TYPE", "one or more resources passed in are not valid resource types for the operation"},
	ErrInvalidResourceConfiguration: {"CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION", "one or more resources are insufficient or non-applicable for the operation"},
	ErrKeyRotation:                  {"CUDA_ERROR_KEY_ROTATION", "an error happened during the key rotation sequence"},
	ErrUnknown:                      {"CUDA_ERROR_UNKNOWN", "unknown error"},
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

// GetErrorName returns the name of a result, as cuGetErrorName does. The error is ErrInvalidValue
// for a result that does not exist.
func GetErrorName(r Result) (string, error) {
	x, ok := results[r]
	if !ok {
		return "", refuse("cuGetErrorName", ErrInvalidValue, "there is no result %d", int32(r))
	}
	return x.name, nil
}

// GetErrorString returns the text of a result, as cuGetErrorString does. The error is
// ErrInvalidValue for a result that does not exist.
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
