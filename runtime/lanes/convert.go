package lanes

// Conversions between kinds of integers and bits; those of floats to numbers are
// with the functions that round.

// F32FromBits returns the float32 with the bits x.
func F32FromBits(x U32) F32 { return x.AsF32() }

// BitsF32 returns the bits of x.
func BitsF32(x F32) U32 { return x.AsU32() }

// F64FromBits returns the float64 with the bits x.
func F64FromBits(x U64) F64 { return F64{x.Lo.AsF64h(), x.Hi.AsF64h()} }

// BitsF64 returns the bits of x.
func BitsF64(x F64) U64 { return U64{x.Lo.AsU64h(), x.Hi.AsU64h()} }

// U32FromI32 is uint32(x).
func U32FromI32(x I32) U32 { return x.AsU32() }

// I32FromU32 is int32(x).
func I32FromU32(x U32) I32 { return x.AsI32() }

// U64FromI64 is uint64(x).
func U64FromI64(x I64) U64 { return U64{x.Lo.AsU64h(), x.Hi.AsU64h()} }

// I64FromU64 is int64(x).
func I64FromU64(x U64) I64 { return I64{x.Lo.AsI64h(), x.Hi.AsI64h()} }

// I64FromI32 is int64(x).
func I64FromI32(x I32) I64 { return I64FromU64(JoinU64(x.AsU32(), SignI32(x).AsU32())) }

// U64FromU32 is uint64(x).
func U64FromU32(x U32) U64 { return JoinU64(x, U32{}) }

// U64FromI32 is uint64(x).
func U64FromI32(x I32) U64 { return U64FromI64(I64FromI32(x)) }

// I64FromU32 is int64(x).
func I64FromU32(x U32) I64 { return I64FromU64(U64FromU32(x)) }

// U32FromI64 is uint32(x).
func U32FromI64(x I64) U32 { return U32FromU64(U64FromI64(x)) }

// I32FromI64 is int32(x).
func I32FromI64(x I64) I32 { return U32FromI64(x).AsI32() }

// I32FromU64 is int32(x).
func I32FromU64(x U64) I32 { return U32FromU64(x).AsI32() }

// S8 is int32(int8(x)): the low eight bits, sign-extended.
func S8(x I32) I32 { return x.ShiftAllLeft(24).ShiftAllRight(24) }

// S16 is int32(int16(x)): the low sixteen bits, sign-extended.
func S16(x I32) I32 { return x.ShiftAllLeft(16).ShiftAllRight(16) }

// U8 is uint32(uint8(x)): the low eight bits.
func U8(x U32) U32 { return x.And(mostU8.u()) }

// U16 is uint32(uint16(x)): the low sixteen bits.
func U16(x U32) U32 { return x.And(low16.u()) }

// U32FromM is 1 in the lanes of m and 0 elsewhere.
func U32FromM(m M) U32 { return m.ToI32().AsU32().And(lastBit32.u()) }

// I32FromM is 1 in the lanes of m and 0 elsewhere.
func I32FromM(m M) I32 { return U32FromM(m).AsI32() }
