//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// pairs32 returns the two elements of each lane of m, of 32 bits, from p[idx_l] on: 64 bits are
// loaded at once.
func pairs32(p unsafe.Pointer, idx I32, m M) (a, b U32) {
	if None(m) {
		return U32{}, U32{}
	}
	w, x, y, z := indices(present(idx, m))
	return split2(fours(pairAt(p, uint32(w)), pairAt(p, uint32(w>>32)), pairAt(p, uint32(x)), pairAt(p, uint32(x>>32))).AsUint32x8(),
		fours(pairAt(p, uint32(y)), pairAt(p, uint32(y>>32)), pairAt(p, uint32(z)), pairAt(p, uint32(z>>32))).AsUint32x8())
}

func pairAt(p unsafe.Pointer, i uint32) uint64 { return *(*uint64)(unsafe.Add(p, 4*uintptr(i))) }

// quads32 is pairs32 for four elements: those of the lanes l and l+4 are one vector, which transpose4 takes
// apart.
func quads32(p unsafe.Pointer, idx I32, m M) (a, b, c, d U32) {
	if None(m) {
		return U32{}, U32{}, U32{}, U32{}
	}
	w, x, y, z := indices(present(idx, m))
	return transpose4(twoQuads(p, uint32(w), uint32(y)), twoQuads(p, uint32(w>>32), uint32(y>>32)),
		twoQuads(p, uint32(x), uint32(z)), twoQuads(p, uint32(x>>32), uint32(z>>32)))
}

func twoQuads(p unsafe.Pointer, i, j uint32) U32 {
	var v archsimd.Uint64x4
	return v.SetLo(quadAt(p, i)).SetHi(quadAt(p, j)).AsUint32x8()
}

func quadAt(p unsafe.Pointer, i uint32) archsimd.Uint64x2 {
	return archsimd.LoadUint64x2Array((*[2]uint64)(unsafe.Add(p, 4*uintptr(i))))
}

// setPairs32 sets the elements of each lane of m, in the order of lanes.
func setPairs32(p unsafe.Pointer, idx I32, a, b U32, m M) {
	var at [8]uint32
	var v [8]uint64
	x, y := join2(a, b)
	idx.AsUint32x8().StoreArray(&at)
	x.AsUint64x4().StoreArray((*[4]uint64)(v[:4]))
	y.AsUint64x4().StoreArray((*[4]uint64)(v[4:]))
	for in := m.ToBits(); in != 0; in &= in - 1 {
		l := bits.TrailingZeros8(in) & 7
		*(*uint64)(unsafe.Add(p, 4*uintptr(at[l]))) = v[l]
	}
}

// setQuads32 is setPairs32 for four elements.
func setQuads32(p unsafe.Pointer, idx I32, a, b, c, d U32, m M) {
	var at [8]uint32
	var v [8][2]uint64
	idx.AsUint32x8().StoreArray(&at)
	w, x, y, z := transpose4(a, b, c, d)
	setTwoQuads(&v[0], &v[4], w)
	setTwoQuads(&v[1], &v[5], x)
	setTwoQuads(&v[2], &v[6], y)
	setTwoQuads(&v[3], &v[7], z)
	for in := m.ToBits(); in != 0; in &= in - 1 {
		l := bits.TrailingZeros8(in) & 7
		to := (*[2]uint64)(unsafe.Add(p, 4*uintptr(at[l])))
		to[0], to[1] = v[l][0], v[l][1]
	}
}

func setTwoQuads(p, q *[2]uint64, x U32) {
	v := x.AsUint64x4()
	v.GetLo().StoreArray(p)
	v.GetHi().StoreArray(q)
}
