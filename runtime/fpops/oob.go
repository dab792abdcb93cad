package fpops

// fma.oob (manual 9.7.4.4): a fused multiply-add whose result is +0 if an operand
// is the OOB NaN, the special NaN with which tensor copies fill what lies out of
// bounds, if asked to.

// oobNaN is the OOB NaN of f16 and bf16, of either sign. No document gives the pattern:
// an H100 did.
const oobNaN = 0x7ff7

// isOob reports whether the result has to be zero: a factor is the OOB NaN. The manual
// says "either of the operands", and as the addend it is a NaN like any other.
func isOob(a, b uint16) bool { return a&0x7fff == oobNaN || b&0x7fff == oobNaN }

// FmaRnOobF16 is fma.rn.oob.f16.
func FmaRnOobF16(a, b, c uint16) uint16 {
	if isOob(a, b) {
		return 0
	}
	return FmaRnF16(a, b, c)
}

// FmaRnOobReluF16 is fma.rn.oob.relu.f16.
func FmaRnOobReluF16(a, b, c uint16) uint16 { return reluF16(FmaRnOobF16(a, b, c)) }

// FmaRnOobBf16 is fma.rn.oob.bf16.
func FmaRnOobBf16(a, b, c uint16) uint16 {
	if isOob(a, b) {
		return 0
	}
	return FmaRnBf16(a, b, c)
}

// FmaRnOobReluBf16 is fma.rn.oob.relu.bf16.
func FmaRnOobReluBf16(a, b, c uint16) uint16 { return reluBf16(FmaRnOobBf16(a, b, c)) }

// FmaRnOobF16x2 is fma.rn.oob.f16x2: each half is FmaRnOobF16 of its own
// operands.
func FmaRnOobF16x2(a, b, c uint32) uint32 {
	return pack16(FmaRnOobF16(lo16(a), lo16(b), lo16(c)), FmaRnOobF16(hi16(a), hi16(b), hi16(c)))
}

// FmaRnOobReluF16x2 is fma.rn.oob.relu.f16x2.
func FmaRnOobReluF16x2(a, b, c uint32) uint32 {
	return pack16(FmaRnOobReluF16(lo16(a), lo16(b), lo16(c)), FmaRnOobReluF16(hi16(a), hi16(b), hi16(c)))
}

// FmaRnOobBf16x2 is fma.rn.oob.bf16x2: each half is FmaRnOobBf16 of its own
// operands.
func FmaRnOobBf16x2(a, b, c uint32) uint32 {
	return pack16(FmaRnOobBf16(lo16(a), lo16(b), lo16(c)), FmaRnOobBf16(hi16(a), hi16(b), hi16(c)))
}

// FmaRnOobReluBf16x2 is fma.rn.oob.relu.bf16x2.
func FmaRnOobReluBf16x2(a, b, c uint32) uint32 {
	return pack16(FmaRnOobReluBf16(lo16(a), lo16(b), lo16(c)), FmaRnOobReluBf16(hi16(a), hi16(b), hi16(c)))
}
