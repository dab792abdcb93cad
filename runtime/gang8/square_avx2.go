//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"
	"unsafe"
)

// square32 loads a square, lane by lane n bytes further on; v has nothing: functions of vectors may be longer and are inlined.
func square32(v U32, p unsafe.Pointer, n int) (a, b, c, d U32) {
	q := unsafe.Add(p, 4*n)
	t0 := v.SetLo(archsimd.LoadUint32x4Array((*[4]uint32)(p))).SetHi(archsimd.LoadUint32x4Array((*[4]uint32)(q)))
	t1 := v.SetLo(archsimd.LoadUint32x4Array((*[4]uint32)(unsafe.Add(p, n)))).SetHi(archsimd.LoadUint32x4Array((*[4]uint32)(unsafe.Add(q, n))))
	t2 := v.SetLo(archsimd.LoadUint32x4Array((*[4]uint32)(unsafe.Add(p, 2*n)))).SetHi(archsimd.LoadUint32x4Array((*[4]uint32)(unsafe.Add(q, 2*n))))
	t3 := v.SetLo(archsimd.LoadUint32x4Array((*[4]uint32)(unsafe.Add(p, 3*n)))).SetHi(archsimd.LoadUint32x4Array((*[4]uint32)(unsafe.Add(q, 3*n))))
	return transpose4(t0, t1, t2, t3)
}

func setSquare32(p unsafe.Pointer, n int, a, b, c, d U32) {
	t0, t1, t2, t3 := transpose4(a, b, c, d)
	t0.GetLo().StoreArray(side(p, n, 0))
	t1.GetLo().StoreArray(side(p, n, 1))
	t2.GetLo().StoreArray(side(p, n, 2))
	t3.GetLo().StoreArray(side(p, n, 3))
	t0.GetHi().StoreArray(side(p, n, 4))
	t1.GetHi().StoreArray(side(p, n, 5))
	t2.GetHi().StoreArray(side(p, n, 6))
	t3.GetHi().StoreArray(side(p, n, 7))
}
