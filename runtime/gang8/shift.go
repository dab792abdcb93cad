//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "simd/archsimd"

// Shifts have Go's meaning: a count at or above the width leaves 0, or the sign.
//
// Of the methods of vectors only ShiftAllLeft, and ShiftAllRight of signed lanes, are
// to be called, and with a constant below the width: Go 1.26 moves every other count,
// also a constant one of unsigned lanes, to its register with legacy SSE.

// ShlI32 returns x << n.
func ShlI32(x I32, n U32) I32 { return x.ShiftLeft(n) }

// ShrI32 returns x >> n.
func ShrI32(x I32, n U32) I32 { return x.ShiftRight(n) }

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

// ShlAllI32 returns x << n, the same n in all lanes.
func ShlAllI32(x I32, n uint32) I32 { return x.ShiftLeft(count32(n)) }

// ShrAllI32 returns x >> n.
func ShrAllI32(x I32, n uint32) I32 { return x.ShiftRight(count32(n)) }

// ShlAllU32 returns x << n.
func ShlAllU32(x U32, n uint32) U32 { return x.ShiftLeft(count32(n)) }

// ShrAllU32 returns x >> n.
func ShrAllU32(x U32, n uint32) U32 { return x.ShiftRight(count32(n)) }

// FunnelB32 returns the upper word of the words high and low, shifted to the left by n, a
// constant from 1 to 31; back is 32-n in all lanes. It is inlined, so that n is in the
// instruction.
func FunnelB32(high, low U32, n uint64, back U32) U32 {
	return high.ShiftAllLeft(n).Or(low.ShiftRight(back))
}

// RotateB32 returns x, rotated to the left by n, a constant from 1 to 31; back is 32-n in all lanes.
func RotateB32(x U32, n uint64, back U32) U32 { return FunnelB32(x, x, n, back) }

// ShlAllI64 returns x << n.
func ShlAllI64(x I64, n uint32) I64 {
	c := count64(n)
	return I64{x.Lo.ShiftLeft(c), x.Hi.ShiftLeft(c)}
}

// ShrAllI64 returns x >> n.
func ShrAllI64(x I64, n uint32) I64 {
	// x + 2^63 is not negative.
	top, c := archsimd.LoadUint64x4Array(&top64), count64(min(n, 63))
	low := top.ShiftRight(c)
	return I64{
		x.Lo.AsUint64x4().Xor(top).ShiftRight(c).Sub(low).AsInt64x4(),
		x.Hi.AsUint64x4().Xor(top).ShiftRight(c).Sub(low).AsInt64x4(),
	}
}

// ShlAllU64 returns x << n.
func ShlAllU64(x U64, n uint32) U64 {
	c := count64(n)
	return U64{x.Lo.ShiftLeft(c), x.Hi.ShiftLeft(c)}
}

// ShrAllU64 returns x >> n.
func ShrAllU64(x U64, n uint32) U64 {
	c := count64(n)
	return U64{x.Lo.ShiftRight(c), x.Hi.ShiftRight(c)}
}

// count32 returns n in all lanes, or 32 where it is more: a load, where a broadcast
// goes through a register of 128 bits.
func count32(n uint32) U32 { return archsimd.LoadUint32x8Array(&counts32[min(n, 32)]) }

// count64 returns n in all lanes, or 64 where it is more.
func count64(n uint32) archsimd.Uint64x4 { return archsimd.LoadUint64x4Array(&counts64[min(n, 64)]) }

var (
	counts32 [33][8]uint32
	counts64 [65][4]uint64
)

func init() {
	for n := range counts32 {
		for l := range counts32[n] {
			counts32[n][l] = uint32(n)
		}
	}
	for n := range counts64 {
		for l := range counts64[n] {
			counts64[n][l] = uint64(n)
		}
	}
}

// SignI32 returns -1 where x is negative and 0 elsewhere.
func SignI32(x I32) I32 { return x.ShiftAllRight(31) }

// SignI64 returns -1 where x is negative and 0 elsewhere.
func SignI64(x I64) I64 {
	var zero archsimd.Int64x4
	return I64{zero.Greater(x.Lo).ToInt64x4(), zero.Greater(x.Hi).ToInt64x4()}
}
