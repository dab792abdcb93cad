package conform

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// resolve returns the match of a head with n source operands, 0 for any number.
func resolve(t *testing.T, head string, n int) *isa.Match {
	t.Helper()
	opcode, mods, _ := strings.Cut(head, ".")
	ms, miss := isa.Resolve(opcode, strings.Split(mods, "."))
	for _, m := range ms {
		if n == 0 || len(sources(m)) == n {
			return m
		}
	}
	t.Fatalf("%s with %d operands: %v", head, n, miss)
	return nil
}

var (
	modern    = module("8.0", "sm_90")
	narrowest = module("9.1", "sm_100f") // has fp6 and fp4
	rubin     = module("9.4", "sm_107f")
)

// TestKnown checks results that the manual states, or that follow from it by
// hand.
func TestKnown(t *testing.T) {
	old := module("1.3", "sm_13")
	for _, tt := range []struct {
		m    Module
		head string
		in   []uint64
		d, q uint64
	}{
		{modern, "add.sat.f32", []uint64{0x80000000, 0x80000000}, 0, 0},                                   // -0
		{modern, "add.f32", []uint64{0x7f800000, 0xff800000}, 0x7fffffff, 0},                              // the NaN
		{modern, "mul.ftz.f32", []uint64{0x3f7fffff, 0x00800000}, 0, 0},                                   // 2^-126 - 2^-150
		{modern, "mul.f32", []uint64{0x3f7fffff, 0x00800000}, 0x00800000, 0},                              // not flushed
		{modern, "mul.f32x2", []uint64{0x3f800000_40000000, 0x40400000_3f800000}, 0x40400000_40000000, 0}, // lanes
		{modern, "fma.rn.relu.f16", []uint64{0x3c00, 0xbc00, 0}, 0, 0},                                    // -1
		{modern, "add.f64", []uint64{0x7ff0000000000001, 0xfff8000000000002}, 0xfff8000000000002, 0},      // the second
		{modern, "add.f64", []uint64{0x7ff0000000000001, 0}, 0x7ff8000000000001, 0},                       // quiet
		{modern, "min.f32", []uint64{0, 0x80000000}, 0x80000000, 0},                                       // -0 < +0
		{modern, "max.NaN.f32", []uint64{0x3f800000, 0xffc00000}, 0x7fffffff, 0},
		{modern, "max.f32", []uint64{0x3f800000, 0xffc00000}, 0x3f800000, 0},
		{modern, "min.xorsign.abs.f32", []uint64{0xbf800000, 0x40000000}, 0xbf800000, 0},
		{modern, "copysign.f32", []uint64{0x80000000, 0x3f800000}, 0xbf800000, 0}, // of the first
		{modern, "testp.normal.f32", []uint64{0}, 1, 0},                           // zeros are normal
		{modern, "testp.subnormal.f32", []uint64{1}, 1, 0},
		{modern, "set.gt.u32.f32", []uint64{0x40000000, 0x3f800000}, 0xffffffff, 0},
		{modern, "set.ne.f32.f32", []uint64{0x7fc00000, 0x3f800000}, 0, 0}, // ordered
		{modern, "set.neu.f32.f32", []uint64{0x7fc00000, 0x3f800000}, 0x3f800000, 0},
		{modern, "set.lt.u32.f16x2", []uint64{0x3c004000, 0x40003c00}, 0xffff0000, 0}, // lanes
		{modern, "setp.lt.or.f32", []uint64{0x3f800000, 0x40000000, 1}, 1, 1},         // q with c
		{modern, "setp.lt.and.f32", []uint64{0x3f800000, 0x40000000, 0}, 0, 0},
		{modern, "setp.eq.f16x2", []uint64{0x00003c00, 0x3c003c00}, 1, 0}, // p is low
		{modern, "setp.eq.f32", []uint64{0, 0x80000000}, 1, 0},            // zeros are equal
		{modern, "slct.u32.f32", []uint64{1, 2, 0x80000000}, 1, 0},        // -0 >= 0
		{modern, "slct.u32.f32", []uint64{1, 2, 0x7fc00000}, 2, 0},        // NaN
		{modern, "slct.ftz.u32.f32", []uint64{1, 2, 0x80000001}, 1, 0},
		{modern, "cvt.rzi.s32.f32", []uint64{0x7fc00000}, 0, 0}, // NaN
		{modern, "cvt.rzi.s64.f32", []uint64{0x7fc00000}, 1 << 63, 0},
		{modern, "cvt.rzi.u32.f64", []uint64{0x7ff8000000000000}, 1 << 31, 0},
		{modern, "cvt.rzi.s32.f32", []uint64{0x4f32d05e}, 0x7fffffff, 0}, // 3e9
		{modern, "cvt.rzi.u32.f32", []uint64{0xbf800000}, 0, 0},          // -1
		{modern, "cvt.rni.f32.f32", []uint64{0xbecccccd}, 0x80000000, 0}, // -0.4
		{modern, "cvt.u32.s8", []uint64{0xffffff80}, 0xffffff80, 0},
		{modern, "cvt.s32.u16", []uint64{0x18000}, 0x8000, 0},                         // chopped
		{modern, "cvt.sat.u8.s32", []uint64{0xffffffff}, 0, 0},                        // -1
		{modern, "cvt.rn.f16x2.f32", []uint64{0x3f800000, 0x40000000}, 0x3c004000, 0}, // a is high
		{modern, "cvt.rna.tf32.f32", []uint64{0x3f801000}, 0x3f802000, 0},             // a tie
		{modern, "cvt.rn.tf32.f32", []uint64{0x3f801000}, 0x3f800000, 0},
		{modern, "cvt.rn.satfinite.e4m3x2.f32", []uint64{0x447a0000, 0xff800000}, 0x7efe, 0},                                    // 1000, -Inf
		{modern, "cvt.rn.satfinite.e5m2x2.f32", []uint64{0x7fc00000, 0x3f800000}, 0x7f3c, 0},                                    // NaN, 1
		{modern, "cvt.rn.f16x2.e4m3x2", []uint64{0x7e01}, 0x5f001800, 0},                                                        // 448, 2^-9
		{narrowest, "cvt.rn.satfinite.e2m1x2.f32", []uint64{0x40200000, 0x80000001}, 0x48, 0},                                   // 2.5 is a tie; -0
		{narrowest, "cvt.rn.satfinite.e2m3x2.f32", []uint64{0x7fc00000, 0xff800000}, 0x1f3f, 0},                                 // NaN, -Inf
		{narrowest, "cvt.rn.satfinite.relu.e3m2x2.f32", []uint64{0xc1e00000, 0x41e00000}, 0x1f, 0},                              // -28, 28
		{narrowest, "cvt.rn.f16x2.e2m1x2", []uint64{0x9f}, 0xb800c600, 0},                                                       // -0.5, -6
		{narrowest, "cvt.rn.f16x2.e3m2x2", []uint64{0xdfc1}, 0x4f002c00, 0},                                                     // 28, 2^-4; bits above
		{module("9.2", "sm_100f"), "cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2", []uint64{0x7eb8, 0x7e80}, 0x4360c000, 0},           // 448/2, -1*2
		{module("9.2", "sm_100f"), "cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.e5m2x2", []uint64{0x7bfc, 0xfefe}, 0x7f7fff7f, 0}, // too large
		{module("9.2", "sm_100f"), "cvt.rn.relu.scaled::n2::ue8m0.bf16x2.e2m1x2", []uint64{0x9f, 0x7fff}, 0x7fff, 0},            // -0.5, NaN
		{module("9.1", "sm_100a"), "cvt.rn.bf16x2.s2f6x2", []uint64{0x80c0}, 0xc000bf80, 0},                                     // -2, -1
		{module("9.1", "sm_100a"), "cvt.rn.scaled::n2::ue8m0.bf16x2.s2f6x2", []uint64{0x0180, 0x8585}, 0x3f80c300, 0},           // 1, -128
		{rubin, "cvt.rz.satfinite.e4m3x2.f32", []uint64{0x3fffffff, 0xbfffffff}, 0x3fbf, 0},                                     // 1.875
		{rubin, "cvt.rz.satfinite.e2m1x2.f16x2", []uint64{0x46ffb7ff}, 0x78, 0},                                                 // 6.996, -0.4998
		{rubin, "cvt.rn.satfinite.pzo.e4m3x2.f32", []uint64{0x80000000, 0xa0000000}, 0, 0},
		{rubin, "cvt.rn.pzo.f16x2.f32", []uint64{0x80000000, 0xbf800000}, 0x0000bc00, 0},
		{rubin, "cvt.rz.pzo.tf32.f32", []uint64{0x80000001}, 0, 0},
		{rubin, "cvt.rn.satfinite.scaled::n1::ue8m0.e4m3x2.f32", []uint64{0x41000000, 0x40800000, 0x82}, 0x3830, 0}, // 8/8, 4/8
		{rubin, "cvt.rn.satfinite.scaled::n1::ue8m0.e4m3x2.f32", []uint64{0x80400000, 0x00800000, 0}, 0x8040, 0},    // flushed; 2
		{rubin, "cvt.rn.satfinite.scaled::n1::ue8m0.e5m2x2.f16x2", []uint64{0x03ff0400, 0x71}, 0x003c, 0},           // flushed; 1
		{rubin, "cvt.rn.satfinite.scaled::n1::ue8m0.e2m3x2.bf16x2", []uint64{0x3f800000, 0xff}, 0x1f1f, 0},          // NaN
		{rubin, "add.f32x2.f16x2.f32x2", []uint64{0x3c004000, 0x338000003f800000}, 0x3f80000040400000, 0},           // a tie; 2+1
		{rubin, "sub.rz.f32x2.bf16x2.f32x2", []uint64{0x3f804000, 0x338000003f800000}, 0x3f7fffff3f800000, 0},
		{rubin, "fma.rp.f32x2.bf16x2.f32x2.f32x2", []uint64{0x3f804000, 0x3f80000140400000, 0x33800000bf800000}, 0x3f80000240a00000, 0}, // 2*3-1
		{modern, "cvt.pack.sat.u8.s32.b32", []uint64{0xffffffff, 300, 0x1234}, 0x123400ff, 0},
		{modern, "cvt.pack.sat.s16.s32", []uint64{0x8000, 0xffff0000}, 0x7fff8000, 0},
		{modern, "cvt.rn.f16.f64", []uint64{0x3ff0020000000001}, 0x3c01, 0}, // once
		{modern, "rcp.approx.ftz.f32", []uint64{1}, 0x7f800000, 0},
		{modern, "lg2.approx.f32", []uint64{0x80000000}, 0xff800000, 0},
		{modern, "div.approx.f32", []uint64{0x3f800000, 0xfe800001}, 0x80000000, 0}, // |b| > 2^126
		{modern, "div.approx.f32", []uint64{0x7f800000, 0x7e800001}, 0x7fffffff, 0},
		{modern, "rcp.approx.ftz.f64", []uint64{0x7ff0000000000001}, 0x7fffffff00000000, 0},
		{modern, "rcp.approx.ftz.f64", []uint64{0x3ff00000ffffffff}, 0x3ff0000000000000, 0}, // the upper word
		{modern, "tanh.approx.f32", []uint64{0xff800000}, 0xbf800000, 0},
		{modern, "tanh.approx.f32", []uint64{0x00000001}, 1, 0},
		{modern, "tanh.approx.f32", []uint64{0x3f000000}, 0x3eec9a9f, 0},              // 0.46211715726
		{modern, "ex2.approx.f16", []uint64{0x3800}, 0x3da8, 0},                       // sqrt(2)
		{old, "mad.f32", []uint64{0x3fc00001, 0x3fc00001, 0xc0100000}, 0x34800000, 0}, // cut
		{old, "mad.f32", []uint64{0x3fc00001, 0x3fc00001, 0x807fffff}, 0x40100002, 0}, // rounded
		{old, "add.f32", []uint64{1, 0}, 0, 0},                                        // flushed
		{old, "cvt.f64.f32", []uint64{1}, 0x36a0000000000000, 0},                      // not flushed
		{old, "div.f64", []uint64{0x3ff0000000000000, 0x4008000000000000}, 0x3fd5555555555555, 0},
		{old, "rcp.f32", []uint64{0x40400000}, 0x3eaaaaab, 0},
		{old, "rsqrt.f32", []uint64{0x40000000}, 0x3f3504f2, 0},                                          // no rounding to nearest
		{module("2.0", "sm_20"), "mad.f32", []uint64{0x3fc00001, 0x3fc00001, 0xc0100000}, 0x34c00000, 0}, // fma
		{module("8.6", "sm_100"), "add.f32.f16", []uint64{0x3c00, 0x33800000}, 0x3f800000, 0},            // a tie
		{module("8.6", "sm_100"), "add.rp.f32.bf16", []uint64{0x3f80, 0x33800000}, 0x3f800001, 0},
	} {
		d, q := tt.m.Results(resolve(t, tt.head, len(tt.in)), tt.in)
		if d != tt.d || q != tt.q {
			t.Errorf("%s %x: %#x, %d; want %#x, %d", tt.head, tt.in, d, q, tt.d, tt.q)
		}
	}
}

