//go:build goexperiment.simd && amd64

package gang8

import "simd/archsimd"

// Shifts have Go's meaning: a count at or above the width leaves 0, or the sign.

// ShlI32 returns x << n.
func ShlI32(x I32, n U32) I32 { return x.ShiftLeft(n.AsInt32x8()) }

// ShrI32 returns x >> n.
func ShrI32(x I32, n U32) I32 { return x.ShiftRight(n.AsInt32x8()) }

// ShlU32 returns x << n.
func ShlU32(x, n U32) U32 { return x.ShiftLeft(n) }

// ShrU32 returns x >> n.
func ShrU32(x, n U32) U32 { return x.ShiftRight(n) }

// ShlI64 returns x << n.
func ShlI64(x I64, n U32) I64 { return I64FromU64(ShlU64(U64FromI64(x), n)) }

// ShrI64 returns x >> n.
func ShrI64(x I64, n U32) I64 {
	s := SignI64(x)
	return I64FromU64(ShrU64(U64FromI64(x.Xor(s)), n)).Xor(s)
}

// ShlU64 returns x << n.
func ShlU64(x U64, n U32) U64 {
	c := U64FromU32(n)
	return U64{x.Lo.ShiftLeft(c.Lo), x.Hi.ShiftLeft(c.Hi)}
}

// ShrU64 returns x >> n.
func ShrU64(x U64, n U32) U64 {
	c := U64FromU32(n)
	return U64{x.Lo.ShiftRight(c.Lo), x.Hi.ShiftRight(c.Hi)}
}

// SignI32 returns -1 where x is negative and 0 elsewhere.
func SignI32(x I32) I32 { return x.ShiftAllRight(31) }

// SignI64 returns -1 where x is negative and 0 elsewhere.
func SignI64(x I64) I64 {
	var zero archsimd.Int64x4
	return I64{zero.Greater(x.Lo).ToInt64x4(), zero.Greater(x.Hi).ToInt64x4()}
}
