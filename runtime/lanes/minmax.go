package lanes

// MinI32 returns the smaller of x and y.
func MinI32(x, y I32) I32 { return x.Min(y) }

// MaxI32 returns the greater of x and y.
func MaxI32(x, y I32) I32 { return x.Max(y) }

// MinU32 returns the smaller of x and y.
func MinU32(x, y U32) U32 { return x.Min(y) }

// MaxU32 returns the greater of x and y.
func MaxU32(x, y U32) U32 { return x.Max(y) }

// MinI64 returns the smaller of x and y.
func MinI64(x, y I64) I64 {
	return I64{y.Lo.Merge(x.Lo, x.Lo.Greater(y.Lo)), y.Hi.Merge(x.Hi, x.Hi.Greater(y.Hi))}
}

// MaxI64 returns the greater of x and y.
func MaxI64(x, y I64) I64 {
	return I64{x.Lo.Merge(y.Lo, x.Lo.Greater(y.Lo)), x.Hi.Merge(y.Hi, x.Hi.Greater(y.Hi))}
}

// MinU64 returns the smaller of x and y.
func MinU64(x, y U64) U64 { return U64{min64(x.Lo, y.Lo), min64(x.Hi, y.Hi)} }

// MaxU64 returns the greater of x and y.
func MaxU64(x, y U64) U64 { return U64{max64(x.Lo, y.Lo), max64(x.Hi, y.Hi)} }

func min64(x, y U64h) U64h {
	top := loadU64h((*[Half]uint64)(&top64))
	return y.Merge(x, x.Xor(top).AsI64h().Greater(y.Xor(top).AsI64h()))
}

func max64(x, y U64h) U64h {
	top := loadU64h((*[Half]uint64)(&top64))
	return x.Merge(y, x.Xor(top).AsI64h().Greater(y.Xor(top).AsI64h()))
}

// NegI32 returns -x, modulo 2^32.
func NegI32(x I32) I32 { return I32{}.Sub(x) }

// NegU32 returns -x, modulo 2^32.
func NegU32(x U32) U32 { return U32{}.Sub(x) }

// NegI64 returns -x, modulo 2^64.
func NegI64(x I64) I64 { return I64{}.Sub(x) }

// NegU64 returns -x, modulo 2^64.
func NegU64(x U64) U64 { return U64{}.Sub(x) }

// AbsI32 returns the absolute value of x, modulo 2^32.
func AbsI32(x I32) I32 { return x.Abs() }

// AbsI64 returns the absolute value of x, modulo 2^64.
func AbsI64(x I64) I64 {
	s := SignI64(x)
	return x.Xor(s).Sub(s)
}
