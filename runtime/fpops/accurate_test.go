package fpops_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/fpops/fptable"
)

// accurateFunc is an approximate instruction of f32 with one operand.
type accurateFunc struct {
	head     string // "ex2" for Ex2AccurateF32
	fn, ftz  func(float32) float32
	math     func(x float64) (y float64, sure bool) // with an error below 2^-45*y if sure
	exact    func(x float64) ieee.Number            // for finite x with a finite result other than 0
	symmetry float32                                // fn(-x) = symmetry*fn(x), 0 for neither
	hard     []uint32                               // operands whose results are close to a tie
	special  [6]float64                             // the results for -Inf, -1, -0, +0, +Inf, NaN
}

// surely is a function of package math that is accurate everywhere.
func surely(f func(float64) float64) func(float64) (float64, bool) {
	return func(x float64) (float64, bool) { return f(x), true }
}

// sinusoid is math.Sin or math.Cos, which are not accurate around the zeros of
// large operands.
func sinusoid(f func(float64) float64) func(float64) (float64, bool) {
	return func(x float64) (float64, bool) {
		y := f(x)
		return y, math.Abs(x) < 1<<13 || math.Abs(y) > 0x1p-14
	}
}

// mathLog2 is math.Log2 where it does not cancel.
func mathLog2(x float64) float64 {
	if x > 0.5 && x < 2 {
		return math.Log1p(x-1) / math.Ln2
	}
	return math.Log2(x)
}

var (
	nan, inf = math.NaN(), math.Inf(1)
	minus0   = math.Copysign(0, -1)
)

var accurateFuncs = []accurateFunc{
	{"rcp", fpops.RcpAccurateF32, fpops.RcpAccurateFtzF32, surely(func(x float64) float64 { return 1 / x }), exactRcp, -1,
		[]uint32{0x3f800001, 0x3fffffff}, [6]float64{minus0, -1, -inf, inf, 0, nan}},
	{"sqrt", fpops.SqrtAccurateF32, fpops.SqrtAccurateFtzF32, surely(math.Sqrt), exactSqrt, 0,
		[]uint32{0x3f800001, 0x3fffffff, 0x407fffff}, [6]float64{nan, nan, minus0, 0, inf, nan}},
	{"rsqrt", fpops.RsqrtAccurateF32, fpops.RsqrtAccurateFtzF32, surely(func(x float64) float64 { return 1 / math.Sqrt(x) }), exactRsqrt, 0,
		[]uint32{0x013a18e3, 0x7f3a18e3}, [6]float64{nan, nan, -inf, inf, 0, nan}},
	{"sin", fpops.SinAccurateF32, fpops.SinAccurateFtzF32, sinusoid(math.Sin), exactSin, -1,
		[]uint32{0x46199998, 0x55cafb2a, 0x73243f06, 0x4371ade3, 0x67a9242b}, [6]float64{nan, math.Sin(-1), minus0, 0, nan, nan}},
	{"cos", fpops.CosAccurateF32, fpops.CosAccurateFtzF32, sinusoid(math.Cos), exactCos, 1,
		[]uint32{0x39800000, 0x3c107fe6, 0x5922aa80, 0x59443c0a, 0x5f18b878, 0x61703976, 0x6115cb11, 0x7908cd73, 0x7a4b1a27, 0x4c251d9c},
		[6]float64{nan, math.Cos(-1), 1, 1, nan, nan}},
	{"lg2", fpops.Lg2AccurateF32, fpops.Lg2AccurateFtzF32, surely(mathLog2), exactLg2, 0,
		[]uint32{0x3ea07ab9, 0x002452a4, 0x7f114a90, 0x0048a548}, [6]float64{nan, nan, -inf, -inf, inf, nan}},
	{"ex2", fpops.Ex2AccurateF32, fpops.Ex2AccurateFtzF32, surely(math.Exp2), exactEx2, 0,
		[]uint32{0x3b429d37, 0xbcf3a937, 0xb52d1f9a, 0xb8d3d026, 0xbaec2b40}, [6]float64{0, 0.5, 1, 1, inf, nan}},
	{"tanh", fpops.TanhAccurateF32, nil, surely(math.Tanh), exactTanh, -1,
		[]uint32{0x3ac37de2, 0x3eee0566, 0x40acb4d0, 0x3cd41b91}, [6]float64{-1, math.Tanh(-1), minus0, 0, 1, nan}},
}

