package fpops

import "math"

// The accurate functions stand for the approximate instructions (.approx and
// .full) where nobody wants a GPU's tables: they return the correctly rounded
// result, on every architecture, for every operand. The token Accurate takes
// the place of Approx or Full in the name; div.approx and div.full share a
// function.
//
// For f32 and for the 16-bit types, "correctly rounded" was established by
// running all operands (PTX2GO_LONG=1 go test -run TestAccurateLong; the figures are in
// testdata/accurate_bounds.txt). The kernels work in float64 with an error of
// one to two units of 2^-53, which leaves on the order of a hundred operands
// per function whose result lies close enough to the middle between two f32 to
// be at risk. None of them goes wrong, because the sum that decides is examined
// where it falls on the middle (offTie), and because of how four table entries
// are rounded (accuratetab.go). To change a kernel is to run all operands
// again.
//
// What the manual says about the instructions holds: the tables of special
// values, the canonical NaN, .ftz. What it only tolerates is not imitated: a
// divisor above 2^126 does not make div.approx return zero.

// offTie moves v off the middle between two f32, where it fell because it is
// the rounded sum of two numbers, in the direction of rest, what the rounding
// cut off.
//
//go:noinline
func offTie(v, rest float64) float64 {
	u := math.Float64bits(v)
	if rest != 0 {
		u += 1 - math.Float64bits(float64(rest*v))>>63<<1
	}
	return math.Float64frombits(u)
}

// isTie reports whether v lies in the middle between two normal f32.
func isTie(v float64) bool { return math.Float64bits(v)<<35 == 1<<63 }

// RcpAccurateF32 stands for rcp.approx.f32 (manual 9.7.3.13). It is rcp.rn.f32:
// correctly rounded.
func RcpAccurateF32(a float32) float32 { return RcpRnF32(a) }

// RcpAccurateFtzF32 stands for rcp.approx.ftz.f32. It is rcp.rn.ftz.f32:
// correctly rounded.
func RcpAccurateFtzF32(a float32) float32 { return RcpRnFtzF32(a) }

// SqrtAccurateF32 stands for sqrt.approx.f32 (manual 9.7.3.15). It is
// sqrt.rn.f32: correctly rounded.
func SqrtAccurateF32(a float32) float32 { return SqrtRnF32(a) }

// SqrtAccurateFtzF32 stands for sqrt.approx.ftz.f32. It is sqrt.rn.ftz.f32:
// correctly rounded.
func SqrtAccurateFtzF32(a float32) float32 { return SqrtRnFtzF32(a) }

// DivAccurateF32 stands for div.approx.f32 and div.full.f32 (manual 9.7.3.8). It
// is div.rn.f32: correctly rounded over the whole range, with the special
// values of IEEE 754.
func DivAccurateF32(a, b float32) float32 { return DivRnF32(a, b) }

// DivAccurateFtzF32 stands for div.approx.ftz.f32 and div.full.ftz.f32. It is
// div.rn.ftz.f32: correctly rounded.
func DivAccurateFtzF32(a, b float32) float32 { return DivRnFtzF32(a, b) }

// DivAccurateSatF32 is DivAccurateF32 clamped to [+0, 1], NaN to +0.
func DivAccurateSatF32(a, b float32) float32 { return SatF32(a / b) }

// DivAccurateFtzSatF32 stands for the div.sat.f32 of PTX before 1.4, a
// div.approx.ftz whose result is clamped to [+0, 1], NaN to +0.
func DivAccurateFtzSatF32(a, b float32) float32 { return SatF32(DivRnFtzF32(a, b)) }

// RsqrtAccurateF32 stands for rsqrt.approx.f32 (manual 9.7.3.16): 1/sqrt(a),
// correctly rounded for all operands. ±0 gives ±Inf, a negative operand NaN.
func RsqrtAccurateF32(a float32) float32 {
	return CanonF32(float32(1 / math.Sqrt(float64(a))))
}

// RsqrtAccurateFtzF32 stands for rsqrt.approx.ftz.f32: RsqrtAccurateF32 with
// subnormal operands flushed. No result is subnormal.
func RsqrtAccurateFtzF32(a float32) float32 { return RsqrtAccurateF32(FtzF32(a)) }
