package runtime

import (
	"context"
	"errors"
)

// faultCodes are the results of the CUDA driver for what a thread did wrong.
var faultCodes = [numFaultKinds]int{
	FaultAddress:    700, // CUDA_ERROR_ILLEGAL_ADDRESS
	FaultMisaligned: 716, // CUDA_ERROR_MISALIGNED_ADDRESS
	FaultTrap:       719, // CUDA_ERROR_LAUNCH_FAILED
	FaultBranch:     718, // CUDA_ERROR_INVALID_PC
	FaultStack:      714, // CUDA_ERROR_HARDWARE_STACK_ERROR
	FaultDeadlock:   702, // CUDA_ERROR_LAUNCH_TIMEOUT
	FaultBarrier:    715, // CUDA_ERROR_ILLEGAL_INSTRUCTION
	FaultWarp:       715,
	FaultAssert:     710, // CUDA_ERROR_ASSERT
	FaultHeap:       719,
	FaultExtern:     719,
	FaultLimit:      702,
}

// launchCodes are those for a launch that is not possible.
var launchCodes = [numLaunchErrorKinds]int{
	ErrGrid:        1, // CUDA_ERROR_INVALID_VALUE
	ErrBlock:       1,
	ErrShared:      1,
	ErrRange:       1,
	ErrCooperative: 720, // CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE
	ErrArgument:    1,
	ErrExtern:      302, // CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
	ErrReference:   400, // CUDA_ERROR_INVALID_HANDLE
	ErrInstance:    400,
	ErrPlatform:    801, // CUDA_ERROR_NOT_SUPPORTED
}

// Code returns the result that the CUDA driver has for an error of a launch or of device
// memory, a CUresult: 0 if there is none, 999 (CUDA_ERROR_UNKNOWN) for any other. If
// a context ended before the launch did, it is that of a time limit.
func Code(err error) int {
	var fault *Fault
	var launch *LaunchError
	var output *OutputError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &fault) && fault.Kind < numFaultKinds:
		return faultCodes[fault.Kind]
	case errors.As(err, &launch) && launch.Kind < numLaunchErrorKinds:
		return launchCodes[launch.Kind]
	case errors.Is(err, ErrOutOfMemory):
		return 2 // CUDA_ERROR_OUT_OF_MEMORY
	case errors.Is(err, ErrNotAllocated):
		return 1
	case errors.Is(err, ErrRegistered):
		return 712 // CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return 702
	case errors.As(err, &output):
		return 304 // CUDA_ERROR_OPERATING_SYSTEM
	}
	return 999
}
