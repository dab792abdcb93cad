package lanes

// Dot products of bytes, and of pairs of words with bytes: the bytes are extended to
// words, of which one instruction multiplies pairs and adds.

func evenU8(x U32) I16x2 { return x.And(bytes02.u()).AsI16x2() }

func oddU8(x U32) I16x2 { return evenU8(ShrAllU32(x, 8)) }

func evenS8(x I32) I16x2 { return x.AsI16x2().ShiftAllLeft(8).ShiftAllRight(8) }

func oddS8(x I32) I16x2 { return x.AsI16x2().ShiftAllRight(8) }

var bytes02 = all(0x00ff00ff)

func dot4(even, odd, even2, odd2 I16x2, c I32) I32 {
	return c.Add(even.DotProductPairs(even2)).Add(odd.DotProductPairs(odd2))
}

// Dp4aU32U32 is dp4a.u32.u32.
func Dp4aU32U32(a, b, c U32) U32 {
	return dot4(evenU8(a), oddU8(a), evenU8(b), oddU8(b), c.AsI32()).AsU32()
}

// Dp4aU32S32 is dp4a.u32.s32.
func Dp4aU32S32(a U32, b, c I32) I32 { return dot4(evenU8(a), oddU8(a), evenS8(b), oddS8(b), c) }

// Dp4aS32U32 is dp4a.s32.u32.
func Dp4aS32U32(a I32, b U32, c I32) I32 { return Dp4aU32S32(b, a, c) }

// Dp4aS32S32 is dp4a.s32.s32.
func Dp4aS32S32(a, b, c I32) I32 { return dot4(evenS8(a), oddS8(a), evenS8(b), oddS8(b), c) }

// lowU16 and the functions after it return words 0 and 1 of a lane, extended.
func lowU16(x U32) I32 { return U16(x).AsI32() }

func highU16(x U32) I32 { return ShrAllU32(x, 16).AsI32() }

func highS16(x I32) I32 { return x.ShiftAllRight(16) }

// byte1U8 and byte1S8 return byte 1 of a lane, extended.
func byte1U8(x U32) I32 { return U8(ShrAllU32(x, 8)).AsI32() }

func byte1S8(x I32) I32 { return x.ShiftAllLeft(16).ShiftAllRight(24) }

func dot2(p, q, r, s, c I32) I32 { return c.Add(p.Mul(r)).Add(q.Mul(s)) }

// Dp2aLoU32U32 is dp2a.lo.u32.u32.
func Dp2aLoU32U32(a, b, c U32) U32 {
	return dot2(lowU16(a), highU16(a), U8(b).AsI32(), byte1U8(b), c.AsI32()).AsU32()
}

// Dp2aLoU32S32 is dp2a.lo.u32.s32.
func Dp2aLoU32S32(a U32, b, c I32) I32 {
	return dot2(lowU16(a), highU16(a), S8(b), byte1S8(b), c)
}

// Dp2aLoS32U32 is dp2a.lo.s32.u32.
func Dp2aLoS32U32(a I32, b U32, c I32) I32 {
	return dot2(S16(a), highS16(a), U8(b).AsI32(), byte1U8(b), c)
}

// Dp2aLoS32S32 is dp2a.lo.s32.s32.
func Dp2aLoS32S32(a, b, c I32) I32 { return dot2(S16(a), highS16(a), S8(b), byte1S8(b), c) }

// Dp2aHiU32U32 is dp2a.hi.u32.u32.
func Dp2aHiU32U32(a, b, c U32) U32 { return Dp2aLoU32U32(a, ShrAllU32(b, 16), c) }

// Dp2aHiU32S32 is dp2a.hi.u32.s32.
func Dp2aHiU32S32(a U32, b, c I32) I32 { return Dp2aLoU32S32(a, b.ShiftAllRight(16), c) }

// Dp2aHiS32U32 is dp2a.hi.s32.u32.
func Dp2aHiS32U32(a I32, b U32, c I32) I32 { return Dp2aLoS32U32(a, ShrAllU32(b, 16), c) }

// Dp2aHiS32S32 is dp2a.hi.s32.s32.
func Dp2aHiS32S32(a, b, c I32) I32 { return Dp2aLoS32S32(a, b.ShiftAllRight(16), c) }
