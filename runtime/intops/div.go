package intops

// Division (manual 9.7.1.8, 9.7.1.9). Quotients are truncated, the remainder
// has the sign of the dividend, and MinInt / -1 is MinInt with remainder 0;
// that much is what Go's operators do.
//
// The manual leaves division by zero open. NVIDIA GPUs return all ones for the
// quotient of every width, and all ones for the remainder of the 8, 16 and
// 32-bit forms. For the 64-bit remainder, a routine in software, both all ones
// and 0x00000000ffffffff have been seen, depending on the dividend; it is all
// ones here, as in the other widths.

// DivS16 is div.s16; x/0 is -1.
func DivS16(a, b int16) int16 {
	if b == 0 {
		return -1
	}
	return a / b
}

// DivS32 is div.s32; x/0 is -1.
func DivS32(a, b int32) int32 {
	if b == 0 {
		return -1
	}
	return a / b
}

// DivS64 is div.s64; x/0 is -1.
func DivS64(a, b int64) int64 {
	if b == 0 {
		return -1
	}
	return a / b
}

// DivU16 is div.u16; x/0 is 0xffff.
func DivU16(a, b uint16) uint16 {
	if b == 0 {
		return ^uint16(0)
	}
	return a / b
}

// DivU32 is div.u32; x/0 is 0xffffffff.
func DivU32(a, b uint32) uint32 {
	if b == 0 {
		return ^uint32(0)
	}
	return a / b
}

// DivU64 is div.u64; x/0 is 0xffffffffffffffff.
func DivU64(a, b uint64) uint64 {
	if b == 0 {
		return ^uint64(0)
	}
	return a / b
}

// RemS16 is rem.s16; x%0 is -1.
func RemS16(a, b int16) int16 {
	if b == 0 {
		return -1
	}
	return a % b
}

// RemS32 is rem.s32; x%0 is -1.
func RemS32(a, b int32) int32 {
	if b == 0 {
		return -1
	}
	return a % b
}

// RemS64 is rem.s64; x%0 is -1.
func RemS64(a, b int64) int64 {
	if b == 0 {
		return -1
	}
	return a % b
}

// RemU16 is rem.u16; x%0 is 0xffff.
func RemU16(a, b uint16) uint16 {
	if b == 0 {
		return ^uint16(0)
	}
	return a % b
}

// RemU32 is rem.u32; x%0 is 0xffffffff.
func RemU32(a, b uint32) uint32 {
	if b == 0 {
		return ^uint32(0)
	}
	return a % b
}

// RemU64 is rem.u64; x%0 is 0xffffffffffffffff.
func RemU64(a, b uint64) uint64 {
	if b == 0 {
		return ^uint64(0)
	}
	return a % b
}
