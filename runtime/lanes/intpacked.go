package lanes

// Packed pairs of words and quadruples of bytes.

// AddU16x2 is add.u16x2.
func AddU16x2(a, b U32) U32 { return a.AsU16x2().Add(b.AsU16x2()).AsU32() }

// AddS16x2 is add.s16x2.
func AddS16x2(a, b U32) U32 { return a.AsU16x2().Add(b.AsU16x2()).AsU32() }

// AddSatU16x2 is add.sat.u16x2.
func AddSatU16x2(a, b U32) U32 { return a.AsU16x2().AddSaturated(b.AsU16x2()).AsU32() }

// AddSatS16x2 is add.sat.s16x2.
func AddSatS16x2(a, b U32) U32 { return a.AsI16x2().AddSaturated(b.AsI16x2()).AsU32() }

// MinU16x2 is min.u16x2.
func MinU16x2(a, b U32) U32 { return a.AsU16x2().Min(b.AsU16x2()).AsU32() }

// MaxU16x2 is max.u16x2.
func MaxU16x2(a, b U32) U32 { return a.AsU16x2().Max(b.AsU16x2()).AsU32() }

// MinS16x2 is min.s16x2.
func MinS16x2(a, b U32) U32 { return a.AsI16x2().Min(b.AsI16x2()).AsU32() }

// MaxS16x2 is max.s16x2.
func MaxS16x2(a, b U32) U32 { return a.AsI16x2().Max(b.AsI16x2()).AsU32() }

// MinReluS16x2 is min.relu.s16x2.
func MinReluS16x2(a, b U32) U32 { return MaxS16x2(MinS16x2(a, b), U32{}) }

// MaxReluS16x2 is max.relu.s16x2.
func MaxReluS16x2(a, b U32) U32 { return MaxS16x2(MaxS16x2(a, b), U32{}) }

// AddU8x4 is add.u8x4.
func AddU8x4(a, b U32) U32 { return a.AsU8x4().Add(b.AsU8x4()).AsU32() }

// AddS8x4 is add.s8x4.
func AddS8x4(a, b U32) U32 { return a.AsU8x4().Add(b.AsU8x4()).AsU32() }

// SubU8x4 is sub.u8x4.
func SubU8x4(a, b U32) U32 { return a.AsU8x4().Sub(b.AsU8x4()).AsU32() }

// SubS8x4 is sub.s8x4.
func SubS8x4(a, b U32) U32 { return a.AsU8x4().Sub(b.AsU8x4()).AsU32() }

// NegS8x4 is neg.s8x4.
func NegS8x4(a U32) U32 { return SubU8x4(U32{}, a) }

// AddSatU8x4 is add.sat.u8x4.
func AddSatU8x4(a, b U32) U32 { return a.AsU8x4().AddSaturated(b.AsU8x4()).AsU32() }

// AddSatS8x4 is add.sat.s8x4.
func AddSatS8x4(a, b U32) U32 { return a.AsI8x4().AddSaturated(b.AsI8x4()).AsU32() }

// SubSatU8x4 is sub.sat.u8x4.
func SubSatU8x4(a, b U32) U32 { return a.AsU8x4().SubSaturated(b.AsU8x4()).AsU32() }

// SubSatS8x4 is sub.sat.s8x4.
func SubSatS8x4(a, b U32) U32 { return a.AsI8x4().SubSaturated(b.AsI8x4()).AsU32() }

// MinU8x4 is min.u8x4.
func MinU8x4(a, b U32) U32 { return a.AsU8x4().Min(b.AsU8x4()).AsU32() }

// MaxU8x4 is max.u8x4.
func MaxU8x4(a, b U32) U32 { return a.AsU8x4().Max(b.AsU8x4()).AsU32() }

// MinS8x4 is min.s8x4.
func MinS8x4(a, b U32) U32 { return a.AsI8x4().Min(b.AsI8x4()).AsU32() }

// MaxS8x4 is max.s8x4.
func MaxS8x4(a, b U32) U32 { return a.AsI8x4().Max(b.AsI8x4()).AsU32() }

// MinReluS8x4 is min.relu.s8x4.
func MinReluS8x4(a, b U32) U32 { return MaxS8x4(MinS8x4(a, b), U32{}) }

// MaxReluS8x4 is max.relu.s8x4.
func MaxReluS8x4(a, b U32) U32 { return MaxS8x4(MaxS8x4(a, b), U32{}) }
