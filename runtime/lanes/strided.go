package lanes

import "unsafe"

// Accesses at a distance: lane l's element is s[i+by*l]. They
// check once, as Go's slicing does.

// span returns what is accessed, from the element of the lane that is first in memory on.
func span[T any](s []T, i, by int) unsafe.Pointer {
	if by < 0 {
		return unsafe.Pointer(&s[i+(Width-1)*by : i+1][-(Width-1)*by])
	}
	return unsafe.Pointer(&s[i : i+(Width-1)*by+1][0])
}

// EvenI32 returns what the first lane of a number that grows by the same from each lane to the next has, and by how
// much it grows; ok says that it does not wrap.
func EvenI32(x I32) (i, by int, ok bool) {
	a, b := leading(x)
	i, by = int(a), int(b)-int(a)
	last := i + (Width-1)*by
	return i, by, last == int(int32(last))
}

// EvenU32 is EvenI32 for numbers without a sign.
func EvenU32(x U32) (i, by int, ok bool) {
	a, b := leading(x.AsI32())
	i, by = int(uint32(a)), int(uint32(b))-int(uint32(a))
	last := i + (Width-1)*by
	return i, by, last == int(uint32(last))
}

// LoadStridedF32 returns s[i+by*l].
func LoadStridedF32(s []float32, i, by int) F32 {
	return strided32(U32{}, span(s, i, by), by).AsF32()
}

// LoadStridedI32 returns s[i+by*l].
func LoadStridedI32(s []int32, i, by int) I32 {
	return strided32(U32{}, span(s, i, by), by).AsI32()
}

// LoadStridedU32 returns s[i+by*l].
func LoadStridedU32(s []uint32, i, by int) U32 { return strided32(U32{}, span(s, i, by), by) }

// LoadStridedF64 returns s[i+by*l].
func LoadStridedF64(s []float64, i, by int) F64 { return F64FromBits(stridedTwice(span(s, i, by), by)) }

// LoadStridedI64 returns s[i+by*l].
func LoadStridedI64(s []int64, i, by int) I64 { return I64FromU64(stridedTwice(span(s, i, by), by)) }

// LoadStridedU64 returns s[i+by*l].
func LoadStridedU64(s []uint64, i, by int) U64 { return stridedTwice(span(s, i, by), by) }

// LoadStridedU16 returns s[i+by*l].
func LoadStridedU16(s []uint16, i, by int) U32 { return strided16(U32{}, span(s, i, by), by) }

// LoadStridedI16 returns s[i+by*l].
func LoadStridedI16(s []int16, i, by int) I32 {
	return S16(strided16(U32{}, span(s, i, by), by).AsI32())
}

// LoadStridedU8 returns s[i+by*l].
func LoadStridedU8(s []uint8, i, by int) U32 { return strided8(U32{}, span(s, i, by), by) }

// LoadStridedI8 returns s[i+by*l].
func LoadStridedI8(s []int8, i, by int) I32 {
	return S8(strided8(U32{}, span(s, i, by), by).AsI32())
}

// StoreStridedF32 sets s[i+by*l].
func StoreStridedF32(s []float32, i, by int, v F32) { setStrided32(span(s, i, by), by, v.AsU32()) }

// StoreStridedI32 sets s[i+by*l].
func StoreStridedI32(s []int32, i, by int, v I32) { setStrided32(span(s, i, by), by, v.AsU32()) }

// StoreStridedU32 sets s[i+by*l].
func StoreStridedU32(s []uint32, i, by int, v U32) { setStrided32(span(s, i, by), by, v) }

// StoreStridedF64 sets s[i+by*l].
func StoreStridedF64(s []float64, i, by int, v F64) { setTwice(span(s, i, by), by, BitsF64(v)) }

// StoreStridedI64 sets s[i+by*l].
func StoreStridedI64(s []int64, i, by int, v I64) { setTwice(span(s, i, by), by, U64FromI64(v)) }

// StoreStridedU64 sets s[i+by*l].
func StoreStridedU64(s []uint64, i, by int, v U64) { setTwice(span(s, i, by), by, v) }

// StoreStridedU16 sets s[i+by*l] to the low bits.
func StoreStridedU16(s []uint16, i, by int, v U32) { setStrided16(span(s, i, by), by, v) }

// StoreStridedI16 sets s[i+by*l] to the low bits.
func StoreStridedI16(s []int16, i, by int, v I32) { setStrided16(span(s, i, by), by, v.AsU32()) }

// StoreStridedU8 sets s[i+by*l] to the low bits.
func StoreStridedU8(s []uint8, i, by int, v U32) { setStrided8(span(s, i, by), by, v) }

// StoreStridedI8 sets s[i+by*l] to the low bits.
func StoreStridedI8(s []int8, i, by int, v I32) { setStrided8(span(s, i, by), by, v.AsU32()) }
