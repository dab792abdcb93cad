package libcuda

// #include "types.h"
import "C"

import (
	"errors"
	"time"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// jit is what a program wants to know of the compilation of PTX.
type jit struct {
	info, errors messages
	took         *float32 // milliseconds
	start        time.Time
}

// messages is where some are to be written to.
type messages struct {
	to   *byte
	room uintptr
	used *uintptr // where the room was said, and is to be said what was written
}

// jitOptions reads options, which have values that are pointers, or numbers in the place of
// pointers.
func jitOptions(n C.uint, options *C.CUjit_option, values *unsafe.Pointer) (*jit, C.CUresult) {
	j := &jit{start: time.Now()}
	if n == 0 {
		return j, 0
	}
	if n > maxOptions {
		return nil, invalidValue
	}
	names, ok := list(options, int(n), hostmem.Read)
	numbers, also := list((*uintptr)(unsafe.Pointer(values)), int(n), hostmem.Write)
	if !ok || !also {
		return nil, invalidValue
	}
	for i, o := range names {
		v := &numbers[i]
		switch o {
		case C.CU_JIT_WALL_TIME:
			j.took = (*float32)(unsafe.Pointer(v))
		case C.CU_JIT_INFO_LOG_BUFFER:
			j.info.to = *(**byte)(unsafe.Pointer(v))
		case C.CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
			j.info.room, j.info.used = uintptr(uint32(*v)), v
		case C.CU_JIT_ERROR_LOG_BUFFER:
			j.errors.to = *(**byte)(unsafe.Pointer(v))
		case C.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
			j.errors.room, j.errors.used = uintptr(uint32(*v)), v
		case C.CU_JIT_MAX_REGISTERS, C.CU_JIT_THREADS_PER_BLOCK, C.CU_JIT_OPTIMIZATION_LEVEL, C.CU_JIT_TARGET_FROM_CUCONTEXT,
			C.CU_JIT_TARGET, C.CU_JIT_FALLBACK_STRATEGY, C.CU_JIT_GENERATE_DEBUG_INFO, C.CU_JIT_LOG_VERBOSE,
			C.CU_JIT_GENERATE_LINE_INFO, C.CU_JIT_CACHE_MODE, C.CU_JIT_FAST_COMPILE:
			// How machine code of a GPU is to be made: there is none.
		default:
			return nil, notSupported
		}
	}
	for _, m := range [2]messages{j.info, j.errors} {
		if m.to == nil {
			continue
		}
		if _, ok := list(m.to, int(m.room), hostmem.Write); !ok {
			return nil, invalidValue
		}
	}
	return j, 0
}

// maxOptions is more than there are.
const maxOptions = 256

// report writes what a compilation has come to.
func (j *jit) report(err error) {
	if j.took != nil {
		*j.took = float32(time.Since(j.start).Seconds() * 1000)
	}
	j.info.write("")
	s := ""
	if err != nil {
		s = err.Error()
	}
	if e := (*driver.Error)(nil); errors.As(err, &e) && e.Err != nil {
		s = e.Err.Error() // call and result are what the call returns
	}
	j.errors.write(s)
}

func (m messages) write(s string) {
	n := 0
	if m.to != nil && m.room > 0 {
		b := unsafe.Slice(m.to, m.room)
		n = copy(b[:m.room-1], s)
		b[n] = 0
	}
	if m.used != nil {
		*m.used = uintptr(n)
	}
}