// TestAgainstGo compares the oracle with the operators of Go, which round f32 and
// f64 to nearest.
func TestAgainstGo(t *testing.T) {
	f32 := func(u uint64) float32 { return math.Float32frombits(uint32(u)) }
	f64 := math.Float64frombits
	for head, want := range map[string]func(u []uint64) uint64{
		"add.f32":         func(u []uint64) uint64 { return uint64(math.Float32bits(f32(u[0]) + f32(u[1]))) },
		"sub.f32":         func(u []uint64) uint64 { return uint64(math.Float32bits(f32(u[0]) - f32(u[1]))) },
		"mul.f32":         func(u []uint64) uint64 { return uint64(math.Float32bits(f32(u[0]) * f32(u[1]))) },
		"div.rn.f32":      func(u []uint64) uint64 { return uint64(math.Float32bits(f32(u[0]) / f32(u[1]))) },
		"sqrt.rn.f32":     func(u []uint64) uint64 { return uint64(math.Float32bits(float32(math.Sqrt(float64(f32(u[0])))))) },
		"add.f64":         func(u []uint64) uint64 { return math.Float64bits(f64(u[0]) + f64(u[1])) },
		"mul.f64":         func(u []uint64) uint64 { return math.Float64bits(f64(u[0]) * f64(u[1])) },
		"div.rn.f64":      func(u []uint64) uint64 { return math.Float64bits(f64(u[0]) / f64(u[1])) },
		"fma.rn.f64":      func(u []uint64) uint64 { return math.Float64bits(math.FMA(f64(u[0]), f64(u[1]), f64(u[2]))) },
		"sqrt.rn.f64":     func(u []uint64) uint64 { return math.Float64bits(math.Sqrt(f64(u[0]))) },
		"cvt.rn.f32.f64":  func(u []uint64) uint64 { return uint64(math.Float32bits(float32(f64(u[0])))) },
		"cvt.rni.f64.f64": func(u []uint64) uint64 { return math.Float64bits(math.RoundToEven(f64(u[0]))) },
		"cvt.rmi.f64.f64": func(u []uint64) uint64 { return math.Float64bits(math.Floor(f64(u[0]))) },
		"cvt.rn.f32.s64":  func(u []uint64) uint64 { return uint64(math.Float32bits(float32(int64(u[0])))) },
		"cvt.rn.f64.u64":  func(u []uint64) uint64 { return math.Float64bits(float64(u[0])) },
		"setp.lt.f64":     func(u []uint64) uint64 { return bit(f64(u[0]) < f64(u[1])) },
		"setp.neu.f64":    func(u []uint64) uint64 { return bit(f64(u[0]) != f64(u[1])) },
	} {
		m := resolve(t, head, 0)
		l := (&folder{module: modern}).list(m)
		compared := 0
		for i := range l.length() {
			in := l.at(i)
			got, _ := modern.Results(m, in)
			d := want(in)
			if d != got && !(isFloat(m.Types()[0]) && isNaN(m.Types()[0], d) && isNaN(m.Types()[0], got)) {
				t.Errorf("%s %x: %#x, Go has %#x", head, in, got, d)
			}
			compared++
		}
		if compared < 64 {
			t.Errorf("%s: %d operands", head, compared)
		}
	}
}

