//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"
	"unsafe"
)

// Records of three elements, as points in space are: each thread accesses elements of its own, which
// are s[i+3*l] to s[i+3*l+2] of thread l. Those of two and four are as vectors, which are aligned.

// split3 takes records apart, join3 puts them together. In between are four elements of the
// records of each half, in the order of memory.
func split3(p, q, r U32) (a, b, c U32) {
	m0, m1, m2 := p.ConcatPermute128Scalars(0, 3, q), p.ConcatPermute128Scalars(1, 2, r), q.ConcatPermute128Scalars(0, 3, r)
	ab, bc := m1.ConcatPermuteScalarsGrouped(2, 3, 5, 6, m2), m0.ConcatPermuteScalarsGrouped(1, 2, 4, 5, m1)
	return m0.ConcatPermuteScalarsGrouped(0, 3, 4, 6, ab), bc.ConcatPermuteScalarsGrouped(0, 2, 5, 7, ab), bc.ConcatPermuteScalarsGrouped(1, 3, 4, 7, m2)
}

func join3(a, b, c U32) (p, q, r U32) {
	ab, bc, ca := a.ConcatPermuteScalarsGrouped(0, 2, 4, 6, b), b.ConcatPermuteScalarsGrouped(1, 3, 5, 7, c), c.ConcatPermuteScalarsGrouped(0, 2, 5, 7, a)
	m0, m1, m2 := ab.ConcatPermuteScalarsGrouped(0, 2, 4, 6, ca), bc.ConcatPermuteScalarsGrouped(0, 2, 5, 7, ab), ca.ConcatPermuteScalarsGrouped(1, 3, 5, 7, bc)
	return m0.ConcatPermute128Scalars(0, 2, m1), m2.ConcatPermute128Scalars(0, 3, m0), m1.ConcatPermute128Scalars(1, 3, m2)
}

// splits3 is split3 for lanes of 64 bits, joins3 is join3.
func splits3(p, q, r archsimd.Uint64x4) (a, b, c archsimd.Uint64x4) {
	t0, t1, t2 := p.ConcatPermute128Scalars(0, 3, q), p.ConcatPermute128Scalars(1, 2, r), q.ConcatPermute128Scalars(0, 3, r)
	return t0.ConcatPermuteScalarsGrouped(0, 3, t1), t0.ConcatPermuteScalarsGrouped(1, 2, t2), t1.ConcatPermuteScalarsGrouped(0, 3, t2)
}

func joins3(a, b, c archsimd.Uint64x4) (p, q, r archsimd.Uint64x4) {
	t0, t1, t2 := a.InterleaveLoGrouped(b), c.ConcatPermuteScalarsGrouped(0, 3, a), b.InterleaveHiGrouped(c)
	return t0.ConcatPermute128Scalars(0, 2, t1), t2.ConcatPermute128Scalars(0, 3, t0), t1.ConcatPermute128Scalars(1, 3, t2)
}

// Load3F32 returns s[i+3*l] to s[i+3*l+2].
func Load3F32(s []float32, i int) (F32, F32, F32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]float32)(s[i : i+24 : len(s)])))
	a, b, c := split3(archsimd.LoadUint32x8Array(&p[0]), archsimd.LoadUint32x8Array(&p[1]), archsimd.LoadUint32x8Array(&p[2]))
	return a.AsFloat32x8(), b.AsFloat32x8(), c.AsFloat32x8()
}

// Store3F32 sets s[i+3*l] to s[i+3*l+2].
func Store3F32(s []float32, i int, a, b, c F32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]float32)(s[i : i+24 : len(s)])))
	x, y, z := join3(a.AsUint32x8(), b.AsUint32x8(), c.AsUint32x8())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	z.StoreArray(&p[2])
}

// Load3I32 returns s[i+3*l] to s[i+3*l+2].
func Load3I32(s []int32, i int) (I32, I32, I32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]int32)(s[i : i+24 : len(s)])))
	a, b, c := split3(archsimd.LoadUint32x8Array(&p[0]), archsimd.LoadUint32x8Array(&p[1]), archsimd.LoadUint32x8Array(&p[2]))
	return a.AsInt32x8(), b.AsInt32x8(), c.AsInt32x8()
}

