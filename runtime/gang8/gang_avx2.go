//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"
)

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

// The lanes' numbers, and masks of lanes. Constants that are not the same in all
// lanes lie in variables: a load is one instruction, and no 128-bit register.
var (
	lanes32 = [8]int32{0, 1, 2, 3, 4, 5, 6, 7}
	odd64   = [4]int64{0, -1, 0, -1}
	upper64 = [4]int64{0, 0, -1, -1}
)

// RampI64 returns base + lane*step, modulo 2^64.
func RampI64(base, step int64) I64 {
	// step in the odd lanes, two of it in the upper half
	lo := archsimd.BroadcastInt64x4(base).
		Add(archsimd.BroadcastInt64x4(step).And(archsimd.LoadInt64x4Array(&odd64))).
		Add(archsimd.BroadcastInt64x4(2 * step).And(archsimd.LoadInt64x4Array(&upper64)))
	return I64{lo, lo.Add(archsimd.BroadcastInt64x4(4 * step))}
}

// Width is the number of lanes of a gang.
const Width = 8

// Clear ends the use of vectors: it clears the upper halves of the vector
// registers, so that legacy SSE is as fast as ever. No vector is alive across it.
//
//lanes:spelled
func Clear() { archsimd.ClearAVXUpperBits() }

// Half is the number of lanes of half a pair.
const Half = Width / 2

// allLanes are the bits of a mask that has all lanes.
const allLanes = 1<<Width - 1

// Halves of pairs.
type (
	F64h = archsimd.Float64x4
	I64h = archsimd.Int64x4
	U64h = archsimd.Uint64x4
	M64h = archsimd.Mask64x4
)

// Numbers of 16 and 8 bits, side by side in the lanes.
type (
	I16x2 = archsimd.Int16x16
	U16x2 = archsimd.Uint16x16
	I8x4  = archsimd.Int8x32
	U8x4  = archsimd.Uint8x32
)

// upper has the odd lanes of x in the even ones; oddU32 too.
func upper(x I32) I32  { return x.PermuteScalarsGrouped(1, 1, 3, 3) }
func oddU32(a U32) U32 { return a.PermuteScalarsGrouped(1, 1, 3, 3) }

// look returns the entries of a table for the nibbles that are the bytes of x.
func look(table *lanes, x U32) U8x4 {
	return table.u().AsUint8x32().PermuteOrZeroGrouped(x.AsInt8x32())
}

// wide is a as f64, exactly. A NaN becomes quiet.
func wide(a F32) F64 { return F64{a.GetLo().ConvertToFloat64(), a.GetHi().ConvertToFloat64()} }

// rnF32 rounds s to nearest even.
func rnF32(s F64) F32 {
	var f F32
	return f.SetLo(s.Lo.ConvertToFloat32()).SetHi(s.Hi.ConvertToFloat32())
}

// CvtRnF64S32 is fpops.CvtRnF64S32 of each lane.
func CvtRnF64S32(a I32) F64 { return F64{a.GetLo().ConvertToFloat64(), a.GetHi().ConvertToFloat64()} }
