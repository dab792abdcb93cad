//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/mufu"
	"github.com/ptx2go/ptx2go/runtime/internal/powers"
)

// powersOf2 loads entries of powers.Table.
func powersOf2(k archsimd.Uint64x4) archsimd.Uint64x4 {
	lo, hi := k.GetLo(), k.GetHi()
	a, b := entry(lo.GetElem(0)), entry(lo.GetElem(1))
	c, d := entry(hi.GetElem(0)), entry(hi.GetElem(1))
	var v archsimd.Uint64x4
	return v.SetLo(a.InterleaveLo(b)).SetHi(c.InterleaveLo(d))
}

func entry(k uint64) archsimd.Uint64x2 {
	return archsimd.BroadcastUint64x2(*(*uint64)(unsafe.Pointer(&powers.Table[k&63])))
}

// indices returns the lanes of a vector, two in each.
func indices(idx I32) (a, b, c, d uint64) {
	lo, hi := idx.GetLo().AsUint64x2(), idx.GetHi().AsUint64x2()
	return lo.GetElem(0), lo.GetElem(1), hi.GetElem(0), hi.GetElem(1)
}

// gather32 returns the elements of an array, for lanes of m.
func gather32(p unsafe.Pointer, idx I32, m M) U32 {
	if None(m) {
		return U32{}
	}
	a, b, c, d := indices(present(idx, m))
	return fours(two[uint32](p, a), two[uint32](p, b), two[uint32](p, c), two[uint32](p, d)).AsUint32x8()
}

// gather16 is gather32 for elements of 16 bits, which it extends.
func gather16(p unsafe.Pointer, idx I32, m M) U32 {
	if None(m) {
		return U32{}
	}
	a, b, c, d := indices(present(idx, m))
	return fours(two[uint16](p, a), two[uint16](p, b), two[uint16](p, c), two[uint16](p, d)).AsUint32x8()
}

// gather8 is gather32 for elements of 8 bits, which it extends.
func gather8(p unsafe.Pointer, idx I32, m M) U32 {
	if None(m) {
		return U32{}
	}
	a, b, c, d := indices(present(idx, m))
	return fours(two[uint8](p, a), two[uint8](p, b), two[uint8](p, c), two[uint8](p, d)).AsUint32x8()
}

// gather64 is gather32 for elements of 64 bits.
func gather64(p unsafe.Pointer, idx I32, m M) U64 {
	if None(m) {
		return U64{}
	}
	a, b, c, d := indices(present(idx, m))
	return U64{
		fours(element[uint64](p, uint64(uint32(a))), element[uint64](p, a>>32), element[uint64](p, uint64(uint32(b))), element[uint64](p, b>>32)),
		fours(element[uint64](p, uint64(uint32(c))), element[uint64](p, c>>32), element[uint64](p, uint64(uint32(d))), element[uint64](p, d>>32)),
	}
}

func fours(a, b, c, d uint64) archsimd.Uint64x4 {
	var lo, hi archsimd.Uint64x2
	var v archsimd.Uint64x4
	return v.SetLo(lo.SetElem(0, a).SetElem(1, b)).SetHi(hi.SetElem(0, c).SetElem(1, d))
}

// rowsAt loads the row of table at 16*index bytes in each lane.
func rowsAt(table *mufu.Row, index16 I32) rows {
	lo, hi := index16.GetLo().AsUint64x2(), index16.GetHi().AsUint64x2()
	i01, i23, i45, i67 := lo.GetElem(0), lo.GetElem(1), hi.GetElem(0), hi.GetElem(1)
	t := unsafe.Pointer(table)
	// A row is the lower half of what is loaded.
	r04 := rowAt(t, uint32(i01)).ConcatPermute128Scalars(0, 2, rowAt(t, uint32(i45)))
	r26 := rowAt(t, uint32(i23)).ConcatPermute128Scalars(0, 2, rowAt(t, uint32(i67)))
	r15 := rowAt(t, uint32(i01>>32)).ConcatPermute128Scalars(0, 2, rowAt(t, uint32(i45>>32)))
	r37 := rowAt(t, uint32(i23>>32)).ConcatPermute128Scalars(0, 2, rowAt(t, uint32(i67>>32)))
	return rows{r04.InterleaveLoGrouped(r26), r15.InterleaveLoGrouped(r37), r04.InterleaveHiGrouped(r26), r15.InterleaveHiGrouped(r37)}
}

