package fpops_test

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// mufuFunc is a function of the multifunction unit and its .ftz form.
type mufuFunc struct {
	name      string // of the plain form
	plain     func(float32) float32
	ftz       func(float32) float32
	reference func(u uint32, ftz bool) uint32
}

func mufuFuncs(t testing.TB) []mufuFunc {
	r := readMufu(t)
	flush := func(f func(u uint32, sm60 bool) uint32, sm60 bool) func(uint32, bool) uint32 {
		return func(u uint32, ftz bool) uint32 { return refFlush(f(refFlush(u, ftz), sm60), ftz) }
	}
	return []mufuFunc{
		{"RcpApproxF32", fpops.RcpApproxF32, fpops.RcpApproxFtzF32, r.rcpF32},
		{"RsqrtApproxF32", fpops.RsqrtApproxF32, fpops.RsqrtApproxFtzF32, r.rsqrtF32},
		{"SqrtApproxF32", fpops.SqrtApproxF32, fpops.SqrtApproxFtzF32, r.sqrtF32},
		{"SqrtApproxSm50F32", fpops.SqrtApproxSm50F32, fpops.SqrtApproxSm50FtzF32, r.sqrtSm50F32},
		{"Ex2ApproxF32", fpops.Ex2ApproxF32, fpops.Ex2ApproxFtzF32, r.ex2F32},
		{"Lg2ApproxF32", fpops.Lg2ApproxF32, fpops.Lg2ApproxFtzF32, r.lg2F32},
		{"SinApproxF32", fpops.SinApproxF32, fpops.SinApproxFtzF32, flush(r.sinF32, false)},
		{"SinApproxSm60F32", fpops.SinApproxSm60F32, fpops.SinApproxSm60FtzF32, flush(r.sinF32, true)},
		{"CosApproxF32", fpops.CosApproxF32, fpops.CosApproxFtzF32, flush(r.cosF32, false)},
		{"CosApproxSm60F32", fpops.CosApproxSm60F32, fpops.CosApproxSm60FtzF32, flush(r.cosF32, true)},
	}
}

// mufuSample is 2^20 operands: in every binade of either sign the ends, both
// sides of every border between two rows, and random fractions.
var mufuSample = sync.OnceValue(func() []uint32 {
	r := rand.New(rand.NewPCG(9, 75))
	var fractions []uint32
	for row := range uint32(128) {
		fractions = append(fractions, row<<16, row<<16+1, row<<16+2, row<<16-1&0x7fffff, row<<16-2&0x7fffff)
	}
	var all []uint32
	for group := range uint32(512) {
		for i := range 2048 {
			f := r.Uint32() & 0x7fffff
			if i < len(fractions) {
				f = fractions[i]
			}
			all = append(all, group<<23|f)
		}
	}
	return all
})

// check compares both forms with the reference for one operand.
func (f *mufuFunc) check(u uint32) (got, want, gotFtz, wantFtz uint32) {
	x := math.Float32frombits(u)
	got, want = math.Float32bits(f.plain(x)), f.reference(u, false)
	// Without subnormals, .ftz changes nothing.
	wantFtz = want
	if u&0x7f800000 == 0 || want&0x7f800000 == 0 {
		wantFtz = f.reference(u, true)
	}
	return got, want, math.Float32bits(f.ftz(x)), wantFtz
}

func (f *mufuFunc) report(bad *failures, u uint32) {
	got, want, gotFtz, wantFtz := f.check(u)
	if got != want {
		bad.errorf("%s %#x = %#x, want %#x", f.name, u, got, want)
	}
	if gotFtz != wantFtz {
		bad.errorf("%s with .ftz, %#x = %#x, want %#x", f.name, u, gotFtz, wantFtz)
	}
}

func TestMufu(t *testing.T) {
	for _, f := range mufuFuncs(t) {
		bad := &failures{t: t}
		for _, u := range mufuSample() {
			f.report(bad, u)
		}
	}
}

