package lanes

// Whole products, their high halves, and the 24-bit products.

// highs returns the high halves of the products of even lanes and of odd ones.
func highs(even, odd U64h) U32 {
	return even.ShiftRight(count64(32)).Or(odd.And(high32.u())).AsU32()
}

// MulHiU32 is mul.hi.u32: bits 63..32 of the product.
func MulHiU32(a, b U32) U32 { return highs(a.MulWidenEven(b), oddU32(a).MulWidenEven(oddU32(b))) }

// MulHiS32 is mul.hi.s32.
func MulHiS32(a, b I32) I32 {
	even := a.MulWidenEven(b).AsU64h()
	odd := oddU32(a.AsU32()).AsI32().MulWidenEven(oddU32(b.AsU32()).AsI32()).AsU64h()
	return highs(even, odd).AsI32()
}

// MulHiU16 is mul.hi.u16: bits 31..16 of the product.
func MulHiU16(a, b U32) U32 { return ShrAllU32(a.Mul(b), 16) }

// MulHiS16 is mul.hi.s16.
func MulHiS16(a, b I32) I32 { return a.Mul(b).ShiftAllRight(16) }

// MulHiU64 is mul.hi.u64: bits 127..64 of the product.
func MulHiU64(a, b U64) U64 { return U64{mulHi64(a.Lo, b.Lo), mulHi64(a.Hi, b.Hi)} }

// MulHiS64 is mul.hi.s64.
func MulHiS64(a, b I64) I64 {
	// A negative factor x was taken for x + 2^64: too much by the other factor.
	hi := I64FromU64(MulHiU64(U64FromI64(a), U64FromI64(b)))
	return hi.Sub(SignI64(a).And(b)).Sub(SignI64(b).And(a))
}

// mulHi64 returns the high halves of products: those of the halves of the factors,
// with what the lower ones carry.
func mulHi64(x, y U64h) U64h {
	a, b := x.AsU32(), y.AsU32()
	p, q := oddU32(a), oddU32(b)
	mid := p.MulWidenEven(b).Add(a.MulWidenEven(b).ShiftRight(count64(32)))
	cross := a.MulWidenEven(q).Add(mid.And(low32x4.u()))
	return p.MulWidenEven(q).Add(mid.ShiftRight(count64(32))).Add(cross.ShiftRight(count64(32)))
}

var high32 = all64(0xffffffff << 32)

// MadHiSatS32 is mad.hi.sat.s32: only the addition saturates.
func MadHiSatS32(a, b, c I32) I32 { return AddSatS32(MulHiS32(a, b), c) }

func zext24(a U32) U32 { return a.And(low24.u()) }

func sext24(a I32) I32 { return a.ShiftAllLeft(8).ShiftAllRight(8) }

// Mul24LoU32 is mul24.lo.u32: bits 31..0 of the 48-bit product of the low 24 bits of
// each operand.
func Mul24LoU32(a, b U32) U32 { return zext24(a).Mul(zext24(b)) }

// Mul24LoS32 is mul24.lo.s32; the operands' sign is bit 23.
func Mul24LoS32(a, b I32) I32 { return sext24(a).Mul(sext24(b)) }

// Mul24HiU32 is mul24.hi.u32: bits 47..16 of the 48-bit product, which are bits 63..32
// of that of the operands times 2^8.
func Mul24HiU32(a, b U32) U32 { return MulHiU32(a.ShiftAllLeft(8), b.ShiftAllLeft(8)) }

// Mul24HiS32 is mul24.hi.s32.
func Mul24HiS32(a, b I32) I32 { return MulHiS32(a.ShiftAllLeft(8), b.ShiftAllLeft(8)) }

// Mad24LoU32 is mad24.lo.u32.
func Mad24LoU32(a, b, c U32) U32 { return Mul24LoU32(a, b).Add(c) }

// Mad24LoS32 is mad24.lo.s32.
func Mad24LoS32(a, b, c I32) I32 { return Mul24LoS32(a, b).Add(c) }

// Mad24HiU32 is mad24.hi.u32.
func Mad24HiU32(a, b, c U32) U32 { return Mul24HiU32(a, b).Add(c) }

// Mad24HiS32 is mad24.hi.s32.
func Mad24HiS32(a, b, c I32) I32 { return Mul24HiS32(a, b).Add(c) }

// Mad24HiSatS32 is mad24.hi.sat.s32: only the addition saturates.
func Mad24HiSatS32(a, b, c I32) I32 { return AddSatS32(Mul24HiS32(a, b), c) }
