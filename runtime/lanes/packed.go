package lanes

// f32x2: two f32 in 64 bits, element 0 in the low word.

func lo32(x U64) F32 { return U32FromU64(x).AsF32() }
func hi32(x U64) F32 { return HighU64(x).AsF32() }

func pack32(lo, hi F32) U64 { return JoinU64(lo.AsU32(), hi.AsU32()) }
