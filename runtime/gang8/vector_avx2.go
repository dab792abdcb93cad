//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "simd/archsimd"

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

// leading are lanes 0 and 1.
func leading(x I32) (a, b int32) { return x.GetLo().GetElem(0), x.GetLo().GetElem(1) }

// first64 returns lane 0 in all lanes.
func first64(v archsimd.Uint64x4) archsimd.Uint64x4 {
	return v.AsUint32x8().Permute(archsimd.LoadUint32x8Array(&firstTwo)).AsUint64x4()
}

var firstTwo = [8]uint32{0, 1, 0, 1, 0, 1, 0, 1}
