package lanes

// Saturating addition and subtraction, sums of absolute differences, and minimum and
// maximum with .relu.

// limit returns the greatest number, or the least one in negative lanes.
func limit(a I32) I32 { return SignI32(a).Xor(mag32.i()) }

// AddSatS32 is add.sat.s32.
func AddSatS32(a, b I32) I32 {
	// The sum wraps where both operands have the sign that it has not.
	s := a.Add(b)
	return limit(a).Merge(s, maskI32(s.Xor(a).And(s.Xor(b))))
}

// SubSatS32 is sub.sat.s32.
func SubSatS32(a, b I32) I32 {
	d := a.Sub(b)
	return limit(a).Merge(d, maskI32(a.Xor(b).And(a.Xor(d))))
}

// AddSatU32 is add.sat.u32.
func AddSatU32(a, b U32) U32 { return a.Min(b.Not()).Add(b) }

// SadU16 is sad.u16: c + |a-b|, modulo 2^16.
func SadU16(a, b, c U32) U32 { return U16(SadU32(a, b, c)) }

// SadU32 is sad.u32.
func SadU32(a, b, c U32) U32 { return c.Add(a.Max(b)).Sub(a.Min(b)) }

// SadS16 is sad.s16: c + |a-b|, modulo 2^16; the difference may wrap.
func SadS16(a, b, c I32) I32 { return S16(SadS32(a, b, c)) }

// SadS32 is sad.s32.
func SadS32(a, b, c I32) I32 { return c.Add(a.Max(b)).Sub(a.Min(b)) }

// SadU64 is sad.u64.
func SadU64(a, b, c U64) U64 { return c.Add(MaxU64(a, b)).Sub(MinU64(a, b)) }

// SadS64 is sad.s64.
func SadS64(a, b, c I64) I64 { return c.Add(MaxI64(a, b)).Sub(MinI64(a, b)) }

// MinReluS32 is min.relu.s32: the minimum, or 0 where that is negative.
func MinReluS32(a, b I32) I32 { return a.Min(b).Max(I32{}) }

// MaxReluS32 is max.relu.s32.
func MaxReluS32(a, b I32) I32 { return a.Max(b).Max(I32{}) }
