//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "simd/archsimd"

// Directed rounding of f32 operations, by way of f64: fpops/round32.go.

// wide is a as f64, exactly. A NaN becomes quiet.
func wide(a F32) F64 { return F64{a.GetLo().ConvertToFloat64(), a.GetHi().ConvertToFloat64()} }

// rnF32 rounds s to nearest even.
func rnF32(s F64) F32 {
	var f F32
	return f.SetLo(s.Lo.ConvertToFloat32()).SetHi(s.Hi.ConvertToFloat32())
}

// oddSum returns p+z rounded to odd.
func oddSum(p, z F64) F64 { return F64{oddSum4(p.Lo, z.Lo), oddSum4(p.Hi, z.Hi)} }

func oddSum4(p, z archsimd.Float64x4) archsimd.Float64x4 {
	var zero archsimd.Int64x4
	s := p.Add(z)
	t := s.Sub(p)
	e := p.Sub(s.Sub(t)).Add(z.Sub(t))
	u := s.AsInt64x4()
	// Where e points towards zero, s is too large: step back first.
	back := zero.Greater(e.AsInt64x4().Xor(u)).ToInt64x4()
	odd := u.Add(back).Or(lastBit64.i())
	inexact := e.Mul(e).Greater(zero.AsFloat64x4())
	return odd.Merge(u, inexact).AsFloat64x4()
}

// oddSumRm is oddSum for rounding towards negative infinity, where an exact zero is -0
// unless both terms are +0.
func oddSumRm(p, z F64) F64 { return F64{oddSumRm4(p.Lo, z.Lo), oddSumRm4(p.Hi, z.Hi)} }

func oddSumRm4(p, z archsimd.Float64x4) archsimd.Float64x4 {
	s := oddSum4(p, z)
	zero := p.AsUint64x4().Or(z.AsUint64x4()).And(sign64.u()).AsFloat64x4()
	return zero.Merge(s, s.Equal(archsimd.Float64x4{}))
}

// rzF32 rounds s towards zero.
func rzF32(s F64) F32 {
	f := rnF32(s)
	w := wide(f)
	m := narrow(mag4(s.Lo).Less(mag4(w.Lo)), mag4(s.Hi).Less(mag4(w.Hi)))
	return f.AsInt32x8().Add(m.ToInt32x8()).AsFloat32x8()
}

// rmF32 rounds s towards negative infinity.
func rmF32(s F64) F32 {
	f := rnF32(s)
	w := wide(f)
	m := narrow(s.Lo.Less(w.Lo), s.Hi.Less(w.Hi))
	return f.AsInt32x8().Sub(up(f).And(m.ToInt32x8())).AsFloat32x8()
}

// rpF32 rounds s towards positive infinity.
func rpF32(s F64) F32 {
	f := rnF32(s)
	w := wide(f)
	m := narrow(w.Lo.Less(s.Lo), w.Hi.Less(s.Hi))
	return f.AsInt32x8().Add(up(f).And(m.ToInt32x8())).AsFloat32x8()
}

// up is what the bits of f differ by from those of the next greater number.
func up(f F32) I32 { return f.AsInt32x8().ShiftAllRight(31).Or(lastBit32.i()) }

// mag4 clears the sign bits.
func mag4(s archsimd.Float64x4) archsimd.Float64x4 {
	return s.AsUint64x4().And(mag64.u()).AsFloat64x4()
}

var (
	lastBit32 = all(1)
	lastBit64 = all64(1)

	minNormal64   = all64(0x381 << 52)        // 2^-126
	minNormalRn   = all64(0x380ffffff0000000) // 2^-126 - 2^-151
	maxTinyAway   = all64(0x380fffffe0000000) // 2^-126 - 2^-150
	minusNormal64 = all64(0xb81 << 52)
	minusTinyAway = all64(0xb80fffffe0000000)
)

// The functions below flush a tiny result: fpops/ftz.go.

func rnFtzF32(s F64) F32 {
	k := minNormalRn.f()
	return clearMag(rnF32(s).AsInt32x8(), narrow(mag4(s.Lo).Less(k), mag4(s.Hi).Less(k)))
}

func rzFtzF32(s F64) F32 {
	k := minNormal64.f()
	return clearMag(rzF32(s).AsInt32x8(), narrow(mag4(s.Lo).Less(k), mag4(s.Hi).Less(k)))
}

func rmFtzF32(s F64) F32 {
	k, l := minNormal64.f(), minusTinyAway.f()
	m := narrow(s.Lo.Less(k).And(s.Lo.GreaterEqual(l)), s.Hi.Less(k).And(s.Hi.GreaterEqual(l)))
	return clearMag(rmF32(s).AsInt32x8(), m)
}

func rpFtzF32(s F64) F32 {
	k, l := maxTinyAway.f(), minusNormal64.f()
	m := narrow(s.Lo.LessEqual(k).And(s.Lo.Greater(l)), s.Hi.LessEqual(k).And(s.Hi.Greater(l)))
	return clearMag(rpF32(s).AsInt32x8(), m)
}

// ones64 is one in every lane.
func ones64() F64 { return F64{one64.f(), one64.f()} }
