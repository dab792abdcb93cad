package lanes

import "unsafe"

// Vector accesses: each thread has n elements side by side, thread l's from s[i+n*l]
// on. Loads return the threads' first elements, second, and so on.

// Within reports whether the n elements of each thread of a vector access from s[i]
// on are in s, at multiples of their size together, which is a power of two.
func Within[T any](s []T, i, n int) bool {
	return i >= 0 && i <= len(s)-Width*n && uintptr(unsafe.Pointer(&s[i]))&(uintptr(n)*unsafe.Sizeof(*new(T))-1) == 0
}

// Load2F32 returns s[i+2*l] and s[i+2*l+1].
func Load2F32(s []float32, i int) (F32, F32) {
	p := (*[2][Width]uint32)(unsafe.Pointer((*[2 * Width]float32)(s[i : i+2*Width : len(s)])))
	a, b := split2(loadU32(&p[0]), loadU32(&p[1]))
	return a.AsF32(), b.AsF32()
}

// Store2F32 sets s[i+2*l] and s[i+2*l+1].
func Store2F32(s []float32, i int, a, b F32) {
	p := (*[2][Width]uint32)(unsafe.Pointer((*[2 * Width]float32)(s[i : i+2*Width : len(s)])))
	x, y := join2(a.AsU32(), b.AsU32())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
}

// Load4F32 returns s[i+4*l] to s[i+4*l+3].
func Load4F32(s []float32, i int) (F32, F32, F32, F32) {
	p := (*[4][Width]uint32)(unsafe.Pointer((*[4 * Width]float32)(s[i : i+4*Width : len(s)])))
	a, b, c, d := split4(loadU32(&p[0]), loadU32(&p[1]), loadU32(&p[2]), loadU32(&p[3]))
	return a.AsF32(), b.AsF32(), c.AsF32(), d.AsF32()
}

// Store4F32 sets s[i+4*l] to s[i+4*l+3].
func Store4F32(s []float32, i int, a, b, c, d F32) {
	p := (*[4][Width]uint32)(unsafe.Pointer((*[4 * Width]float32)(s[i : i+4*Width : len(s)])))
	x, y, z, w := join4(a.AsU32(), b.AsU32(), c.AsU32(), d.AsU32())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	z.StoreArray(&p[2])
	w.StoreArray(&p[3])
}

// Load2I32 returns s[i+2*l] and s[i+2*l+1].
func Load2I32(s []int32, i int) (I32, I32) {
	p := (*[2][Width]uint32)(unsafe.Pointer((*[2 * Width]int32)(s[i : i+2*Width : len(s)])))
	a, b := split2(loadU32(&p[0]), loadU32(&p[1]))
	return a.AsI32(), b.AsI32()
}

// Store2I32 sets s[i+2*l] and s[i+2*l+1].
func Store2I32(s []int32, i int, a, b I32) {
	p := (*[2][Width]uint32)(unsafe.Pointer((*[2 * Width]int32)(s[i : i+2*Width : len(s)])))
	x, y := join2(a.AsU32(), b.AsU32())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
}

// Load4I32 returns s[i+4*l] to s[i+4*l+3].
func Load4I32(s []int32, i int) (I32, I32, I32, I32) {
	p := (*[4][Width]uint32)(unsafe.Pointer((*[4 * Width]int32)(s[i : i+4*Width : len(s)])))
	a, b, c, d := split4(loadU32(&p[0]), loadU32(&p[1]), loadU32(&p[2]), loadU32(&p[3]))
	return a.AsI32(), b.AsI32(), c.AsI32(), d.AsI32()
}

// Store4I32 sets s[i+4*l] to s[i+4*l+3].
func Store4I32(s []int32, i int, a, b, c, d I32) {
	p := (*[4][Width]uint32)(unsafe.Pointer((*[4 * Width]int32)(s[i : i+4*Width : len(s)])))
	x, y, z, w := join4(a.AsU32(), b.AsU32(), c.AsU32(), d.AsU32())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	z.StoreArray(&p[2])
	w.StoreArray(&p[3])
}

// Load2U32 returns s[i+2*l] and s[i+2*l+1].
func Load2U32(s []uint32, i int) (U32, U32) {
	p := (*[2][Width]uint32)(unsafe.Pointer((*[2 * Width]uint32)(s[i : i+2*Width : len(s)])))
	a, b := split2(loadU32(&p[0]), loadU32(&p[1]))
	return a, b
}

