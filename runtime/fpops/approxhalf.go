package fpops

import "math"

// The approximate instructions of f16 and bf16 (manual 9.7.4.9, 9.7.4.10). Open:
// what is known is that they are instructions of the multifunction unit, and the
// manual's error bounds. These are 2^-9.9 and 2^-7, relative, for ex2.f16 and
// ex2.bf16, and 2^-10.987 and 2^-8, absolute, for tanh: one unit of the last
// place each, a little more or a little less. Results rounded to nearest would
// have half of it. So the f32 result is cut off here, as the unit cuts off its
// f32 results.
//
// For ex2 that result is the model's. For tanh it is the exact one. The unit's,
// which are off by up to 134 units of the last place of f32 on sm_75, cannot be
// told from those within half of that, so where it comes as close as tanhSlack
// below a number of the narrow format, the result is that number: small operands
// are returned as they are.

const (
	tanhSlack = 64 << 29 // in units of the last place of f64: 64 of f32

	// tanhSelf is 2^-9: below, tanh x differs from x by less than the slack.
	tanhSelfF16  = 0x1800
	tanhSelfBf16 = 0x3b00
)

// cutF16 rounds the bits of an f32 from 0 to 65536 to f16, towards zero.
func cutF16(u uint32) uint16 {
	if u >= first32F16 {
		return uint16((u - 112<<23) >> 13)
	}
	return uint16((u&0x7fffff | 0x800000) >> (126 - u>>23)) // a subnormal f16
}

// Ex2ApproxF16 is ex2.approx.f16, open: ex2.approx.f32, cut off to f16, with
// subnormal operands and results.
func Ex2ApproxF16(a uint16) uint16 {
	h := a & 0x7fff
	if h >= 0x4c00 && (a == h || h > 0x4e00) { // from 16, below -24, NaN
		switch {
		case h > infF16:
			return nanBits16
		case a == h:
			return infF16
		}
		return 0
	}
	m, e := uint32(h&0x3ff), h>>10
	if e == 0 { // subnormal
		e = 1
	} else {
		m |= 0x400
	}
	return cutF16(ex2Fixed(int32(m<<(e&31)>>2), int32(int16(a)>>15))) // m * 2^(e-25) in fixed point
}

// Ex2ApproxF16x2 is ex2.approx.f16x2, open: Ex2ApproxF16 for both halves.
func Ex2ApproxF16x2(a uint32) uint32 {
	return pack16(Ex2ApproxF16(lo16(a)), Ex2ApproxF16(hi16(a)))
}

// Ex2ApproxFtzBf16 is ex2.approx.ftz.bf16, open: ex2.approx.ftz.f32, cut off to
// bf16.
func Ex2ApproxFtzBf16(a uint16) uint16 {
	return uint16(math.Float32bits(Ex2ApproxFtzF32(widenBf16(a))) >> 16)
}

// Ex2ApproxFtzBf16x2 is ex2.approx.ftz.bf16x2, open: Ex2ApproxFtzBf16 for both
// halves.
func Ex2ApproxFtzBf16x2(a uint32) uint32 {
	return pack16(Ex2ApproxFtzBf16(lo16(a)), Ex2ApproxFtzBf16(hi16(a)))
}

// tanhBits is tanh of the bits of an f64 from 0 to 10, and the slack. 1008 and 896
// are the differences between the biases of f64 and those of f16 and bf16.
func tanhBits(u uint64) uint64 {
	return math.Float64bits(tanh(math.Float64frombits(u))) + tanhSlack
}

// TanhApproxF16 is tanh.approx.f16, open: tanh, cut off to f16 with tanhSlack.
func TanhApproxF16(a uint16) uint16 {
	switch h := a & 0x7fff; {
	case h < tanhSelfF16:
		return a
	case h > infF16:
		return nanBits16
	case h >= 0x4900: // 10
		return a&0x8000 | oneF16
	}
	return a&0x8000 | uint16(tanhBits(uint64(a&0x7fff)<<42+1008<<52)>>42-1008<<10)
}

// TanhApproxF16x2 is tanh.approx.f16x2, open: TanhApproxF16 for both halves.
func TanhApproxF16x2(a uint32) uint32 {
	return pack16(TanhApproxF16(lo16(a)), TanhApproxF16(hi16(a)))
}

// TanhApproxBf16 is tanh.approx.bf16, open: tanh, cut off to bf16 with tanhSlack.
func TanhApproxBf16(a uint16) uint16 {
	switch h := a & 0x7fff; {
	case h < tanhSelfBf16:
		return a
	case h > infBf16:
		return nanBits16
	case h >= 0x4120: // 10
		return a&0x8000 | 0x3f80
	}
	return a&0x8000 | uint16(tanhBits(uint64(a&0x7fff)<<45+896<<52)>>45-896<<7)
}

// TanhApproxBf16x2 is tanh.approx.bf16x2, open: TanhApproxBf16 for both halves.
func TanhApproxBf16x2(a uint32) uint32 {
	return pack16(TanhApproxBf16(lo16(a)), TanhApproxBf16(hi16(a)))
}
