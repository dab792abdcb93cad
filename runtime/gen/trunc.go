package gen

// Trunc32 returns the low 32 bits of x, as uint32(x) does. Go's compiler, up to 1.27 at
// least, takes uint32(x) for a copy of x; where that goes into a variable that lives on the
// stack, it may load x from there, without its upper half. So generated code computes the
// low half where both are needed after a place at which such a variable is set.
func Trunc32[T integer](x T) uint32 { return uint32(x) ^ noBits }

// Trunc16 is [Trunc32] for the low 16 bits.
func Trunc16[T integer](x T) uint16 { return uint16(x) ^ uint16(noBits) }

// Trunc8 is [Trunc32] for the low 8 bits.
func Trunc8[T integer](x T) uint8 { return uint8(x) ^ uint8(noBits) }

type integer interface {
	int8 | int16 | int32 | int64 | int | uint8 | uint16 | uint32 | uint64
}

// noBits is zero. It is a variable so that Go's compiler does not know, and nothing sets it.
var noBits uint32
