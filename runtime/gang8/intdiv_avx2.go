//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"

	"github.com/ptx2go/ptx2go/runtime/intops"
)

func divU64(a, b archsimd.Uint64x4) archsimd.Uint64x4 {
	a0, a1, a2, a3 := lanes64(a)
	b0, b1, b2, b3 := lanes64(b)
	return fours(intops.DivU64(a0, b0), intops.DivU64(a1, b1), intops.DivU64(a2, b2), intops.DivU64(a3, b3))
}

func remU64(a, b archsimd.Uint64x4) archsimd.Uint64x4 {
	a0, a1, a2, a3 := lanes64(a)
	b0, b1, b2, b3 := lanes64(b)
	return fours(intops.RemU64(a0, b0), intops.RemU64(a1, b1), intops.RemU64(a2, b2), intops.RemU64(a3, b3))
}

func divS64(a, b archsimd.Int64x4) archsimd.Int64x4 {
	a0, a1, a2, a3 := signed64(a)
	b0, b1, b2, b3 := signed64(b)
	return fours(uint64(intops.DivS64(a0, b0)), uint64(intops.DivS64(a1, b1)), uint64(intops.DivS64(a2, b2)), uint64(intops.DivS64(a3, b3))).AsInt64x4()
}

func remS64(a, b archsimd.Int64x4) archsimd.Int64x4 {
	a0, a1, a2, a3 := signed64(a)
	b0, b1, b2, b3 := signed64(b)
	return fours(uint64(intops.RemS64(a0, b0)), uint64(intops.RemS64(a1, b1)), uint64(intops.RemS64(a2, b2)), uint64(intops.RemS64(a3, b3))).AsInt64x4()
}

// lanes64 returns the lanes of a vector.
func lanes64(v archsimd.Uint64x4) (a, b, c, d uint64) {
	lo, hi := v.GetLo(), v.GetHi()
	return lo.GetElem(0), lo.GetElem(1), hi.GetElem(0), hi.GetElem(1)
}

// signed64 is lanes64 for numbers with a sign.
func signed64(v archsimd.Int64x4) (a, b, c, d int64) {
	lo, hi := v.GetLo(), v.GetHi()
	return lo.GetElem(0), lo.GetElem(1), hi.GetElem(0), hi.GetElem(1)
}
