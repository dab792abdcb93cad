package fpops

// ue8m0 pairs in a .b16 register (manual 5.2.4, 9.7.9.21): an element is the
// exponent of a power of two, 2^(x-127), without sign or zero; 0xff is a NaN.

// CvtRnBf16x2Ue8m0x2 is cvt.rn.bf16x2.ue8m0x2.
func CvtRnBf16x2Ue8m0x2(a uint16) uint32 { return pack16(widenUe8m0(lo8(a)), widenUe8m0(hi8(a))) }

// widenUe8m0 converts to bf16, exactly.
func widenUe8m0(b uint8) uint16 {
	switch b {
	case 0:
		return 0x0040 // 2^-127 is subnormal
	case 0xff:
		return nanBits16
	}
	return uint16(b) << 7
}
