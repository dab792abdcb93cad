//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import (
	"simd/archsimd"
	"unsafe"
)

// Squares, half a vector at a time.

// square32 loads a square, lane by lane n bytes further on; v has nothing.
func square32(v U32, p unsafe.Pointer, n int) (a, b, c, d U32) {
	var half archsimd.Uint32x8
	e, f, g, h := squareHalf32(half, p, n)
	i, j, k, l := squareHalf32(half, unsafe.Add(p, 8*n), n)
	return v.SetLo(e).SetHi(i), v.SetLo(f).SetHi(j), v.SetLo(g).SetHi(k), v.SetLo(h).SetHi(l)
}

func squareHalf32(v archsimd.Uint32x8, p unsafe.Pointer, n int) (a, b, c, d archsimd.Uint32x8) {
	t0 := v.SetLo(archsimd.LoadUint32x4Array(side(p, n, 0))).SetHi(archsimd.LoadUint32x4Array(side(p, n, 4)))
	t1 := v.SetLo(archsimd.LoadUint32x4Array(side(p, n, 1))).SetHi(archsimd.LoadUint32x4Array(side(p, n, 5)))
	t2 := v.SetLo(archsimd.LoadUint32x4Array(side(p, n, 2))).SetHi(archsimd.LoadUint32x4Array(side(p, n, 6)))
	t3 := v.SetLo(archsimd.LoadUint32x4Array(side(p, n, 3))).SetHi(archsimd.LoadUint32x4Array(side(p, n, 7)))
	return transposeHalf(t0, t1, t2, t3)
}

// transposeHalf transposes the squares of the lower halves and of the upper ones.
func transposeHalf(p, q, r, s archsimd.Uint32x8) (a, b, c, d archsimd.Uint32x8) {
	pq, rs := p.InterleaveLoGrouped(q).AsUint64x4(), r.InterleaveLoGrouped(s).AsUint64x4()
	pq2, rs2 := p.InterleaveHiGrouped(q).AsUint64x4(), r.InterleaveHiGrouped(s).AsUint64x4()
	return pq.InterleaveLoGrouped(rs).AsUint32x8(), pq.InterleaveHiGrouped(rs).AsUint32x8(),
		pq2.InterleaveLoGrouped(rs2).AsUint32x8(), pq2.InterleaveHiGrouped(rs2).AsUint32x8()
}

func setSquare32(p unsafe.Pointer, n int, a, b, c, d U32) {
	setSquareHalf32(p, n, a.GetLo(), b.GetLo(), c.GetLo(), d.GetLo())
	setSquareHalf32(unsafe.Add(p, 8*n), n, a.GetHi(), b.GetHi(), c.GetHi(), d.GetHi())
}

// setSquareHalf32 is a call, as Go's compiler spills the quarters of two by legacy SSE.
//
//go:noinline
func setSquareHalf32(p unsafe.Pointer, n int, a, b, c, d archsimd.Uint32x8) {
	t0, t1, t2, t3 := transposeHalf(a, b, c, d)
	t0.GetLo().StoreArray(side(p, n, 0))
	t1.GetLo().StoreArray(side(p, n, 1))
	t2.GetLo().StoreArray(side(p, n, 2))
	t3.GetLo().StoreArray(side(p, n, 3))
	t0.GetHi().StoreArray(side(p, n, 4))
	t1.GetHi().StoreArray(side(p, n, 5))
	t2.GetHi().StoreArray(side(p, n, 6))
	t3.GetHi().StoreArray(side(p, n, 7))
}