// Store2U32 sets s[i+2*l] and s[i+2*l+1].
func Store2U32(s []uint32, i int, a, b U32) {
	p := (*[2][Width]uint32)(unsafe.Pointer((*[2 * Width]uint32)(s[i : i+2*Width : len(s)])))
	x, y := join2(a, b)
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
}

// Load4U32 returns s[i+4*l] to s[i+4*l+3].
func Load4U32(s []uint32, i int) (U32, U32, U32, U32) {
	p := (*[4][Width]uint32)(unsafe.Pointer((*[4 * Width]uint32)(s[i : i+4*Width : len(s)])))
	a, b, c, d := split4(loadU32(&p[0]), loadU32(&p[1]), loadU32(&p[2]), loadU32(&p[3]))
	return a, b, c, d
}

// Store4U32 sets s[i+4*l] to s[i+4*l+3].
func Store4U32(s []uint32, i int, a, b, c, d U32) {
	p := (*[4][Width]uint32)(unsafe.Pointer((*[4 * Width]uint32)(s[i : i+4*Width : len(s)])))
	x, y, z, w := join4(a, b, c, d)
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	z.StoreArray(&p[2])
	w.StoreArray(&p[3])
}

// Load2F64 returns s[i+2*l] and s[i+2*l+1].
func Load2F64(s []float64, i int) (F64, F64) {
	p := (*[4][Half]uint64)(unsafe.Pointer((*[2 * Width]float64)(s[i : i+2*Width : len(s)])))
	var a, b U64
	a.Lo, b.Lo = splits64(loadU64h(&p[0]), loadU64h(&p[1]))
	a.Hi, b.Hi = splits64(loadU64h(&p[2]), loadU64h(&p[3]))
	return F64FromBits(a), F64FromBits(b)
}

// Store2F64 sets s[i+2*l] and s[i+2*l+1].
func Store2F64(s []float64, i int, a, b F64) {
	p := (*[4][Half]uint64)(unsafe.Pointer((*[2 * Width]float64)(s[i : i+2*Width : len(s)])))
	x, y := joins64(a.Lo.AsU64h(), b.Lo.AsU64h())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	x, y = joins64(a.Hi.AsU64h(), b.Hi.AsU64h())
	x.StoreArray(&p[2])
	y.StoreArray(&p[3])
}

// Load2I64 returns s[i+2*l] and s[i+2*l+1].
func Load2I64(s []int64, i int) (I64, I64) {
	p := (*[4][Half]uint64)(unsafe.Pointer((*[2 * Width]int64)(s[i : i+2*Width : len(s)])))
	var a, b U64
	a.Lo, b.Lo = splits64(loadU64h(&p[0]), loadU64h(&p[1]))
	a.Hi, b.Hi = splits64(loadU64h(&p[2]), loadU64h(&p[3]))
	return I64FromU64(a), I64FromU64(b)
}

// Store2I64 sets s[i+2*l] and s[i+2*l+1].
func Store2I64(s []int64, i int, a, b I64) {
	p := (*[4][Half]uint64)(unsafe.Pointer((*[2 * Width]int64)(s[i : i+2*Width : len(s)])))
	x, y := joins64(a.Lo.AsU64h(), b.Lo.AsU64h())
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	x, y = joins64(a.Hi.AsU64h(), b.Hi.AsU64h())
	x.StoreArray(&p[2])
	y.StoreArray(&p[3])
}

// Load2U64 returns s[i+2*l] and s[i+2*l+1].
func Load2U64(s []uint64, i int) (U64, U64) {
	p := (*[4][Half]uint64)(unsafe.Pointer((*[2 * Width]uint64)(s[i : i+2*Width : len(s)])))
	var a, b U64
	a.Lo, b.Lo = splits64(loadU64h(&p[0]), loadU64h(&p[1]))
	a.Hi, b.Hi = splits64(loadU64h(&p[2]), loadU64h(&p[3]))
	return a, b
}

// Store2U64 sets s[i+2*l] and s[i+2*l+1].
func Store2U64(s []uint64, i int, a, b U64) {
	p := (*[4][Half]uint64)(unsafe.Pointer((*[2 * Width]uint64)(s[i : i+2*Width : len(s)])))
	x, y := joins64(a.Lo, b.Lo)
	x.StoreArray(&p[0])
	y.StoreArray(&p[1])
	x, y = joins64(a.Hi, b.Hi)
	x.StoreArray(&p[2])
	y.StoreArray(&p[3])
}
