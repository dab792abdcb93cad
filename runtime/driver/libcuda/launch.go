package libcuda

// #include "types.h"
import "C"

import (
	"errors"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

//export cuLaunchKernel
func cuLaunchKernel(f C.CUfunction, gx, gy, gz, bx, by, bz, shared C.uint, s C.CUstream, params, extra *unsafe.Pointer) C.CUresult {
	h := onFunction(f)
	values, err := arguments(h, params, extra)
	if err != nil {
		return result(err)
	}
	return result(driver.LaunchKernel(h, int(gx), int(gy), int(gz), int(bx), int(by), int(bz), int(shared), onStream(s), values))
}

//export cuLaunchCooperativeKernel
func cuLaunchCooperativeKernel(f C.CUfunction, gx, gy, gz, bx, by, bz, shared C.uint, s C.CUstream, params *unsafe.Pointer) C.CUresult {
	h := onFunction(f)
	values, err := arguments(h, params, nil)
	if err != nil {
		return result(err)
	}
	return result(driver.LaunchCooperativeKernel(h, int(gx), int(gy), int(gz), int(bx), int(by), int(bz), int(shared), onStream(s), values))
}

//export cuLaunchKernelEx
func cuLaunchKernelEx(config *C.const_CUlaunchConfig, f C.CUfunction, params, extra *unsafe.Pointer) C.CUresult {
	return launchConfig(config, f, params, extra, 0)
}

//export cuLaunchKernelEx_ptsz
func cuLaunchKernelEx_ptsz(config *C.const_CUlaunchConfig, f C.CUfunction, params, extra *unsafe.Pointer) C.CUresult {
	return launchConfig(config, f, params, extra, driver.StreamPerThread)
}

// launchConfig launches with attributes; null is the stream that null stands for.
func launchConfig(config *C.const_CUlaunchConfig, f C.CUfunction, params, extra *unsafe.Pointer, null driver.Stream) C.CUresult {
	c, ok := load(config)
	if !ok || c.numAttrs > maxOptions {
		return invalidValue
	}
	attrs, ok := list(c.attrs, int(c.numAttrs), hostmem.Read)
	if !ok {
		return invalidValue
	}
	s := onStream(c.hStream)
	if s == 0 {
		s = null
	}
	launch := driver.LaunchKernel
	var after []C.CUevent
	for _, a := range attrs {
		value := unsafe.Pointer(&a.value)
		switch a.id {
		case C.CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
			if *(*C.int)(value) != 0 {
				launch = driver.LaunchCooperativeKernel
			}
		case C.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
			// A cluster of one block is a block.
			if *(*[3]C.uint)(value) != [3]C.uint{1, 1, 1} {
				return result(&driver.Error{Call: "cuLaunchKernelEx", Result: driver.ErrNotSupported, Err: errClusters})
			}
		case C.CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT, C.CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
			// A launch that has ended has begun: the event happens later than it might.
			after = append(after, *(*C.CUevent)(value))
		case C.CU_LAUNCH_ATTRIBUTE_IGNORE, C.CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, C.CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY,
			C.CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, C.CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
			C.CU_LAUNCH_ATTRIBUTE_PRIORITY, C.CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP, C.CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
			// Hints: a launch begins when the one before has ended, as it may.
		default:
			return notSupported
		}
	}
	h := onFunction(f)
	values, err := arguments(h, params, extra)
	if err != nil {
		return result(err)
	}
	err = launch(h, int(c.gridDimX), int(c.gridDimY), int(c.gridDimZ), int(c.blockDimX), int(c.blockDimY), int(c.blockDimZ), int(c.sharedMemBytes), s, values)
	for _, e := range after {
		if err == nil {
			err = driver.EventRecord(onEvent(e), s)
		}
	}
	return result(err)
}

var errClusters = errors.New("blocks form no clusters")

// arguments returns where the values of a kernel's parameters are. C says it by a pointer to
// each, or by the memory that all lie in, but not how many there are.
func arguments(f driver.Function, params, extra *unsafe.Pointer) ([]unsafe.Pointer, error) {
	want, err := driver.FuncParams(f)
	switch {
	case err != nil:
		return nil, err
	case params != nil && extra != nil:
		return nil, driver.ErrInvalidValue
	case params != nil:
		return values(want, params)
	case len(want) == 0:
		return nil, nil
	case extra == nil:
		return nil, driver.ErrInvalidValue
	}
	size := 0
	for _, p := range want {
		size = max(size, p.Offset+p.Size)
	}
	b, ok := buffer(extra, size)
	if !ok {
		return nil, driver.ErrInvalidValue
	}
	values := make([]unsafe.Pointer, len(want))
	for i, p := range want {
		values[i] = unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), p.Offset)
	}
	return values, nil
}

// values returns the pointers to the values of parameters, which are there.
func values(want []ptx.Param, params *unsafe.Pointer) ([]unsafe.Pointer, error) {
	all, ok := list(params, len(want), hostmem.Read)
	if !ok {
		return nil, driver.ErrInvalidValue
	}
	for i, p := range want {
		if _, ok := hostmem.Bytes(all[i], uint64(p.Size), hostmem.Read); !ok {
			return nil, driver.ErrInvalidValue
		}
	}
	return all, nil
}

// The names in the list of extra, each before its value. C has them as pointers.
const (
	paramEnd           = 0
	paramBufferPointer = 1
	paramBufferSize    = 2
)

// buffer returns the memory that the values of all parameters lie in, of at least a size.
func buffer(extra *unsafe.Pointer, want int) ([]byte, bool) {
	var at *byte
	size := C.size_t(0)
	for {
		name, ok := load((*uintptr)(unsafe.Pointer(extra)))
		if !ok {
			return nil, false
		}
		value := (**byte)(unsafe.Add(unsafe.Pointer(extra), unsafe.Sizeof(*extra)))
		switch name {
		case paramBufferPointer:
			if at, ok = load(value); !ok {
				return nil, false
			}
		case paramBufferSize:
			from, ok := load(value)
			if !ok {
				return nil, false
			}
			if size, ok = load((*C.size_t)(unsafe.Pointer(from))); !ok {
				return nil, false
			}
		case paramEnd:
			if uint64(size) < uint64(want) {
				return nil, false
			}
			return list(at, want, hostmem.Read)
		default:
			return nil, false
		}
		extra = (*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(extra), 2*unsafe.Sizeof(*extra)))
	}
}
