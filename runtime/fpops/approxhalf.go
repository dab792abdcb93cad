package fpops

import (
	"math"

	"github.com/ptx2go/ptx2go/runtime/internal/mufu"
)

// The approximate instructions of f16 and bf16 (manual 9.7.4.9, 9.7.4.10): those of f32, of the
// operand widened, cut off as the unit cuts off its f32 results. An H100 has the same results for
// all operands.

// cutF16 rounds the bits of an f32 from 0 to 65536 to f16, towards zero.
func cutF16(u uint32) uint16 {
	if u >= first32F16 {
		return uint16((u - 112<<23) >> 13)
	}
	return uint16((u&0x7fffff | 0x800000) >> (126 - u>>23)) // a subnormal f16
}

// Ex2ApproxF16 is ex2.approx.f16: ex2.approx.f32, cut off to f16, with
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

// Ex2ApproxF16x2 is ex2.approx.f16x2: Ex2ApproxF16 for both halves.
func Ex2ApproxF16x2(a uint32) uint32 {
	return pack16(Ex2ApproxF16(lo16(a)), Ex2ApproxF16(hi16(a)))
}

// Ex2ApproxFtzBf16 is ex2.approx.ftz.bf16: ex2.approx.ftz.f32, cut off to
// bf16.
func Ex2ApproxFtzBf16(a uint16) uint16 {
	return uint16(math.Float32bits(Ex2ApproxFtzF32(widenBf16(a))) >> 16)
}

// Ex2ApproxFtzBf16x2 is ex2.approx.ftz.bf16x2: Ex2ApproxFtzBf16 for both
// halves.
func Ex2ApproxFtzBf16x2(a uint32) uint32 {
	return pack16(Ex2ApproxFtzBf16(lo16(a)), Ex2ApproxFtzBf16(hi16(a)))
}

// TanhApproxF16 is tanh.approx.f16: tanh.approx.f32, cut off to f16.
func TanhApproxF16(a uint16) uint16 {
	switch h := a & 0x7fff; {
	case h < (mufu.TanhFirst-127+15)<<10:
		return a
	case h > infF16:
		return nanBits16
	case h >= (mufu.TanhFirst+mufu.TanhExponents-127+15)<<10:
		return a&0x8000 | oneF16
	}
	return a&0x8000 | cutF16(mufuTanh(uint32(a&0x7fff)<<13+(127-15)<<23))
}

// TanhApproxF16x2 is tanh.approx.f16x2: TanhApproxF16 for both halves.
func TanhApproxF16x2(a uint32) uint32 {
	return pack16(TanhApproxF16(lo16(a)), TanhApproxF16(hi16(a)))
}

// TanhApproxBf16 is tanh.approx.bf16: tanh.approx.f32, cut off to bf16.
func TanhApproxBf16(a uint16) uint16 {
	return uint16(math.Float32bits(TanhApproxF32(widenBf16(a))) >> 16)
}

// TanhApproxBf16x2 is tanh.approx.bf16x2: TanhApproxBf16 for both halves.
func TanhApproxBf16x2(a uint32) uint32 {
	return pack16(TanhApproxBf16(lo16(a)), TanhApproxBf16(hi16(a)))
}