func isNaN(t isa.Type, u uint64) bool {
	f, _ := lanes(t)
	return f.IsNaN(u)
}

// TestModel checks the approximate instructions against the bounds that the manual
// gives.
func TestModel(t *testing.T) {
	r := randomFor("model")
	for _, tt := range []struct {
		op       string
		lo, hi   int // exponents of the operands
		positive bool
		abs, rel float64
		exact    func(x float64) float64
	}{
		{"rcp", -120, 120, false, 0, 0x1p-23, func(x float64) float64 { return 1 / x }},
		{"rsqrt", -126, 127, true, 0, 0x1.12p-23, func(x float64) float64 { return 1 / math.Sqrt(x) }},
		{"sqrt", -126, 127, true, 0, 0x1p-23, math.Sqrt},
		{"ex2", -20, 6, false, 0, 0x1p-22, math.Exp2},
		{"lg2", -126, -2, true, 0, 0x1p-22, math.Log2},
		{"lg2", 1, 127, true, 0, 0x1p-22, math.Log2},
		{"lg2", -1, 0, true, 0x1p-22, 0, math.Log2},
		{"sin", -126, 1, false, 0x1.6ap-21, 0, math.Sin},
		{"cos", -126, 1, false, 0x1.6ap-21, 0, math.Cos},
	} {
		worst := 0.0
		for range 5000 {
			u := r.finite(ieee.F32, tt.lo, tt.hi)
			if tt.positive {
				u &^= 1 << 31
			}
			x := float64(math.Float32frombits(uint32(u)))
			got := float64(math.Float32frombits(uint32(mufu(tt.op, false, u))))
			want := tt.exact(x)
			worst = max(worst, math.Abs(got-want)/(tt.abs+tt.rel*math.Abs(want)))
		}
		if worst > 1 || worst < 0.1 {
			t.Errorf("%s from 2^%d to 2^%d: %.3g of the bound", tt.op, tt.lo, tt.hi, worst)
		}
	}
}

