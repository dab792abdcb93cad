//go:build go1.26 && !go1.28 && !ptx2go_nofma && (amd64.v3 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x)

package fpops

import "math"

// Go's compiler makes one fused instruction of a product and a sum, if neither is
// rounded explicitly. That it may is in the language; that it does is seen in the
// machine code (TestFusion), for the versions of Go and the processors above. The
// conversions of the operands change nothing but the order of the compiler's work:
// without them a load joins the multiplication or the addition before the two meet.
//
// What remains is what the compiler knows of the operands. It turns x*2 into x+x,
// which overflows where the sum does not, and computes a product of two constants,
// rounded. So generated code has factors in variables where that could happen.

// FmaF32 is a*b + c rounded once to nearest even. A NaN may have any bits. Neither a
// nor b may be the constant 2, nor both be constants, in the eyes of the compiler.
//
//ptx2go:operator FmaRnF32
func FmaF32(a, b, c float32) float32 { return float32(a)*float32(b) + float32(c) }

// FmaScaleF32 is FmaF32 for a w that is a power of two, or minus one. The compiler may
// know that it is 2.
//
//ptx2go:scale FmaRnF32
func FmaScaleF32(a, w, c float32) float32 {
	if w == 2 {
		w = two
	}
	return float32(a)*float32(w) + float32(c)
}

// two is a variable that nobody sets.
var two float32 = 2

// FmaFtzF32 is FmaF32 with a tiny result flushed, as MulFtzF32 does. A factor that overflows
// when it is scaled has a sum of 2^-126 only if the other one is zero: then the scaled sum
// is a NaN, which is not tiny, nor is the sum.
//
//ptx2go:operator FmaRnFtzF32
func FmaFtzF32(a, b, c float32) float32 {
	u := math.Float32bits(FmaF32(a, b, c))
	m := u << 1
	if m == minNormal32Bits<<1 {
		m = math.Float32bits(FmaF32(float32(a*0x1p24), b, float32(c*0x1p24)))<<1 - 24<<24
	}
	if m < minNormal32Bits<<1 {
		u &= signBit32
	}
	return math.Float32frombits(u)
}

// one is a variable that nobody sets.
var one float32 = 1

// unfolded is x, of which the compiler knows nothing.
func unfolded(x float32) float32 { return float32(x * one) }

// fusionA, fusionB and fusionC are operands whose product ends in a bit that a second rounding would take.
var fusionA, fusionB, fusionC float32 = 1 + 0x1p-12, 1 + 0x1p-12, -(1 + 0x1p-11)

func init() {
	if FmaF32(fusionA, fusionB, fusionC) != 0x1p-24 {
		panic("fpops: this build does not fuse a*b + c into one instruction, and results would be wrong: build with -tags ptx2go_nofma")
	}
}
