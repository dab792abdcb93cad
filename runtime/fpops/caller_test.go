package fpops_test

import (
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/fpops/fptable"
)

// caller runs a function over arrays of operands. The arrays hold the bits of
// the function's own types, so that nothing is converted between two calls.
type caller struct {
	in  []uintptr // sizes of the operands
	out uintptr   // size of the result
	run func(in [3]unsafe.Pointer, out unsafe.Pointer, n int)
}

func size[T any]() uintptr {
	var x T
	return unsafe.Sizeof(x)
}

func array[T any](p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }

func call1[A, R any](fn any) *caller {
	f, ok := fn.(func(A) R)
	if !ok {
		return nil
	}
	return &caller{[]uintptr{size[A]()}, size[R](), func(in [3]unsafe.Pointer, out unsafe.Pointer, n int) {
		r := array[R](out, n)
		for i, a := range array[A](in[0], n) {
			r[i] = f(a)
		}
	}}
}

func call2[A, B, R any](fn any) *caller {
	f, ok := fn.(func(A, B) R)
	if !ok {
		return nil
	}
	return &caller{[]uintptr{size[A](), size[B]()}, size[R](), func(in [3]unsafe.Pointer, out unsafe.Pointer, n int) {
		r, b := array[R](out, n), array[B](in[1], n)
		for i, a := range array[A](in[0], n) {
			r[i] = f(a, b[i])
		}
	}}
}

func call3[A, B, C, R any](fn any) *caller {
	f, ok := fn.(func(A, B, C) R)
	if !ok {
		return nil
	}
	return &caller{[]uintptr{size[A](), size[B](), size[C]()}, size[R](), func(in [3]unsafe.Pointer, out unsafe.Pointer, n int) {
		r, b, c := array[R](out, n), array[B](in[1], n), array[C](in[2], n)
		for i, a := range array[A](in[0], n) {
			r[i] = f(a, b[i], c[i])
		}
	}}
}

func first(fn any, all ...func(any) *caller) *caller {
	for _, f := range all {
		if c := f(fn); c != nil {
			return c
		}
	}
	return nil
}

// from finds a function of one A.
func from[A any](fn any) *caller {
	return first(fn, call1[A, float32], call1[A, float64], call1[A, bool],
		call1[A, uint8], call1[A, uint16], call1[A, uint32], call1[A, uint64],
		call1[A, int8], call1[A, int16], call1[A, int32], call1[A, int64])
}

// callerOf returns how a function of the package is called.
func callerOf(t testing.TB, name string) *caller {
	t.Helper()
	c := first(fptable.Func(name),
		from[float32], from[float64],
		from[uint8], from[uint16], from[uint32], from[uint64],
		from[int8], from[int16], from[int32], from[int64],
		call2[float32, float32, float32], call2[float64, float64, float64],
		call2[uint16, uint16, uint16], call2[uint32, uint32, uint32], call2[uint64, uint64, uint64],
		call2[uint16, float32, float32], call2[float32, float32, uint32], call2[float32, float32, uint16], call2[float32, float32, uint8],
		call2[int32, int32, uint32],
		call2[uint32, uint64, uint64], call2[uint32, uint8, uint16], call2[uint32, uint8, uint8], call2[uint16, uint16, uint32], call2[uint8, uint16, uint32],
		call3[float32, float32, float32, float32], call3[float64, float64, float64, float64],
		call3[uint16, uint16, uint16, uint16], call3[uint32, uint32, uint32, uint32], call3[uint64, uint64, uint64, uint64],
		call3[uint16, uint16, float32, float32], call3[int32, int32, uint32, uint32],
		call3[uint32, uint64, uint64, uint64], call3[float32, float32, uint8, uint16], call3[float32, float32, uint8, uint8])
	if c == nil {
		t.Fatalf("%s is a %T: add it to callerOf", name, fptable.Func(name))
	}
	return c
}

// pack writes the low bytes of each element into an array of that element size.
func pack(dst unsafe.Pointer, size uintptr, src []uint64) {
	n := len(src)
	switch size {
	case 1:
		narrowTo(array[uint8](dst, n), src)
	case 2:
		narrowTo(array[uint16](dst, n), src)
	case 4:
		narrowTo(array[uint32](dst, n), src)
	case 8:
		copy(array[uint64](dst, n), src)
	default:
		panic("size")
	}
}

func narrowTo[T uint8 | uint16 | uint32](dst []T, src []uint64) {
	for i, u := range src {
		dst[i] = T(u)
	}
}

// differs returns the first index from i at which an array differs from what
// is wanted, or -1.
func differs(got unsafe.Pointer, size uintptr, want []uint64, i int) int {
	n := len(want)
	switch size {
	case 1:
		return differsAs(array[uint8](got, n), want, i)
	case 2:
		return differsAs(array[uint16](got, n), want, i)
	case 4:
		return differsAs(array[uint32](got, n), want, i)
	case 8:
		return differsAs(array[uint64](got, n), want, i)
	}
	panic("size")
}

func differsAs[T uint8 | uint16 | uint32 | uint64](got []T, want []uint64, i int) int {
	for ; i < len(want); i++ {
		if uint64(got[i]) != want[i] {
			return i
		}
	}
	return -1
}

// element returns one element of an array.
func element(p unsafe.Pointer, size uintptr, i int) uint64 {
	switch size {
	case 1:
		return uint64(array[uint8](p, i+1)[i])
	case 2:
		return uint64(array[uint16](p, i+1)[i])
	case 4:
		return uint64(array[uint32](p, i+1)[i])
	}
	return array[uint64](p, i+1)[i]
}

// TestCallers makes sure that every function can be called, and that a NaN goes
// in and out with its bits.
func TestCallers(t *testing.T) {
	for _, name := range fptable.Names() {
		callerOf(t, name)
	}
	x := []uint64{0x7f800001, 0xffc12345}
	var in, out [8]uint64
	pack(unsafe.Pointer(&in), 4, x)
	call1[float32, float32](func(a float32) float32 { return a }).run([3]unsafe.Pointer{unsafe.Pointer(&in)}, unsafe.Pointer(&out), 2)
	if i := differs(unsafe.Pointer(&out), 4, x, 0); i >= 0 {
		t.Errorf("%#x came out as %#x", x[i], element(unsafe.Pointer(&out), 4, i))
	}
	if out[0]++; differs(unsafe.Pointer(&out), 4, x, 0) < 0 {
		t.Error("no difference seen")
	}
}
