//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "simd/archsimd"

// A value of 32 bits, or less, in eight lanes.
type (
	F32 = archsimd.Float32x8
	I32 = archsimd.Int32x8
	U32 = archsimd.Uint32x8
)

// M is a predicate in eight lanes. A lane has all bits set, or none.
type M = archsimd.Mask32x8

// F64 is a float64 in eight lanes: 0 to 3 in Lo, 4 to 7 in Hi.
type F64 struct{ Lo, Hi archsimd.Float64x4 }

// I64 is an int64 in eight lanes.
type I64 struct{ Lo, Hi archsimd.Int64x4 }

// U64 is a uint64 in eight lanes.
type U64 struct{ Lo, Hi archsimd.Uint64x4 }

// SplatF32 returns x in every lane.
func SplatF32(x float32) F32 { return archsimd.BroadcastFloat32x8(x) }

// SplatI32 returns x in every lane.
func SplatI32(x int32) I32 { return archsimd.BroadcastInt32x8(x) }

// SplatU32 returns x in every lane.
func SplatU32(x uint32) U32 { return archsimd.BroadcastUint32x8(x) }

// SplatF64 returns x in every lane.
func SplatF64(x float64) F64 {
	v := archsimd.BroadcastFloat64x4(x)
	return F64{v, v}
}

// SplatI64 returns x in every lane.
func SplatI64(x int64) I64 {
	v := archsimd.BroadcastInt64x4(x)
	return I64{v, v}
}

// SplatU64 returns x in every lane.
func SplatU64(x uint64) U64 {
	v := archsimd.BroadcastUint64x4(x)
	return U64{v, v}
}

// The lanes' numbers, and masks of lanes. Constants that are not the same in all
// lanes lie in variables: a load is one instruction, and no 128-bit register.
var (
	lanes32 = [8]int32{0, 1, 2, 3, 4, 5, 6, 7}
	odd64   = [4]int64{0, -1, 0, -1}
	upper64 = [4]int64{0, 0, -1, -1}
)

// RampI32 returns base + lane*step, modulo 2^32.
func RampI32(base, step int32) I32 {
	v := archsimd.LoadInt32x8Array(&lanes32)
	if step != 1 {
		v = v.Mul(SplatI32(step))
	}
	return v.Add(SplatI32(base))
}

// RampU32 returns base + lane*step, modulo 2^32.
func RampU32(base, step uint32) U32 { return RampI32(int32(base), int32(step)).AsUint32x8() }

// RampI64 returns base + lane*step, modulo 2^64.
func RampI64(base, step int64) I64 {
	// step in the odd lanes, two of it in the upper half
	lo := archsimd.BroadcastInt64x4(base).
		Add(archsimd.BroadcastInt64x4(step).And(archsimd.LoadInt64x4Array(&odd64))).
		Add(archsimd.BroadcastInt64x4(2 * step).And(archsimd.LoadInt64x4Array(&upper64)))
	return I64{lo, lo.Add(archsimd.BroadcastInt64x4(4 * step))}
}

// RampU64 returns base + lane*step, modulo 2^64.
func RampU64(base, step uint64) U64 { return U64FromI64(RampI64(int64(base), int64(step))) }
