//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import "math/bits"

// lastOf returns what the highest lane of a mask has, which has some.
func lastOf(x U32, m M) uint32 {
	last := uint32(bits.Len16(m.ToBits())) - 1
	return x.Permute(SplatU32(last)).GetLo().GetLo().GetElem(0)
}

// last64 is lastOf for 64 bits.
func last64(x U64, m M) uint64 {
	last := uint64(bits.Len16(m.ToBits())) - 1
	half := x.Lo
	if last >= 8 {
		half = x.Hi
	}
	return half.Permute(SplatU64(last & 7).Lo).GetLo().GetLo().GetElem(0)
}
