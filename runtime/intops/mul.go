package intops

import "math/bits"

// The high halves of products (manual 9.7.1.3, 9.7.1.4), the 24-bit products
// (9.7.1.5, 9.7.1.6) and the carry-less ones (9.7.1.5 of PTX 9.3).

// MulHiS16 is mul.hi.s16: bits 31..16 of the product.
func MulHiS16(a, b int16) int16 { return int16(int32(a) * int32(b) >> 16) }

// MulHiU16 is mul.hi.u16.
func MulHiU16(a, b uint16) uint16 { return uint16(uint32(a) * uint32(b) >> 16) }

// MulHiS32 is mul.hi.s32: bits 63..32 of the product.
func MulHiS32(a, b int32) int32 { return int32(int64(a) * int64(b) >> 32) }

// MulHiU32 is mul.hi.u32.
func MulHiU32(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) >> 32) }

// MulHiS64 is mul.hi.s64: bits 127..64 of the product.
func MulHiS64(a, b int64) int64 {
	hi, _ := bits.Mul64(uint64(a), uint64(b))
	// A negative factor x was taken for x + 2^64: too much by the other factor.
	return int64(hi) - a>>63&b - b>>63&a
}

// MulHiU64 is mul.hi.u64.
func MulHiU64(a, b uint64) uint64 {
	hi, _ := bits.Mul64(a, b)
	return hi
}

// MadHiSatS32 is mad.hi.sat.s32: only the addition saturates.
func MadHiSatS32(a, b, c int32) int32 { return AddSatS32(MulHiS32(a, b), c) }

// sext24 extends the sign in bit 23.
func sext24(a int32) int64 { return int64(a << 8 >> 8) }

// zext24 keeps the low 24 bits.
func zext24(a uint32) uint64 { return uint64(a & 0xffffff) }

// Mul24LoU32 is mul24.lo.u32: bits 31..0 of the 48-bit product of the low 24
// bits of each operand.
func Mul24LoU32(a, b uint32) uint32 { return uint32(zext24(a) * zext24(b)) }

// Mul24LoS32 is mul24.lo.s32; the operands' sign is bit 23.
func Mul24LoS32(a, b int32) int32 { return int32(sext24(a) * sext24(b)) }

// Mul24HiU32 is mul24.hi.u32: bits 47..16 of the 48-bit product.
func Mul24HiU32(a, b uint32) uint32 { return uint32(zext24(a) * zext24(b) >> 16) }

// Mul24HiS32 is mul24.hi.s32.
func Mul24HiS32(a, b int32) int32 { return int32(sext24(a) * sext24(b) >> 16) }

// Mad24LoU32 is mad24.lo.u32.
func Mad24LoU32(a, b, c uint32) uint32 { return Mul24LoU32(a, b) + c }

// Mad24LoS32 is mad24.lo.s32.
func Mad24LoS32(a, b, c int32) int32 { return Mul24LoS32(a, b) + c }

// Mad24HiU32 is mad24.hi.u32.
func Mad24HiU32(a, b, c uint32) uint32 { return Mul24HiU32(a, b) + c }

// Mad24HiS32 is mad24.hi.s32.
func Mad24HiS32(a, b, c int32) int32 { return Mul24HiS32(a, b) + c }

// Mad24HiSatS32 is mad24.hi.sat.s32: only the addition saturates.
func Mad24HiSatS32(a, b, c int32) int32 { return AddSatS32(Mul24HiS32(a, b), c) }

// clmul returns the 127-bit product of two polynomials over GF(2).
func clmul(a, b uint64) (hi, lo uint64) {
	for i := 0; i < 64; i++ {
		m := -(b >> i & 1)
		lo ^= a << i & m
		hi ^= a >> (64 - i) & m
	}
	return hi, lo
}

// ClmadLoU64 is clmad.lo.u64: the low half of the carry-less product, xor c.
func ClmadLoU64(a, b, c uint64) uint64 {
	_, lo := clmul(a, b)
	return lo ^ c
}

// ClmadHiU64 is clmad.hi.u64: the high half of the carry-less product, xor c.
func ClmadHiU64(a, b, c uint64) uint64 {
	hi, _ := clmul(a, b)
	return hi ^ c
}
