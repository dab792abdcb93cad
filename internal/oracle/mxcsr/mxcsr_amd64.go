package mxcsr

import "unsafe"

// Available reports whether the processor can do all of this: it needs FMA and
// F16C, that is GOAMD64=v3.
func Available() bool { return available }

var available = func() bool {
	const fma, osxsave, avx, f16c = 1 << 12, 1 << 27, 1 << 28, 1 << 29
	ecx := features()
	return ecx&fma != 0 && ecx&osxsave != 0 && ecx&avx != 0 && ecx&f16c != 0
}()

// Float32 computes with the f32 in a, b and c: n elements each, n the length of
// dst; operands that op does not have may be nil.
func Float32(op Op, m Mode, flush bool, dst, a, b, c []uint32) {
	if len(dst) == 0 {
		return
	}
	csr := control(m, flush)
	switch a = a[:len(dst)]; op {
	case Sqrt:
		sqrt32(csr, pointer(dst), pointer(a), len(dst))
	case Fma:
		fma32(csr, pointer(dst), pointer(a), pointer(b[:len(dst)]), pointer(c[:len(dst)]), len(dst))
	default:
		f := [...]func(csr uint32, dst, a, b unsafe.Pointer, n int){add32, sub32, mul32, div32}[op]
		f(csr, pointer(dst), pointer(a), pointer(b[:len(dst)]), len(dst))
	}
}

// Float64 is Float32 for f64.
func Float64(op Op, m Mode, flush bool, dst, a, b, c []uint64) {
	if len(dst) == 0 {
		return
	}
	csr := control(m, flush)
	switch a = a[:len(dst)]; op {
	case Sqrt:
		sqrt64(csr, pointer(dst), pointer(a), len(dst))
	case Fma:
		fma64(csr, pointer(dst), pointer(a), pointer(b[:len(dst)]), pointer(c[:len(dst)]), len(dst))
	default:
		f := [...]func(csr uint32, dst, a, b unsafe.Pointer, n int){add64, sub64, mul64, div64}[op]
		f(csr, pointer(dst), pointer(a), pointer(b[:len(dst)]), len(dst))
	}
}

// F32FromF64 converts f64 to f32.
func F32FromF64(m Mode, flush bool, dst []uint32, a []uint64) {
	if len(dst) != 0 {
		f64to32(control(m, flush), pointer(dst), pointer(a[:len(dst)]), len(dst))
	}
}

// F16FromF32 converts f32 to f16; nothing is ever flushed.
func F16FromF32(m Mode, dst []uint16, a []uint32) {
	if len(dst) != 0 {
		f32to16(control(m, false), pointer(dst), pointer(a[:len(dst)]), len(dst))
	}
}

// F32FromS64 converts signed integers to f32.
func F32FromS64(m Mode, dst []uint32, a []uint64) {
	if len(dst) != 0 {
		s64to32(control(m, false), pointer(dst), pointer(a[:len(dst)]), len(dst))
	}
}

// F64FromS64 converts signed integers to f64.
func F64FromS64(m Mode, dst, a []uint64) {
	if len(dst) != 0 {
		s64to64(control(m, false), pointer(dst), pointer(a[:len(dst)]), len(dst))
	}
}

// S64FromF64 converts f64 to signed integers; what is out of range, and NaNs,
// are 1<<63.
func S64FromF64(m Mode, dst, a []uint64) {
	if len(dst) != 0 {
		f64toS(control(m, false), pointer(dst), pointer(a[:len(dst)]), len(dst))
	}
}

func pointer[T any](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

// features returns ECX of CPUID 1.
func features() uint32

//go:noescape
func add32(csr uint32, dst, a, b unsafe.Pointer, n int)

//go:noescape
func sub32(csr uint32, dst, a, b unsafe.Pointer, n int)

//go:noescape
func mul32(csr uint32, dst, a, b unsafe.Pointer, n int)

//go:noescape
func div32(csr uint32, dst, a, b unsafe.Pointer, n int)

//go:noescape
func fma32(csr uint32, dst, a, b, c unsafe.Pointer, n int)

//go:noescape
func sqrt32(csr uint32, dst, a unsafe.Pointer, n int)

//go:noescape
func add64(csr uint32, dst, a, b unsafe.Pointer, n int)

//go:noescape
func sub64(csr uint32, dst, a, b unsafe.Pointer, n int)

//go:noescape
func mul64(csr uint32, dst, a, b unsafe.Pointer, n int)

//go:noescape
func div64(csr uint32, dst, a, b unsafe.Pointer, n int)

//go:noescape
func fma64(csr uint32, dst, a, b, c unsafe.Pointer, n int)

//go:noescape
func sqrt64(csr uint32, dst, a unsafe.Pointer, n int)

//go:noescape
func f64to32(csr uint32, dst, a unsafe.Pointer, n int)

//go:noescape
func f32to16(csr uint32, dst, a unsafe.Pointer, n int)

//go:noescape
func s64to32(csr uint32, dst, a unsafe.Pointer, n int)

//go:noescape
func s64to64(csr uint32, dst, a unsafe.Pointer, n int)

//go:noescape
func f64toS(csr uint32, dst, a unsafe.Pointer, n int)
