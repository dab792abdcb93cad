//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"
	"unsafe"
)

// Vector accesses: each thread has n elements side by side, thread l's from s[i+n*l]
// on. Loads return the threads' first elements, second, and so on.

// Within reports whether the n elements of each thread of a vector access from s[i]
// on are in s, at multiples of their size together, which is a power of two.
func Within[T any](s []T, i, n int) bool {
	return i >= 0 && i <= len(s)-Width*n && uintptr(unsafe.Pointer(&s[i]))&(uintptr(n)*unsafe.Sizeof(*new(T))-1) == 0
}

// split2 takes pairs of lanes apart, join2 puts them together.
func split2(p, q U32) (a, b U32) {
	order := archsimd.LoadUint32x8Array(&paired)
	return p.ConcatPermuteScalarsGrouped(0, 2, 4, 6, q).Permute(order), p.ConcatPermuteScalarsGrouped(1, 3, 5, 7, q).Permute(order)
}

func join2(a, b U32) (p, q U32) {
	lo, hi := a.InterleaveLoGrouped(b), a.InterleaveHiGrouped(b)
	return lo.ConcatPermute128Scalars(0, 2, hi), lo.ConcatPermute128Scalars(1, 3, hi)
}

// split4 takes quadruples apart, join4 puts them together.
func split4(p, q, r, s U32) (a, b, c, d U32) {
	// threads 0 and 4, 1 and 5, 2 and 6, 3 and 7
	t0, t1 := p.ConcatPermute128Scalars(0, 2, r), p.ConcatPermute128Scalars(1, 3, r)
	t2, t3 := q.ConcatPermute128Scalars(0, 2, s), q.ConcatPermute128Scalars(1, 3, s)
	return transpose4(t0, t1, t2, t3)
}

func join4(a, b, c, d U32) (p, q, r, s U32) {
	t0, t1, t2, t3 := transpose4(a, b, c, d)
	return t0.ConcatPermute128Scalars(0, 2, t1), t2.ConcatPermute128Scalars(0, 2, t3),
		t0.ConcatPermute128Scalars(1, 3, t1), t2.ConcatPermute128Scalars(1, 3, t3)
}

// transpose4 transposes the squares of the lower halves and of the upper ones.
func transpose4(p, q, r, s U32) (a, b, c, d U32) {
	pq, rs := p.InterleaveLoGrouped(q).AsUint64x4(), r.InterleaveLoGrouped(s).AsUint64x4()
	pq2, rs2 := p.InterleaveHiGrouped(q).AsUint64x4(), r.InterleaveHiGrouped(s).AsUint64x4()
	return pq.InterleaveLoGrouped(rs).AsUint32x8(), pq.InterleaveHiGrouped(rs).AsUint32x8(),
		pq2.InterleaveLoGrouped(rs2).AsUint32x8(), pq2.InterleaveHiGrouped(rs2).AsUint32x8()
}

// splits64 is split2 for lanes of 64 bits, joins64 is join2.
func splits64(p, q archsimd.Uint64x4) (a, b archsimd.Uint64x4) {
	lo, hi := p.ConcatPermute128Scalars(0, 2, q), p.ConcatPermute128Scalars(1, 3, q)
	return lo.InterleaveLoGrouped(hi), lo.InterleaveHiGrouped(hi)
}

func joins64(a, b archsimd.Uint64x4) (p, q archsimd.Uint64x4) {
	lo, hi := a.InterleaveLoGrouped(b), a.InterleaveHiGrouped(b)
	return lo.ConcatPermute128Scalars(0, 2, hi), lo.ConcatPermute128Scalars(1, 3, hi)
}

// Load2F32 returns s[i+2*l] and s[i+2*l+1].
func Load2F32(s []float32, i int) (F32, F32) {
	p := (*[2][8]uint32)(unsafe.Pointer((*[16]float32)(s[i : i+16 : len(s)])))
	a, b := split2(archsimd.LoadUint32x8Array(&p[0]), archsimd.LoadUint32x8Array(&p[1]))
	return a.AsFloat32x8(), b.AsFloat32x8()
}