// expect returns the correctly rounded result of f for an operand of any
// format, rounded to a format. It takes package math's word where that is
// clear, and else computes with the series.
func (f *accurateFunc) expect(to ieee.Format, x float64, ftz bool) uint64 {
	y, sure := f.math(x)
	if y != y {
		return to.NaN()
	}
	near := func(y float64) uint64 {
		return ieee.Encode(to, ieee.Decode(ieee.F64, math.Float64bits(y)), "rn", ftz)
	}
	low, high := near(y*(1-0x1p-40)), near(y*(1+0x1p-40))
	if low == high && sure || y == 0 && x == 0 || x-x != 0 {
		return low
	}
	return ieee.Encode(to, f.exact(x), "rn", ftz)
}

// TestAccurateSpecials checks the tables of special values in the manual.
func TestAccurateSpecials(t *testing.T) {
	for i := range accurateFuncs {
		f := &accurateFuncs[i]
		for j, x := range []float64{-inf, -1, minus0, 0, inf, nan} {
			want := math.Float32bits(float32(f.special[j]))
			if f.special[j] != f.special[j] {
				want = 0x7fffffff
			}
			for _, fn := range []func(float32) float32{f.fn, f.ftz} {
				if fn == nil {
					continue
				}
				if got := math.Float32bits(fn(float32(x))); got != want {
					t.Errorf("%s %g = %#x, want %#x", f.head, x, got, want)
				}
				if j == 5 { // any NaN
					for _, u := range []uint32{0x7f800001, 0xff800001, 0xffffffff, 0x7fc00000} {
						if got := math.Float32bits(fn(math.Float32frombits(u))); got != want {
							t.Errorf("%s %#x = %#x, want %#x", f.head, u, got, want)
						}
					}
				}
			}
			if f.ftz != nil { // subnormals of either sign are zeros
				for _, u := range []uint32{1, 0x400000, 0x7fffff} {
					for _, sign := range []uint32{0, 1 << 31} {
						x := math.Float32frombits(u | sign)
						if got, want := math.Float32bits(f.ftz(x)), math.Float32bits(f.ftz(x*0)); got != want {
							t.Errorf("%s.ftz %g = %#x, want %#x", f.head, x, got, want)
						}
					}
				}
			}
		}
	}
}

// check compares the results for one operand with the oracle.
func (f *accurateFunc) check(bad *failures, u uint32) {
	x := math.Float32frombits(u)
	want := f.expect(ieee.F32, float64(x), false)
	if got := uint64(math.Float32bits(f.fn(x))); got != want {
		bad.errorf("%s %#x = %#x, want %#x", f.head, u, got, want)
	}
	if f.ftz == nil {
		return
	}
	if ieee.F32.IsSubnormal(uint64(u)) {
		x *= 0
	}
	want = f.expect(ieee.F32, float64(x), true)
	if got := uint64(math.Float32bits(f.ftz(math.Float32frombits(u)))); got != want {
		bad.errorf("%s.ftz %#x = %#x, want %#x", f.head, u, got, want)
	}
}

// TestAccurate checks operands where the result is close to a tie, around the
// powers of 2 and where results overflow or become subnormal, and random ones.
func TestAccurate(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range accurateFuncs {
		f := &accurateFuncs[i]
		bad := &failures{t: t}
		for _, u := range f.hard {
			x := float64(math.Float32frombits(u))
			want := ieee.Encode(ieee.F32, f.exact(x), "rn", false)
			if got := uint64(math.Float32bits(f.fn(float32(x)))); got != want {
				bad.errorf("%s %#x = %#x, want %#x", f.head, u, got, want)
			}
		}
		for e := range uint32(256) {
			for d := range uint32(8) {
				f.check(bad, e<<23+d-4)
				f.check(bad, 1<<31+e<<23+d-4)
			}
		}
		for _, x := range []float32{-150, -149.5, -149, -127, -126, 24, 127, 128, 9.01, 10, math.Pi, 1 << 24} {
			for d := range uint32(200) {
				f.check(bad, math.Float32bits(x)+d-100)
			}
		}
		for n := trials(100000); n > 0; n-- {
			f.check(bad, r.Uint32())
			f.check(bad, math.Float32bits(float32(r.NormFloat64()*8)))
		}
	}
}

// accurateHalf is an approximate instruction of f16 or bf16.
type accurateHalf struct {
	head, of string // of an accurateFunc
	format   ieee.Format
	ftz      bool
	fn       func(uint16) uint16
	fn2      func(uint32) uint32
}

