package libcuda

// #include "types.h"
import "C"

import (
	"math"
	"sync"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// Launches as in CUDA 3: block, shared memory and parameters are those of the function, and
// set one after the other.

// settings are what is set of a function.
type settings struct {
	block  [3]int
	shared int
	params []byte
}

// mostParams is how many bytes the parameters of a kernel may have.
const mostParams = 32 << 10

var set struct {
	sync.Mutex
	of map[driver.Function]*settings
}

// change changes what is set of a function that there is.
func change(f C.CUfunction, do func(*settings) C.CUresult) C.CUresult {
	h := onFunction(f)
	if _, err := driver.FuncParams(h); err != nil {
		return result(err)
	}
	set.Lock()
	defer set.Unlock()
	if set.of == nil {
		set.of = map[driver.Function]*settings{}
	}
	s := set.of[h]
	if s == nil {
		for old := range set.of { // of modules that were unloaded
			if _, err := driver.FuncParams(old); driver.ResultOf(err) == driver.ErrInvalidHandle {
				delete(set.of, old)
			}
		}
		s = &settings{block: [3]int{1, 1, 1}}
		set.of[h] = s
	}
	return do(s)
}

//export cuFuncSetBlockShape
func cuFuncSetBlockShape(f C.CUfunction, x, y, z C.int) C.CUresult {
	return change(f, func(s *settings) C.CUresult {
		if x <= 0 || y <= 0 || z <= 0 {
			return invalidValue
		}
		s.block = [3]int{int(x), int(y), int(z)}
		return 0
	})
}

//export cuFuncSetSharedSize
func cuFuncSetSharedSize(f C.CUfunction, n C.uint) C.CUresult {
	return change(f, func(s *settings) C.CUresult {
		if n > math.MaxInt32 {
			return invalidValue
		}
		s.shared = int(n)
		return 0
	})
}

//export cuParamSetSize
func cuParamSetSize(f C.CUfunction, n C.uint) C.CUresult {
	return change(f, func(s *settings) C.CUresult {
		if n > mostParams {
			return invalidValue
		}
		s.room(int(n))
		return 0
	})
}

// room makes the parameters as many bytes as they must be.
func (s *settings) room(n int) {
	if n > len(s.params) {
		s.params = append(s.params, make([]byte, n-len(s.params))...)
	}
}

//export cuParamSetv
func cuParamSetv(f C.CUfunction, off C.int, value unsafe.Pointer, n C.uint) C.CUresult {
	return change(f, func(s *settings) C.CUresult {
		if off < 0 || n == 0 || int(off)+int(n) > mostParams {
			return invalidValue
		}
		b, ok := list((*byte)(value), int(n), hostmem.Read)
		if !ok {
			return invalidValue
		}
		s.room(int(off) + int(n))
		copy(s.params[off:], b)
		return 0
	})
}

//export cuParamSeti
func cuParamSeti(f C.CUfunction, off C.int, value C.uint) C.CUresult {
	return setNumber(f, off, uint32(value))
}

//export cuParamSetf
func cuParamSetf(f C.CUfunction, off C.int, value C.float) C.CUresult {
	return setNumber(f, off, math.Float32bits(float32(value)))
}

func setNumber(f C.CUfunction, off C.int, value uint32) C.CUresult {
	return change(f, func(s *settings) C.CUresult {
		if off < 0 || off > mostParams-4 {
			return invalidValue
		}
		s.room(int(off) + 4)
		copy(s.params[off:], unsafe.Slice((*byte)(unsafe.Pointer(&value)), 4))
		return 0
	})
}

//export cuLaunch
func cuLaunch(f C.CUfunction) C.CUresult { return cuLaunchGridAsync(f, 1, 1, nil) }

//export cuLaunchGrid
func cuLaunchGrid(f C.CUfunction, x, y C.int) C.CUresult { return cuLaunchGridAsync(f, x, y, nil) }

//export cuLaunchGridAsync
func cuLaunchGridAsync(f C.CUfunction, x, y C.int, s C.CUstream) C.CUresult {
	var now settings
	if r := change(f, func(s *settings) C.CUresult {
		now = *s
		now.params = append([]byte(nil), s.params...)
		return 0
	}); r != 0 {
		return r
	}
	h := onFunction(f)
	want, err := driver.FuncParams(h)
	if err != nil {
		return result(err)
	}
	var values []unsafe.Pointer
	for _, p := range want {
		if p.Offset+p.Size > len(now.params) {
			return invalidValue
		}
		values = append(values, unsafe.Add(unsafe.Pointer(unsafe.SliceData(now.params)), p.Offset))
	}
	return result(driver.LaunchKernel(h, int(x), int(y), 1, now.block[0], now.block[1], now.block[2], now.shared, onStream(s), values))
}
