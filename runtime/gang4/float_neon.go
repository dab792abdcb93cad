//go:build goexperiment.simd && arm64 && go1.27 && !go1.28

package gang4

import "simd/archsimd"

// f32. Which NaN a result is, if it is one, is not defined.

func (x F32) Add(y F32) F32        { return F32{x.v.Add(y.v)} }
func (x F32) Sub(y F32) F32        { return F32{x.v.Sub(y.v)} }
func (x F32) Mul(y F32) F32        { return F32{x.v.Mul(y.v)} }
func (x F32) Div(y F32) F32        { return F32{x.v.Div(y.v)} }
func (x F32) Min(y F32) F32        { return F32{x.v.Min(y.v)} }
func (x F32) Max(y F32) F32        { return F32{x.v.Max(y.v)} }
func (x F32) Sqrt() F32            { return F32{x.v.Sqrt()} }
func (x F32) Equal(y F32) M        { return M{x.v.Equal(y.v)} }
func (x F32) NotEqual(y F32) M     { return M{x.v.NotEqual(y.v)} }
func (x F32) Less(y F32) M         { return M{x.v.Less(y.v)} }
func (x F32) LessEqual(y F32) M    { return M{x.v.LessEqual(y.v)} }
func (x F32) Greater(y F32) M      { return M{x.v.Greater(y.v)} }
func (x F32) GreaterEqual(y F32) M { return M{x.v.GreaterEqual(y.v)} }
func (x F32) IsNaN() M             { return M{x.v.NotEqual(x.v)} }
func (x F32) Merge(y F32, m M) F32 { return F32{x.v.IfElse(m.v, y.v)} }
func (x F32) Masked(m M) F32       { return F32{x.v.Masked(m.v)} }
func (x F32) MulAdd(y, z F32) F32  { return F32{x.v.MulAdd(y.v, z.v)} }

func roundF32(x F32) F32 { return F32{x.v.Round()} }
func floorF32(x F32) F32 { return F32{x.v.Floor()} }
func ceilF32(x F32) F32  { return F32{x.v.Ceil()} }
func truncF32(x F32) F32 { return F32{x.v.Trunc()} }

// ConvertToInt32 cuts fractions off. What has no place, a NaN too, becomes -2^31.
func (x F32) ConvertToInt32() I32 {
	least := sign32.i()
	return I32{x.v.ConvertToInt32().IfElse(x.v.Less(int31.f().v), least.v)}
}

// cutS32 is the same of f64.
func cutS32(a F64) I32 {
	v := cutS64(a.Lo).TruncToInt32().ToBits().ReshapeToUint64s().InterleaveLo(cutS64(a.Hi).TruncToInt32().ToBits().ReshapeToUint64s())
	return U64h{v}.AsU32().AsI32()
}

var below31 = all64(0xc1e0000000200000) // -2^31 - 1

func cutS64(a F64h) archsimd.Int64x2 {
	in := a.v.Less(over31.f().v).And(a.v.Greater(below31.f().v))
	return a.v.ConvertToInt64().IfElse(in, leastS32.i().v)
}

var leastS32 = all64(0xffffffff80000000)

// f64. The processor makes its own NaN of no NaN, which is not that of package fpops, and of a NaN
// besides a product of zero and infinity.

var (
	nan64   = all64(0xfff8000000000000)
	quiet51 = all64(1 << 51)
)

// made is r, or the NaN that there is where it is one: of operands that are none.
func made(r, x, y F64h) F64h {
	new := r.v.NotEqual(r.v).And(x.v.Equal(x.v)).And(y.v.Equal(y.v))
	return F64h{nan64.f().v.IfElse(new, r.v)}
}

func (x F64h) Add(y F64h) F64h           { return made(F64h{x.v.Add(y.v)}, x, y) }
func (x F64h) Sub(y F64h) F64h           { return made(F64h{x.v.Sub(y.v)}, x, y) }
func (x F64h) Mul(y F64h) F64h           { return made(F64h{x.v.Mul(y.v)}, x, y) }
func (x F64h) Div(y F64h) F64h           { return made(F64h{x.v.Div(y.v)}, x, y) }
func (x F64h) Min(y F64h) F64h           { return F64h{x.v.Min(y.v)} }
func (x F64h) Max(y F64h) F64h           { return F64h{x.v.Max(y.v)} }
func (x F64h) Sqrt() F64h                { return made(F64h{x.v.Sqrt()}, x, x) }
func (x F64h) Equal(y F64h) M64h         { return M64h{x.v.Equal(y.v)} }
func (x F64h) NotEqual(y F64h) M64h      { return M64h{x.v.NotEqual(y.v)} }
func (x F64h) Less(y F64h) M64h          { return M64h{x.v.Less(y.v)} }
func (x F64h) LessEqual(y F64h) M64h     { return M64h{x.v.LessEqual(y.v)} }
func (x F64h) Greater(y F64h) M64h       { return M64h{x.v.Greater(y.v)} }
func (x F64h) GreaterEqual(y F64h) M64h  { return M64h{x.v.GreaterEqual(y.v)} }
func (x F64h) IsNaN() M64h               { return M64h{x.v.NotEqual(x.v)} }
func (x F64h) Merge(y F64h, m M64h) F64h { return F64h{x.v.IfElse(m.v, y.v)} }
func (x F64h) Masked(m M64h) F64h        { return F64h{x.v.Masked(m.v)} }
func (x F64h) Round() F64h               { return F64h{x.v.Round()} }
func (x F64h) Floor() F64h               { return F64h{x.v.Floor()} }
func (x F64h) Ceil() F64h                { return F64h{x.v.Ceil()} }
func (x F64h) Trunc() F64h               { return F64h{x.v.Trunc()} }

func truncF64h(x F64h) F64h { return x.Trunc() }

// MulAdd returns x*y + z, rounded once.
func (x F64h) MulAdd(y, z F64h) F64h {
	r, nan, quiet := F64h{x.v.MulAdd(y.v, z.v)}, z.v.NotEqual(z.v), z.AsU64h().Or(quiet51.u()).AsF64h()
	return F64h{quiet.v.IfElse(nan, made(r, x, y).v)}
}

// wide is a as f64, exactly. A NaN becomes quiet.
func wide(a F32) F64 {
	return F64{F64h{a.v.ConvertLo2ToFloat64()}, F64h{a.v.HiToLo().ConvertLo2ToFloat64()}}
}

// rnF32 rounds s to nearest even.
func rnF32(s F64) F32 {
	lo, hi := F32{s.Lo.v.ConvertToFloat32()}, F32{s.Hi.v.ConvertToFloat32()}
	return U64h{lo.AsU32().AsU64h().v.InterleaveLo(hi.AsU32().AsU64h().v)}.AsU32().AsF32()
}

// CvtRnF64S32 is fpops.CvtRnF64S32 of each lane.
func CvtRnF64S32(a I32) F64 {
	return F64{F64h{a.v.ExtendLo2ToInt64().ConvertToFloat64()}, F64h{a.v.HiToLo().ExtendLo2ToInt64().ConvertToFloat64()}}
}

func f64FromI64(a I64) F64 {
	return F64{F64h{a.Lo.v.ConvertToFloat64()}, F64h{a.Hi.v.ConvertToFloat64()}}
}
func f64FromU64(a U64) F64 {
	return F64{F64h{a.Lo.v.ConvertToFloat64()}, F64h{a.Hi.v.ConvertToFloat64()}}
}
