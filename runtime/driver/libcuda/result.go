package libcuda

// #include <stdlib.h>
// #include "types.h"
// #include "keep.h"
import "C"

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/libcuda/switches"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

// Results of calls that do not come as far as package driver.
const (
	invalidValue = C.CUresult(driver.ErrInvalidValue)
	notSupported = C.CUresult(driver.ErrNotSupported)
)

// explained says whether errors are written to standard error: as front.c has it.
var explained = !slices.Contains([]string{"", "0"}, os.Getenv(switches.Errors))

// result is what a call returns in C.
func result(err error) C.CUresult {
	r := driver.ResultOf(err)
	if explained && err != nil && r != driver.ErrNotReady {
		fmt.Fprintln(os.Stderr, "libcuda:", err)
	}
	return C.CUresult(r)
}

// give writes what a call has returned where the program wants it, which is writable, if it
// has not failed.
func give[T any](to *T, value T, err error) C.CUresult {
	if err == nil {
		store(to, value)
	}
	return result(err)
}

// giveHandle is give of a handle. It is a number that C takes for a pointer: it must not be
// one in Go.
func giveHandle[H ~uintptr](to unsafe.Pointer, h H, err error) C.CUresult {
	return give((*uintptr)(to), uintptr(h), err)
}

// onContext and the functions after it take handles that a program passes.
func onContext(h C.CUcontext) driver.Context    { return driver.Context(unsafe.Pointer(h)) }
func onModule(h C.CUmodule) driver.Module       { return driver.Module(unsafe.Pointer(h)) }
func onFunction(h C.CUfunction) driver.Function { return driver.Function(unsafe.Pointer(h)) }
func onStream(h C.CUstream) driver.Stream       { return driver.Stream(unsafe.Pointer(h)) }
func onEvent(h C.CUevent) driver.Event          { return driver.Event(unsafe.Pointer(h)) }
func onLibrary(h C.CUlibrary) driver.Library    { return driver.Library(unsafe.Pointer(h)) }
func onKernel(h C.CUkernel) driver.Kernel       { return driver.Kernel(unsafe.Pointer(h)) }
func onPool(h C.CUmemoryPool) driver.MemPool    { return driver.MemPool(unsafe.Pointer(h)) }

// bytes is a number of bytes or elements; there is not as much as no int64 holds.
func bytes(n C.size_t) int64 { return int64(min(n, math.MaxInt64)) }

// ptx2go_refuse answers what is not supported, in functions that were generated.
//
//export ptx2go_refuse
func ptx2go_refuse(name, why *C.char) C.CUresult {
	if !explained {
		return notSupported
	}
	return result(&driver.Error{Call: C.GoString(name), Result: driver.ErrNotSupported, Err: errors.New(C.GoString(why))})
}

// kept has the strings that C has pointers to.
var kept struct {
	sync.Mutex
	of map[string]*C.const_char
}

// keep returns a string that lasts.
func keep(s string) *C.const_char {
	kept.Lock()
	defer kept.Unlock()
	p, ok := kept.of[s]
	if !ok {
		if kept.of == nil {
			kept.of = map[string]*C.const_char{}
		}
		p = C.ptx2go_keep(C.CString(s))
		kept.of[s] = p
	}
	return p
}

//export cuGetErrorName
func cuGetErrorName(r C.CUresult, name **C.const_char) C.CUresult {
	return describe(r, name, driver.GetErrorName)
}

//export cuGetErrorString
func cuGetErrorString(r C.CUresult, s **C.const_char) C.CUresult {
	return describe(r, s, driver.GetErrorString)
}

func describe(r C.CUresult, to **C.const_char, of func(driver.Result) (string, error)) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	store(to, nil)
	s, err := of(driver.Result(r))
	if err != nil {
		return result(err)
	}
	store(to, keep(s))
	return 0
}