// TestFunctions compares tanh and 2^x with Go's, which are good to nearly 53 bits.
func TestFunctions(t *testing.T) {
	r := randomFor("functions")
	for range 300 {
		u := r.finite(ieee.F32, -12, 3)
		x := float64(math.Float32frombits(uint32(u)))
		for name, pair := range map[string][2]float64{
			"tanh": {toFloat(tanh(ieee.Decode(ieee.F32, u))), math.Tanh(x)},
			"ex2":  {toFloat(exp2(ieee.Decode(ieee.F32, u))), math.Exp2(x)},
		} {
			if math.Abs(pair[0]-pair[1]) > 0x1p-49*math.Abs(pair[1]) {
				t.Errorf("%s(%g) is %g, Go has %g", name, x, pair[0], pair[1])
			}
		}
	}
}

func toFloat(x ieee.Number) float64 {
	return math.Float64frombits(ieee.Encode(ieee.F64, x, "rn", false))
}

// TestDecisive checks that the operands tell apart what implementations confuse:
// for each pair of instructions, how many threads have different results at least.
func TestDecisive(t *testing.T) {
	for _, tt := range []struct {
		a, b   string
		n      int // source operands
		format string
		least  int
	}{
		{"add.rn", "add.rz", 2, "f32", 20},
		{"add.rm", "add.rp", 2, "f32", 40},
		{"add.rn", "add.rn.ftz", 2, "f32", 20},
		{"add.rn", "add.rn.sat", 2, "f32", 60},
		{"mul.rn", "mul.rz", 2, "f32", 20},
		{"mul.rn", "mul.rn.ftz", 2, "f32", 40},
		{"fma.rn", "fma.rz", 3, "f32", 20},
		{"fma.rn", "fma.rn.ftz", 3, "f32", 40},
		{"fma.rm", "fma.rp", 3, "f64", 40},
		{"div.rn", "div.rz", 2, "f64", 20},
		{"add.rn", "add.rn.ftz", 2, "f16", 20},
		{"mul.rn", "mul.rn.ftz", 2, "f16", 40},
		{"fma.rn", "fma.rn.relu", 3, "bf16", 40},
		{"min", "min.NaN", 2, "f16", 20},
		{"cvt.rn", "cvt.rna", 1, "tf32.f32", 2},
		{"cvt.rn", "cvt.rn.satfinite", 1, "f16.f32", 5},
		{"cvt.rni", "cvt.rmi", 1, "s32.f64", 10},
		{"cvt.rni", "cvt.rzi", 1, "u64.f32", 10},
		{"cvt.rzi", "cvt.rpi", 1, "u8.f16", 10},
		{"cvt.rn", "cvt.rz", 1, "f32.s64", 5},
		{"setp.lt", "setp.ltu", 2, "f32", 15},
		{"setp.le", "setp.le.ftz", 2, "f32", 3},
	} {
		a, b := resolve(t, tt.a+"."+tt.format, tt.n), resolve(t, tt.b+"."+tt.format, tt.n)
		l := (&folder{module: modern}).list(a)
		n := 0
		for i := range l.length() {
			x, _ := modern.Results(a, l.at(i))
			y, _ := modern.Results(b, l.at(i))
			if x != y {
				n++
			}
		}
		if n < tt.least {
			t.Errorf("%s and %s differ for %d of %d operands, want %d", a.Head, b.Head, n, l.length(), tt.least)
		}
	}
}

