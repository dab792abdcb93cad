//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

// The reductions of a warp, whose lanes are those of a to d: all lanes get the result.

// ReduxAddU32 is the sum modulo 2^32.
func ReduxAddU32(a, b, c, d U32) U32 {
	x := a.Add(b).Add(c.Add(d))
	x = x.Add(x.ConcatPermute128Scalars(1, 0, x))
	x = x.Add(x.PermuteScalarsGrouped(2, 3, 0, 1))
	return x.Add(x.PermuteScalarsGrouped(1, 0, 3, 2))
}

// ReduxAddS32 is the sum modulo 2^32.
func ReduxAddS32(a, b, c, d I32) I32 {
	x := a.Add(b).Add(c.Add(d))
	x = x.Add(x.ConcatPermute128Scalars(1, 0, x))
	x = x.Add(x.PermuteScalarsGrouped(2, 3, 0, 1))
	return x.Add(x.PermuteScalarsGrouped(1, 0, 3, 2))
}

// ReduxMinU32 is the least value.
func ReduxMinU32(a, b, c, d U32) U32 {
	x := a.Min(b).Min(c.Min(d))
	x = x.Min(x.ConcatPermute128Scalars(1, 0, x))
	x = x.Min(x.PermuteScalarsGrouped(2, 3, 0, 1))
	return x.Min(x.PermuteScalarsGrouped(1, 0, 3, 2))
}

// ReduxMinS32 is the least value.
func ReduxMinS32(a, b, c, d I32) I32 {
	x := a.Min(b).Min(c.Min(d))
	x = x.Min(x.ConcatPermute128Scalars(1, 0, x))
	x = x.Min(x.PermuteScalarsGrouped(2, 3, 0, 1))
	return x.Min(x.PermuteScalarsGrouped(1, 0, 3, 2))
}

// ReduxMaxU32 is the greatest value.
func ReduxMaxU32(a, b, c, d U32) U32 {
	x := a.Max(b).Max(c.Max(d))
	x = x.Max(x.ConcatPermute128Scalars(1, 0, x))
	x = x.Max(x.PermuteScalarsGrouped(2, 3, 0, 1))
	return x.Max(x.PermuteScalarsGrouped(1, 0, 3, 2))
}

// ReduxMaxS32 is the greatest value.
func ReduxMaxS32(a, b, c, d I32) I32 {
	x := a.Max(b).Max(c.Max(d))
	x = x.Max(x.ConcatPermute128Scalars(1, 0, x))
	x = x.Max(x.PermuteScalarsGrouped(2, 3, 0, 1))
	return x.Max(x.PermuteScalarsGrouped(1, 0, 3, 2))
}

// ReduxAndB32 is the bits that all have.
func ReduxAndB32(a, b, c, d U32) U32 {
	x := a.And(b).And(c.And(d))
	x = x.And(x.ConcatPermute128Scalars(1, 0, x))
	x = x.And(x.PermuteScalarsGrouped(2, 3, 0, 1))
	return x.And(x.PermuteScalarsGrouped(1, 0, 3, 2))
}

// ReduxOrB32 is the bits that any has.
func ReduxOrB32(a, b, c, d U32) U32 {
	x := a.Or(b).Or(c.Or(d))
	x = x.Or(x.ConcatPermute128Scalars(1, 0, x))
	x = x.Or(x.PermuteScalarsGrouped(2, 3, 0, 1))
	return x.Or(x.PermuteScalarsGrouped(1, 0, 3, 2))
}

// ReduxXorB32 is the bits that an odd number of them has.
func ReduxXorB32(a, b, c, d U32) U32 {
	x := a.Xor(b).Xor(c.Xor(d))
	x = x.Xor(x.ConcatPermute128Scalars(1, 0, x))
	x = x.Xor(x.PermuteScalarsGrouped(2, 3, 0, 1))
	return x.Xor(x.PermuteScalarsGrouped(1, 0, 3, 2))
}
