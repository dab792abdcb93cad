package lanes

// Bit fields. Positions and lengths of bfe and bfi of 32 bits are the low eight bits of their
// operand.

// below returns the mask of the bits below n, all from 32 on.
func below(n U32) U32 { return lastBit32.u().ShiftLeft(n).Sub(lastBit32.u()) }

// below64 returns the mask of the bits below n, all from 64 on.
func below64(n U32) U64 {
	one := U64{wideUnit.u(), wideUnit.u()}
	return ShlU64(one, n).Sub(one)
}

// BfeU32 is bfe.u32: the field of a at position b of length c, zero-extended.
func BfeU32(a, b, c U32) U32 {
	return a.ShiftRight(b.And(mostU8.u())).And(below(c.And(mostU8.u())))
}

// BfeS32 is bfe.s32: as BfeU32, filled with the field's top bit, or with bit 31 of a
// where the field reaches beyond it.
func BfeS32(a I32, b, c U32) I32 {
	pos, n := b.And(mostU8.u()), c.And(mostU8.u())
	top := thirtyOne.u().Sub(pos.Add(n).Sub(lastBit32.u()).Min(thirtyOne.u()))
	x := ShrI32(ShrI32(ShlI32(a, top), top), pos)
	return x.AndNot(n.Equal(U32{}).ToI32())
}

// BfeU64 is bfe.u64.
func BfeU64(a U64, b, c U32) U64 {
	return ShrU64(a, b).And(below64(c))
}

// BfeS64 is bfe.s64.
func BfeS64(a I64, b, c U32) I64 {
	pos, n := b.Min(mostU8.u()), c.Min(mostU8.u()) // so that the sum is no other
	top := sixtyThree.u().Sub(pos.Add(n).Sub(lastBit32.u()).Min(sixtyThree.u()))
	x := ShrI64(ShrI64(ShlI64(a, top), top), pos)
	return MergeI64(I64{}, x, n.Equal(U32{}))
}

// BfiB32 is bfi.b32: b with the low d bits of a inserted at position c.
func BfiB32(a, b, c, d U32) U32 {
	pos := c.And(mostU8.u())
	m := below(d.And(mostU8.u())).ShiftLeft(pos)
	return b.AndNot(m).Or(a.ShiftLeft(pos).And(m))
}

// BfiB64 is bfi.b64.
func BfiB64(a, b U64, c, d U32) U64 {
	m := ShlU64(below64(d), c)
	return b.AndNot(m).Or(ShlU64(a, c).And(m))
}

// SzextClampU32 is szext.clamp.u32: the low b bits of a; all of a from 32 on.
func SzextClampU32(a, b U32) U32 { return a.And(below(b)) }

// SzextClampS32 is szext.clamp.s32: the low b bits of a, sign-extended.
func SzextClampS32(a I32, b U32) I32 {
	n := thirtyTwo.u().Sub(b.Min(thirtyTwo.u()))
	return ShrI32(ShlI32(a, n), n)
}

// SzextWrapU32 is szext.wrap.u32: the length is b modulo 32.
func SzextWrapU32(a, b U32) U32 { return SzextClampU32(a, b.And(thirtyOne.u())) }

// SzextWrapS32 is szext.wrap.s32.
func SzextWrapS32(a I32, b U32) I32 { return SzextClampS32(a, b.And(thirtyOne.u())) }

// BmskClampB32 is bmsk.clamp.b32: b ones from bit a upwards, those beyond bit 31
// dropped.
func BmskClampB32(a, b U32) U32 { return below(b).ShiftLeft(a) }

// BmskWrapB32 is bmsk.wrap.b32: position and length are taken modulo 32.
func BmskWrapB32(a, b U32) U32 { return BmskClampB32(a.And(thirtyOne.u()), b.And(thirtyOne.u())) }