// TestHard checks that the lists contain what they are made for: exact ties, tiny
// results beside the least normal number, overflow, cancellation.
func TestHard(t *testing.T) {
	for _, f := range []ieee.Format{ieee.F16, ieee.BF16, ieee.F32, ieee.F64} {
		for _, op := range []string{"add", "mul", "div"} {
			r := randomFor("hard " + f.Name + op)
			ties, tiny, overflow, cancelled := 0, 0, 0, 0
			for i := range 14 * 16 {
				a, b := r.pairOf(f, i)
				x, y := ieee.Decode(f, a), ieee.Decode(f, b)
				if x.Kind != ieee.Finite || y.Kind != ieee.Finite {
					continue
				}
				z := map[string]func() ieee.Number{
					"add": func() ieee.Number { return ieee.Add(x, y, "rn") },
					"mul": func() ieee.Number { return ieee.Mul(x, y) },
					"div": func() ieee.Number { return ieee.Div(x, y) },
				}[op]()
				if z.Kind != ieee.Finite {
					continue
				}
				rn, away := ieee.Encode(f, z, "rn", false), ieee.Encode(f, z, "rna", false)
				down := ieee.Encode(f, z, "rz", false)
				if rn != away || rn != down && isTie(f, z) {
					ties++
				}
				if barelyTiny(f, z) {
					tiny++
				}
				if rn&^f.SignBit() == f.Inf() {
					overflow++
				}
				if op == "add" && rn&^f.SignBit() < min(a&^f.SignBit(), b&^f.SignBit()) {
					cancelled++
				}
			}
			if op != "div" && ties < 8 || op != "add" && tiny < 4 || overflow < 2 || op == "add" && cancelled < 8 {
				t.Errorf("%s.%s: %d ties, %d barely tiny, %d overflow, %d cancel", op, f.Name, ties, tiny, overflow, cancelled)
			}
		}
	}
}

