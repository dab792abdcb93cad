package lanes

// Comparisons are those of Go's operators, also of floats with a NaN: only
// NotEqual holds then. AVX2 compares integers for equal and, if signed, greater.

// EqualI32 is x == y.
func EqualI32(x, y I32) M { return x.Equal(y) }

// NotEqualI32 is x != y.
func NotEqualI32(x, y I32) M { return NotM(x.Equal(y)) }

// LessI32 is x < y.
func LessI32(x, y I32) M { return y.Greater(x) }

// LessEqualI32 is x <= y.
func LessEqualI32(x, y I32) M { return x.Min(y).Equal(x) }

// GreaterI32 is x > y.
func GreaterI32(x, y I32) M { return x.Greater(y) }

// GreaterEqualI32 is x >= y.
func GreaterEqualI32(x, y I32) M { return x.Max(y).Equal(x) }

// EqualU32 is x == y.
func EqualU32(x, y U32) M { return x.Equal(y) }

// NotEqualU32 is x != y.
func NotEqualU32(x, y U32) M { return NotM(x.Equal(y)) }

// LessU32 is x < y.
func LessU32(x, y U32) M { return NotM(GreaterEqualU32(x, y)) }

// LessEqualU32 is x <= y.
func LessEqualU32(x, y U32) M { return x.Min(y).Equal(x) }

// GreaterU32 is x > y.
func GreaterU32(x, y U32) M { return NotM(LessEqualU32(x, y)) }

// GreaterEqualU32 is x >= y.
func GreaterEqualU32(x, y U32) M { return x.Max(y).Equal(x) }

// EqualI64 is x == y.
func EqualI64(x, y I64) M { return narrow(x.Lo.Equal(y.Lo), x.Hi.Equal(y.Hi)) }

// NotEqualI64 is x != y.
func NotEqualI64(x, y I64) M { return NotM(EqualI64(x, y)) }

// LessI64 is x < y.
func LessI64(x, y I64) M { return GreaterI64(y, x) }

// LessEqualI64 is x <= y.
func LessEqualI64(x, y I64) M { return NotM(GreaterI64(x, y)) }

// GreaterI64 is x > y.
func GreaterI64(x, y I64) M { return narrow(x.Lo.Greater(y.Lo), x.Hi.Greater(y.Hi)) }

// GreaterEqualI64 is x >= y.
func GreaterEqualI64(x, y I64) M { return NotM(GreaterI64(y, x)) }

// EqualU64 is x == y.
func EqualU64(x, y U64) M { return narrow(x.Lo.Equal(y.Lo), x.Hi.Equal(y.Hi)) }

// NotEqualU64 is x != y.
func NotEqualU64(x, y U64) M { return NotM(EqualU64(x, y)) }

// LessU64 is x < y.
func LessU64(x, y U64) M { return GreaterU64(y, x) }

// LessEqualU64 is x <= y.
func LessEqualU64(x, y U64) M { return NotM(GreaterU64(x, y)) }

// GreaterU64 is x > y.
func GreaterU64(x, y U64) M { return GreaterI64(flip(x), flip(y)) }

// GreaterEqualU64 is x >= y.
func GreaterEqualU64(x, y U64) M { return NotM(GreaterU64(y, x)) }

// flip maps the order of unsigned numbers to that of signed ones.
func flip(x U64) I64 {
	top := loadU64h((*[Half]uint64)(&top64))
	return I64{x.Lo.Xor(top).AsI64h(), x.Hi.Xor(top).AsI64h()}
}

var top64 = all64(1 << 63)

// EqualF32 is x == y.
func EqualF32(x, y F32) M { return x.Equal(y) }

// NotEqualF32 is x != y.
func NotEqualF32(x, y F32) M { return x.NotEqual(y) }

// LessF32 is x < y.
func LessF32(x, y F32) M { return x.Less(y) }

// LessEqualF32 is x <= y.
func LessEqualF32(x, y F32) M { return x.LessEqual(y) }

// GreaterF32 is x > y.
func GreaterF32(x, y F32) M { return x.Greater(y) }

// GreaterEqualF32 is x >= y.
func GreaterEqualF32(x, y F32) M { return x.GreaterEqual(y) }

// EqualF64 is x == y.
func EqualF64(x, y F64) M { return narrow(x.Lo.Equal(y.Lo), x.Hi.Equal(y.Hi)) }

// NotEqualF64 is x != y.
func NotEqualF64(x, y F64) M { return narrow(x.Lo.NotEqual(y.Lo), x.Hi.NotEqual(y.Hi)) }

// LessF64 is x < y.
func LessF64(x, y F64) M { return narrow(x.Lo.Less(y.Lo), x.Hi.Less(y.Hi)) }

// LessEqualF64 is x <= y.
func LessEqualF64(x, y F64) M { return narrow(x.Lo.LessEqual(y.Lo), x.Hi.LessEqual(y.Hi)) }

// GreaterF64 is x > y.
func GreaterF64(x, y F64) M { return narrow(x.Lo.Greater(y.Lo), x.Hi.Greater(y.Hi)) }

// GreaterEqualF64 is x >= y.
func GreaterEqualF64(x, y F64) M { return narrow(x.Lo.GreaterEqual(y.Lo), x.Hi.GreaterEqual(y.Hi)) }