// Store2F32 sets s[i+2*l] and s[i+2*l+1].
func Store2F32(s []float32, i int, a, b F32) {
	p := (*[2][8]uint32)(unsafe.Pointer((*[16]float32)(s[i : i+16 : len(s)])))
	x, y := join2(a.AsUint32x8(), b.AsUint32x8())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
}

// Load4F32 returns s[i+4*l] to s[i+4*l+3].
func Load4F32(s []float32, i int) (F32, F32, F32, F32) {
	p := (*[4][8]uint32)(unsafe.Pointer((*[32]float32)(s[i : i+32 : len(s)])))
	a, b, c, d := split4(archsimd.LoadUint32x8Array(&p[0]), archsimd.LoadUint32x8Array(&p[1]), archsimd.LoadUint32x8Array(&p[2]), archsimd.LoadUint32x8Array(&p[3]))
	return a.AsFloat32x8(), b.AsFloat32x8(), c.AsFloat32x8(), d.AsFloat32x8()
}

// Store4F32 sets s[i+4*l] to s[i+4*l+3].
func Store4F32(s []float32, i int, a, b, c, d F32) {
	p := (*[4][8]uint32)(unsafe.Pointer((*[32]float32)(s[i : i+32 : len(s)])))
	x, y, z, w := join4(a.AsUint32x8(), b.AsUint32x8(), c.AsUint32x8(), d.AsUint32x8())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	z.StoreArray(&p[2])
	w.StoreArray(&p[3])
}

// Load2I32 returns s[i+2*l] and s[i+2*l+1].
func Load2I32(s []int32, i int) (I32, I32) {
	p := (*[2][8]uint32)(unsafe.Pointer((*[16]int32)(s[i : i+16 : len(s)])))
	a, b := split2(archsimd.LoadUint32x8Array(&p[0]), archsimd.LoadUint32x8Array(&p[1]))
	return a.AsInt32x8(), b.AsInt32x8()
}

// Store2I32 sets s[i+2*l] and s[i+2*l+1].
func Store2I32(s []int32, i int, a, b I32) {
	p := (*[2][8]uint32)(unsafe.Pointer((*[16]int32)(s[i : i+16 : len(s)])))
	x, y := join2(a.AsUint32x8(), b.AsUint32x8())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
}

// Load4I32 returns s[i+4*l] to s[i+4*l+3].
func Load4I32(s []int32, i int) (I32, I32, I32, I32) {
	p := (*[4][8]uint32)(unsafe.Pointer((*[32]int32)(s[i : i+32 : len(s)])))
	a, b, c, d := split4(archsimd.LoadUint32x8Array(&p[0]), archsimd.LoadUint32x8Array(&p[1]), archsimd.LoadUint32x8Array(&p[2]), archsimd.LoadUint32x8Array(&p[3]))
	return a.AsInt32x8(), b.AsInt32x8(), c.AsInt32x8(), d.AsInt32x8()
}

// Store4I32 sets s[i+4*l] to s[i+4*l+3].
func Store4I32(s []int32, i int, a, b, c, d I32) {
	p := (*[4][8]uint32)(unsafe.Pointer((*[32]int32)(s[i : i+32 : len(s)])))
	x, y, z, w := join4(a.AsUint32x8(), b.AsUint32x8(), c.AsUint32x8(), d.AsUint32x8())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	z.StoreArray(&p[2])
	w.StoreArray(&p[3])
}

// Load2U32 returns s[i+2*l] and s[i+2*l+1].
func Load2U32(s []uint32, i int) (U32, U32) {
	p := (*[2][8]uint32)(unsafe.Pointer((*[16]uint32)(s[i : i+16 : len(s)])))
	a, b := split2(archsimd.LoadUint32x8Array(&p[0]), archsimd.LoadUint32x8Array(&p[1]))
	return a, b
}

// Store2U32 sets s[i+2*l] and s[i+2*l+1].
func Store2U32(s []uint32, i int, a, b U32) {
	p := (*[2][8]uint32)(unsafe.Pointer((*[16]uint32)(s[i : i+16 : len(s)])))
	x, y := join2(a, b)
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
}

