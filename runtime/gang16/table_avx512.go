//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/mufu"
	"github.com/ptx2go/ptx2go/runtime/internal/powers"
)

// Gathers, scatters and tables: archsimd has no gathers of AVX-512. The halves of a vector are
// done one after the other.

// indices returns the lanes of half a vector, two in each.
func indices(idx archsimd.Int32x8) (a, b, c, d uint64) {
	lo, hi := idx.GetLo().AsUint64x2(), idx.GetHi().AsUint64x2()
	return lo.GetElem(0), lo.GetElem(1), hi.GetElem(0), hi.GetElem(1)
}

func fours(a, b, c, d uint64) archsimd.Uint64x4 {
	var lo, hi archsimd.Uint64x2
	var v archsimd.Uint64x4
	return v.SetLo(lo.SetElem(0, a).SetElem(1, b)).SetHi(hi.SetElem(0, c).SetElem(1, d))
}

// gather8 returns the elements of an array, of 8 bits, for lanes of m.
func gather8(p unsafe.Pointer, idx I32, m M) U32 {
	if None(m) {
		return U32{}
	}
	idx = present(idx, m)
	var v U32
	return v.SetLo(eight8(p, idx.GetLo())).SetHi(eight8(p, idx.GetHi()))
}

func eight8(p unsafe.Pointer, idx archsimd.Int32x8) archsimd.Uint32x8 {
	a, b, c, d := indices(idx)
	return fours(two[uint8](p, a), two[uint8](p, b), two[uint8](p, c), two[uint8](p, d)).AsUint32x8()
}

// gather16 returns the elements of an array, of 16 bits, for lanes of m.
func gather16(p unsafe.Pointer, idx I32, m M) U32 {
	if None(m) {
		return U32{}
	}
	idx = present(idx, m)
	var v U32
	return v.SetLo(eight16(p, idx.GetLo())).SetHi(eight16(p, idx.GetHi()))
}

func eight16(p unsafe.Pointer, idx archsimd.Int32x8) archsimd.Uint32x8 {
	a, b, c, d := indices(idx)
	return fours(two[uint16](p, a), two[uint16](p, b), two[uint16](p, c), two[uint16](p, d)).AsUint32x8()
}

// gather32 returns the elements of an array, of 32 bits, for lanes of m. It is a call, so that what is in front
// of it in a gather, one load of elements that follow each other, is short enough to be inlined.
//
//go:noinline
func gather32(p unsafe.Pointer, idx I32, m M) U32 {
	if None(m) {
		return U32{}
	}
	idx = present(idx, m)
	var v U32
	return v.SetLo(eight32(p, idx.GetLo())).SetHi(eight32(p, idx.GetHi()))
}

func eight32(p unsafe.Pointer, idx archsimd.Int32x8) archsimd.Uint32x8 {
	a, b, c, d := indices(idx)
	return fours(two[uint32](p, a), two[uint32](p, b), two[uint32](p, c), two[uint32](p, d)).AsUint32x8()
}

// gather64 is gather32 for elements of 64 bits.
func gather64(p unsafe.Pointer, idx I32, m M) U64 {
	if None(m) {
		return U64{}
	}
	idx = present(idx, m)
	return U64{eight64(p, idx.GetLo()), eight64(p, idx.GetHi())}
}

func eight64(p unsafe.Pointer, idx archsimd.Int32x8) archsimd.Uint64x8 {
	a, b, c, d := indices(idx)
	var v archsimd.Uint64x8
	return v.SetLo(two64s(p, a, b)).SetHi(two64s(p, c, d))
}

func two64s(p unsafe.Pointer, a, b uint64) archsimd.Uint64x4 {
	return fours(element[uint64](p, uint64(uint32(a))), element[uint64](p, a>>32), element[uint64](p, uint64(uint32(b))), element[uint64](p, b>>32))
}

// scatter sets elements of an array, of at most 32 bits, to the low bits of lanes.
func scatter[T uint8 | uint16 | uint32](p unsafe.Pointer, at, v *[16]uint32, in uint16) {
	for ; in != 0; in &= in - 1 {
		l := bits.TrailingZeros16(in) & 15
		set(p, uint64(at[l]), T(v[l]))
	}
}

func scatter8(p unsafe.Pointer, idx I32, v U32, m M) {
	var at, x [16]uint32
	idx.AsUint32x16().StoreArray(&at)
	v.StoreArray(&x)
	scatter[uint8](p, &at, &x, m.ToBits())
}

func scatter16(p unsafe.Pointer, idx I32, v U32, m M) {
	var at, x [16]uint32
	idx.AsUint32x16().StoreArray(&at)
	v.StoreArray(&x)
	scatter[uint16](p, &at, &x, m.ToBits())
}

func scatter32(p unsafe.Pointer, idx I32, v U32, m M) {
	var at, x [16]uint32
	idx.AsUint32x16().StoreArray(&at)
	v.StoreArray(&x)
	scatter[uint32](p, &at, &x, m.ToBits())
}

