package intops

// Dot products of packed integers with accumulation modulo 2^32 (manual
// 9.7.1.23, 9.7.1.24). The element types of a and b are chosen separately.

func u8(x uint32, i int) int32 { return int32(uint8(x >> (8 * i))) }

func s8(x int32, i int) int32 { return int32(int8(x >> (8 * i))) }

func u16(x uint32, i int) int32 { return int32(uint16(x >> (16 * i))) }

func s16(x int32, i int) int32 { return int32(int16(x >> (16 * i))) }

// Dp4aU32U32 is dp4a.u32.u32: c plus the four products of bytes.
func Dp4aU32U32(a, b, c uint32) uint32 {
	return c + uint32(u8(a, 0)*u8(b, 0)+u8(a, 1)*u8(b, 1)+u8(a, 2)*u8(b, 2)+u8(a, 3)*u8(b, 3))
}

// Dp4aU32S32 is dp4a.u32.s32.
func Dp4aU32S32(a uint32, b, c int32) int32 {
	return c + u8(a, 0)*s8(b, 0) + u8(a, 1)*s8(b, 1) + u8(a, 2)*s8(b, 2) + u8(a, 3)*s8(b, 3)
}

// Dp4aS32U32 is dp4a.s32.u32.
func Dp4aS32U32(a int32, b uint32, c int32) int32 { return Dp4aU32S32(b, a, c) }

// Dp4aS32S32 is dp4a.s32.s32.
func Dp4aS32S32(a, b, c int32) int32 {
	return c + s8(a, 0)*s8(b, 0) + s8(a, 1)*s8(b, 1) + s8(a, 2)*s8(b, 2) + s8(a, 3)*s8(b, 3)
}

// Dp2aLoU32U32 is dp2a.lo.u32.u32: c plus the products of the halves of a with
// the bytes 0 and 1 of b.
func Dp2aLoU32U32(a, b, c uint32) uint32 {
	return c + uint32(u16(a, 0)*u8(b, 0)) + uint32(u16(a, 1)*u8(b, 1))
}

// Dp2aLoU32S32 is dp2a.lo.u32.s32.
func Dp2aLoU32S32(a uint32, b, c int32) int32 { return c + u16(a, 0)*s8(b, 0) + u16(a, 1)*s8(b, 1) }

// Dp2aLoS32U32 is dp2a.lo.s32.u32.
func Dp2aLoS32U32(a int32, b uint32, c int32) int32 {
	return c + s16(a, 0)*u8(b, 0) + s16(a, 1)*u8(b, 1)
}

// Dp2aLoS32S32 is dp2a.lo.s32.s32.
func Dp2aLoS32S32(a, b, c int32) int32 { return c + s16(a, 0)*s8(b, 0) + s16(a, 1)*s8(b, 1) }

// Dp2aHiU32U32 is dp2a.hi.u32.u32: as Dp2aLoU32U32 with the bytes 2 and 3 of b.
func Dp2aHiU32U32(a, b, c uint32) uint32 { return Dp2aLoU32U32(a, b>>16, c) }

// Dp2aHiU32S32 is dp2a.hi.u32.s32.
func Dp2aHiU32S32(a uint32, b, c int32) int32 { return Dp2aLoU32S32(a, b>>16, c) }

// Dp2aHiS32U32 is dp2a.hi.s32.u32.
func Dp2aHiS32U32(a int32, b uint32, c int32) int32 { return Dp2aLoS32U32(a, b>>16, c) }

// Dp2aHiS32S32 is dp2a.hi.s32.s32.
func Dp2aHiS32S32(a, b, c int32) int32 { return Dp2aLoS32S32(a, b>>16, c) }
