package lanes

import "unsafe"

// Width is the number of lanes of this package's vectors: a power of two, from four on.
const Width = 8

// Half is the number of lanes of half a pair.
const Half = Width / 2

// allLanes are the bits of a mask that has all lanes.
const allLanes = 1<<Width - 1

// A value of 32 bits, or less, in each lane.
type (
	F32 [Width]float32
	I32 [Width]int32
	U32 [Width]uint32
)

// M is a predicate in each lane.
type M [Width]bool

// F64 is a float64 in each lane, the first half of them in Lo.
type F64 struct{ Lo, Hi F64h }

// I64 is an int64 in each lane.
type I64 struct{ Lo, Hi I64h }

// U64 is a uint64 in each lane.
type U64 struct{ Lo, Hi U64h }

// Halves of pairs.
type (
	F64h [Half]float64
	I64h [Half]int64
	U64h [Half]uint64
	M64h [Half]bool
)

// Numbers of 16 and 8 bits, side by side in the lanes.
type (
	I16x2 [2 * Width]int16
	U16x2 [2 * Width]uint16
	I8x4  [4 * Width]int8
	U8x4  [4 * Width]uint8
	m8x4  [4 * Width]bool
)

// each1 and each2 compute lane by lane, half1 and half2 those of half a pair.
func each1[A, R any](x [Width]A, f func(A) R) (r [Width]R) {
	for l := range r {
		r[l] = f(x[l])
	}
	return r
}

func each2[A, B, R any](x [Width]A, y [Width]B, f func(A, B) R) (r [Width]R) {
	for l := range r {
		r[l] = f(x[l], y[l])
	}
	return r
}

func half1[A, R any](x [Half]A, f func(A) R) (r [Half]R) {
	for l := range r {
		r[l] = f(x[l])
	}
	return r
}

func half2[A, B, R any](x [Half]A, y [Half]B, f func(A, B) R) (r [Half]R) {
	for l := range r {
		r[l] = f(x[l], y[l])
	}
	return r
}

// chosen returns x where m is set and y elsewhere.
func chosen[T any](x, y [Width]T, m M) [Width]T {
	for l := range x {
		if !m[l] {
			x[l] = y[l]
		}
	}
	return x
}

func chosenHalf[T any](x, y [Half]T, m M64h) [Half]T {
	for l := range x {
		if !m[l] {
			x[l] = y[l]
		}
	}
	return x
}

// add and those after it are the arithmetic and the comparisons of Go.
func add[T numeric](x, y T) T             { return x + y }
func sub[T numeric](x, y T) T             { return x - y }
func mul[T numeric](x, y T) T             { return x * y }
func equal[T numeric](x, y T) bool        { return x == y }
func notEqual[T numeric](x, y T) bool     { return x != y }
func less[T numeric](x, y T) bool         { return x < y }
func lessEqual[T numeric](x, y T) bool    { return x <= y }
func greater[T numeric](x, y T) bool      { return x > y }
func greaterEqual[T numeric](x, y T) bool { return x >= y }
func and[T integer](x, y T) T             { return x & y }
func or[T integer](x, y T) T              { return x | y }
func xor[T integer](x, y T) T             { return x ^ y }
func andNot[T integer](x, y T) T          { return x &^ y }
func not[T integer](x T) T                { return ^x }

// least and most are the minimum and the maximum: of NaNs, and of zeros that differ in their sign,
// either operand.
func least[T numeric](x, y T) T {
	if x < y {
		return x
	}
	return y
}

func most[T numeric](x, y T) T {
	if x > y {
		return x
	}
	return y
}

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

type numeric interface{ integer | ~float32 | ~float64 }

// as takes the bits of a vector for those of another one, the lowest first.
func as[T, V any](v V) T { return *(*T)(unsafe.Pointer(&v)) }

func (x F32) AsI32() I32     { return as[I32](x) }
func (x F32) AsU32() U32     { return as[U32](x) }
func (x I32) AsF32() F32     { return as[F32](x) }
func (x I32) AsU32() U32     { return as[U32](x) }
func (x I32) AsI64h() I64h   { return as[I64h](x) }
func (x I32) AsI16x2() I16x2 { return as[I16x2](x) }
func (x U32) AsF32() F32     { return as[F32](x) }
func (x U32) AsI32() I32     { return as[I32](x) }
func (x U32) AsU64h() U64h   { return as[U64h](x) }
func (x U32) AsI16x2() I16x2 { return as[I16x2](x) }
func (x U32) AsU16x2() U16x2 { return as[U16x2](x) }
func (x U32) AsI8x4() I8x4   { return as[I8x4](x) }
func (x U32) AsU8x4() U8x4   { return as[U8x4](x) }
func (x F64h) AsI64h() I64h  { return as[I64h](x) }
func (x F64h) AsU64h() U64h  { return as[U64h](x) }
func (x I64h) AsF64h() F64h  { return as[F64h](x) }
func (x I64h) AsU64h() U64h  { return as[U64h](x) }
func (x I64h) AsI32() I32    { return as[I32](x) }
func (x U64h) AsF64h() F64h  { return as[F64h](x) }
func (x U64h) AsI64h() I64h  { return as[I64h](x) }
func (x U64h) AsU32() U32    { return as[U32](x) }
func (x I16x2) AsU32() U32   { return as[U32](x) }
func (x U16x2) AsU32() U32   { return as[U32](x) }
func (x I8x4) AsU32() U32    { return as[U32](x) }
func (x U8x4) AsU32() U32    { return as[U32](x) }
func (x U8x4) AsI8x4() I8x4  { return as[I8x4](x) }
func (x U8x4) AsU64h() U64h  { return as[U64h](x) }

// Clear ends the use of vectors, of which there are none here.
func Clear() {}

// Usable reports whether this machine has what the package computes with.
func Usable() bool { return true }