// Load4U32 returns s[i+4*l] to s[i+4*l+3].
func Load4U32(s []uint32, i int) (U32, U32, U32, U32) {
	p := (*[4][8]uint32)(unsafe.Pointer((*[32]uint32)(s[i : i+32 : len(s)])))
	a, b, c, d := split4(archsimd.LoadUint32x8Array(&p[0]), archsimd.LoadUint32x8Array(&p[1]), archsimd.LoadUint32x8Array(&p[2]), archsimd.LoadUint32x8Array(&p[3]))
	return a, b, c, d
}

// Store4U32 sets s[i+4*l] to s[i+4*l+3].
func Store4U32(s []uint32, i int, a, b, c, d U32) {
	p := (*[4][8]uint32)(unsafe.Pointer((*[32]uint32)(s[i : i+32 : len(s)])))
	x, y, z, w := join4(a, b, c, d)
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	z.StoreArray(&p[2])
	w.StoreArray(&p[3])
}

// Load2F64 returns s[i+2*l] and s[i+2*l+1].
func Load2F64(s []float64, i int) (F64, F64) {
	p := (*[4][4]uint64)(unsafe.Pointer((*[16]float64)(s[i : i+16 : len(s)])))
	var a, b U64
	a.Lo, b.Lo = splits64(archsimd.LoadUint64x4Array(&p[0]), archsimd.LoadUint64x4Array(&p[1]))
	a.Hi, b.Hi = splits64(archsimd.LoadUint64x4Array(&p[2]), archsimd.LoadUint64x4Array(&p[3]))
	return F64FromBits(a), F64FromBits(b)
}

// Store2F64 sets s[i+2*l] and s[i+2*l+1].
func Store2F64(s []float64, i int, a, b F64) {
	p := (*[4][4]uint64)(unsafe.Pointer((*[16]float64)(s[i : i+16 : len(s)])))
	x, y := joins64(a.Lo.AsUint64x4(), b.Lo.AsUint64x4())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	x, y = joins64(a.Hi.AsUint64x4(), b.Hi.AsUint64x4())
	x.StoreArray(&p[2])
	y.StoreArray(&p[3])
}

// Load2I64 returns s[i+2*l] and s[i+2*l+1].
func Load2I64(s []int64, i int) (I64, I64) {
	p := (*[4][4]uint64)(unsafe.Pointer((*[16]int64)(s[i : i+16 : len(s)])))
	var a, b U64
	a.Lo, b.Lo = splits64(archsimd.LoadUint64x4Array(&p[0]), archsimd.LoadUint64x4Array(&p[1]))
	a.Hi, b.Hi = splits64(archsimd.LoadUint64x4Array(&p[2]), archsimd.LoadUint64x4Array(&p[3]))
	return I64FromU64(a), I64FromU64(b)
}

// Store2I64 sets s[i+2*l] and s[i+2*l+1].
func Store2I64(s []int64, i int, a, b I64) {
	p := (*[4][4]uint64)(unsafe.Pointer((*[16]int64)(s[i : i+16 : len(s)])))
	x, y := joins64(a.Lo.AsUint64x4(), b.Lo.AsUint64x4())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	x, y = joins64(a.Hi.AsUint64x4(), b.Hi.AsUint64x4())
	x.StoreArray(&p[2])
	y.StoreArray(&p[3])
}

// Load2U64 returns s[i+2*l] and s[i+2*l+1].
func Load2U64(s []uint64, i int) (U64, U64) {
	p := (*[4][4]uint64)(unsafe.Pointer((*[16]uint64)(s[i : i+16 : len(s)])))
	var a, b U64
	a.Lo, b.Lo = splits64(archsimd.LoadUint64x4Array(&p[0]), archsimd.LoadUint64x4Array(&p[1]))
	a.Hi, b.Hi = splits64(archsimd.LoadUint64x4Array(&p[2]), archsimd.LoadUint64x4Array(&p[3]))
	return a, b
}

// Store2U64 sets s[i+2*l] and s[i+2*l+1].
func Store2U64(s []uint64, i int, a, b U64) {
	p := (*[4][4]uint64)(unsafe.Pointer((*[16]uint64)(s[i : i+16 : len(s)])))
	x, y := joins64(a.Lo, b.Lo)
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	x, y = joins64(a.Hi, b.Hi)
	x.StoreArray(&p[2])
	y.StoreArray(&p[3])
}
