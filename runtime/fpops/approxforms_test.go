package fpops_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// The approximate instructions that are put together from others: divisions,
// half precision, the upper words of f64, and fma.oob.

// refDiv is div.approx, or div.full, by the reference of rcp and the exact
// oracle of mul.
func refDiv(r *mufuReference, full, ftz bool, a, b uint32) uint32 {
	mul := func(x, y uint32) uint32 {
		return uint32(ieee.Arith(ieee.F32, "mul", "rn", ftz, []uint64{uint64(x), uint64(y)}))
	}
	scale := uint32(0x3f800000)
	switch m := b & 0x7fffffff; {
	case full && m > 0x7e800000 && m <= 0x7f800000: // above 2^126
		scale = 0x3e800000
	case m < 0x00800000 && !ftz:
		scale = 0x4b800000
	}
	if scale != 0x3f800000 {
		a, b = mul(a, scale), mul(b, scale)
	}
	return mul(a, r.rcpF32(b, true))
}

// rank numbers the finite floats in their order.
func rank(x float32) int64 {
	u := math.Float32bits(x)
	if u>>31 != 0 {
		return -int64(u & 0x7fffffff)
	}
	return int64(u)
}

func TestApproxDiv(t *testing.T) {
	r := readMufu(t)
	operands := tuples(ieee.F32, trials(100000))
	rnd := rand.New(rand.NewPCG(3, 14))
	for range trials(100000) {
		operands = append(operands, []uint64{uint64(rnd.Uint32()), uint64(rnd.Uint32())})
	}
	for _, c := range []struct {
		name      string
		full, ftz bool
		fn        func(a, b float32) float32
	}{
		{"div.approx", false, false, fpops.DivApproxF32},
		{"div.approx.ftz", false, true, fpops.DivApproxFtzF32},
		{"div.full", true, false, fpops.DivFullF32},
		{"div.full.ftz", true, true, fpops.DivFullFtzF32},
	} {
		bad := &failures{t: t}
		var worst, worstReal float64
		for _, u := range operands {
			ua, ub := uint32(u[0]), uint32(u[1])
			a, b := math.Float32frombits(ua), math.Float32frombits(ub)
			got := c.fn(a, b)
			if want := refDiv(r, c.full, c.ftz, ua, ub); math.Float32bits(got) != want {
				bad.errorf("%s %#x %#x = %#x, want %#x", c.name, ua, ub, math.Float32bits(got), want)
			}
			magnitude := math.Abs(float64(b))
			if !c.full && magnitude > 0x1p126 && magnitude < 0x1p128 { // the manual's special case
				want := (ua ^ ub) & 0x80000000
				if a-a != 0 {
					want = 0x7fffffff
				}
				if math.Float32bits(got) != want {
					bad.errorf("%s %#x %#x = %#x, want %#x", c.name, ua, ub, math.Float32bits(got), want)
				}
				continue
			}
			exact := float64(a) / float64(b)
			if !c.full && magnitude < 0x1p-126 || exact-exact != 0 || math.Abs(exact) > 0x1.fffff8p127 || exact == 0 {
				continue
			}
			if c.ftz && (math.Abs(exact) < 0x1p-126 || math.Abs(float64(a)) < 0x1p-126 || magnitude < 0x1p-126) {
				continue
			}
			if c.ftz && got == 0 && math.Abs(exact) < 0x1.00001p-126 {
				continue // a result that is too small, and flushed
			}
			worst = math.Max(worst, math.Abs(float64(rank(got)-rank(float32(exact)))))
			real, _, _ := errorOf(got, exact)
			worstReal = math.Max(worstReal, real)
		}
		// The bound counts from the correctly rounded result, as all of CUDA's do
		// ("Mathematical Functions" of its programming guide).
		checkBound(t, c.name, worst, 2)
		checkBound(t, c.name+" from the exact quotient", worstReal, 2.5)
		for _, s := range []struct{ a, b, want uint32 }{ // those of a division
			{0x3f800000, 0, 0x7f800000}, {0x3f800000, 1 << 31, 0xff800000}, {0, 0, 0x7fffffff},
			{0x7f800000, 0x7f800000, 0x7fffffff}, {0x7f800000, 0xc0000000, 0xff800000},
			{0xbf800000, 0x7f800000, 1 << 31}, {0x7fc00001, 0x3f800000, 0x7fffffff}, {0x3f800000, 0xffc00001, 0x7fffffff},
		} {
			if got := math.Float32bits(c.fn(math.Float32frombits(s.a), math.Float32frombits(s.b))); got != s.want {
				t.Errorf("%s %#x %#x = %#x, want %#x", c.name, s.a, s.b, got, s.want)
			}
		}
	}
	for _, c := range []struct{ a, b, want float32 }{
		{1, 2, fpops.DivApproxFtzF32(1, 2)}, {3, 2, 1}, {-1, 2, 0}, {0, 0, 0}, {float32(inf), 1, 1},
	} {
		if got := fpops.DivApproxFtzSatF32(c.a, c.b); math.Float32bits(got) != math.Float32bits(c.want) {
			t.Errorf("div.sat %g %g = %g, want %g", c.a, c.b, got, c.want)
		}
	}
}

