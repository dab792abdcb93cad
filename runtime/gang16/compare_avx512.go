//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

// Comparisons are those of Go's operators, also of floats with a NaN: only NotEqual holds
// then. AVX-512 has all of them, and minima and maxima of 64 bits too.

// EqualI32 is x == y.
func EqualI32(x, y I32) M { return x.Equal(y) }

// NotEqualI32 is x != y.
func NotEqualI32(x, y I32) M { return x.NotEqual(y) }

// LessI32 is x < y.
func LessI32(x, y I32) M { return x.Less(y) }

// LessEqualI32 is x <= y.
func LessEqualI32(x, y I32) M { return x.LessEqual(y) }

// GreaterI32 is x > y.
func GreaterI32(x, y I32) M { return x.Greater(y) }

// GreaterEqualI32 is x >= y.
func GreaterEqualI32(x, y I32) M { return x.GreaterEqual(y) }

// EqualU32 is x == y.
func EqualU32(x, y U32) M { return x.Equal(y) }

// NotEqualU32 is x != y.
func NotEqualU32(x, y U32) M { return x.NotEqual(y) }

// LessU32 is x < y.
func LessU32(x, y U32) M { return x.Less(y) }

// LessEqualU32 is x <= y.
func LessEqualU32(x, y U32) M { return x.LessEqual(y) }

// GreaterU32 is x > y.
func GreaterU32(x, y U32) M { return x.Greater(y) }

// GreaterEqualU32 is x >= y.
func GreaterEqualU32(x, y U32) M { return x.GreaterEqual(y) }

// EqualI64 is x == y.
func EqualI64(x, y I64) M { return narrow(x.Lo.Equal(y.Lo), x.Hi.Equal(y.Hi)) }

// NotEqualI64 is x != y.
func NotEqualI64(x, y I64) M { return narrow(x.Lo.NotEqual(y.Lo), x.Hi.NotEqual(y.Hi)) }

// LessI64 is x < y.
func LessI64(x, y I64) M { return narrow(x.Lo.Less(y.Lo), x.Hi.Less(y.Hi)) }

// LessEqualI64 is x <= y.
func LessEqualI64(x, y I64) M { return narrow(x.Lo.LessEqual(y.Lo), x.Hi.LessEqual(y.Hi)) }

// GreaterI64 is x > y.
func GreaterI64(x, y I64) M { return narrow(x.Lo.Greater(y.Lo), x.Hi.Greater(y.Hi)) }

// GreaterEqualI64 is x >= y.
func GreaterEqualI64(x, y I64) M { return narrow(x.Lo.GreaterEqual(y.Lo), x.Hi.GreaterEqual(y.Hi)) }

// EqualU64 is x == y.
func EqualU64(x, y U64) M { return narrow(x.Lo.Equal(y.Lo), x.Hi.Equal(y.Hi)) }

// NotEqualU64 is x != y.
func NotEqualU64(x, y U64) M { return narrow(x.Lo.NotEqual(y.Lo), x.Hi.NotEqual(y.Hi)) }

// LessU64 is x < y.
func LessU64(x, y U64) M { return narrow(x.Lo.Less(y.Lo), x.Hi.Less(y.Hi)) }

// LessEqualU64 is x <= y.
func LessEqualU64(x, y U64) M { return narrow(x.Lo.LessEqual(y.Lo), x.Hi.LessEqual(y.Hi)) }

// GreaterU64 is x > y.
func GreaterU64(x, y U64) M { return narrow(x.Lo.Greater(y.Lo), x.Hi.Greater(y.Hi)) }

// GreaterEqualU64 is x >= y.
func GreaterEqualU64(x, y U64) M { return narrow(x.Lo.GreaterEqual(y.Lo), x.Hi.GreaterEqual(y.Hi)) }

// MinI64 returns the smaller of x and y.
func MinI64(x, y I64) I64 { return I64{x.Lo.Min(y.Lo), x.Hi.Min(y.Hi)} }

// MaxI64 returns the greater of x and y.
func MaxI64(x, y I64) I64 { return I64{x.Lo.Max(y.Lo), x.Hi.Max(y.Hi)} }

// MinU64 returns the smaller of x and y.
func MinU64(x, y U64) U64 { return U64{x.Lo.Min(y.Lo), x.Hi.Min(y.Hi)} }

// MaxU64 returns the greater of x and y.
func MaxU64(x, y U64) U64 { return U64{x.Lo.Max(y.Lo), x.Hi.Max(y.Hi)} }

// AbsI64 returns the absolute value of x, modulo 2^64.
func AbsI64(x I64) I64 { return I64{x.Lo.Abs(), x.Hi.Abs()} }
