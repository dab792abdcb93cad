package fpops

// cvt.pack (manual 9.7.9.22): b, saturated, goes into the low field, a into
// the next one; the fields narrower than 16 bits shift c in above them.

// packFields places a above b, each in the low n bits of its word, and c above
// both.
func packFields(a, b, c uint32, n uint) uint32 {
	mask := uint32(1)<<n - 1
	return c<<(2*n) | a&mask<<n | b&mask
}

func clampTo(v, lo, hi int32) uint32 { return uint32(min(max(v, lo), hi)) }

// CvtPackSatU16S32 is cvt.pack.sat.u16.s32.
func CvtPackSatU16S32(a, b int32) uint32 {
	return packFields(clampTo(a, 0, 0xffff), clampTo(b, 0, 0xffff), 0, 16)
}

// CvtPackSatS16S32 is cvt.pack.sat.s16.s32.
func CvtPackSatS16S32(a, b int32) uint32 {
	return packFields(clampTo(a, -0x8000, 0x7fff), clampTo(b, -0x8000, 0x7fff), 0, 16)
}

// CvtPackSatU8S32B32 is cvt.pack.sat.u8.s32.b32.
func CvtPackSatU8S32B32(a, b int32, c uint32) uint32 {
	return packFields(clampTo(a, 0, 0xff), clampTo(b, 0, 0xff), c, 8)
}

// CvtPackSatS8S32B32 is cvt.pack.sat.s8.s32.b32.
func CvtPackSatS8S32B32(a, b int32, c uint32) uint32 {
	return packFields(clampTo(a, -0x80, 0x7f), clampTo(b, -0x80, 0x7f), c, 8)
}

// CvtPackSatU4S32B32 is cvt.pack.sat.u4.s32.b32.
func CvtPackSatU4S32B32(a, b int32, c uint32) uint32 {
	return packFields(clampTo(a, 0, 0xf), clampTo(b, 0, 0xf), c, 4)
}

// CvtPackSatS4S32B32 is cvt.pack.sat.s4.s32.b32.
func CvtPackSatS4S32B32(a, b int32, c uint32) uint32 {
	return packFields(clampTo(a, -8, 7), clampTo(b, -8, 7), c, 4)
}

// CvtPackSatU2S32B32 is cvt.pack.sat.u2.s32.b32.
func CvtPackSatU2S32B32(a, b int32, c uint32) uint32 {
	return packFields(clampTo(a, 0, 3), clampTo(b, 0, 3), c, 2)
}

// CvtPackSatS2S32B32 is cvt.pack.sat.s2.s32.b32.
func CvtPackSatS2S32B32(a, b int32, c uint32) uint32 {
	return packFields(clampTo(a, -2, 1), clampTo(b, -2, 1), c, 2)
}
