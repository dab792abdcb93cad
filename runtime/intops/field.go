package intops

// Bit fields (manual 9.7.1.19 to 9.7.1.22). Positions and lengths of bfe and bfi of 32 bits
// are the low eight bits of their operand. Those of 64 bits are all of it: the manual restricts
// them to 255, and a GPU, which computes them from other instructions, does not.
//
// Shift counts are widened to uint64 on purpose. On amd64, Go 1.26 may merge
// the comparison of a uint32 count with 32 that is part of a shift with one
// that the caller has written, and lose the zero flag between the two: in
// x, ok := a<<b, b == 32 the comparison is then true for all b above 31. The
// 64-bit comparison of a widened count is not merged, and b < 32 needs the carry
// flag only, which min(b, 32) does not.

// BfeU32 is bfe.u32: the field of a at position b of length c, zero-extended.
func BfeU32(a, b, c uint32) uint32 { return a >> uint64(b&255) & (1<<uint64(c&255) - 1) }

// BfeU64 is bfe.u64.
func BfeU64(a uint64, b, c uint32) uint64 { return a >> uint64(b) & (1<<uint64(c) - 1) }

// BfeS32 is bfe.s32: as BfeU32, filled with the field's top bit, or with bit 31
// of a where the field reaches beyond it.
func BfeS32(a int32, b, c uint32) int32 {
	pos, n := uint64(b&255), uint64(c&255)
	if n == 0 {
		return 0
	}
	top := 31 - min(pos+n-1, 31)
	return a << top >> top >> pos
}

// BfeS64 is bfe.s64.
func BfeS64(a int64, b, c uint32) int64 {
	pos, n := uint64(b), uint64(c)
	if n == 0 {
		return 0
	}
	top := 63 - min(pos+n-1, 63)
	return a << top >> top >> pos
}

// BfiB32 is bfi.b32: b with the low d bits of a inserted at position c. What
// would go beyond bit 31 is dropped.
func BfiB32(a, b, c, d uint32) uint32 {
	m := uint32(1<<uint64(d&255)-1) << uint64(c&255)
	return b&^m | a<<uint64(c&255)&m
}

// BfiB64 is bfi.b64.
func BfiB64(a, b uint64, c, d uint32) uint64 {
	m := uint64(1<<uint64(d)-1) << uint64(c)
	return b&^m | a<<uint64(c)&m
}

// SzextClampU32 is szext.clamp.u32: the low b bits of a; all of a from 32 on.
func SzextClampU32(a, b uint32) uint32 { return a & (1<<uint64(b) - 1) }

// SzextClampS32 is szext.clamp.s32: the low b bits of a, sign-extended.
func SzextClampS32(a int32, b uint32) int32 {
	if b >= 32 {
		return a
	}
	return a << (32 - b) >> (32 - b)
}

// SzextWrapU32 is szext.wrap.u32: the length is b modulo 32.
func SzextWrapU32(a, b uint32) uint32 { return SzextClampU32(a, b&31) }

// SzextWrapS32 is szext.wrap.s32.
func SzextWrapS32(a int32, b uint32) int32 { return SzextClampS32(a, b&31) }

// BmskClampB32 is bmsk.clamp.b32: b ones from bit a upwards, those beyond bit 31
// dropped.
func BmskClampB32(a, b uint32) uint32 { return uint32(1<<uint64(b)-1) << uint64(a) }

// BmskWrapB32 is bmsk.wrap.b32: position and length are taken modulo 32.
func BmskWrapB32(a, b uint32) uint32 { return BmskClampB32(a&31, b&31) }
