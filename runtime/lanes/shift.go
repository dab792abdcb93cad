package lanes

// Shifts have Go's meaning: a count at or above the width leaves 0, or the sign.
//
// Of the methods of vectors only ShiftAllLeft, and ShiftAllRight of signed lanes, are
// to be called, and with a constant below the width: Go 1.26 moves every other count,
// also a constant one of unsigned lanes, to its register with legacy SSE.

// ShlI32 returns x << n.
func ShlI32(x I32, n U32) I32 { return x.ShiftLeft(n) }

// ShrI32 returns x >> n.
func ShrI32(x I32, n U32) I32 { return x.ShiftRight(n) }

// ShlU32 returns x << n.
func ShlU32(x, n U32) U32 { return x.ShiftLeft(n) }

// ShrU32 returns x >> n.
func ShrU32(x, n U32) U32 { return x.ShiftRight(n) }

// ShlI64 returns x << n.
func ShlI64(x I64, n U32) I64 { return I64FromU64(ShlU64(U64FromI64(x), n)) }

// ShrI64 returns x >> n.
func ShrI64(x I64, n U32) I64 {
	s := SignI64(x)
	return I64FromU64(ShrU64(U64FromI64(x.Xor(s)), n)).Xor(s)
}

// ShlU64 returns x << n.
func ShlU64(x U64, n U32) U64 {
	c := U64FromU32(n)
	return U64{x.Lo.ShiftLeft(c.Lo), x.Hi.ShiftLeft(c.Hi)}
}

// ShrU64 returns x >> n.
func ShrU64(x U64, n U32) U64 {
	c := U64FromU32(n)
	return U64{x.Lo.ShiftRight(c.Lo), x.Hi.ShiftRight(c.Hi)}
}

// ShlAllI32 returns x << n, the same n in all lanes.
func ShlAllI32(x I32, n uint32) I32 { return x.ShiftLeft(count32(n)) }

// ShrAllI32 returns x >> n.
func ShrAllI32(x I32, n uint32) I32 { return x.ShiftRight(count32(n)) }

// ShlAllU32 returns x << n.
func ShlAllU32(x U32, n uint32) U32 { return x.ShiftLeft(count32(n)) }

// ShrAllU32 returns x >> n.
func ShrAllU32(x U32, n uint32) U32 { return x.ShiftRight(count32(n)) }

// FunnelB32 returns the upper word of the words high and low, shifted to the left by n, a
// constant from 1 to 31; back is 32-n in all lanes. It is inlined, so that n is in the
// instruction.
func FunnelB32(high, low U32, n uint64, back U32) U32 {
	return high.ShiftAllLeft(n).Or(low.ShiftRight(back))
}

// RotateB32 returns x, rotated to the left by n, a constant from 1 to 31; back is 32-n in all lanes.
func RotateB32(x U32, n uint64, back U32) U32 { return FunnelB32(x, x, n, back) }

// ShlAllI64 returns x << n.
func ShlAllI64(x I64, n uint32) I64 {
	c := count64(n)
	return I64{x.Lo.ShiftLeft(c), x.Hi.ShiftLeft(c)}
}

// ShrAllI64 returns x >> n.
func ShrAllI64(x I64, n uint32) I64 {
	// x + 2^63 is not negative.
	top, c := loadU64h((*[Half]uint64)(&top64)), count64(min(n, 63))
	low := top.ShiftRight(c)
	return I64{
		x.Lo.AsU64h().Xor(top).ShiftRight(c).Sub(low).AsI64h(),
		x.Hi.AsU64h().Xor(top).ShiftRight(c).Sub(low).AsI64h(),
	}
}

// ShlAllU64 returns x << n.
func ShlAllU64(x U64, n uint32) U64 {
	c := count64(n)
	return U64{x.Lo.ShiftLeft(c), x.Hi.ShiftLeft(c)}
}

// ShrAllU64 returns x >> n.
func ShrAllU64(x U64, n uint32) U64 {
	c := count64(n)
	return U64{x.Lo.ShiftRight(c), x.Hi.ShiftRight(c)}
}

// count32 returns n in all lanes, or 32 where it is more: a load, where a broadcast
// goes through a register of 128 bits.
func count32(n uint32) U32 { return counts32[min(n, 32)].u() }

// count64 returns n in all lanes, or 64 where it is more.
func count64(n uint32) U64h { return counts64[min(n, 64)].u() }

// Literals, which are there when the program starts, and in the compiler's listing.
var (
	counts32 = [33]lanes{
		all(0), all(1), all(2), all(3), all(4), all(5), all(6), all(7),
		all(8), all(9), all(10), all(11), all(12), all(13), all(14), all(15),
		all(16), all(17), all(18), all(19), all(20), all(21), all(22), all(23),
		all(24), all(25), all(26), all(27), all(28), all(29), all(30), all(31),
		all(32),
	}
	counts64 = [65]quad{
		all64(0), all64(1), all64(2), all64(3), all64(4), all64(5), all64(6), all64(7),
		all64(8), all64(9), all64(10), all64(11), all64(12), all64(13), all64(14), all64(15),
		all64(16), all64(17), all64(18), all64(19), all64(20), all64(21), all64(22), all64(23),
		all64(24), all64(25), all64(26), all64(27), all64(28), all64(29), all64(30), all64(31),
		all64(32), all64(33), all64(34), all64(35), all64(36), all64(37), all64(38), all64(39),
		all64(40), all64(41), all64(42), all64(43), all64(44), all64(45), all64(46), all64(47),
		all64(48), all64(49), all64(50), all64(51), all64(52), all64(53), all64(54), all64(55),
		all64(56), all64(57), all64(58), all64(59), all64(60), all64(61), all64(62), all64(63),
		all64(64),
	}
)

// SignI32 returns -1 where x is negative and 0 elsewhere.
func SignI32(x I32) I32 { return x.ShiftAllRight(31) }

// SignI64 returns -1 where x is negative and 0 elsewhere.
func SignI64(x I64) I64 {
	var zero I64h
	return I64{zero.Greater(x.Lo).ToI64h(), zero.Greater(x.Hi).ToI64h()}
}
