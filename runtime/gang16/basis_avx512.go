//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import (
	"simd/archsimd"
)

// A value of 32 bits, or less, in sixteen lanes.
type (
	F32 = archsimd.Float32x16
	I32 = archsimd.Int32x16
	U32 = archsimd.Uint32x16
)

// M is a predicate in sixteen lanes.
type M = archsimd.Mask32x16

// F64 is a float64 in sixteen lanes: 0 to 7 in Lo, 8 to 15 in Hi.
type F64 struct{ Lo, Hi archsimd.Float64x8 }

// I64 is an int64 in sixteen lanes.
type I64 struct{ Lo, Hi archsimd.Int64x8 }

// U64 is a uint64 in sixteen lanes.
type U64 struct{ Lo, Hi archsimd.Uint64x8 }

// SplatF32 returns x in every lane.
func SplatF32(x float32) F32 { return archsimd.BroadcastFloat32x16(x) }

// SplatI32 returns x in every lane.
func SplatI32(x int32) I32 { return archsimd.BroadcastInt32x16(x) }

// SplatU32 returns x in every lane.
func SplatU32(x uint32) U32 { return archsimd.BroadcastUint32x16(x) }

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
	F64h = archsimd.Float64x8
	I64h = archsimd.Int64x8
	U64h = archsimd.Uint64x8
	M64h = archsimd.Mask64x8
)

// Numbers of 16 and 8 bits, side by side in the lanes.
type (
	I16x2 = archsimd.Int16x32
	U16x2 = archsimd.Uint16x32
	I8x4  = archsimd.Int8x64
	U8x4  = archsimd.Uint8x64
)

// upper has the odd lanes of x in the even ones.
func upper(x I32) I32 { return x.PermuteScalarsGrouped(1, 1, 3, 3) }

// look returns the entries of a table for the nibbles that are the bytes of x.
func look(table *lanes, x U32) U8x4 {
	return table.u().AsUint8x64().PermuteOrZeroGrouped(x.AsInt8x64())
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

// SplatQuadF32 returns each of the first four lanes in all lanes of a vector. Their others have the
// same.
func SplatQuadF32(x F32) (a, b, c, d F32) {
	return x.ConcatPermuteScalarsGrouped(0, 0, 0, 0, x), x.ConcatPermuteScalarsGrouped(1, 1, 1, 1, x),
		x.ConcatPermuteScalarsGrouped(2, 2, 2, 2, x), x.ConcatPermuteScalarsGrouped(3, 3, 3, 3, x)
}
