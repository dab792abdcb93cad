package lanes

import "unsafe"

// Stores of all lanes to one place, in their order: what the highest lane has stays there.

// StoreLastF32 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastF32(s []float32, i int, x F32, m M) {
	if Any(m) {
		*(*uint32)(unsafe.Pointer(&s[i])) = lastOf(x.AsU32(), m)
	}
}

// StoreLastI32 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastI32(s []int32, i int, x I32, m M) {
	if Any(m) {
		s[i] = int32(lastOf(x.AsU32(), m))
	}
}

// StoreLastU32 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastU32(s []uint32, i int, x U32, m M) {
	if Any(m) {
		s[i] = lastOf(x, m)
	}
}

// StoreLastI8 sets s[i] to the low bits of what the highest lane of m has, if there is one.
func StoreLastI8(s []int8, i int, x I32, m M) {
	if Any(m) {
		s[i] = int8(lastOf(x.AsU32(), m))
	}
}

// StoreLastU8 sets s[i] to the low bits of what the highest lane of m has, if there is one.
func StoreLastU8(s []uint8, i int, x U32, m M) {
	if Any(m) {
		s[i] = uint8(lastOf(x, m))
	}
}

// StoreLastI16 sets s[i] to the low bits of what the highest lane of m has, if there is one.
func StoreLastI16(s []int16, i int, x I32, m M) {
	if Any(m) {
		s[i] = int16(lastOf(x.AsU32(), m))
	}
}

// StoreLastU16 sets s[i] to the low bits of what the highest lane of m has, if there is one.
func StoreLastU16(s []uint16, i int, x U32, m M) {
	if Any(m) {
		s[i] = uint16(lastOf(x, m))
	}
}

// StoreLastF64 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastF64(s []float64, i int, x F64, m M) {
	if Any(m) {
		*(*uint64)(unsafe.Pointer(&s[i])) = last64(BitsF64(x), m)
	}
}

// StoreLastI64 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastI64(s []int64, i int, x I64, m M) {
	if Any(m) {
		s[i] = int64(last64(U64FromI64(x), m))
	}
}

// StoreLastU64 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastU64(s []uint64, i int, x U64, m M) {
	if Any(m) {
		s[i] = last64(x, m)
	}
}
