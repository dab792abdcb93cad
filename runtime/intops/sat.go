package intops

import "math"

// Saturating addition and subtraction (manual 9.7.1.1, 9.7.1.2), sums of
// absolute differences (9.7.1.7), and minimum and maximum with .relu (9.7.1.12,
// 9.7.1.13).

func clampS32(x int64) int32 { return int32(max(math.MinInt32, min(x, math.MaxInt32))) }

// AddSatS32 is add.sat.s32.
func AddSatS32(a, b int32) int32 { return clampS32(int64(a) + int64(b)) }

// SubSatS32 is sub.sat.s32.
func SubSatS32(a, b int32) int32 { return clampS32(int64(a) - int64(b)) }

// AddSatU32 is add.sat.u32.
func AddSatU32(a, b uint32) uint32 {
	if s := a + b; s >= a {
		return s
	}
	return math.MaxUint32
}

// SadU16 is sad.u16: c + |a-b|, modulo 2^16.
func SadU16(a, b, c uint16) uint16 { return c + max(a, b) - min(a, b) }

// SadU32 is sad.u32.
func SadU32(a, b, c uint32) uint32 { return c + max(a, b) - min(a, b) }

// SadU64 is sad.u64.
func SadU64(a, b, c uint64) uint64 { return c + max(a, b) - min(a, b) }

// SadS16 is sad.s16: c + |a-b|, modulo 2^16; the difference may wrap.
func SadS16(a, b, c int16) int16 { return c + max(a, b) - min(a, b) }

// SadS32 is sad.s32.
func SadS32(a, b, c int32) int32 { return c + max(a, b) - min(a, b) }

// SadS64 is sad.s64.
func SadS64(a, b, c int64) int64 { return c + max(a, b) - min(a, b) }

// MinReluS32 is min.relu.s32: the minimum, or 0 where that is negative.
func MinReluS32(a, b int32) int32 { return max(min(a, b), 0) }

// MaxReluS32 is max.relu.s32.
func MaxReluS32(a, b int32) int32 { return max(a, b, 0) }