// TestApproxHalf checks the functions of f16 and bf16 for all operands: the f32
// function, or the exact one and some slack, cut off by the exact oracle.
func TestApproxHalf(t *testing.T) {
	cut := func(f func(float32) float32) func(float64) float64 {
		return func(x float64) float64 { return float64(f(float32(x))) }
	}
	tanh := cut(fpops.TanhApproxF32)
	for _, c := range []struct {
		name    string
		format  ieee.Format
		ftz     bool
		fn      func(uint16) uint16
		fn2     func(uint32) uint32
		between func(float64) float64 // what is cut off
		exact   func(float64) float64
		bound   float64 // relative for ex2, absolute for tanh
	}{
		{"ex2", ieee.F16, false, fpops.Ex2ApproxF16, fpops.Ex2ApproxF16x2, cut(fpops.Ex2ApproxF32), math.Exp2, math.Exp2(-9.9)},
		{"ex2", ieee.BF16, true, fpops.Ex2ApproxFtzBf16, fpops.Ex2ApproxFtzBf16x2, cut(fpops.Ex2ApproxFtzF32), math.Exp2, 0x1p-7},
		{"tanh", ieee.F16, false, fpops.TanhApproxF16, fpops.TanhApproxF16x2, tanh, math.Tanh, math.Exp2(-10.987)},
		{"tanh", ieee.BF16, false, fpops.TanhApproxBf16, fpops.TanhApproxBf16x2, tanh, math.Tanh, 0x1p-8 + 0x1p-20}, // the manual says 2^-8, and a GPU exceeds it by the error of its f32
	} {
		bad := &failures{t: t}
		var worst float64
		for u := range uint32(1 << 16) {
			got := uint64(c.fn(uint16(u)))
			want := c.format.NaN()
			if !c.format.IsNaN(uint64(u)) {
				x := valueOf(c.format, uint64(u))
				y := c.between(x)
				want = ieee.Encode(c.format, ieee.Decode(ieee.F64, math.Float64bits(y)), "rz", c.ftz)
				if c.format == ieee.F16 && y >= 1<<16 {
					want = c.format.Inf() // the unit does not saturate
				}
				if v, exact := valueOf(c.format, got), c.exact(x); exact-exact == 0 && v-v == 0 {
					e := math.Abs(v - exact)
					if c.name == "ex2" {
						e /= exact
						if got < 1<<c.format.Man { // nothing is promised of subnormals
							e = 0
						}
					}
					worst = math.Max(worst, e)
				}
			}
			if got != want {
				bad.errorf("%s.%s %#x = %#x, want %#x", c.name, c.format.Name, u, got, want)
			}
			other := u * 0x9e37 & 0xffff
			if got, want := c.fn2(other<<16|u), uint32(c.fn(uint16(other)))<<16|uint32(c.fn(uint16(u))); got != want {
				bad.errorf("%s.%sx2 %#x = %#x, want %#x", c.name, c.format.Name, other<<16|u, got, want)
			}
		}
		checkBound(t, c.name+"."+c.format.Name, worst, c.bound)
	}
}

