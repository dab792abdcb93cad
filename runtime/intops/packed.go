package intops

// Arithmetic on two halves or four bytes of a word (manual 9.7.1.1, 9.7.1.2,
// 9.7.1.12 to 9.7.1.14). Elements never carry into each other.

func lo16(x uint32) uint16 { return uint16(x) }

func hi16(x uint32) uint16 { return uint16(x >> 16) }

func pair(lo, hi uint16) uint32 { return uint32(hi)<<16 | uint32(lo) }

func loS16(x uint32) int16 { return int16(x) }

func hiS16(x uint32) int16 { return int16(x >> 16) }

func pairS16(lo, hi int16) uint32 { return pair(uint16(lo), uint16(hi)) }

// AddU16x2 is add.u16x2.
func AddU16x2(a, b uint32) uint32 { return pair(lo16(a)+lo16(b), hi16(a)+hi16(b)) }

// AddS16x2 is add.s16x2.
func AddS16x2(a, b uint32) uint32 { return AddU16x2(a, b) }

// AddSatU16x2 is add.sat.u16x2.
func AddSatU16x2(a, b uint32) uint32 {
	return min(a&0xffff+b&0xffff, 0xffff) | min(a>>16+b>>16, 0xffff)<<16
}

func addSatS16(a, b int16) int16 { return int16(max(-1<<15, min(int32(a)+int32(b), 1<<15-1))) }

// AddSatS16x2 is add.sat.s16x2.
func AddSatS16x2(a, b uint32) uint32 {
	return pairS16(addSatS16(loS16(a), loS16(b)), addSatS16(hiS16(a), hiS16(b)))
}

// MinU16x2 is min.u16x2.
func MinU16x2(a, b uint32) uint32 { return pair(min(lo16(a), lo16(b)), min(hi16(a), hi16(b))) }

// MaxU16x2 is max.u16x2.
func MaxU16x2(a, b uint32) uint32 { return pair(max(lo16(a), lo16(b)), max(hi16(a), hi16(b))) }

// MinS16x2 is min.s16x2.
func MinS16x2(a, b uint32) uint32 {
	return pairS16(min(loS16(a), loS16(b)), min(hiS16(a), hiS16(b)))
}

// MaxS16x2 is max.s16x2.
func MaxS16x2(a, b uint32) uint32 {
	return pairS16(max(loS16(a), loS16(b)), max(hiS16(a), hiS16(b)))
}

// MinReluS16x2 is min.relu.s16x2: negative results become 0.
func MinReluS16x2(a, b uint32) uint32 { return MaxS16x2(MinS16x2(a, b), 0) }

// MaxReluS16x2 is max.relu.s16x2.
func MaxReluS16x2(a, b uint32) uint32 { return MaxS16x2(MaxS16x2(a, b), 0) }

// The bytes of a word, their sign bits and the rest: sums of the rests cannot
// carry into the next byte, and the sign bits are added without a carry.
const (
	tops  = 0x80808080
	rests = 0x7f7f7f7f
)

// AddU8x4 is add.u8x4.
func AddU8x4(a, b uint32) uint32 { return (a&rests + b&rests) ^ (a^b)&tops }

// AddS8x4 is add.s8x4.
func AddS8x4(a, b uint32) uint32 { return AddU8x4(a, b) }

// SubU8x4 is sub.u8x4.
func SubU8x4(a, b uint32) uint32 { return (a | tops) - b&rests ^ (a^^b)&tops }

// SubS8x4 is sub.s8x4.
func SubS8x4(a, b uint32) uint32 { return SubU8x4(a, b) }

// NegS8x4 is neg.s8x4.
func NegS8x4(a uint32) uint32 { return SubU8x4(0, a) }

// bytesU8 applies f to each pair of bytes, zero-extended, and keeps the low
// eight bits of what it returns.
func bytesU8(a, b uint32, f func(x, y int32) int32) uint32 {
	var r uint32
	for i := 0; i < 32; i += 8 {
		r |= uint32(uint8(f(int32(uint8(a>>i)), int32(uint8(b>>i))))) << i
	}
	return r
}

// bytesS8 is bytesU8 for signed bytes.
func bytesS8(a, b uint32, f func(x, y int32) int32) uint32 {
	var r uint32
	for i := 0; i < 32; i += 8 {
		r |= uint32(uint8(f(int32(int8(a>>i)), int32(int8(b>>i))))) << i
	}
	return r
}

// AddSatU8x4 is add.sat.u8x4.
func AddSatU8x4(a, b uint32) uint32 {
	return bytesU8(a, b, func(x, y int32) int32 { return min(x+y, 255) })
}

// AddSatS8x4 is add.sat.s8x4.
func AddSatS8x4(a, b uint32) uint32 {
	return bytesS8(a, b, func(x, y int32) int32 { return max(-128, min(x+y, 127)) })
}

// SubSatU8x4 is sub.sat.u8x4.
func SubSatU8x4(a, b uint32) uint32 {
	return bytesU8(a, b, func(x, y int32) int32 { return max(x-y, 0) })
}

// SubSatS8x4 is sub.sat.s8x4.
func SubSatS8x4(a, b uint32) uint32 {
	return bytesS8(a, b, func(x, y int32) int32 { return max(-128, min(x-y, 127)) })
}

// MinU8x4 is min.u8x4.
func MinU8x4(a, b uint32) uint32 {
	return bytesU8(a, b, func(x, y int32) int32 { return min(x, y) })
}

// MaxU8x4 is max.u8x4.
func MaxU8x4(a, b uint32) uint32 {
	return bytesU8(a, b, func(x, y int32) int32 { return max(x, y) })
}

// MinS8x4 is min.s8x4.
func MinS8x4(a, b uint32) uint32 {
	return bytesS8(a, b, func(x, y int32) int32 { return min(x, y) })
}

// MaxS8x4 is max.s8x4.
func MaxS8x4(a, b uint32) uint32 {
	return bytesS8(a, b, func(x, y int32) int32 { return max(x, y) })
}

// MinReluS8x4 is min.relu.s8x4: negative results become 0.
func MinReluS8x4(a, b uint32) uint32 { return MaxS8x4(MinS8x4(a, b), 0) }

// MaxReluS8x4 is max.relu.s8x4.
func MaxReluS8x4(a, b uint32) uint32 { return MaxS8x4(MaxS8x4(a, b), 0) }