// Store3I32 sets s[i+3*l] to s[i+3*l+2].
func Store3I32(s []int32, i int, a, b, c I32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]int32)(s[i : i+24 : len(s)])))
	x, y, z := join3(a.AsUint32x8(), b.AsUint32x8(), c.AsUint32x8())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	z.StoreArray(&p[2])
}

// Load3U32 returns s[i+3*l] to s[i+3*l+2].
func Load3U32(s []uint32, i int) (U32, U32, U32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]uint32)(s[i : i+24 : len(s)])))
	a, b, c := split3(archsimd.LoadUint32x8Array(&p[0]), archsimd.LoadUint32x8Array(&p[1]), archsimd.LoadUint32x8Array(&p[2]))
	return a, b, c
}

// Store3U32 sets s[i+3*l] to s[i+3*l+2].
func Store3U32(s []uint32, i int, a, b, c U32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]uint32)(s[i : i+24 : len(s)])))
	x, y, z := join3(a, b, c)
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	z.StoreArray(&p[2])
}

// Load3F64 returns s[i+3*l] to s[i+3*l+2].
func Load3F64(s []float64, i int) (F64, F64, F64) {
	a, b, c := load3((*[24]uint64)(unsafe.Pointer((*[24]float64)(s[i : i+24 : len(s)]))))
	return F64FromBits(a), F64FromBits(b), F64FromBits(c)
}

// Store3F64 sets s[i+3*l] to s[i+3*l+2].
func Store3F64(s []float64, i int, a, b, c F64) {
	store3((*[24]uint64)(unsafe.Pointer((*[24]float64)(s[i:i+24:len(s)]))), BitsF64(a), BitsF64(b), BitsF64(c))
}

// Load3I64 returns s[i+3*l] to s[i+3*l+2].
func Load3I64(s []int64, i int) (I64, I64, I64) {
	a, b, c := load3((*[24]uint64)(unsafe.Pointer((*[24]int64)(s[i : i+24 : len(s)]))))
	return I64FromU64(a), I64FromU64(b), I64FromU64(c)
}

// Store3I64 sets s[i+3*l] to s[i+3*l+2].
func Store3I64(s []int64, i int, a, b, c I64) {
	store3((*[24]uint64)(unsafe.Pointer((*[24]int64)(s[i:i+24:len(s)]))), U64FromI64(a), U64FromI64(b), U64FromI64(c))
}

// Load3U64 returns s[i+3*l] to s[i+3*l+2].
func Load3U64(s []uint64, i int) (U64, U64, U64) {
	a, b, c := load3((*[24]uint64)(unsafe.Pointer((*[24]uint64)(s[i : i+24 : len(s)]))))
	return a, b, c
}

// Store3U64 sets s[i+3*l] to s[i+3*l+2].
func Store3U64(s []uint64, i int, a, b, c U64) {
	store3((*[24]uint64)(unsafe.Pointer((*[24]uint64)(s[i:i+24:len(s)]))), a, b, c)
}

func load3(s *[24]uint64) (a, b, c U64) {
	p := (*[6][4]uint64)(unsafe.Pointer(s))
	a.Lo, b.Lo, c.Lo = splits3(archsimd.LoadUint64x4Array(&p[0]), archsimd.LoadUint64x4Array(&p[1]), archsimd.LoadUint64x4Array(&p[2]))
	a.Hi, b.Hi, c.Hi = splits3(archsimd.LoadUint64x4Array(&p[3]), archsimd.LoadUint64x4Array(&p[4]), archsimd.LoadUint64x4Array(&p[5]))
	return a, b, c
}

func store3(s *[24]uint64, a, b, c U64) {
	p := (*[6][4]uint64)(unsafe.Pointer(s))
	x, y, z := joins3(a.Lo, b.Lo, c.Lo)
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	z.StoreArray(&p[2])
	x, y, z = joins3(a.Hi, b.Hi, c.Hi)
	x.StoreArray(&p[3])
	y.StoreArray(&p[4])
	z.StoreArray(&p[5])
}