// refUpper is rcp or rsqrt.approx.ftz.f64 on upper words, by the f32 reference:
// the fraction's 20 bits are the upper ones of an f32 between 1 and 4.
func refUpper(r *mufuReference, root bool, hi uint32) uint32 {
	sign := hi & 0x80000000
	e := int(hi>>20&0x7ff) - 1023
	switch a := hi & 0x7fffffff; {
	case a > 0x7ff00000, root && sign != 0 && a >= 1<<20:
		return refNaN
	case a == 0x7ff00000:
		return sign
	case a < 1<<20:
		return sign | 0x7ff00000
	}
	x := 127<<23 | hi&0xfffff<<3
	var y float64
	if root {
		if e%2 != 0 {
			x += 1 << 23
			e--
		}
		y = math.Ldexp(float64(math.Float32frombits(r.rsqrtF32(x, true))), -e/2)
	} else {
		y = math.Ldexp(float64(math.Float32frombits(r.rcpF32(x, true))), -e)
	}
	if y < 0x1p-1022 {
		y = 0
	}
	return sign | uint32(math.Float64bits(y)>>32)
}

func TestApproxUpper(t *testing.T) {
	r := readMufu(t)
	for _, c := range []struct {
		name  string
		root  bool
		fn    func(float64) float64
		exact func(float64) float64
	}{
		{"rcp", false, fpops.RcpApproxFtzF64, func(x float64) float64 { return 1 / x }},
		{"rsqrt", true, fpops.RsqrtApproxFtzF64, func(x float64) float64 { return 1 / math.Sqrt(x) }},
	} {
		bad := &failures{t: t}
		rnd := rand.New(rand.NewPCG(6, 4))
		var worst float64
		check := func(hi, lo uint32) {
			x := math.Float64frombits(uint64(hi)<<32 | uint64(lo))
			got := math.Float64bits(c.fn(x))
			if want := uint64(refUpper(r, c.root, hi)) << 32; got != want {
				bad.errorf("%s %#x%08x = %#x, want %#x", c.name, hi, lo, got, want)
			}
			x = math.Float64frombits(uint64(hi) << 32)
			if y := c.exact(x); y-y == 0 && math.Abs(y) >= 0x1p-1022 && math.Abs(x) >= 0x1p-1022 {
				worst = math.Max(worst, math.Abs(math.Float64frombits(got)-y)/math.Abs(y))
			}
		}
		for e := range uint32(1 << 12) {
			for _, f := range []uint32{0, 1, 2, 0xfffff, 0xffffe, 0x80000} {
				check(e<<20|f, 0)
				check(e<<20|f, rnd.Uint32())
			}
			for range 64 {
				check(e<<20|rnd.Uint32()&0xfffff, rnd.Uint32())
			}
		}
		if testmode.Long() {
			for hi := range uint32(math.MaxUint32) {
				check(hi, hi)
			}
		}
		checkBound(t, c.name+".approx.ftz.f64", worst, 0x1p-20+0x1p-22) // the cut, and the unit
		for x, want := range map[float64]uint64{                        // the manual's tables
			-inf: 1 << 63, minus0: 0xfff << 52, 0: 0x7ff << 52, inf: 0, 5e-324: 0x7ff << 52, -5e-324: 0xfff << 52,
			-0x1p-1023: 0xfff << 52, 0x1p-1023: 0x7ff << 52,
		} {
			if c.root && x == -inf {
				want = 0x7fffffff << 32
			}
			if got := math.Float64bits(c.fn(x)); got != want {
				t.Errorf("%s %g = %#x, want %#x", c.name, x, got, want)
			}
		}
		for _, u := range []uint64{0x7ff8 << 48, 0xfff8 << 48, 0x7ff00001 << 32, 0xffffffff << 32} {
			if got := math.Float64bits(c.fn(math.Float64frombits(u))); got != 0x7fffffff<<32 {
				t.Errorf("%s %#x = %#x", c.name, u, got)
			}
		}
	}
}

