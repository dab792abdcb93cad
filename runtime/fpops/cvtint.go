package fpops

import (
	"math"
	"math/bits"
)

// Conversions between floats and integers (manual 9.7.9.21).
//
// To an integer: the value, rounded to an integral one, is clamped to the
// range of the type. A NaN gives 0 when the source is not f64 and the
// destination has at most 32 bits, otherwise the integer with only its top bit
// set, for unsigned destinations too. The clamp functions truncate, so they
// take values not yet rounded for .rzi; they give a NaN the first of the two
// results (the 64-bit ones the second), and the f64 wrappers mend that.
//
// .ftz matters only where a subnormal would round away from zero.

func clampS8(x float64) int8 {
	if x > -0x81 && x < 0x80 {
		return int8(int32(x))
	}
	if x > 0 {
		return math.MaxInt8
	}
	if x < 0 {
		return math.MinInt8
	}
	return 0
}

func clampS16(x float64) int16 {
	if x > -0x8001 && x < 0x8000 {
		return int16(int32(x))
	}
	if x > 0 {
		return math.MaxInt16
	}
	if x < 0 {
		return math.MinInt16
	}
	return 0
}

func clampS32(x float64) int32 {
	if x > -0x80000001 && x < 0x80000000 {
		return int32(x)
	}
	if x > 0 {
		return math.MaxInt32
	}
	if x < 0 {
		return math.MinInt32
	}
	return 0
}

func clampS64(x float64) int64 {
	if x >= -0x1p63 && x < 0x1p63 {
		return int64(x)
	}
	if x > 0 {
		return math.MaxInt64
	}
	return math.MinInt64 // negative, or NaN
}

func clampU8(x float64) uint8 {
	if x >= 0 && x < 0x100 {
		return uint8(int32(x))
	}
	if x > 0 {
		return math.MaxUint8
	}
	return 0
}

func clampU16(x float64) uint16 {
	if x >= 0 && x < 0x10000 {
		return uint16(int32(x))
	}
	if x > 0 {
		return math.MaxUint16
	}
	return 0
}

func clampU32(x float64) uint32 {
	if x >= 0 && x < 0x100000000 {
		return uint32(int64(x))
	}
	if x > 0 {
		return math.MaxUint32
	}
	return 0
}

func clampU64(x float64) uint64 {
	if x >= 0 && x < 0x1p63 {
		return uint64(int64(x))
	}
	if x >= 0x1p63 && x < 0x1p64 {
		return uint64(int64(x-0x1p63)) | 1<<63
	}
	if x > 0 {
		return math.MaxUint64
	}
	if x < 0 {
		return 0
	}
	return 1 << 63 // NaN
}

// The two conversions that every program is full of, without the detour
// through float64.

// CvtRziS32F32 is cvt.rzi.s32.f32.
func CvtRziS32F32(a float32) int32 {
	if a < 0x1p31 && a >= -0x1p31 {
		return int32(a)
	}
	if a > 0 {
		return math.MaxInt32
	}
	if a < 0 {
		return math.MinInt32
	}
	return 0
}

// CvtRziU32F32 is cvt.rzi.u32.f32.
func CvtRziU32F32(a float32) uint32 {
	if a >= 0 && a < 0x1p32 {
		return uint32(int64(a))
	}
	if a > 0 {
		return math.MaxUint32
	}
	return 0
}

// oddU64 returns v as a float64, exact or rounded to odd with 43 bits or more:
// enough to round once to any narrower format. (Go's own conversion to float32
// rounds twice on 386.)
func oddU64(v uint64) float64 {
	if v>>53 != 0 {
		v = (v | (v&0x7ff + 0x7ff)) &^ 0x7ff // bit 11 is set if what is lost is not 0
	}
	return float64(v)
}

// oddS64 is oddU64 for signed integers: of the two multiples of 2048 around a
// number the odd one is the lower with bit 11 set, for negative numbers too.
func oddS64(v int64) float64 {
	if uint64(v+1<<53)>>54 != 0 {
		v = (v | (v&0x7ff + 0x7ff)) &^ 0x7ff
	}
	return float64(v)
}

// magnitudeF64 returns v as a float64, rounded down, or up if away.
func magnitudeF64(v uint64, away bool) float64 {
	n := 11 - bits.LeadingZeros64(v)
	if n <= 0 {
		return float64(v)
	}
	t := v >> uint(n)
	if away && t<<uint(n) != v {
		t++
	}
	return float64(float64(t) * float64(uint64(1)<<uint(n))) // exact
}

func dirU64F64(v uint64, r rounding) float64 { return magnitudeF64(v, r == rp) }

func dirS64F64(v int64, r rounding) float64 {
	if v < 0 {
		return -magnitudeF64(-uint64(v), r == rm)
	}
	return magnitudeF64(uint64(v), r == rp)
}

// nanF64F16 converts an f16 NaN to f64: sign and payload, quieted.
func nanF64F16(h uint16) float64 {
	return math.Float64frombits(uint64(h>>15)<<63 | 0x7ff8000000000000 | uint64(h&0x1ff)<<42)
}
