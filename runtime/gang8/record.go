//go:build goexperiment.simd && amd64

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
	m0, m1, m2 := p.Select128FromPair(0, 3, q), p.Select128FromPair(1, 2, r), q.Select128FromPair(0, 3, r)
	ab, bc := m1.SelectFromPairGrouped(2, 3, 5, 6, m2), m0.SelectFromPairGrouped(1, 2, 4, 5, m1)
	return m0.SelectFromPairGrouped(0, 3, 4, 6, ab), bc.SelectFromPairGrouped(0, 2, 5, 7, ab), bc.SelectFromPairGrouped(1, 3, 4, 7, m2)
}

func join3(a, b, c U32) (p, q, r U32) {
	ab, bc, ca := a.SelectFromPairGrouped(0, 2, 4, 6, b), b.SelectFromPairGrouped(1, 3, 5, 7, c), c.SelectFromPairGrouped(0, 2, 5, 7, a)
	m0, m1, m2 := ab.SelectFromPairGrouped(0, 2, 4, 6, ca), bc.SelectFromPairGrouped(0, 2, 5, 7, ab), ca.SelectFromPairGrouped(1, 3, 5, 7, bc)
	return m0.Select128FromPair(0, 2, m1), m2.Select128FromPair(0, 3, m0), m1.Select128FromPair(1, 3, m2)
}

// splits3 is split3 for lanes of 64 bits, joins3 is join3.
func splits3(p, q, r archsimd.Uint64x4) (a, b, c archsimd.Uint64x4) {
	t0, t1, t2 := p.Select128FromPair(0, 3, q), p.Select128FromPair(1, 2, r), q.Select128FromPair(0, 3, r)
	return t0.SelectFromPairGrouped(0, 3, t1), t0.SelectFromPairGrouped(1, 2, t2), t1.SelectFromPairGrouped(0, 3, t2)
}

func joins3(a, b, c archsimd.Uint64x4) (p, q, r archsimd.Uint64x4) {
	t0, t1, t2 := a.InterleaveLoGrouped(b), c.SelectFromPairGrouped(0, 3, a), b.InterleaveHiGrouped(c)
	return t0.Select128FromPair(0, 2, t1), t2.Select128FromPair(0, 3, t0), t1.Select128FromPair(1, 3, t2)
}

// Load3F32 returns s[i+3*l] to s[i+3*l+2].
func Load3F32(s []float32, i int) (F32, F32, F32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]float32)(s[i : i+24 : len(s)])))
	a, b, c := split3(archsimd.LoadUint32x8(&p[0]), archsimd.LoadUint32x8(&p[1]), archsimd.LoadUint32x8(&p[2]))
	return a.AsFloat32x8(), b.AsFloat32x8(), c.AsFloat32x8()
}

// Store3F32 sets s[i+3*l] to s[i+3*l+2].
func Store3F32(s []float32, i int, a, b, c F32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]float32)(s[i : i+24 : len(s)])))
	x, y, z := join3(a.AsUint32x8(), b.AsUint32x8(), c.AsUint32x8())
	x.Store(&p[0])
	y.Store(&p[1])
	z.Store(&p[2])
}

// Load3I32 returns s[i+3*l] to s[i+3*l+2].
func Load3I32(s []int32, i int) (I32, I32, I32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]int32)(s[i : i+24 : len(s)])))
	a, b, c := split3(archsimd.LoadUint32x8(&p[0]), archsimd.LoadUint32x8(&p[1]), archsimd.LoadUint32x8(&p[2]))
	return a.AsInt32x8(), b.AsInt32x8(), c.AsInt32x8()
}

// Store3I32 sets s[i+3*l] to s[i+3*l+2].
func Store3I32(s []int32, i int, a, b, c I32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]int32)(s[i : i+24 : len(s)])))
	x, y, z := join3(a.AsUint32x8(), b.AsUint32x8(), c.AsUint32x8())
	x.Store(&p[0])
	y.Store(&p[1])
	z.Store(&p[2])
}

// Load3U32 returns s[i+3*l] to s[i+3*l+2].
func Load3U32(s []uint32, i int) (U32, U32, U32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]uint32)(s[i : i+24 : len(s)])))
	a, b, c := split3(archsimd.LoadUint32x8(&p[0]), archsimd.LoadUint32x8(&p[1]), archsimd.LoadUint32x8(&p[2]))
	return a, b, c
}

// Store3U32 sets s[i+3*l] to s[i+3*l+2].
func Store3U32(s []uint32, i int, a, b, c U32) {
	p := (*[3][8]uint32)(unsafe.Pointer((*[24]uint32)(s[i : i+24 : len(s)])))
	x, y, z := join3(a, b, c)
	x.Store(&p[0])
	y.Store(&p[1])
	z.Store(&p[2])
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
	a.Lo, b.Lo, c.Lo = splits3(archsimd.LoadUint64x4(&p[0]), archsimd.LoadUint64x4(&p[1]), archsimd.LoadUint64x4(&p[2]))
	a.Hi, b.Hi, c.Hi = splits3(archsimd.LoadUint64x4(&p[3]), archsimd.LoadUint64x4(&p[4]), archsimd.LoadUint64x4(&p[5]))
	return a, b, c
}

func store3(s *[24]uint64, a, b, c U64) {
	p := (*[6][4]uint64)(unsafe.Pointer(s))
	x, y, z := joins3(a.Lo, b.Lo, c.Lo)
	x.Store(&p[0])
	y.Store(&p[1])
	z.Store(&p[2])
	x, y, z = joins3(a.Hi, b.Hi, c.Hi)
	x.Store(&p[3])
	y.Store(&p[4])
	z.Store(&p[5])
}
