package fpops

import "math"

// f16: 1 sign, 5 exponent, 10 significand bits; f16x2: two of them, element 0
// in the low half (manual 9.7.4).
//
// add, sub and mul go through f32: 24 bits are more than twice 11 plus one, so
// rounding twice is rounding once. fma goes through float64: the product has
// 22 bits, and where product and addend are too far apart for 53 bits, the
// result is the addend or overflows. (Through f32 it would be wrong.)

const (
	infF16 = 0x7c00
	oneF16 = 0x3c00
)

func lo16(x uint32) uint16 { return uint16(x) }
func hi16(x uint32) uint16 { return uint16(x >> 16) }

func pack16(lo, hi uint16) uint32 { return uint32(hi)<<16 | uint32(lo) }

// widenF16 is exact; a NaN becomes some NaN.
func widenF16(h uint16) float32 {
	// The 15 bits as an f32 have an exponent 112 too small, subnormals too.
	u := math.Float32bits(float32(math.Float32frombits(uint32(int32(int16(h))<<13)&^(7<<28)) * 0x1p112))
	if h&infF16 == infF16 {
		u |= 0xff << 23
	}
	return math.Float32frombits(u)
}

// rnF16 rounds f to nearest even; NaN gives 0x7fff. It has no branch on the data.
func rnF16(f float32) uint16 {
	u := math.Float32bits(f)
	v := min(u&^signBit32, 0x47800000) // 2^16, which becomes infinity
	h := (v - 112<<23 + 0xfff + v>>13&1) >> 13
	tiny := math.Float32bits(math.Float32frombits(v)+0.5) - 0x3f000000 // rounded at 2^-24
	if v < first32F16 {
		h = tiny
	}
	h |= u >> 16 & 0x8000
	if u<<1 > 0xff<<24 {
		h = nanBits16
	}
	return uint16(h)
}

// rn64F16 rounds f to nearest even, once.
func rn64F16(f float64) uint16 {
	u := math.Float64bits(f)
	s := uint16(u >> 48 & 0x8000)
	u &= 1<<63 - 1
	if u >= 0x40effe0000000000 {
		if u > 0x7ff0000000000000 {
			return nanBits16
		}
		return s | infF16
	}
	if u < 0x3f10000000000000 { // below 2^-14: adding 2^28 rounds at 2^-24
		return s | uint16(math.Float64bits(math.Float64frombits(u)+0x1p28))
	}
	u += 0x1ffffffffff + u>>42&1
	return s | uint16(u>>42-1008<<10)
}

// narrowF16 rounds x once in mode r; NaN gives 0x7fff.
func narrowF16(x float64, r rounding) uint16 {
	if x != x {
		return nanBits16
	}
	return uint16(narrowIEEE(x, 15, 10, infF16, r))
}

func addSlowF16(a, b uint16) uint16 { return rnF16(widenF16(a) + widenF16(b)) }
func subSlowF16(a, b uint16) uint16 { return rnF16(widenF16(a) - widenF16(b)) }
func mulSlowF16(a, b uint16) uint16 { return rnF16(float32(widenF16(a) * widenF16(b))) }

func fmaSlowF16(a, b, c uint16) uint16 {
	return rn64F16(float64(float64(widenF16(a))*float64(widenF16(b))) + float64(widenF16(c)))
}

// addFtzSlowF16 flushes after rounding: tiny sums are exact.
func addFtzSlowF16(a, b uint16) uint16 { return FtzF16(addSlowF16(FtzF16(a), FtzF16(b))) }
func subFtzSlowF16(a, b uint16) uint16 { return FtzF16(subSlowF16(FtzF16(a), FtzF16(b))) }

func mulFtzSlowF16(a, b uint16) uint16 {
	return rnFtzF16(float64(widenF16(FtzF16(a))) * float64(widenF16(FtzF16(b))))
}

func fmaFtzSlowF16(a, b, c uint16) uint16 {
	p := float64(float64(widenF16(FtzF16(a))) * float64(widenF16(FtzF16(b))))
	return rnFtzF16(p + float64(widenF16(FtzF16(c))))
}

// rnFtzF16 rounds s with a tiny result flushed, by the rule in ftz.go.
func rnFtzF16(s float64) uint16 {
	if math.Abs(s) < minNormalRn16 {
		return uint16(math.Float64bits(s)>>48) & 0x8000
	}
	return rn64F16(s)
}

func negF16(a uint16) uint16 { return canonF16(a ^ 0x8000) }
func absF16(a uint16) uint16 { return canonF16(a &^ 0x8000) }

// order16 maps the 16-bit floats, f16 or bf16, to integers in their order,
// with -0 below +0.
func order16(h uint16) int16 { return int16(h ^ uint16(int16(h)>>15)&0x7fff) }

func minF16(a, b uint16) uint16 {
	switch {
	case a&0x7fff > infF16:
		return canonF16(b)
	case b&0x7fff > infF16 || order16(a) < order16(b):
		return a
	}
	return b
}

func maxF16(a, b uint16) uint16 {
	switch {
	case a&0x7fff > infF16:
		return canonF16(b)
	case b&0x7fff > infF16 || order16(a) > order16(b):
		return a
	}
	return b
}

func minNaNF16(a, b uint16) uint16 {
	if a&0x7fff > infF16 || b&0x7fff > infF16 {
		return nanBits16
	}
	return minF16(a, b)
}

func maxNaNF16(a, b uint16) uint16 {
	if a&0x7fff > infF16 || b&0x7fff > infF16 {
		return nanBits16
	}
	return maxF16(a, b)
}

// xorsignF16 gives d, a magnitude or NaN, the xor of the signs of a and b.
func xorsignF16(d, a, b uint16) uint16 {
	if d > infF16 {
		return d
	}
	return d | (a^b)&0x8000
}
