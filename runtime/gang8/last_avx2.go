//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/bits"
	"simd/archsimd"
)

// lastOf returns what the highest lane of a mask has, which has some.
func lastOf(x U32, m M) uint32 {
	last := uint32(bits.Len8(m.ToBits())) - 1
	return x.Permute(SplatU32(last)).GetLo().GetElem(0)
}

// last64 is lastOf for 64 bits.
func last64(x U64, m M) uint64 {
	last := uint32(bits.Len8(m.ToBits())) - 1
	half := x.Lo
	if last >= 4 {
		half = x.Hi
	}
	place := SplatU32(2 * (last & 3)).Add(archsimd.LoadUint32x8Array(&firstTwo))
	return half.AsUint32x8().Permute(place).GetLo().AsUint64x2().GetElem(0)
}
