package fpops

import (
	"math"

	"github.com/ptx2go/ptx2go/runtime/internal/mufu"
)

// sin and cos by the multifunction unit (mufu.go). The operand is multiplied by
// 2/pi and becomes fixed point: two bits of quadrant, 23 of fraction. This step
// comes before the unit, and changed with sm_70.

// twoOverPi is 2/pi, cut to 24 bits: 0x1.45f306p-1.
const twoOverPi = 0xa2f983

// reduce returns quadrant and fraction, 25 bits, of a number with 2^-31 <= |x| <
// 2^32. The product with 2/pi is cut to 24 significant bits: the FMUL.RZ of sm_70
// and later.
func reduce(u uint32) uint32 {
	p := uint64(u&0x7fffff|0x800000) * twoOverPi
	b := p >> 47 & 1
	return uint32(p >> 23 >> b << ((uint64(u>>23&255) - 96 + b) & 63) >> 32)
}

// reduceSm60 is reduce up to sm_61, for |x| < 2^33: the RRO instruction cuts 16
// bits of the product.
func reduceSm60(u uint32) uint32 {
	p := uint64(u&0x7fffff|0x800000) * twoOverPi >> 16
	return uint32(p << ((u>>23&255 - 96) & 63) >> 39)
}

// mufuSin is the sine of a quadrant and fraction, with the sign changed if that
// of sign is set. In the odd quadrants the fraction is inverted.
func mufuSin(v, sign uint32) float32 {
	sign = (sign ^ v<<7) & signBit32
	v ^= uint32(int32(v<<8) >> 31)
	w := rowAt(&mufu.Sin[v>>17&63], v)
	if w == 0 { // which has no leading one
		return math.Float32frombits(sign)
	}
	return math.Float32frombits(sign | (uint32(math.Float64bits(float64(w))>>29) - (1023-127+mufu.SinWeight)%512<<23))
}

// quarter is one quadrant: the cosine is the sine of a quadrant more.
const quarter = 1 << 23

// isInsideSin reports whether a number has to be reduced; isInsideSinSm60 is the
// same for reduceSm60. Smaller numbers reduce to zero, and so do larger ones: all
// bits of the product lie above those of the quadrant.
func isInsideSin(u uint32) bool     { return u>>23&255-96 <= 158-96 }
func isInsideSinSm60(u uint32) bool { return u>>23&255-96 <= 159-96 }

// sinEnd is sin of other numbers.
//
//go:noinline
func sinEnd(u uint32) float32 {
	if u&0x7f800000 == 0x7f800000 {
		return math.Float32frombits(nanBits32)
	}
	return math.Float32frombits(u & signBit32)
}

// cosEnd is cos of other numbers.
//
//go:noinline
func cosEnd(u uint32) float32 {
	if u&0x7f800000 == 0x7f800000 {
		return math.Float32frombits(nanBits32)
	}
	return 1
}
