package fpops_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/fpops/fptable"
)

// What the manual says about the approximate instructions: special values, and
// how large the errors may be.

// approxSpecials are the tables of special values: the results for -Inf, -1,
// -0, +0, +Inf and NaN, where they are fixed. "*" is not a special value.
var approxSpecials = []struct{ head, results string }{
	{"rcp", "-0 -1 -Inf +Inf +0 NaN"},
	{"sqrt", "NaN NaN -0 +0 +Inf NaN"},
	{"rsqrt", "NaN NaN -Inf +Inf +0 NaN"},
	{"sin", "NaN * -0 +0 NaN NaN"},
	{"cos", "NaN * 1 1 NaN NaN"},
	{"lg2", "NaN NaN -Inf -Inf +Inf NaN"},
	{"ex2", "+0 0.5 1 1 +Inf NaN"},
	{"tanh", "-1 * -0 +0 1 NaN"},
}

// specialBits returns a result of the tables in a format.
func specialBits(f ieee.Format, text string) uint64 {
	switch text {
	case "NaN":
		return f.NaN()
	case "+Inf":
		return f.Inf()
	case "-Inf":
		return f.SignBit() | f.Inf()
	case "+0":
		return 0
	case "-0":
		return f.SignBit()
	}
	var x float64
	if _, err := fmt.Sscan(text, &x); err != nil {
		panic(err)
	}
	return ieee.Encode(f, ieee.Decode(ieee.F64, math.Float64bits(x)), "rn", false)
}

// TestApproxSpecials checks all functions of one operand of a format.
func TestApproxSpecials(t *testing.T) {
	for _, c := range approxSpecials {
		var want [6]string
		if _, err := fmt.Sscan(c.results, &want[0], &want[1], &want[2], &want[3], &want[4], &want[5]); err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, variant := range []string{"approx", "approxSm50", "approxSm60", "approx.ftz", "approxSm50.ftz", "approxSm60.ftz"} {
			for typ, f := range map[string]ieee.Format{"f32": ieee.F32, "f16": ieee.F16, "bf16": ieee.BF16} {
				name := goName(c.head + "." + variant + "." + typ)
				if fptable.Func(name) == nil {
					continue
				}
				found++
				fn := lookupName(t, name)
				for i, u := range []uint64{f.SignBit() | f.Inf(), f.SignBit() | f.One(), f.SignBit(), 0, f.Inf(), f.NaN()} {
					if want[i] == "*" {
						continue
					}
					if got, want := fn([]uint64{u}), specialBits(f, want[i]); got != want {
						t.Errorf("%s(%#x) = %#x, want %#x", name, u, got, want)
					}
				}
				for _, u := range []uint64{f.Inf() + 1, f.SignBit() | f.Inf() + 1, 2*f.SignBit() - 1} {
					if got := fn([]uint64{u}); got != f.NaN() {
						t.Errorf("%s(%#x) = %#x, want NaN", name, u, got)
					}
				}
				least := uint64(1) << f.Man
				for _, u := range []uint64{1, least / 2, least - 1} {
					for _, sign := range []uint64{0, f.SignBit()} {
						got, zero := fn([]uint64{sign | u}), fn([]uint64{sign})
						switch {
						case variant[len(variant)-3:] == "ftz" && got != zero:
							t.Errorf("%s(%#x) = %#x, want that of zero, %#x", name, sign|u, got, zero)
						case c.head == "tanh" && got != sign|u:
							t.Errorf("%s(%#x) = %#x, want the operand", name, sign|u, got)
						}
					}
				}
			}
		}
		if found < 1 || c.head != "tanh" && found < 2 {
			t.Errorf("%s: %d functions", c.head, found)
		}
	}
}

// errorOf measures got against an exact result, in units of the last place of
// f32, and relative and absolute.
func errorOf(got float32, exact float64) (ulps, relative, absolute float64) {
	absolute = math.Abs(float64(got) - exact)
	_, e := math.Frexp(exact)
	return absolute / math.Ldexp(1, max(e, -125)-24), absolute / math.Abs(exact), absolute
}