func rowAt(t unsafe.Pointer, offset uint32) archsimd.Int64x4 {
	return archsimd.LoadInt64x4Array((*[4]int64)(unsafe.Add(t, uintptr(offset))))
}

// oddLanes are the odd ones of eight lanes.
var oddLanes = [8]int32{0, -1, 0, -1, 0, -1, 0, -1}

// joined puts the lower half of each even lane and the upper half of each odd lane
// together: of v with the odd lanes shifted left by 32.
func (v sums) joined() I32 {
	return v.odd.AsInt32x8().Merge(v.even.AsInt32x8(), archsimd.LoadInt32x8Array(&oddLanes).ToMask())
}

// scatter sets elements of an array, of at most 32 bits, to the low bits of lanes.
func scatter[T uint8 | uint16 | uint32](p unsafe.Pointer, at, v *[8]uint32, in uint8) {
	for ; in != 0; in &= in - 1 {
		l := bits.TrailingZeros8(in) & 7
		set(p, uint64(at[l]), T(v[l]))
	}
}

// setTwo sets the elements of two indices to two values that lie side by side.
func setTwo[T uint8 | uint16 | uint32](p unsafe.Pointer, i, x uint64) {
	set(p, uint64(uint32(i)), T(x))
	set(p, i>>32, T(x>>32))
}

func scatter8(p unsafe.Pointer, idx I32, v U32, m M) {
	if All(m) {
		a, b, c, d := indices(idx)
		x, y, z, w := indices(v.AsInt32x8())
		setTwo[uint8](p, a, x)
		setTwo[uint8](p, b, y)
		setTwo[uint8](p, c, z)
		setTwo[uint8](p, d, w)
		return
	}
	var at, x [8]uint32
	idx.AsUint32x8().StoreArray(&at)
	v.StoreArray(&x)
	scatter[uint8](p, &at, &x, m.ToBits())
}

func scatter16(p unsafe.Pointer, idx I32, v U32, m M) {
	if All(m) {
		a, b, c, d := indices(idx)
		x, y, z, w := indices(v.AsInt32x8())
		setTwo[uint16](p, a, x)
		setTwo[uint16](p, b, y)
		setTwo[uint16](p, c, z)
		setTwo[uint16](p, d, w)
		return
	}
	var at, x [8]uint32
	idx.AsUint32x8().StoreArray(&at)
	v.StoreArray(&x)
	scatter[uint16](p, &at, &x, m.ToBits())
}

func scatter32(p unsafe.Pointer, idx I32, v U32, m M) {
	if All(m) {
		a, b, c, d := indices(idx)
		x, y, z, w := indices(v.AsInt32x8())
		setTwo[uint32](p, a, x)
		setTwo[uint32](p, b, y)
		setTwo[uint32](p, c, z)
		setTwo[uint32](p, d, w)
		return
	}
	var at, x [8]uint32
	idx.AsUint32x8().StoreArray(&at)
	v.StoreArray(&x)
	scatter[uint32](p, &at, &x, m.ToBits())
}

func scatter64(p unsafe.Pointer, idx I32, v U64, m M) {
	var at [8]uint32
	var lo, hi [4]uint64
	idx.AsUint32x8().StoreArray(&at)
	v.Lo.StoreArray(&lo)
	v.Hi.StoreArray(&hi)
	in := m.ToBits()
	for b := in & 15; b != 0; b &= b - 1 {
		l := bits.TrailingZeros8(b) & 3
		set(p, uint64(at[l]), lo[l])
	}
	for b := in >> 4; b != 0; b &= b - 1 {
		l := bits.TrailingZeros8(b) & 3
		set(p, uint64(at[l+4]), hi[l])
	}
}
