package intops

import "math/bits"

// Counting, finding and reversing bits (manual 9.7.1.14 to 9.7.1.18).

// none is what bfind and fns return where there is no such bit.
const none = ^uint32(0)

// PopcB32 is popc.b32.
func PopcB32(a uint32) uint32 { return uint32(bits.OnesCount32(a)) }

// PopcB64 is popc.b64.
func PopcB64(a uint64) uint32 { return uint32(bits.OnesCount64(a)) }

// ClzB32 is clz.b32; 32 for zero.
func ClzB32(a uint32) uint32 { return uint32(bits.LeadingZeros32(a)) }

// ClzB64 is clz.b64; 64 for zero.
func ClzB64(a uint64) uint32 { return uint32(bits.LeadingZeros64(a)) }

// BfindU32 is bfind.u32: the place of the highest one bit, 0xffffffff for zero.
func BfindU32(a uint32) uint32 { return uint32(bits.Len32(a)) - 1 }

// BfindU64 is bfind.u64.
func BfindU64(a uint64) uint32 { return uint32(bits.Len64(a)) - 1 }

// BfindS32 is bfind.s32: the place of the highest bit that differs from the
// sign, 0xffffffff for 0 and -1.
func BfindS32(a int32) uint32 { return BfindU32(uint32(a ^ a>>31)) }

// BfindS64 is bfind.s64.
func BfindS64(a int64) uint32 { return BfindU64(uint64(a ^ a>>63)) }

// BfindShiftamtU32 is bfind.shiftamt.u32: how far to shift left to bring the
// highest one bit to the top, 0xffffffff for zero.
func BfindShiftamtU32(a uint32) uint32 {
	if a == 0 {
		return none
	}
	return uint32(bits.LeadingZeros32(a))
}

// BfindShiftamtU64 is bfind.shiftamt.u64.
func BfindShiftamtU64(a uint64) uint32 {
	if a == 0 {
		return none
	}
	return uint32(bits.LeadingZeros64(a))
}

// BfindShiftamtS32 is bfind.shiftamt.s32.
func BfindShiftamtS32(a int32) uint32 { return BfindShiftamtU32(uint32(a ^ a>>31)) }

// BfindShiftamtS64 is bfind.shiftamt.s64.
func BfindShiftamtS64(a int64) uint32 { return BfindShiftamtU64(uint64(a ^ a>>63)) }

// FnsB32 is fns.b32: the place of the |offset|-th one bit of mask at or above
// base (offset > 0) or at or below it (offset < 0); with offset 0 base itself
// where its bit is one. 0xffffffff where there is none. The least offset, whose magnitude
// is no number of 32 bits, gives 0, as an H100 does.
func FnsB32(mask, base uint32, offset int32) uint32 {
	if offset == -1<<31 {
		return 0
	}
	if base > 31 {
		return none
	}
	switch {
	case offset == 0:
		if mask>>base&1 == 1 {
			return base
		}
	case offset > 0:
		for pos := base; pos < 32; pos++ {
			if mask>>pos&1 == 1 {
				if offset--; offset == 0 {
					return pos
				}
			}
		}
	default:
		for pos := int32(base); pos >= 0; pos-- {
			if mask>>pos&1 == 1 {
				if offset++; offset == 0 {
					return uint32(pos)
				}
			}
		}
	}
	return none
}

// BrevB32 is brev.b32.
func BrevB32(a uint32) uint32 { return bits.Reverse32(a) }

// BrevB64 is brev.b64.
func BrevB64(a uint64) uint64 { return bits.Reverse64(a) }
