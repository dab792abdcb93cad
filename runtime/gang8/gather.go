//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// Gathers: lane l's element is s[idx_l]. Where an index of a lane of m is outside
// of s they return false and read nothing. Lanes that are not in m get some value.
// AVX2's own gathers are not in archsimd, and no faster than eight loads.

// outside reports whether an index of a lane of m is not below n.
func outside(n int, idx I32, m M) bool {
	u := idx.AsUint32x8()
	end := SplatU32(uint32(min(n, 1<<31)))
	return u.Max(end).Equal(u).And(m).ToBits() != 0
}

// present returns idx, with the index of some lane of m in all lanes that are not
// in m, of which there is one at least.
func present(idx I32, m M) I32 {
	if b := m.ToBits(); b != 0xff {
		return idx.Merge(idx.Permute(SplatU32(uint32(bits.TrailingZeros8(b)))), m)
	}
	return idx
}

// follow reports whether all lanes are in m and the index of each is one more than that of the
// lane before it, as those of many a clamped address: all elements are loaded at once then.
func follow(idx I32, m M) bool {
	d := idx.Sub(archsimd.LoadInt32x8Array(&lanes32))
	return d.Equal(d.Permute(U32{})).And(m).ToBits() == 0xff
}

// indices returns the lanes of a vector, two in each.
func indices(idx I32) (a, b, c, d uint64) {
	lo, hi := idx.GetLo().AsUint64x2(), idx.GetHi().AsUint64x2()
	return lo.GetElem(0), lo.GetElem(1), hi.GetElem(0), hi.GetElem(1)
}

// element returns element i of an array.
func element[T any](p unsafe.Pointer, i uint64) T {
	return *(*T)(unsafe.Add(p, uintptr(i)*unsafe.Sizeof(*new(T))))
}

// two returns the elements of two indices, side by side.
func two[T uint8 | uint16 | uint32](p unsafe.Pointer, i uint64) uint64 {
	return uint64(element[T](p, uint64(uint32(i)))) | uint64(element[T](p, i>>32))<<32
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

// GatherF32 returns s[idx_l], for lanes of m.
func GatherF32(s []float32, idx I32, m M) (F32, bool) {
	if outside(len(s), idx, m) {
		return F32{}, false
	}
	if follow(idx, m) {
		return LoadF32(s, int(idx.GetLo().GetElem(0))), true
	}
	return gather32(unsafe.Pointer(unsafe.SliceData(s)), idx, m).AsFloat32x8(), true
}

// GatherI32 returns s[idx_l], for lanes of m.
func GatherI32(s []int32, idx I32, m M) (I32, bool) {
	if outside(len(s), idx, m) {
		return I32{}, false
	}
	if follow(idx, m) {
		return LoadI32(s, int(idx.GetLo().GetElem(0))), true
	}
	return gather32(unsafe.Pointer(unsafe.SliceData(s)), idx, m).AsInt32x8(), true
}

// GatherU32 returns s[idx_l], for lanes of m.
func GatherU32(s []uint32, idx I32, m M) (U32, bool) {
	if outside(len(s), idx, m) {
		return U32{}, false
	}
	if follow(idx, m) {
		return LoadU32(s, int(idx.GetLo().GetElem(0))), true
	}
	return gather32(unsafe.Pointer(unsafe.SliceData(s)), idx, m), true
}

// GatherF64 returns s[idx_l], for lanes of m.
func GatherF64(s []float64, idx I32, m M) (F64, bool) {
	if outside(len(s), idx, m) {
		return F64{}, false
	}
	if follow(idx, m) {
		return LoadF64(s, int(idx.GetLo().GetElem(0))), true
	}
	return F64FromBits(gather64(unsafe.Pointer(unsafe.SliceData(s)), idx, m)), true
}

// GatherI64 returns s[idx_l], for lanes of m.
func GatherI64(s []int64, idx I32, m M) (I64, bool) {
	if outside(len(s), idx, m) {
		return I64{}, false
	}
	if follow(idx, m) {
		return LoadI64(s, int(idx.GetLo().GetElem(0))), true
	}
	return I64FromU64(gather64(unsafe.Pointer(unsafe.SliceData(s)), idx, m)), true
}

// GatherU64 returns s[idx_l], for lanes of m.
func GatherU64(s []uint64, idx I32, m M) (U64, bool) {
	if outside(len(s), idx, m) {
		return U64{}, false
	}
	if follow(idx, m) {
		return LoadU64(s, int(idx.GetLo().GetElem(0))), true
	}
	return gather64(unsafe.Pointer(unsafe.SliceData(s)), idx, m), true
}

// GatherU8 returns s[idx_l], for lanes of m.
func GatherU8(s []uint8, idx I32, m M) (U32, bool) {
	if outside(len(s), idx, m) {
		return U32{}, false
	}
	if follow(idx, m) {
		return LoadU8(s, int(idx.GetLo().GetElem(0))), true
	}
	return gather8(unsafe.Pointer(unsafe.SliceData(s)), idx, m), true
}

// GatherI8 returns s[idx_l], for lanes of m.
func GatherI8(s []int8, idx I32, m M) (I32, bool) {
	if outside(len(s), idx, m) {
		return I32{}, false
	}
	if follow(idx, m) {
		return LoadI8(s, int(idx.GetLo().GetElem(0))), true
	}
	return S8(gather8(unsafe.Pointer(unsafe.SliceData(s)), idx, m).AsInt32x8()), true
}

// GatherU16 returns s[idx_l], for lanes of m.
func GatherU16(s []uint16, idx I32, m M) (U32, bool) {
	if outside(len(s), idx, m) {
		return U32{}, false
	}
	if follow(idx, m) {
		return LoadU16(s, int(idx.GetLo().GetElem(0))), true
	}
	return gather16(unsafe.Pointer(unsafe.SliceData(s)), idx, m), true
}

// GatherI16 returns s[idx_l], for lanes of m.
func GatherI16(s []int16, idx I32, m M) (I32, bool) {
	if outside(len(s), idx, m) {
		return I32{}, false
	}
	if follow(idx, m) {
		return LoadI16(s, int(idx.GetLo().GetElem(0))), true
	}
	return S16(gather16(unsafe.Pointer(unsafe.SliceData(s)), idx, m).AsInt32x8()), true
}

// NarrowI64 returns indices of 64 bits as some of 32 bits, or false where one of a
// lane of m needs more: no access can be told from it then.
func NarrowI64(x I64, m M) (I32, bool) {
	lo, hi := I32FromI64(x), HighU64(U64FromI64(x)).AsInt32x8()
	return lo, None(AndNotM(m, SignI32(lo).Equal(hi)))
}
