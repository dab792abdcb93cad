package fpops

// fma.oob (manual 9.7.4.4): a fused multiply-add whose result is +0 if an operand
// is the OOB NaN, the special NaN with which tensor copies fill what lies out of
// bounds, if asked to.

// oobNaN is the OOB NaN of f16 and bf16. It is not verified: neither the manual
// nor anything else that is public gives the pattern. All ones is the guess that
// does least harm: the NaN that arithmetic delivers, 0x7fff, has to be another
// one, or else no NaN would survive an fma.oob.
const oobNaN = 0xffff

// isOob reports whether the result has to be zero. The manual says "either of
// the operands"; that the addend is one of them is open.
func isOob(a, b, c uint16) bool { return a == oobNaN || b == oobNaN || c == oobNaN }

// FmaRnOobF16 is fma.rn.oob.f16, open.
func FmaRnOobF16(a, b, c uint16) uint16 {
	if isOob(a, b, c) {
		return 0
	}
	return FmaRnF16(a, b, c)
}

// FmaRnOobReluF16 is fma.rn.oob.relu.f16, open.
func FmaRnOobReluF16(a, b, c uint16) uint16 { return reluF16(FmaRnOobF16(a, b, c)) }

// FmaRnOobBf16 is fma.rn.oob.bf16, open.
func FmaRnOobBf16(a, b, c uint16) uint16 {
	if isOob(a, b, c) {
		return 0
	}
	return FmaRnBf16(a, b, c)
}

// FmaRnOobReluBf16 is fma.rn.oob.relu.bf16, open.
func FmaRnOobReluBf16(a, b, c uint16) uint16 { return reluBf16(FmaRnOobBf16(a, b, c)) }

// FmaRnOobF16x2 is fma.rn.oob.f16x2, open: each half is FmaRnOobF16 of its own
// operands.
func FmaRnOobF16x2(a, b, c uint32) uint32 {
	return pack16(FmaRnOobF16(lo16(a), lo16(b), lo16(c)), FmaRnOobF16(hi16(a), hi16(b), hi16(c)))
}

// FmaRnOobReluF16x2 is fma.rn.oob.relu.f16x2, open.
func FmaRnOobReluF16x2(a, b, c uint32) uint32 {
	return pack16(FmaRnOobReluF16(lo16(a), lo16(b), lo16(c)), FmaRnOobReluF16(hi16(a), hi16(b), hi16(c)))
}

// FmaRnOobBf16x2 is fma.rn.oob.bf16x2, open: each half is FmaRnOobBf16 of its own
// operands.
func FmaRnOobBf16x2(a, b, c uint32) uint32 {
	return pack16(FmaRnOobBf16(lo16(a), lo16(b), lo16(c)), FmaRnOobBf16(hi16(a), hi16(b), hi16(c)))
}

// FmaRnOobReluBf16x2 is fma.rn.oob.relu.bf16x2, open.
func FmaRnOobReluBf16x2(a, b, c uint32) uint32 {
	return pack16(FmaRnOobReluBf16(lo16(a), lo16(b), lo16(c)), FmaRnOobReluBf16(hi16(a), hi16(b), hi16(c)))
}
