package tensor_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda/golden/tensor"
)

// multiplier is how sm_90 computes an element of D for the types of a record.
type multiplier struct {
	r      *tensor.Record
	groups [][]int // of the products, each with the result before as its addend
	sum    sum
	last   bool // starts from 0 and adds C at the end, rounded to nearest even
}

// multiplierOf is the numeric model of H100.
func multiplierOf(r *tensor.Record) multiplier {
	m := multiplier{r: r, sum: sum{frac: 25, floor: -133, out: "f32", keep: 23}}
	k := r.K
	if r.Sparse() {
		k /= 2
	}
	m.groups = [][]int{nil}
	for i := range k {
		m.groups[0] = append(m.groups[0], i)
	}
	// With C and D of different types, which only wmma has, the product is one of
	// f32 and conversions are around it.
	if r.C == "f16" && r.D == "f16" {
		m.sum.out, m.sum.floor = "f16", -21
	}
	fp8 := strings.HasPrefix(r.A, "e")
	if fp8 {
		m.sum.floor = noFloor
	}
	switch {
	case fp8 && r.Kind == tensor.Wgmma:
		m.sum.frac, m.sum.keep = 13, 13
	case fp8: // also of a sparse A: in the order of the products that are left
		m.last = true
		m.groups = make([][]int, 2)
		for i := range k {
			m.groups[i%4/2] = append(m.groups[i%4/2], i)
		}
	case r.A == "tf32" && strings.HasPrefix(r.Kind, "wmma"):
		m.groups = [][]int{{0, 1, 2, 3}, {4, 5, 6, 7}}
	}
	return m
}

func (m multiplier) dot(d tensor.Dot) uint64 {
	var a, b []number
	for i := range d.A {
		a, b = append(a, decode(m.r.A, d.A[i])), append(b, decode(m.r.B, d.B[i]))
		a[i].neg = a[i].neg != strings.HasPrefix(m.r.Tail, ", -1")
		b[i].neg = b[i].neg != strings.HasPrefix(m.r.Tail, ", 1, -1")
	}
	acc := decode(m.r.C, d.C)
	switch {
	case m.last:
		acc = decode(m.r.D, 0)
	case m.r.C != m.sum.out:
		acc = decode(m.sum.out, uint64(math.Float32bits(decode32(m.r.C, d.C))))
	}
	var result uint64
	for _, g := range m.groups {
		var x, y []number
		for _, i := range g {
			x, y = append(x, a[i]), append(y, b[i])
		}
		result = m.sum.add(x, y, acc)
		acc = decode(m.sum.out, result)
	}
	if m.last {
		return addNearest(m.r.D, acc, decode(m.r.C, d.C))
	}
	if m.r.D != m.sum.out {
		return half(math.Float32frombits(uint32(result)))
	}
	return result
}

// addNearest is the sum of two numbers, rounded to nearest even.
func addNearest(typ string, x, y number) uint64 {
	sum := x.float32() + y.float32()
	if typ == "f16" { // the sum of two f16 is exact in f32, or has no effect on the rounding
		return half(sum)
	}
	return single(sum)
}

func single(f float32) uint64 {
	if f != f {
		return canonicalNaN("f32")
	}
	return uint64(math.Float32bits(f))
}

// half rounds to f16; unlike sum.add it keeps the sign of what becomes 0.
func half(f float32) uint64 {
	neg := math.Signbit(float64(f))
	switch x := math.Abs(float64(f)); {
	case f != f:
		return canonicalNaN("f16")
	case x >= 65520:
		return infinity("f16", neg)
	default:
		// A multiple of 2^-24, or of a larger power of two: rounded to nearest even.
		e := max(-14, math.Ilogb(x))
		v := math.Ldexp(math.RoundToEven(math.Ldexp(x, 10-e)), e-10)
		h := pack("f16", int64(v*(1<<24)), -24, 10, false)
		if neg {
			h |= 0x8000
		}
		return h
	}
}

// chain is m8n8k4 with a result of f32: fma of one product after the other from +0
// on, then C is added.
func chain(r *tensor.Record, d tensor.Dot) uint64 {
	var acc float32
	for i := range d.A {
		acc = fma32(decode32("f16", d.A[i]), decode32("f16", d.B[i]), acc)
	}
	return single(acc + decode32(r.C, d.C))
}

// pairs is m8n8k4 with a result of f16.
func pairs(d tensor.Dot) uint64 {
	var p [4]float32
	for i := range p {
		p[i] = float32(decode32("f16", d.A[i]) * decode32("f16", d.B[i])) // exact
	}
	first := float32(p[0]+p[1]) + decode32("f16", d.C)
	return half(float32(p[2]+p[3]) + first)
}

func decode32(typ string, v uint64) float32 {
	if typ == "f32" {
		return math.Float32frombits(uint32(v))
	}
	return decode(typ, v).float32()
}

func (x number) float32() float32 {
	f := math.Ldexp(float64(x.sig), x.exp-x.frac)
	switch {
	case x.nan:
		f = math.NaN()
	case x.inf:
		f = math.Inf(1)
	}
	if x.neg {
		f = -f
	}
	return float32(f)
}

// fma32 rounds once: big.Float has the exact sum.
func fma32(a, b, c float32) float32 {
	p := float64(a) * float64(b) // exact
	if s := p + float64(c); s == 0 || s != s || math.IsInf(s, 0) {
		return float32(s)
	}
	x := new(big.Float).SetPrec(400).SetFloat64(p)
	f, _ := x.Add(x, new(big.Float).SetFloat64(float64(c))).Float32()
	return f
}

// Floats have the bits of the numeric model.
func TestFloats(t *testing.T) {
	products(t, func(t *testing.T, r *tensor.Record) {
		switch {
		case r.D == "s32" || r.A == "f64":
		case r.Kind == tensor.Mma884 && r.D == "f16":
			compare(t, r, pairs)
		case r.Kind == tensor.Mma884:
			compare(t, r, func(d tensor.Dot) uint64 { return chain(r, d) })
		case r.A == "tf32" && strings.HasPrefix(r.Family, "meta"):
			// Metadata other than 0100 and 1110: undefined.
		default:
			compare(t, r, multiplierOf(r).dot)
		}
	})
}