// isTie reports whether a number lies in the middle of two of the format.
func isTie(f ieee.Format, x ieee.Number) bool {
	down, up := ieee.Encode(f, x, "rm", false), ieee.Encode(f, x, "rp", false)
	if down == up || down&^f.SignBit() == f.Inf() || up&^f.SignBit() == f.Inf() {
		return false
	}
	sum := ieee.Add(ieee.Decode(f, down), ieee.Decode(f, up), "rn")
	x.E++
	return ieee.Compare(sum, x) == 0
}

// TestLists checks the shape of the lists and that specials meet in all pairs.
func TestLists(t *testing.T) {
	l := newList(forArithmetic, "add", []isa.Type{isa.F32, isa.F32}, false, false)
	seen := map[[2]uint64]bool{}
	for i := range l.length() {
		seen[[2]uint64{l.cols[0][i], l.cols[1][i]}] = true
	}
	for _, a := range specials(ieee.F32) {
		for _, b := range specials(ieee.F32) {
			if !seen[[2]uint64{a, b}] {
				t.Errorf("no pair %#x, %#x", a, b)
			}
		}
	}
	for _, c := range folders() {
		for _, k := range c.kernels() {
			for i, col := range k.list.cols {
				if n := len(col); n%64 != 0 || n != k.list.length() {
					t.Errorf("%s: %s: column %d has %d", c.name, k.list.name, i, n)
				}
			}
		}
	}
	one := newList(forArithmetic, "add", []isa.Type{isa.F64, isa.F64}, true, false)
	both, any := 0, 0
	for i := range one.length() {
		a, b := ieee.F64.IsNaN(one.cols[0][i]), ieee.F64.IsNaN(one.cols[1][i])
		if a && b {
			both++
		}
		if a || b {
			any++
		}
	}
	if both != 0 || any < 50 {
		t.Errorf("%d pairs with two NaNs, %d with one", both, any)
	}
	out := newList(forArithmetic, "fma", []isa.Type{isa.F16x2, isa.F16x2, isa.F16x2}, false, true)
	for k, col := range out.cols {
		for shift := 0; shift < 32; shift += 16 {
			if !slices.ContainsFunc(col, func(u uint64) bool { return u>>shift&0x7fff == outOfBounds }) {
				t.Errorf("operand %d is never out of bounds above bit %d", k, shift)
			}
		}
	}
}
