package fpops

import "math"

// Round-to-nearest f32 arithmetic (manual 9.7.3.3 to 9.7.3.15). The functions
// without .ftz and .sat are Go's operators with a canonical NaN.

// AddRnF32 is add.rn.f32 (and add.f32).
func AddRnF32(a, b float32) float32 { return CanonF32(a + b) }

// SubRnF32 is sub.rn.f32 (and sub.f32).
func SubRnF32(a, b float32) float32 { return CanonF32(a - b) }

// MulRnF32 is mul.rn.f32 (and mul.f32).
func MulRnF32(a, b float32) float32 { return CanonF32(float32(a * b)) }

// DivRnF32 is div.rn.f32.
func DivRnF32(a, b float32) float32 { return CanonF32(a / b) }

// RcpRnF32 is rcp.rn.f32.
func RcpRnF32(a float32) float32 { return CanonF32(1 / a) }

// SqrtRnF32 is sqrt.rn.f32. Going through float64 is exact: 53 bits are more
// than twice 24 plus one.
func SqrtRnF32(a float32) float32 { return CanonF32(float32(math.Sqrt(float64(a)))) }

// The functions with .ftz flush their operands and call a function that flushes the
// result, which is what generated code calls: it knows which operands have been flushed
// before.

// AddRnFtzF32 is add.rn.ftz.f32.
func AddRnFtzF32(a, b float32) float32 { return CanonF32(AddFtzF32(FtzF32(a), FtzF32(b))) }

// SubRnFtzF32 is sub.rn.ftz.f32.
func SubRnFtzF32(a, b float32) float32 { return CanonF32(SubFtzF32(FtzF32(a), FtzF32(b))) }

// MulRnFtzF32 is mul.rn.ftz.f32.
func MulRnFtzF32(a, b float32) float32 { return CanonF32(MulFtzF32(FtzF32(a), FtzF32(b))) }

// AddFtzF32 is a + b with a tiny sum flushed. Such a sum of two f32 is exact, so it
// can be flushed after it has been rounded. A NaN may have any bits.
//
//ptx2go:operator AddRnFtzF32
func AddFtzF32(a, b float32) float32 { return FtzF32(a + b) }

// SubFtzF32 is a - b with a tiny difference flushed. A NaN may have any bits.
//
//ptx2go:operator SubRnFtzF32
func SubFtzF32(a, b float32) float32 { return FtzF32(a - b) }

// MulFtzF32 is a * b with a tiny product flushed. A NaN may have any bits.
//
// Where the product is 2^-126 it may have been rounded up to it from what is tiny at 24
// bits: 2^24 times the product, which is no subnormal, says so. The branch is for this
// number only.
//
//ptx2go:operator MulRnFtzF32
func MulFtzF32(a, b float32) float32 {
	u := math.Float32bits(float32(a * b))
	if u<<1 == minNormal32Bits<<1 {
		u = math.Float32bits(float32(float32(a*0x1p24)*b)) - 24<<23
	}
	if u&expBits32 == 0 {
		u &= signBit32
	}
	return math.Float32frombits(u)
}

// DivRnFtzF32 is div.rn.ftz.f32.
func DivRnFtzF32(a, b float32) float32 { return CanonF32(DivFtzF32(FtzF32(a), FtzF32(b))) }

// DivFtzF32 is a / b with a tiny quotient flushed. A NaN may have any bits.
//
//ptx2go:operator DivRnFtzF32
func DivFtzF32(a, b float32) float32 { return rnFtzF32(float64(a) / float64(b)) }

// RcpRnFtzF32 is rcp.rn.ftz.f32.
func RcpRnFtzF32(a float32) float32 { return CanonF32(RcpFtzF32(FtzF32(a))) }

// RcpFtzF32 is 1 / a with a tiny result flushed. A NaN may have any bits.
//
//ptx2go:operator RcpRnFtzF32
func RcpFtzF32(a float32) float32 { return rnFtzF32(1 / float64(a)) }

// SqrtRnFtzF32 is sqrt.rn.ftz.f32.
func SqrtRnFtzF32(a float32) float32 { return SqrtRnF32(FtzF32(a)) }

// AddRnSatF32 is add.rn.sat.f32 (and add.sat.f32).
func AddRnSatF32(a, b float32) float32 { return SatF32(a + b) }

// SubRnSatF32 is sub.rn.sat.f32 (and sub.sat.f32).
func SubRnSatF32(a, b float32) float32 { return SatF32(a - b) }

// MulRnSatF32 is mul.rn.sat.f32 (and mul.sat.f32).
func MulRnSatF32(a, b float32) float32 { return SatF32(float32(a * b)) }

// AddRnFtzSatF32 is add.rn.ftz.sat.f32 (and add.ftz.sat.f32).
func AddRnFtzSatF32(a, b float32) float32 { return SatF32(AddFtzF32(FtzF32(a), FtzF32(b))) }

// SubRnFtzSatF32 is sub.rn.ftz.sat.f32 (and sub.ftz.sat.f32).
func SubRnFtzSatF32(a, b float32) float32 { return SatF32(SubFtzF32(FtzF32(a), FtzF32(b))) }

// MulRnFtzSatF32 is mul.rn.ftz.sat.f32 (and mul.ftz.sat.f32).
func MulRnFtzSatF32(a, b float32) float32 { return SatF32(MulFtzF32(FtzF32(a), FtzF32(b))) }
