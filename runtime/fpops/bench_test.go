package fpops_test

import (
	"math"
	"math/rand/v2"
	"regexp"
	"testing"
)

// loop times one function: run calls it n times through a func value, on
// operands from the first-level cache that do not depend on each other.
type loop struct {
	name string
	run  func(n int)
}

// slots is the number of operands that a loop cycles through.
const slots = 256

// operands returns ordinary values of a type: numbers around one of either sign
// for floats, in the ranges where instructions take their usual path.
func operands[T any](seed uint64) (all [slots]T) {
	r := rand.New(rand.NewPCG(seed, 99))
	for i := range all {
		x := (0.5 + 15*r.Float64()) * float64(1-2*r.IntN(2))
		half := uint64(0x3400+r.IntN(0x1400)) | uint64(r.IntN(2))<<15 // f16 from 0.25 to 8
		switch p := any(&all[i]).(type) {
		case *float32:
			*p = float32(x)
		case *float64:
			*p = x
		case *uint16:
			*p = uint16(half)
		case *uint32:
			*p = uint32(half | half<<16)
		case *uint64:
			u := uint64(math.Float32bits(float32(x)))
			*p = u | u<<32
		case *uint8:
			*p = uint8(r.Uint32())
		case *int8:
			*p = int8(r.Uint32())
		case *int16:
			*p = int16(r.Uint32())
		case *int32:
			*p = int32(r.Uint32())
		case *int64:
			*p = int64(r.Uint64())
		}
	}
	return all
}

// kept holds results, so that they have to be computed.
var kept any

func loop1[A, R any](f func(A) R) func(n int) {
	return func(n int) {
		a := operands[A](1)
		var r R
		for i := range n {
			r = f(a[i%slots])
		}
		kept = r
	}
}

func loop2[A, B, R any](f func(A, B) R) func(n int) {
	return func(n int) {
		a, b := operands[A](1), operands[B](2)
		var r R
		for i := range n {
			r = f(a[i%slots], b[i%slots])
		}
		kept = r
	}
}

func loop3[A, B, C, R any](f func(A, B, C) R) func(n int) {
	return func(n int) {
		a, b, c := operands[A](1), operands[B](2), operands[C](3)
		var r R
		for i := range n {
			r = f(a[i%slots], b[i%slots], c[i%slots])
		}
		kept = r
	}
}

