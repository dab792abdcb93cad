//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

// Packed pairs of words and quadruples of bytes.

// AddU16x2 is add.u16x2.
func AddU16x2(a, b U32) U32 { return a.AsUint16x16().Add(b.AsUint16x16()).AsUint32x8() }

// AddS16x2 is add.s16x2.
func AddS16x2(a, b U32) U32 { return a.AsUint16x16().Add(b.AsUint16x16()).AsUint32x8() }

// AddSatU16x2 is add.sat.u16x2.
func AddSatU16x2(a, b U32) U32 { return a.AsUint16x16().AddSaturated(b.AsUint16x16()).AsUint32x8() }

// AddSatS16x2 is add.sat.s16x2.
func AddSatS16x2(a, b U32) U32 { return a.AsInt16x16().AddSaturated(b.AsInt16x16()).AsUint32x8() }

// MinU16x2 is min.u16x2.
func MinU16x2(a, b U32) U32 { return a.AsUint16x16().Min(b.AsUint16x16()).AsUint32x8() }

// MaxU16x2 is max.u16x2.
func MaxU16x2(a, b U32) U32 { return a.AsUint16x16().Max(b.AsUint16x16()).AsUint32x8() }

// MinS16x2 is min.s16x2.
func MinS16x2(a, b U32) U32 { return a.AsInt16x16().Min(b.AsInt16x16()).AsUint32x8() }

// MaxS16x2 is max.s16x2.
func MaxS16x2(a, b U32) U32 { return a.AsInt16x16().Max(b.AsInt16x16()).AsUint32x8() }

// MinReluS16x2 is min.relu.s16x2.
func MinReluS16x2(a, b U32) U32 { return MaxS16x2(MinS16x2(a, b), U32{}) }

// MaxReluS16x2 is max.relu.s16x2.
func MaxReluS16x2(a, b U32) U32 { return MaxS16x2(MaxS16x2(a, b), U32{}) }

// AddU8x4 is add.u8x4.
func AddU8x4(a, b U32) U32 { return a.AsUint8x32().Add(b.AsUint8x32()).AsUint32x8() }

// AddS8x4 is add.s8x4.
func AddS8x4(a, b U32) U32 { return a.AsUint8x32().Add(b.AsUint8x32()).AsUint32x8() }

// SubU8x4 is sub.u8x4.
func SubU8x4(a, b U32) U32 { return a.AsUint8x32().Sub(b.AsUint8x32()).AsUint32x8() }

// SubS8x4 is sub.s8x4.
func SubS8x4(a, b U32) U32 { return a.AsUint8x32().Sub(b.AsUint8x32()).AsUint32x8() }

// NegS8x4 is neg.s8x4.
func NegS8x4(a U32) U32 { return SubU8x4(U32{}, a) }

// AddSatU8x4 is add.sat.u8x4.
func AddSatU8x4(a, b U32) U32 { return a.AsUint8x32().AddSaturated(b.AsUint8x32()).AsUint32x8() }

// AddSatS8x4 is add.sat.s8x4.
func AddSatS8x4(a, b U32) U32 { return a.AsInt8x32().AddSaturated(b.AsInt8x32()).AsUint32x8() }

// SubSatU8x4 is sub.sat.u8x4.
func SubSatU8x4(a, b U32) U32 { return a.AsUint8x32().SubSaturated(b.AsUint8x32()).AsUint32x8() }

// SubSatS8x4 is sub.sat.s8x4.
func SubSatS8x4(a, b U32) U32 { return a.AsInt8x32().SubSaturated(b.AsInt8x32()).AsUint32x8() }

// MinU8x4 is min.u8x4.
func MinU8x4(a, b U32) U32 { return a.AsUint8x32().Min(b.AsUint8x32()).AsUint32x8() }

// MaxU8x4 is max.u8x4.
func MaxU8x4(a, b U32) U32 { return a.AsUint8x32().Max(b.AsUint8x32()).AsUint32x8() }

// MinS8x4 is min.s8x4.
func MinS8x4(a, b U32) U32 { return a.AsInt8x32().Min(b.AsInt8x32()).AsUint32x8() }

// MaxS8x4 is max.s8x4.
func MaxS8x4(a, b U32) U32 { return a.AsInt8x32().Max(b.AsInt8x32()).AsUint32x8() }

// MinReluS8x4 is min.relu.s8x4.
func MinReluS8x4(a, b U32) U32 { return MaxS8x4(MinS8x4(a, b), U32{}) }

// MaxReluS8x4 is max.relu.s8x4.
func MaxReluS8x4(a, b U32) U32 { return MaxS8x4(MaxS8x4(a, b), U32{}) }
