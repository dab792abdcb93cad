package lanes

// Logic, funnel shifts and byte permutation.

// CnotB16 is cnot.b16: 1 for zero, 0 for everything else.
func CnotB16(a U32) U32 { return CnotB32(a) }

// CnotB32 is cnot.b32.
func CnotB32(a U32) U32 { return U32FromM(a.Equal(U32{})) }

// CnotB64 is cnot.b64.
func CnotB64(a U64) U64 {
	var zero U64h
	return U64{
		a.Lo.Equal(zero).ToI64h().AsU64h().And(wideUnit.u()),
		a.Hi.Equal(zero).ToI64h().AsU64h().And(wideUnit.u()),
	}
}

// Lop3B32 is lop3.b32: bit i of the result is bit a_i<<2|b_i<<1|c_i of lut.
func Lop3B32(a, b, c, lut U32) U32 {
	// The bit of the table that c picks among each pair of them, spread over the lane;
	// b picks among the pairs, a the half.
	p0 := pickBit(lut, c, 31, 30)
	p1 := pickBit(lut, c, 29, 28)
	p2 := pickBit(lut, c, 27, 26)
	p3 := pickBit(lut, c, 25, 24)
	return pick(pick(p0, p1, b), pick(p2, p3, b), a)
}

// pick returns the bits of y where those of m are set, and of x elsewhere.
func pick(x, y, m U32) U32 { return x.AndNot(m).Or(y.And(m)) }

// pickBit is pick of two bits, which are so far from the sign, spread over the lane.
func pickBit(x, m U32, low, high uint64) U32 {
	v := x.AsI32()
	return pick(SignI32(v.ShiftAllLeft(low)).AsU32(), SignI32(v.ShiftAllLeft(high)).AsU32(), m)
}

// ShfLClampB32 is shf.l.clamp.b32: the high word of b:a << min(c, 32).
func ShfLClampB32(a, b, c U32) U32 {
	n := c.Min(thirtyTwo.u())
	return b.ShiftLeft(n).Or(a.ShiftRight(thirtyTwo.u().Sub(n)))
}

// ShfLWrapB32 is shf.l.wrap.b32: the high word of b:a << c%32.
func ShfLWrapB32(a, b, c U32) U32 {
	n := c.And(thirtyOne.u())
	return b.ShiftLeft(n).Or(a.ShiftRight(thirtyTwo.u().Sub(n)))
}

// ShfRClampB32 is shf.r.clamp.b32: the low word of b:a >> min(c, 32).
func ShfRClampB32(a, b, c U32) U32 {
	n := c.Min(thirtyTwo.u())
	return a.ShiftRight(n).Or(b.ShiftLeft(thirtyTwo.u().Sub(n)))
}

// ShfRWrapB32 is shf.r.wrap.b32: the low word of b:a >> c%32.
func ShfRWrapB32(a, b, c U32) U32 {
	n := c.And(thirtyOne.u())
	return a.ShiftRight(n).Or(b.ShiftLeft(thirtyTwo.u().Sub(n)))
}

// PrmtB32 is prmt.b32: each nibble of c[15:0] names a byte of b:a with its low three
// bits; its top bit spreads the byte's sign over the byte.
func PrmtB32(a, b, c U32) U32 {
	// The nibbles as bytes.
	n := c.And(nibble0.u()).Or(c.ShiftAllLeft(4).And(nibble1.u())).
		Or(c.ShiftAllLeft(8).And(nibble2.u())).Or(c.ShiftAllLeft(12).And(nibble3.u()))
	// Places in the half of the vector, with the top bit, which gives 0, where the byte
	// is in the other operand.
	at := n.And(three8.u()).Add(laneBytes.u()).Or(n.ShiftAllLeft(5).And(top8.u()))
	r := a.AsU8x4().PermuteOrZeroGrouped(at.AsI8x4()).
		Or(b.AsU8x4().PermuteOrZeroGrouped(at.Xor(top8.u()).AsI8x4())).AsI8x4()
	var zero I8x4
	signs := zero.Greater(r).ToI8x4()
	return signs.Merge(r, zero.Greater(n.ShiftAllLeft(4).AsI8x4())).AsU32()
}

var (
	nibble0   = all(0x0000000f)
	nibble1   = all(0x00000f00)
	nibble2   = all(0x000f0000)
	nibble3   = all(0x0f000000)
	three8    = all(0x03030303)
	top8      = all(0x80808080)
	laneBytes = halves(0, 0x04040404, 0x08080808, 0x0c0c0c0c)
)
