package lanes

// Records of three elements are loaded and stored element by element.

// Load3F32 returns s[i+3*l] to s[i+3*l+2].
func Load3F32(s []float32, i int) (F32, F32, F32) {
	s = s[i : i+3*Width : len(s)]
	return LoadStridedF32(s, 0, 3), LoadStridedF32(s, 1, 3), LoadStridedF32(s, 2, 3)
}

// Store3F32 sets s[i+3*l] to s[i+3*l+2].
func Store3F32(s []float32, i int, a, b, c F32) {
	s = s[i : i+3*Width : len(s)]
	StoreStridedF32(s, 0, 3, a)
	StoreStridedF32(s, 1, 3, b)
	StoreStridedF32(s, 2, 3, c)
}

// Load3I32 returns s[i+3*l] to s[i+3*l+2].
func Load3I32(s []int32, i int) (I32, I32, I32) {
	s = s[i : i+3*Width : len(s)]
	return LoadStridedI32(s, 0, 3), LoadStridedI32(s, 1, 3), LoadStridedI32(s, 2, 3)
}

// Store3I32 sets s[i+3*l] to s[i+3*l+2].
func Store3I32(s []int32, i int, a, b, c I32) {
	s = s[i : i+3*Width : len(s)]
	StoreStridedI32(s, 0, 3, a)
	StoreStridedI32(s, 1, 3, b)
	StoreStridedI32(s, 2, 3, c)
}

// Load3U32 returns s[i+3*l] to s[i+3*l+2].
func Load3U32(s []uint32, i int) (U32, U32, U32) {
	s = s[i : i+3*Width : len(s)]
	return LoadStridedU32(s, 0, 3), LoadStridedU32(s, 1, 3), LoadStridedU32(s, 2, 3)
}

// Store3U32 sets s[i+3*l] to s[i+3*l+2].
func Store3U32(s []uint32, i int, a, b, c U32) {
	s = s[i : i+3*Width : len(s)]
	StoreStridedU32(s, 0, 3, a)
	StoreStridedU32(s, 1, 3, b)
	StoreStridedU32(s, 2, 3, c)
}

// Load3F64 returns s[i+3*l] to s[i+3*l+2].
func Load3F64(s []float64, i int) (F64, F64, F64) {
	s = s[i : i+3*Width : len(s)]
	return LoadStridedF64(s, 0, 3), LoadStridedF64(s, 1, 3), LoadStridedF64(s, 2, 3)
}

// Store3F64 sets s[i+3*l] to s[i+3*l+2].
func Store3F64(s []float64, i int, a, b, c F64) {
	s = s[i : i+3*Width : len(s)]
	StoreStridedF64(s, 0, 3, a)
	StoreStridedF64(s, 1, 3, b)
	StoreStridedF64(s, 2, 3, c)
}

// Load3I64 returns s[i+3*l] to s[i+3*l+2].
func Load3I64(s []int64, i int) (I64, I64, I64) {
	s = s[i : i+3*Width : len(s)]
	return LoadStridedI64(s, 0, 3), LoadStridedI64(s, 1, 3), LoadStridedI64(s, 2, 3)
}

// Store3I64 sets s[i+3*l] to s[i+3*l+2].
func Store3I64(s []int64, i int, a, b, c I64) {
	s = s[i : i+3*Width : len(s)]
	StoreStridedI64(s, 0, 3, a)
	StoreStridedI64(s, 1, 3, b)
	StoreStridedI64(s, 2, 3, c)
}

// Load3U64 returns s[i+3*l] to s[i+3*l+2].
func Load3U64(s []uint64, i int) (U64, U64, U64) {
	s = s[i : i+3*Width : len(s)]
	return LoadStridedU64(s, 0, 3), LoadStridedU64(s, 1, 3), LoadStridedU64(s, 2, 3)
}

// Store3U64 sets s[i+3*l] to s[i+3*l+2].
func Store3U64(s []uint64, i int, a, b, c U64) {
	s = s[i : i+3*Width : len(s)]
	StoreStridedU64(s, 0, 3, a)
	StoreStridedU64(s, 1, 3, b)
	StoreStridedU64(s, 2, 3, c)
}
