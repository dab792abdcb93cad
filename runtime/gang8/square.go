//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"
	"unsafe"
)

// Squares: four vectors, of each of which lane l's element is at the distance by from lane l-1's,
// as of four columns of a matrix, and those of one lane are side by side. by is a constant above
// zero. They are loaded and stored lane by lane, four elements at a time, and turned in registers.

// corner returns what a square accesses.
func corner[T any](s []T, i, by int) unsafe.Pointer { return unsafe.Pointer(&s[i : i+7*by+4][0]) }

// side is where lane l's elements are, n bytes behind those of the lane before it.
func side(p unsafe.Pointer, n, l int) *[4]uint32 { return (*[4]uint32)(unsafe.Add(p, n*l)) }

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

// LoadSquareF32 returns s[i+by*l] to s[i+by*l+3].
func LoadSquareF32(s []float32, i, by int) (F32, F32, F32, F32) {
	a, b, c, d := square32(U32{}, corner(s, i, by), 4*by)
	return a.AsFloat32x8(), b.AsFloat32x8(), c.AsFloat32x8(), d.AsFloat32x8()
}

// LoadSquareI32 returns s[i+by*l] to s[i+by*l+3].
func LoadSquareI32(s []int32, i, by int) (I32, I32, I32, I32) {
	a, b, c, d := square32(U32{}, corner(s, i, by), 4*by)
	return a.AsInt32x8(), b.AsInt32x8(), c.AsInt32x8(), d.AsInt32x8()
}

// LoadSquareU32 returns s[i+by*l] to s[i+by*l+3].
func LoadSquareU32(s []uint32, i, by int) (U32, U32, U32, U32) {
	return square32(U32{}, corner(s, i, by), 4*by)
}

// StoreSquareF32 sets s[i+by*l] to s[i+by*l+3].
func StoreSquareF32(s []float32, i, by int, a, b, c, d F32) {
	setSquare32(corner(s, i, by), 4*by, a.AsUint32x8(), b.AsUint32x8(), c.AsUint32x8(), d.AsUint32x8())
}

// StoreSquareI32 sets s[i+by*l] to s[i+by*l+3].
func StoreSquareI32(s []int32, i, by int, a, b, c, d I32) {
	setSquare32(corner(s, i, by), 4*by, a.AsUint32x8(), b.AsUint32x8(), c.AsUint32x8(), d.AsUint32x8())
}

// StoreSquareU32 sets s[i+by*l] to s[i+by*l+3].
func StoreSquareU32(s []uint32, i, by int, a, b, c, d U32) {
	setSquare32(corner(s, i, by), 4*by, a, b, c, d)
}
