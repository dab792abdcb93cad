//go:build goexperiment.simd && arm64 && go1.27 && !go1.28

package gang4

import "simd/archsimd"

// Width is the number of lanes of a gang.
const Width = 4

// Half is the number of lanes of half a pair.
const Half = Width / 2

// allLanes are the bits of a mask that has all lanes.
const allLanes = 1<<Width - 1

// A value of 32 bits, or less, in four lanes.
type (
	F32 struct{ v archsimd.Float32x4 }
	I32 struct{ v archsimd.Int32x4 }
	U32 struct{ v archsimd.Uint32x4 }
)

// M is a predicate in four lanes. A lane has all bits set, or none.
type M struct{ v archsimd.Mask32x4 }

// F64 is a float64 in four lanes: 0 and 1 in Lo, 2 and 3 in Hi.
type F64 struct{ Lo, Hi F64h }

// I64 is an int64 in four lanes.
type I64 struct{ Lo, Hi I64h }

// U64 is a uint64 in four lanes.
type U64 struct{ Lo, Hi U64h }

// Halves of pairs.
type (
	F64h struct{ v archsimd.Float64x2 }
	I64h struct{ v archsimd.Int64x2 }
	U64h struct{ v archsimd.Uint64x2 }
	M64h struct{ v archsimd.Mask64x2 }
)

// Numbers of 16 and 8 bits, side by side in the lanes.
type (
	I16x2 struct{ v archsimd.Int16x8 }
	U16x2 struct{ v archsimd.Uint16x8 }
	I8x4  struct{ v archsimd.Int8x16 }
	U8x4  struct{ v archsimd.Uint8x16 }
	m8x4  struct{ v archsimd.Mask8x16 }
)

// Usable reports whether this machine has what the package computes with, which all of arm64 have.
func Usable() bool { return true }

// Clear ends the use of vectors, which costs nothing here.
func Clear() {}

// Bits of one type of vectors as those of another.

func (x F32) AsI32() I32     { return I32{x.v.ToBits().BitsToInt32()} }
func (x F32) AsU32() U32     { return U32{x.v.ToBits()} }
func (x I32) AsF32() F32     { return F32{x.v.ToBits().BitsToFloat32()} }
func (x I32) AsU32() U32     { return U32{x.v.ToBits()} }
func (x I32) AsI64h() I64h   { return I64h{x.v.ToBits().ReshapeToUint64s().BitsToInt64()} }
func (x I32) AsI16x2() I16x2 { return I16x2{x.v.ToBits().ReshapeToUint16s().BitsToInt16()} }
func (x U32) AsF32() F32     { return F32{x.v.BitsToFloat32()} }
func (x U32) AsI32() I32     { return I32{x.v.BitsToInt32()} }
func (x U32) AsU64h() U64h   { return U64h{x.v.ReshapeToUint64s()} }
func (x U32) AsI16x2() I16x2 { return I16x2{x.v.ReshapeToUint16s().BitsToInt16()} }
func (x U32) AsU16x2() U16x2 { return U16x2{x.v.ReshapeToUint16s()} }
func (x U32) AsI8x4() I8x4   { return I8x4{x.v.ReshapeToUint8s().BitsToInt8()} }
func (x U32) AsU8x4() U8x4   { return U8x4{x.v.ReshapeToUint8s()} }
func (x F64h) AsI64h() I64h  { return I64h{x.v.ToBits().BitsToInt64()} }
func (x F64h) AsU64h() U64h  { return U64h{x.v.ToBits()} }
func (x I64h) AsF64h() F64h  { return F64h{x.v.ToBits().BitsToFloat64()} }
func (x I64h) AsU64h() U64h  { return U64h{x.v.ToBits()} }
func (x I64h) AsI32() I32    { return I32{x.v.ToBits().ReshapeToUint32s().BitsToInt32()} }
func (x U64h) AsF64h() F64h  { return F64h{x.v.BitsToFloat64()} }
func (x U64h) AsI64h() I64h  { return I64h{x.v.BitsToInt64()} }
func (x U64h) AsU32() U32    { return U32{x.v.ReshapeToUint32s()} }
func (x I16x2) AsU32() U32   { return U32{x.v.ToBits().ReshapeToUint32s()} }
func (x U16x2) AsU32() U32   { return U32{x.v.ReshapeToUint32s()} }
func (x I8x4) AsU32() U32    { return U32{x.v.ToBits().ReshapeToUint32s()} }
func (x U8x4) AsU32() U32    { return U32{x.v.ReshapeToUint32s()} }
func (x U8x4) AsI8x4() I8x4  { return I8x4{x.v.BitsToInt8()} }
func (x U8x4) AsU64h() U64h  { return U64h{x.v.ReshapeToUint64s()} }