func scatter64(p unsafe.Pointer, idx I32, v U64, m M) {
	var at [16]uint32
	var lo, hi [8]uint64
	idx.AsUint32x16().StoreArray(&at)
	v.Lo.StoreArray(&lo)
	v.Hi.StoreArray(&hi)
	in := m.ToBits()
	for b := in & 255; b != 0; b &= b - 1 {
		l := bits.TrailingZeros16(b) & 7
		set(p, uint64(at[l]), lo[l])
	}
	for b := in >> 8; b != 0; b &= b - 1 {
		l := bits.TrailingZeros16(b) & 7
		set(p, uint64(at[l+8]), hi[l])
	}
}

// powersOf2 loads entries of powers.Table.
func powersOf2(k archsimd.Uint64x8) archsimd.Uint64x8 {
	var v archsimd.Uint64x8
	return v.SetLo(powersOf2x4(k.GetLo())).SetHi(powersOf2x4(k.GetHi()))
}

func powersOf2x4(k archsimd.Uint64x4) archsimd.Uint64x4 {
	lo, hi := k.GetLo(), k.GetHi()
	return fours(power(lo.GetElem(0)), power(lo.GetElem(1)), power(hi.GetElem(0)), power(hi.GetElem(1)))
}

func power(k uint64) uint64 { return *(*uint64)(unsafe.Pointer(&powers.Table[k&63])) }

// The multifunction unit.

// rowsAt loads the row of table at 16*index bytes in each lane.
func rowsAt(table *mufu.Row, index16 I32) rows {
	t := unsafe.Pointer(table)
	a, b, c, d := rows8(t, index16.GetLo())
	e, f, g, h := rows8(t, index16.GetHi())
	return rows{joined64(a, e), joined64(b, f), joined64(c, g), joined64(d, h)}
}

func joined64(lo, hi archsimd.Int64x4) archsimd.Int64x8 {
	var v archsimd.Int64x8
	return v.SetLo(lo).SetHi(hi)
}

// rows8 are the rows of eight lanes.
func rows8(t unsafe.Pointer, index16 archsimd.Int32x8) (even, odd, evens, odds archsimd.Int64x4) {
	i01, i23, i45, i67 := indices(index16)
	// A row is the lower half of what is loaded.
	r04 := rowAt(t, uint32(i01)).ConcatPermute128Scalars(0, 2, rowAt(t, uint32(i45)))
	r26 := rowAt(t, uint32(i23)).ConcatPermute128Scalars(0, 2, rowAt(t, uint32(i67)))
	r15 := rowAt(t, uint32(i01>>32)).ConcatPermute128Scalars(0, 2, rowAt(t, uint32(i45>>32)))
	r37 := rowAt(t, uint32(i23>>32)).ConcatPermute128Scalars(0, 2, rowAt(t, uint32(i67>>32)))
	return r04.InterleaveLoGrouped(r26), r15.InterleaveLoGrouped(r37), r04.InterleaveHiGrouped(r26), r15.InterleaveHiGrouped(r37)
}

func rowAt(t unsafe.Pointer, offset uint32) archsimd.Int64x4 {
	return archsimd.LoadInt64x4Array((*[4]int64)(unsafe.Add(t, uintptr(offset))))
}

// at returns c0 + c1*x + c2*sq in each lane.
func (r rows) at(x, sq I32) sums {
	even, odd := r.evens.AsInt32x16(), r.odds.AsInt32x16()
	return sums{
		r.even.Add(mulEven(even, x)).Add(mulEven(upper(even), sq)),
		r.odd.Add(mulEven(odd, upper(x))).Add(mulEven(upper(odd), upper(sq))),
	}
}

// mulEven multiplies the even lanes, signed. archsimd has the instruction for half a vector.
func mulEven(x, y I32) archsimd.Int64x8 {
	return joined64(x.GetLo().MulWidenEven(y.GetLo()), x.GetHi().MulWidenEven(y.GetHi()))
}

// joined puts the lower half of each even lane and the upper half of each odd lane
// together: of v with the odd lanes shifted left by 32.
func (v sums) joined() I32 {
	return v.odd.AsInt32x16().Merge(v.even.AsInt32x16(), archsimd.Mask32x16FromBits(0xaaaa))
}

// fractions are the products of the two lowest 32 bits of f and 2/pi, less 23 bits: both are
// positive as signed numbers.
func fractions(f I32) I32 {
	k := twoOverPi.i()
	return sums{mulEven(f, k), mulEven(upper(f), k)}.shiftedRight(&shift23, 23)
}

// reduce returns quadrant and fraction, 25 bits and others above, of a magnitude with
// 2^-31 <= |x| < 2^32.
func reduce(mag I32) I32 {
	p := fractions(mag.And(frac32.i()).Or(lead23.i()))
	b := p.ShiftAllRight(24) // the product has 48 bits, or 47
	q := p.AsUint32x16().ShiftRight(b.AsUint32x16())
	n := exponent(mag).Sub(reduceExp.i()).Add(b)
	// A shift by a count that is negative, or too large, gives zero.
	return q.ShiftLeft(n.AsUint32x16()).Or(q.ShiftRight(I32{}.Sub(n).AsUint32x16())).AsInt32x16()
}