// TestApproxRsqrtF64 checks the special values, that the others are within one unit of
// the accurate form, which has its tests, and some that a GPU has not rounded correctly.
func TestApproxRsqrtF64(t *testing.T) {
	far := 0
	r := rand.New(rand.NewPCG(6, 5))
	for range 100000 {
		x := math.Float64frombits(r.Uint64N(0x7ff << 52))
		got, want := math.Float64bits(fpops.RsqrtApproxF64(x)), math.Float64bits(fpops.RsqrtAccurateF64(x))
		if d := int64(got - want); d != 0 {
			if far++; d != 1 && d != -1 {
				t.Errorf("rsqrt.approx.f64 %g = %#x, want %#x", x, got, want)
			}
		}
	}
	if far == 0 || far > 1000 {
		t.Errorf("%d of 100000 are not correctly rounded", far)
	}
	for x, want := range map[uint64]uint64{0x3ff0004e00000000: 0x3fefffb2011d2b79, 0x3ff003d400000000: 0x3feffc2cafb7b76d, 0x3ff00bbf00000000: 0x3feff44773b3b23f} {
		if got := math.Float64bits(fpops.RsqrtApproxF64(math.Float64frombits(x))); got != want {
			t.Errorf("rsqrt.approx.f64 %#x = %#x, want %#x", x, got, want)
		}
	}
	for x, want := range map[float64]float64{inf: 0, 0: inf, minus0: -inf, 4: 0.5, 0x1p-1074: 0x1p537} {
		if got := fpops.RsqrtApproxF64(x); got != want {
			t.Errorf("rsqrt.approx.f64 %g = %g, want %g", x, got, want)
		}
	}
	for _, x := range []float64{-inf, -1, nan} {
		if got := fpops.RsqrtApproxF64(x); got == got {
			t.Errorf("rsqrt.approx.f64 %g = %g", x, got)
		}
	}
}

// TestOob checks that the OOB NaN of either sign gives +0, as a factor, in each half, and
// that everything else is fma.
func TestOob(t *testing.T) {
	const oob, minus = 0x7ff7, 0xfff7
	type fma = func(a, b, c uint16) uint16
	type fma2 = func(a, b, c uint32) uint32
	for _, c := range []struct {
		name       string
		f          ieee.Format
		fn, plain  fma
		fn2, pair2 fma2
	}{
		{"f16", ieee.F16, fpops.FmaRnOobF16, fpops.FmaRnF16, fpops.FmaRnOobF16x2, fpops.FmaRnF16x2},
		{"relu.f16", ieee.F16, fpops.FmaRnOobReluF16, fpops.FmaRnReluF16, fpops.FmaRnOobReluF16x2, fpops.FmaRnReluF16x2},
		{"bf16", ieee.BF16, fpops.FmaRnOobBf16, fpops.FmaRnBf16, fpops.FmaRnOobBf16x2, fpops.FmaRnBf16x2},
		{"relu.bf16", ieee.BF16, fpops.FmaRnOobReluBf16, fpops.FmaRnReluBf16, fpops.FmaRnOobReluBf16x2, fpops.FmaRnReluBf16x2},
	} {
		var last []uint64
		for _, u := range tuples(c.f, trials(20000)) {
			a, b, d := uint16(u[0]), uint16(u[1]), uint16(u[2])
			want := c.plain(a, b, d)
			if a&0x7fff == oob || b&0x7fff == oob {
				want = 0
			}
			if got := c.fn(a, b, d); got != want {
				t.Fatalf("fma.rn.oob.%s %#x %#x %#x = %#x, want %#x", c.name, a, b, d, got, want)
			}
			for _, zero := range []uint16{c.fn(oob, b, d), c.fn(a, oob, d), c.fn(minus, b, d), c.fn(a, minus, d)} {
				if zero != 0 {
					t.Fatalf("fma.rn.oob.%s of the OOB NaN and %#x %#x %#x = %#x", c.name, a, b, d, zero)
				}
			}
			if last != nil {
				pair := func(i int) uint32 { return uint32(u[i])<<16 | uint32(last[i]) }
				hi, lo := c.fn(a, b, d), c.fn(uint16(last[0]), uint16(last[1]), uint16(last[2]))
				if got, want := c.fn2(pair(0), pair(1), pair(2)), uint32(hi)<<16|uint32(lo); got != want {
					t.Fatalf("fma.rn.oob.%sx2 %#x %#x %#x = %#x, want %#x", c.name, pair(0), pair(1), pair(2), got, want)
				}
			}
			last = u
		}
		if nan := uint16(c.f.NaN()); c.fn(nan, 0, 0) != nan || c.fn(0, 0, oob) != nan {
			t.Errorf("fma.rn.oob.%s does not deliver the NaN of arithmetic", c.name)
		}
		if got := c.fn2(oob, 0x3c003c00, 0); got>>16 != 0 || got&0xffff != 0 {
			t.Errorf("fma.rn.oob.%sx2 of an OOB NaN = %#x", c.name, got)
		}
		if got, want := c.fn2(0x3c007ff7, 0x3c003c00, 0), c.pair2(0x3c000000, 0x3c003c00, 0); got != want {
			t.Errorf("fma.rn.oob.%sx2 with one OOB NaN = %#x, want %#x", c.name, got, want)
		}
	}
}