// TestMufuLong compares all 2^32 operands, and hashes the results.
func TestMufuLong(t *testing.T) {
	if !testmode.Long() {
		t.Skip("exhaustive: needs PTX2GO_LONG=1")
	}
	for _, f := range mufuFuncs(t) {
		start := time.Now()
		halves(1<<32, func(lo, hi uint64) {
			bad := &failures{t: t}
			for u := lo; u < hi; u++ {
				if got, want, gotFtz, wantFtz := f.check(uint32(u)); got != want || gotFtz != wantFtz {
					f.report(bad, uint32(u))
				}
			}
		})
		t.Logf("%s and .ftz: all operands in %v", f.name, time.Since(start).Round(time.Second))
	}
}

// TestReduction compares the reduction of the text with that of the published
// model, whose products of doubles look nothing like it.
func TestReduction(t *testing.T) {
	bad := &failures{t: t}
	check := func(u uint32) {
		for _, sm60 := range []bool{false, true} {
			q, f := refReduce(u, sm60)
			if dq, df := refReduceDouble(u, sm60); q != dq || f != df {
				bad.errorf("%#x (sm60 %v) reduces to %d %#x, in doubles to %d %#x", u, sm60, q, f, dq, df)
			}
		}
	}
	for _, u := range mufuSample() {
		if u < 0x7f800000 {
			check(u)
		}
	}
	if testmode.Long() {
		for u := range uint32(0x7f800000) {
			check(u)
		}
	}
}

// TestMufuPublished has results that were published of older models and that
// the tables confirm.
func TestMufuPublished(t *testing.T) {
	for _, c := range []struct {
		name        string
		fn          func(float32) float32
		x, expected uint32
	}{
		{"rcp", fpops.RcpApproxFtzF32, 0x3f800001, 0x3f7ffffe},
		{"rcp", fpops.RcpApproxFtzF32, 0x40400000, 0x3eaaaaab},
		{"rcp", fpops.RcpApproxFtzF32, 0x3f81cfff, 0x3f7c6cf6},
		{"rsqrt", fpops.RsqrtApproxFtzF32, 0x40000000, 0x3f3504f2}, // correctly rounded ..f3
		{"rsqrt", fpops.RsqrtApproxFtzF32, 0x40400000, 0x3f13cd3a},
		{"lg2", fpops.Lg2ApproxFtzF32, 0x40400000, 0x3fcae00d},
		{"lg2", fpops.Lg2ApproxFtzF32, 0x3f800001, 0x3495f600},
		{"ex2", fpops.Ex2ApproxFtzF32, 0x3dcccccd, 0x3f892fdf},
	} {
		if got := math.Float32bits(c.fn(math.Float32frombits(c.x))); got != c.expected {
			t.Errorf("%s %#x = %#x, want %#x", c.name, c.x, got, c.expected)
		}
	}
}

// TestMufuCounts counts how far results are from the correctly rounded ones, in
// units of the last place. The figures are those of another model, that of
// envytools, whose tables were read out of the ROM of a G80 (sm_10). They fit
// what has been published of sm_80: 13.2 % of the reciprocals differ, and inverse
// roots "rarely" by 2.
func TestMufuCounts(t *testing.T) {
	inverseRoot := func(x float32) float32 { return float32(1 / math.Sqrt(float64(x))) }
	for _, c := range []struct {
		name      string
		fn, exact func(float32) float32
		first     uint32
		counts    [5]int // from -2 to 2
	}{
		{"rcp from 1 to 2", fpops.RcpApproxF32, func(x float32) float32 { return 1 / x }, 0x3f800000, [5]int{0, 374723, 7280086, 733799, 0}},
		{"rsqrt from 1 to 2", fpops.RsqrtApproxF32, inverseRoot, 0x3f800000, [5]int{8, 1265297, 6505163, 618140, 0}},
		{"rsqrt from 2 to 4", fpops.RsqrtApproxF32, inverseRoot, 0x40000000, [5]int{0, 1079094, 6637923, 671591, 0}},
	} {
		var counts [5]int
		for u := c.first; u < c.first+1<<23; u++ {
			x := math.Float32frombits(u)
			counts[2+int(math.Float32bits(c.fn(x)))-int(math.Float32bits(c.exact(x)))]++
		}
		if counts != c.counts {
			t.Errorf("%s: differences of -2 to 2 units: %v, want %v", c.name, counts, c.counts)
		}
	}
}