var accurateHalves = []accurateHalf{
	{"ex2.f16", "ex2", ieee.F16, false, fpops.Ex2AccurateF16, fpops.Ex2AccurateF16x2},
	{"ex2.ftz.bf16", "ex2", ieee.BF16, true, fpops.Ex2AccurateFtzBf16, fpops.Ex2AccurateFtzBf16x2},
	{"tanh.f16", "tanh", ieee.F16, false, fpops.TanhAccurateF16, fpops.TanhAccurateF16x2},
	{"tanh.bf16", "tanh", ieee.BF16, false, fpops.TanhAccurateBf16, fpops.TanhAccurateBf16x2},
}

// TestAccurateHalf checks the 16-bit functions for all operands.
func TestAccurateHalf(t *testing.T) {
	for _, h := range accurateHalves {
		bad := &failures{t: t}
		f := accurateFuncs[slices.IndexFunc(accurateFuncs, func(f accurateFunc) bool { return f.head == h.of })]
		for u := range uint32(1 << 16) {
			x := valueOf(h.format, uint64(u&0x7fff))
			switch {
			case h.format.IsNaN(uint64(u)):
				x = nan
			case h.ftz && h.format.IsSubnormal(uint64(u)):
				x = 0
			}
			if u&0x8000 != 0 {
				x = -x
			}
			want := f.expect(h.format, x, h.ftz)
			if got := uint64(h.fn(uint16(u))); got != want {
				bad.errorf("%s %#x = %#x, want %#x", h.head, u, got, want)
			}
			other := u * 0x9e37 & 0xffff
			if got, want := h.fn2(other<<16|u), uint32(h.fn(uint16(other)))<<16|uint32(want); got != want {
				bad.errorf("%s, as a pair, %#x = %#x, want %#x", h.head, other<<16|u, got, want)
			}
		}
	}
}

// TestAccurateDiv checks the divisions, which are those of IEEE 754.
func TestAccurateDiv(t *testing.T) {
	for _, ftz := range []bool{false, true} {
		plain, sat := fpops.DivAccurateF32, fpops.DivAccurateSatF32
		if ftz {
			plain, sat = fpops.DivAccurateFtzF32, fpops.DivAccurateFtzSatF32
		}
		bad := &failures{t: t}
		for _, u := range tuples(ieee.F32, trials(20000)) {
			a, b := math.Float32frombits(uint32(u[0])), math.Float32frombits(uint32(u[1]))
			want := ieee.Arith(ieee.F32, "div", "rn", ftz, u[:2])
			if got := uint64(math.Float32bits(plain(a, b))); got != want {
				bad.errorf("div ftz=%v %#x %#x = %#x, want %#x", ftz, u[0], u[1], got, want)
			}
			if got, want := uint64(math.Float32bits(sat(a, b))), ieee.Sat(ieee.F32, want); got != want {
				bad.errorf("div.sat ftz=%v %#x %#x = %#x, want %#x", ftz, u[0], u[1], got, want)
			}
		}
	}
}

// TestAccurateTable checks that every approximate instruction of the ISA table
// has an accurate function of the right type, and that there is no other. The
// saturating divisions are of PTX before 1.4, which does not write .approx.
func TestAccurateTable(t *testing.T) {
	seen := map[string]bool{"DivAccurateSatF32": true, "DivAccurateFtzSatF32": true}
	opcodes := strings.Fields("div rcp sqrt rsqrt sin cos lg2 ex2 tanh")
	for _, row := range instructionTable(t) {
		if !slices.Contains(opcodes, row["opcode"]) {
			continue
		}
		sets := map[string][]string{}
		for def := range strings.SplitSeq(row["modifiers"], ";") {
			if name, values, ok := strings.Cut(def, "="); ok {
				sets[name] = strings.Split(values, "|")
			}
		}
		syntax, operands, _ := strings.Cut(row["syntax"], " ")
		for _, head := range expand(syntax, sets) {
			tokens := strings.Split(head, ".")
			i := slices.IndexFunc(tokens, func(s string) bool { return s == "approx" || s == "full" })
			if i < 0 {
				continue
			}
			tokens[i] = "accurate"
			name := goName(strings.Join(tokens, "."))
			seen[name] = true
			fn := fptable.Func(name)
			if fn == nil {
				t.Errorf("%s (%s): no function %s", head, row["id"], name)
				continue
			}
			if got, want := reflect.TypeOf(fn), signature(tokens, strings.Count(operands, ",")+1); got != want {
				t.Errorf("%s (%s): %s is %v, want %v", head, row["id"], name, got, want)
			}
		}
	}
	for _, name := range fptable.Names() {
		if strings.Contains(name, "Accurate") && !seen[name] {
			t.Errorf("%s stands for no instruction of the table", name)
		}
	}
}