// counterparts are what a Go program would write instead, where there is such a
// thing: the same operation in Go's operators or its math package, without the
// promise of the same bits.
var counterparts = []struct {
	pattern string
	loop
}{
	{`^Add.*F32$`, loop{"x + y", loop2(func(x, y float32) float32 { return x + y })}},
	{`^Sub.*F32$`, loop{"x - y", loop2(func(x, y float32) float32 { return x - y })}},
	{`^Mul.*F32$`, loop{"x * y", loop2(func(x, y float32) float32 { return x * y })}},
	{`^Div.*F32$`, loop{"x / y", loop2(func(x, y float32) float32 { return x / y })}},
	{`^(Fma|Mad).*F32$`, loop{"math.FMA, rounded", loop3(func(x, y, z float32) float32 { return float32(math.FMA(float64(x), float64(y), float64(z))) })}},
	{`^Rcp.*F32$`, loop{"1 / x", loop1(func(x float32) float32 { return 1 / x })}},
	{`^Sqrt.*F32$`, loop{"math.Sqrt, rounded", loop1(func(x float32) float32 { return float32(math.Sqrt(float64(x))) })}},
	{`^Rsqrt.*F32$`, loop{"1 / math.Sqrt", loop1(func(x float32) float32 { return float32(1 / math.Sqrt(float64(x))) })}},
	{`^Abs.*F32$`, loop{"math.Abs", loop1(func(x float32) float32 { return float32(math.Abs(float64(x))) })}},
	{`^Neg.*F32$`, loop{"-x", loop1(func(x float32) float32 { return -x })}},
	{`^Min[^3]*F32$`, loop{"min", loop2(func(x, y float32) float32 { return min(x, y) })}},
	{`^Max[^3]*F32$`, loop{"max", loop2(func(x, y float32) float32 { return max(x, y) })}},
	{`^Sin.*F32$`, loop{"math.Sin", loop1(func(x float32) float32 { return float32(math.Sin(float64(x))) })}},
	{`^Cos.*F32$`, loop{"math.Cos", loop1(func(x float32) float32 { return float32(math.Cos(float64(x))) })}},
	{`^Lg2.*F32$`, loop{"math.Log2", loop1(func(x float32) float32 { return float32(math.Log2(float64(x))) })}},
	{`^Ex2.*F32$`, loop{"math.Exp2", loop1(func(x float32) float32 { return float32(math.Exp2(float64(x))) })}},
	{`^Tanh.*F32$`, loop{"math.Tanh", loop1(func(x float32) float32 { return float32(math.Tanh(float64(x))) })}},
	{`^Copysign.*F32$`, loop{"math.Copysign", loop2(func(x, y float32) float32 { return float32(math.Copysign(float64(y), float64(x))) })}},
	{`^Add.*F64$`, loop{"x + y", loop2(func(x, y float64) float64 { return x + y })}},
	{`^Sub.*F64$`, loop{"x - y", loop2(func(x, y float64) float64 { return x - y })}},
	{`^Mul.*F64$`, loop{"x * y", loop2(func(x, y float64) float64 { return x * y })}},
	{`^Div.*F64$`, loop{"x / y", loop2(func(x, y float64) float64 { return x / y })}},
	{`^Fma.*F64$`, loop{"math.FMA", loop3(math.FMA)}},
	{`^Rcp.*F64$`, loop{"1 / x", loop1(func(x float64) float64 { return 1 / x })}},
	{`^Sqrt.*F64$`, loop{"math.Sqrt", loop1(math.Sqrt)}},
	{`^Rsqrt.*F64$`, loop{"1 / math.Sqrt", loop1(func(x float64) float64 { return 1 / math.Sqrt(x) })}},
	{`^Abs.*F64$`, loop{"math.Abs", loop1(math.Abs)}},
	{`^Neg.*F64$`, loop{"-x", loop1(func(x float64) float64 { return -x })}},
	{`^Min.*F64$`, loop{"min", loop2(func(x, y float64) float64 { return min(x, y) })}},
	{`^Max.*F64$`, loop{"max", loop2(func(x, y float64) float64 { return max(x, y) })}},
	{`^Copysign.*F64$`, loop{"math.Copysign", loop2(func(x, y float64) float64 { return math.Copysign(y, x) })}},
	{`^CvtR[nzmp]iF32F32$`, loop{"math.Floor", loop1(func(x float32) float32 { return float32(math.Floor(float64(x))) })}},
	{`^CvtR[nzmp]iF64F64$`, loop{"math.Floor", loop1(math.Floor)}},
	{`^CvtR[nzmp]i.*(S|U)32F32$`, loop{"int32(x)", loop1(func(x float32) int32 { return int32(x) })}},
	{`^CvtR[nzmp]i.*(S|U)64F32$`, loop{"int64(x)", loop1(func(x float32) int64 { return int64(x) })}},
	{`^CvtR[nzmp]i.*(S|U)32F64$`, loop{"int32(x)", loop1(func(x float64) int32 { return int32(x) })}},
	{`^CvtR[nzmp]i.*(S|U)64F64$`, loop{"int64(x)", loop1(func(x float64) int64 { return int64(x) })}},
	{`^Cvt.*F32(S|U)32$`, loop{"float32(x)", loop1(func(x int32) float32 { return float32(x) })}},
	{`^Cvt.*F32(S|U)64$`, loop{"float32(x)", loop1(func(x int64) float32 { return float32(x) })}},
	{`^Cvt.*F64(S|U)32$`, loop{"float64(x)", loop1(func(x int32) float64 { return float64(x) })}},
	{`^Cvt.*F64(S|U)64$`, loop{"float64(x)", loop1(func(x int64) float64 { return float64(x) })}},
	{`^Cvt.*F32F64$`, loop{"float32(x)", loop1(func(x float64) float32 { return float32(x) })}},
	{`^Cvt.*F64F32$`, loop{"float64(x)", loop1(func(x float32) float64 { return float64(x) })}},
}

//go:noinline
func identity(x float32) float32 { return x }

var empty = loop{"a call that does nothing", loop1(identity)}

// counterpart finds what Go has for a function, nil if it has nothing.
func counterpart(name string) *loop {
	for i := range counterparts {
		if c := &counterparts[i]; regexp.MustCompile(c.pattern).MatchString(name) {
			return &c.loop
		}
	}
	return nil
}

// BenchmarkFunc times every function, and beside it what Go has instead, where it has
// something: go test -bench 'Func/^FmaRnF32$'. Every function is called through a func value,
// so nothing is inlined here; a call that does nothing is the first line.
func BenchmarkFunc(b *testing.B) {
	for _, l := range append([]loop{empty}, loops...) {
		b.Run(l.name, func(b *testing.B) {
			l.run(b.N)
		})
		if c := counterpart(l.name); c != nil {
			b.Run(l.name+"/Go: "+c.name, func(b *testing.B) { c.run(b.N) })
		}
	}
}
