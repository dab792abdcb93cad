package fpops_test

import (
	"math"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// wrong are implementations that one would write, and that are wrong for few
// operands.
var wrong = []struct {
	name, why string
	call      *caller
}{
	{"FmaRnF32", "rounds twice", call3[float32, float32, float32, float32](func(a, b, c float32) float32 {
		return fpops.CanonF32(float32(math.FMA(float64(a), float64(b), float64(c))))
	})},
	{"FmaRzF32", "a sum rounded to nearest is cut", call3[float32, float32, float32, float32](func(a, b, c float32) float32 {
		return fpops.CvtRzF32F64(float64(float64(a)*float64(b)) + float64(c))
	})},
	{"AddRzF32", "the error term overflows in f32", call2[float32, float32, float32](func(a, b float32) float32 {
		s := a + b
		t := s - a
		if e := (a - (s - t)) + (b - t); s != 0 && s-s == 0 && (e < 0 && s > 0 || e > 0 && s < 0) {
			return math.Float32frombits(math.Float32bits(s) - 1)
		} else if s-s != 0 {
			return fpops.AddRzF32(a, b)
		}
		return s
	})},
	{"MulRnFtzF32", "flushes what is subnormal on the subnormals' grid", call2[float32, float32, float32](func(a, b float32) float32 {
		return fpops.CanonF32(fpops.FtzF32(fpops.FtzF32(a) * fpops.FtzF32(b)))
	})},
	{"DivRnFtzF32", "the same", call2[float32, float32, float32](func(a, b float32) float32 {
		return fpops.CanonF32(fpops.FtzF32(fpops.FtzF32(a) / fpops.FtzF32(b)))
	})},
	{"AddRmF64", "the sign of zero", call2[float64, float64, float64](func(a, b float64) float64 {
		return fpops.AddRmF64(a, b) + 0
	})},
	{"MulRnF64", "the processor's NaN", call2[float64, float64, float64](func(a, b float64) float64 { return a * b })},
	{"MulRzF64", "the low half underflows", call2[float64, float64, float64](func(a, b float64) float64 {
		p := float64(a * b)
		if e := math.FMA(a, b, -p); p != 0 && p-p == 0 && (e < 0) == (p > 0) && e != 0 {
			return math.Float64frombits(math.Float64bits(p) - 1)
		} else if p-p != 0 {
			return fpops.MulRzF64(a, b)
		}
		return p
	})},
	{"FmaRpF64", "the error is not exact", call3[float64, float64, float64, float64](func(a, b, c float64) float64 {
		s := math.FMA(a, b, c)
		p := float64(a * b)
		if s-s != 0 || p-p != 0 || s == 0 {
			return fpops.FmaRpF64(a, b, c)
		}
		if e := (p - s) + c + math.FMA(a, b, -p); e > 0 {
			return math.Nextafter(s, math.Inf(1))
		}
		return s
	})},
	{"FmaRnF16", "rounds to f32 first", call3[uint16, uint16, uint16, uint16](func(a, b, c uint16) uint16 {
		return fpops.CvtRnF16F32(fpops.FmaRnF32(fpops.CvtF32F16(a), fpops.CvtF32F16(b), fpops.CvtF32F16(c)))
	})},
	{"FmaRnBf16", "rounds to f64 first", call3[uint16, uint16, uint16, uint16](func(a, b, c uint16) uint16 {
		return fpops.CvtRnBf16F64(fpops.FmaRnF64(fpops.CvtF64Bf16(a), fpops.CvtF64Bf16(b), fpops.CvtF64Bf16(c)))
	})},
	{"FmaRpBf16", "rounds to f64 first", call3[uint16, uint16, uint16, uint16](func(a, b, c uint16) uint16 {
		return fpops.CvtRpBf16F64(fpops.FmaRnF64(fpops.CvtF64Bf16(a), fpops.CvtF64Bf16(b), fpops.CvtF64Bf16(c)))
	})},
	{"FmaRmBf16", "an exact zero is +0", call3[uint16, uint16, uint16, uint16](func(a, b, c uint16) uint16 {
		if d := fpops.FmaRmBf16(a, b, c); d != 0x8000 {
			return d
		}
		return 0
	})},
	{"CvtRnF16F64", "rounds to f32 first", call1[float64, uint16](func(a float64) uint16 {
		return fpops.CvtRnF16F32(float32(a))
	})},
	{"CvtRnBf16F64", "rounds to f32 first", call1[float64, uint16](func(a float64) uint16 {
		return fpops.CvtRnBf16F32(float32(a))
	})},
	{"CvtRnF32S64", "rounds to f64 first", call1[int64, float32](func(a int64) float32 { return float32(float64(a)) })},
	{"CvtRnF32U64", "rounds to f64 first", call1[uint64, float32](func(a uint64) float32 { return float32(float64(a)) })},
	{"CvtRziS32F32", "not a range test but for one side", call1[float32, int32](func(a float32) int32 {
		if a > -0x1p31 && a <= 0x1p31 {
			return int32(int64(a))
		}
		return fpops.CvtRziS32F32(a)
	})},
	{"CvtRniS32F32", "adds a half", call1[float32, int32](func(a float32) int32 { return fpops.CvtRmiS32F32(a + 0.5) })},
	{"CvtRniF32F32", "ties away from zero", call1[float32, float32](func(a float32) float32 {
		return fpops.CanonF32(float32(math.Round(float64(a))))
	})},
	{"CvtRnTf32F32", "ties away from zero", call1[float32, uint32](fpops.CvtRnaTf32F32)},
	{"CvtRnSatfiniteE4m3x2F32", "rounds to f16 first", call2[float32, float32, uint16](func(a, b float32) uint16 {
		return fpops.CvtRnSatfiniteE4m3x2F16x2(fpops.CvtRnF16x2F32(a, b))
	})},
	{"CvtRnSatfiniteE2m1x2F32", "rounds to e2m3 first", call2[float32, float32, uint8](func(a, b float32) uint8 {
		return fpops.CvtRnSatfiniteE2m1x2F16x2(fpops.CvtRnF16x2E2m3x2(fpops.CvtRnSatfiniteE2m3x2F32(a, b)))
	})},
	{"MinF32", "compares", call2[float32, float32, float32](func(a, b float32) float32 {
		if a < b || b != b {
			return fpops.CanonF32(a)
		}
		return fpops.CanonF32(b)
	})},
	{"MadF32", "rounds the product", call3[float32, float32, float32, float32](func(a, b, c float32) float32 {
		return fpops.AddRnFtzF32(fpops.MulRnFtzF32(a, b), c)
	})},
	{"SqrtRpF32", "rounds to nearest", call1[float32, float32](fpops.SqrtRnF32)},
	{"DivRzF64", "the remainder underflows", call2[float64, float64, float64](func(a, b float64) float64 {
		q := a / b
		if q-q != 0 || b-b != 0 {
			return fpops.DivRzF64(a, b)
		}
		if e := float64(math.FMA(-q, b, a) * math.Copysign(1, b)); q != 0 && (e < 0) == (q > 0) && e != 0 {
			return math.Float64frombits(math.Float64bits(q) - 1)
		}
		return q
	})},
	{"AddRnF16x2", "carries into the other half", call2[uint32, uint32, uint32](func(a, b uint32) uint32 {
		lo, hi := fpops.AddRnF16(uint16(a), uint16(b)), fpops.AddRnF16(uint16(a>>16), uint16(b>>16))
		return uint32(hi)<<16 + uint32(lo) + uint32(lo>>15&(lo>>14)&(lo>>13)&(lo>>12)&(lo>>11)&(lo>>10))<<16
	})},
}

// TestWrong makes sure that the samples of TestSample find them all, so that a
// family that passes means something.
func TestWrong(t *testing.T) {
	for _, w := range wrong {
		s, err := parseName(w.name)
		if err != nil || w.call == nil {
			t.Fatal(w.name, err)
		}
		for i := range families {
			if fam := &families[i]; fam.holds(s) {
				r := fam.run([]*job{{spec: s, caller: w.call}}, fam.sample(), false)
				if r.failures == 0 {
					t.Errorf("%s (%s) passed in family %s", w.name, w.why, fam.name)
				} else {
					t.Logf("%s (%s): %d of %d wrong, such as %s", w.name, w.why, r.failures, r.operands, r.texts[0])
				}
			}
		}
	}
}
