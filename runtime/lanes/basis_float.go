package lanes

import (
	"math"

	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// f32. Which NaN a result is, if it is one, is not defined.

func (x F32) Add(y F32) F32        { return each2(x, y, add[float32]) }
func (x F32) Sub(y F32) F32        { return each2(x, y, sub[float32]) }
func (x F32) Mul(y F32) F32        { return each2(x, y, mul[float32]) }
func (x F32) Div(y F32) F32        { return each2(x, y, func(a, b float32) float32 { return a / b }) }
func (x F32) Sqrt() F32            { return each1(x, fpops.SqrtRnF32) }
func (x F32) Min(y F32) F32        { return each2(x, y, least[float32]) }
func (x F32) Max(y F32) F32        { return each2(x, y, most[float32]) }
func (x F32) Equal(y F32) M        { return each2(x, y, equal[float32]) }
func (x F32) NotEqual(y F32) M     { return each2(x, y, notEqual[float32]) }
func (x F32) Less(y F32) M         { return each2(x, y, less[float32]) }
func (x F32) LessEqual(y F32) M    { return each2(x, y, lessEqual[float32]) }
func (x F32) Greater(y F32) M      { return each2(x, y, greater[float32]) }
func (x F32) GreaterEqual(y F32) M { return each2(x, y, greaterEqual[float32]) }
func (x F32) IsNaN() M             { return x.NotEqual(x) }
func (x F32) Merge(y F32, m M) F32 { return chosen(x, y, m) }
func (x F32) Masked(m M) F32       { return chosen(x, F32{}, m) }

// MulAdd returns x*y + z, rounded once.
func (x F32) MulAdd(y, z F32) (r F32) {
	for l := range r {
		r[l] = fpops.FmaRnF32(x[l], y[l], z[l])
	}
	return r
}

// ConvertToInt32 cuts fractions off. What has no place, a NaN too, becomes -2^31.
func (x F32) ConvertToInt32() I32 {
	return each1(x, func(a float32) int32 { return cutFloat(float64(a)) })
}

// cutFloat cuts the fraction off. What has no place, a NaN too, becomes -2^31.
func cutFloat(a float64) int32 {
	if a > -1<<31-1 && a < 1<<31 {
		return int32(a)
	}
	return math.MinInt32
}

// cutS32 cuts the fractions of numbers off; -2^31 is what has no place.
func cutS32(a F64) (r I32) {
	for l := range Half {
		r[l], r[l+Half] = cutFloat(a.Lo[l]), cutFloat(a.Hi[l])
	}
	return r
}

// roundF32 rounds to integers, ties to even.
func roundF32(x F32) F32 { return each1(x, integral(math.RoundToEven)) }
func floorF32(x F32) F32 { return each1(x, integral(math.Floor)) }
func ceilF32(x F32) F32  { return each1(x, integral(math.Ceil)) }
func truncF32(x F32) F32 { return each1(x, integral(math.Trunc)) }

func integral(f func(float64) float64) func(float32) float32 {
	return func(x float32) float32 { return float32(f(float64(x))) }
}

// f64. Of operands one at most is a NaN, which the result is then, quiet; else it is the NaN that
// package fpops has.

func (x F64h) Add(y F64h) F64h           { return half2(x, y, fpops.AddRnF64) }
func (x F64h) Sub(y F64h) F64h           { return half2(x, y, fpops.SubRnF64) }
func (x F64h) Mul(y F64h) F64h           { return half2(x, y, fpops.MulRnF64) }
func (x F64h) Div(y F64h) F64h           { return half2(x, y, fpops.DivRnF64) }
func (x F64h) Sqrt() F64h                { return half1(x, fpops.SqrtRnF64) }
func (x F64h) Min(y F64h) F64h           { return half2(x, y, least[float64]) }
func (x F64h) Max(y F64h) F64h           { return half2(x, y, most[float64]) }
func (x F64h) Equal(y F64h) M64h         { return half2(x, y, equal[float64]) }
func (x F64h) NotEqual(y F64h) M64h      { return half2(x, y, notEqual[float64]) }
func (x F64h) Less(y F64h) M64h          { return half2(x, y, less[float64]) }
func (x F64h) LessEqual(y F64h) M64h     { return half2(x, y, lessEqual[float64]) }
func (x F64h) Greater(y F64h) M64h       { return half2(x, y, greater[float64]) }
func (x F64h) GreaterEqual(y F64h) M64h  { return half2(x, y, greaterEqual[float64]) }
func (x F64h) IsNaN() M64h               { return x.NotEqual(x) }
func (x F64h) Merge(y F64h, m M64h) F64h { return chosenHalf(x, y, m) }
func (x F64h) Masked(m M64h) F64h        { return chosenHalf(x, F64h{}, m) }
func (x F64h) Round() F64h               { return half1(x, whole1(math.RoundToEven)) }
func (x F64h) Floor() F64h               { return half1(x, whole1(math.Floor)) }
func (x F64h) Ceil() F64h                { return half1(x, whole1(math.Ceil)) }
func (x F64h) Trunc() F64h               { return half1(x, whole1(math.Trunc)) }

func truncF64h(x F64h) F64h { return x.Trunc() }

// whole1 makes a NaN quiet besides.
func whole1(f func(float64) float64) func(float64) float64 {
	return func(x float64) float64 {
		if x != x {
			return fpops.AddRnF64(x, 0)
		}
		return f(x)
	}
}

// MulAdd returns x*y + z, rounded once.
func (x F64h) MulAdd(y, z F64h) (r F64h) {
	for l := range r {
		r[l] = fpops.FmaRnF64(x[l], y[l], z[l])
	}
	return r
}

// wide is a as f64, exactly. A NaN becomes quiet.
func wide(a F32) (r F64) {
	for l := range Half {
		r.Lo[l], r.Hi[l] = float64(a[l]), float64(a[l+Half])
	}
	return r
}

// rnF32 rounds s to nearest even.
func rnF32(s F64) (r F32) {
	for l := range Half {
		r[l], r[l+Half] = float32(s.Lo[l]), float32(s.Hi[l])
	}
	return r
}

// CvtRnF64S32 is fpops.CvtRnF64S32 of each lane.
func CvtRnF64S32(a I32) (r F64) {
	for l := range Half {
		r.Lo[l], r.Hi[l] = float64(a[l]), float64(a[l+Half])
	}
	return r
}
