package lanes

// Counting, finding and reversing bits.

// Sixteen bytes. Of the numbers of four bits: how many ones they have, and themselves reversed, at
// the bottom and at the top of a byte. The bytes of words and of doublewords reversed.
var (
	ones4     = halves(0x02010100, 0x03020201, 0x03020201, 0x04030302)
	reversed  = halves(0x0c040800, 0x0e060a02, 0x0d050901, 0x0f070b03)
	reversed4 = halves(0xc0408000, 0xe060a020, 0xd0509010, 0xf070b030)
	swap32    = halves(0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f)
	swap64    = halves(0x04050607, 0x00010203, 0x0c0d0e0f, 0x08090a0b)
	one8      = halves(0x01010101, 0x01010101, 0x01010101, 0x01010101)
	low4      = all(0x0f0f0f0f)
	oneWord   = all(0x00010001)
)

// PopcB32 is popc.b32.
func PopcB32(a U32) U32 {
	n := look(&ones4, a.And(low4.u())).Add(look(&ones4, ShrAllU32(a, 4).And(low4.u())))
	return n.DotProductPairsSaturated(one8.u().AsI8x4()).DotProductPairs(oneWord.i().AsI16x2()).AsU32()
}

// PopcB64 is popc.b64.
func PopcB64(a U64) U32 { return PopcB32(U32FromU64(a)).Add(PopcB32(HighU64(a))) }

// ClzB32 is clz.b32; 32 for zero.
func ClzB32(a U32) U32 {
	// The exponent as a float is the place of the top bit, without the bit below it
	// that might round it up; negative numbers have no zeros in front.
	exp := ShrAllU32(a.AndNot(ShrAllU32(a, 1)).AsI32().ConvertToFloat32().AsU32(), 23)
	n := exponent31.u().Sub(exp).Min(thirtyTwo.u())
	return n.AndNot(SignI32(a.AsI32()).AsU32())
}

var (
	exponent31 = all(127 + 31)
	thirtyOne  = all(31)
	thirtyTwo  = all(32)
	wideUnit   = all64(1)
	sixtyThree = all(63)
)

// ClzB64 is clz.b64; 64 for zero.
func ClzB64(a U64) U32 {
	hi := HighU64(a)
	n := ClzB32(hi)
	return n.Add(ClzB32(U32FromU64(a)).Masked(hi.Equal(U32{})))
}

// BfindU32 is bfind.u32: the place of the highest one bit, 0xffffffff for zero.
func BfindU32(a U32) U32 { return thirtyOne.u().Sub(ClzB32(a)) }

// BfindU64 is bfind.u64.
func BfindU64(a U64) U32 { return sixtyThree.u().Sub(ClzB64(a)) }

// BfindS32 is bfind.s32: the place of the highest bit that differs from the sign.
func BfindS32(a I32) U32 { return BfindU32(a.Xor(SignI32(a)).AsU32()) }

// BfindS64 is bfind.s64.
func BfindS64(a I64) U32 { return BfindU64(U64FromI64(a.Xor(SignI64(a)))) }

// BfindShiftamtU32 is bfind.shiftamt.u32: how far to shift left to bring the highest
// one bit to the top, 0xffffffff for zero.
func BfindShiftamtU32(a U32) U32 {
	return ClzB32(a).Or(a.Equal(U32{}).ToI32().AsU32())
}

// BfindShiftamtU64 is bfind.shiftamt.u64.
func BfindShiftamtU64(a U64) U32 {
	n := ClzB64(a)
	return n.Or(n.Greater(sixtyThree.u()).ToI32().AsU32())
}

// BfindShiftamtS32 is bfind.shiftamt.s32.
func BfindShiftamtS32(a I32) U32 { return BfindShiftamtU32(a.Xor(SignI32(a)).AsU32()) }

// BfindShiftamtS64 is bfind.shiftamt.s64.
func BfindShiftamtS64(a I64) U32 { return BfindShiftamtU64(U64FromI64(a.Xor(SignI64(a)))) }

// reverse reverses the bits of each byte.
func reverse(a U32) U8x4 {
	return look(&reversed4, a.And(low4.u())).Or(look(&reversed, ShrAllU32(a, 4).And(low4.u())))
}

// BrevB32 is brev.b32.
func BrevB32(a U32) U32 { return reverse(a).PermuteOrZeroGrouped(swap32.u().AsI8x4()).AsU32() }

// BrevB64 is brev.b64.
func BrevB64(a U64) U64 {
	return U64{
		reverse(a.Lo.AsU32()).PermuteOrZeroGrouped(swap64.u().AsI8x4()).AsU64h(),
		reverse(a.Hi.AsU32()).PermuteOrZeroGrouped(swap64.u().AsI8x4()).AsU64h(),
	}
}