// maxErrors keeps the greatest errors of a function.
type maxErrors struct{ ulps, relative, absolute float64 }

func (m *maxErrors) add(got float32, exact float64) {
	u, r, a := errorOf(got, exact)
	m.ulps, m.relative, m.absolute = math.Max(m.ulps, u), math.Max(m.relative, r), math.Max(m.absolute, a)
}

// checkBound compares a greatest error with a bound, and logs both.
func checkBound(t *testing.T, what string, got, bound float64) {
	t.Helper()
	text := fmt.Sprintf("%s: error %.4g (2^%.3f), bound %.4g (2^%.3f)", what, got, math.Log2(got), bound, math.Log2(bound))
	if !(got <= bound && got > 0) {
		t.Error(text)
	} else {
		t.Log(text)
	}
}

// TestApproxBounds measures the errors over the sample and compares them with
// the manual's bounds.
func TestApproxBounds(t *testing.T) {
	bound := func(what string, got, bound float64) { t.Helper(); checkBound(t, what, got, bound) }
	const turn = 2 * math.Pi
	var rcp, rsqrt, sqrt, sqrtSm50, ex2, lg2, lg2Far, tanh maxErrors
	waves := []struct {
		name      string
		fn        func(float32) float32
		exact     func(float64) float64
		near, far maxErrors
	}{
		{name: "sin", fn: fpops.SinApproxF32, exact: math.Sin},
		{name: "sin up to sm_61", fn: fpops.SinApproxSm60F32, exact: math.Sin},
		{name: "cos", fn: fpops.CosApproxF32, exact: math.Cos},
		{name: "cos up to sm_61", fn: fpops.CosApproxSm60F32, exact: math.Cos},
	}
	for _, u := range mufuSample() {
		x := math.Float32frombits(u)
		d := float64(x)
		if d-d != 0 || d == 0 {
			continue
		}
		if inverse := 1 / d; math.Abs(inverse) < 0x1p128 {
			rcp.add(fpops.RcpApproxF32(x), inverse)
		}
		if d > 0 {
			rsqrt.add(fpops.RsqrtApproxF32(x), 1/math.Sqrt(d))
			sqrt.add(fpops.SqrtApproxF32(x), math.Sqrt(d))
			sqrtSm50.add(fpops.SqrtApproxSm50F32(x), math.Sqrt(d))
			switch l := mathLog2(d); {
			case d > 0.5 && d < 2 && d != 1:
				lg2.add(fpops.Lg2ApproxF32(x), l)
			case d != 1:
				lg2Far.add(fpops.Lg2ApproxF32(x), l)
			}
		}
		if y := float32(math.Exp2(d)); y != 0 && !math.IsInf(float64(y), 0) {
			ex2.add(fpops.Ex2ApproxF32(x), float64(y)) // the bound is from the rounded result
		}
		tanh.add(fpops.TanhApproxF32(x), math.Tanh(d))
		for i := range waves {
			w := &waves[i]
			switch {
			case math.Abs(d) <= turn:
				w.near.add(w.fn(x), w.exact(d))
			case math.Abs(d) <= 50*turn:
				w.far.add(w.fn(x), w.exact(d))
			}
		}
	}
	bound("rcp", rcp.ulps, 1)
	bound("rsqrt", rsqrt.relative, math.Exp2(-22.9))
	bound("sqrt", sqrt.relative, 0x1p-23)
	bound("sqrt up to sm_53", sqrtSm50.relative, math.Exp2(-22.9)+0x1p-23) // that of rsqrt and of rcp
	bound("lg2 from 1/2 to 2", lg2.absolute, 0x1p-22)
	bound("lg2", lg2Far.relative, 0x1p-22)
	bound("ex2", ex2.ulps, 2)
	bound("tanh", tanh.relative, 0x1p-11)
	for _, w := range waves {
		bound(w.name+" to 2pi", w.near.absolute, math.Exp2(-20.5))
		bound(w.name+" to 100pi", w.far.absolute, math.Exp2(-14.7))
	}
}
