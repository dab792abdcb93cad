package fpops

import "math"

// The NaN policy.
//
// f32, f16 and bf16 (manual 9.7.3, 9.7.4: "an unspecified NaN"): every
// arithmetic result that is a NaN is the one canonical NaN, 0x7fffffff or
// 0x7fff, whatever the operands' payloads were. Documented for f32 since CUDA
// 1.1 and seen on every chip that has been measured; for f16 and bf16 it rests
// on the vendor's headers. neg and abs are arithmetic in this sense: the
// hardware executes them as an addition that quiets and canonicalises.
// copysign, moves, and cvt.f32.bf16 (a shift) keep the bits.
//
// f64 (manual 9.7.3: "NaN payloads are supported"): the result is one of the
// NaN operands, quieted, and 0xfff8000000000000 where no operand is a NaN. The
// manual says no more. Which operand wins when there are several (the second,
// then the third, then the first) was measured on the first chips with f64
// only; it is kept here so that the result never depends on how Go's compiler
// orders the operands of an addition. abs.f64 and neg.f64 pass a NaN through
// unchanged, sign included (manual 9.7.3.9, and the programming guide's list
// of deviations from IEEE 754).
//
// cvt between f32 and f64 keeps sign and payload (shifted) and quiets. cvt
// from f16 to f32 canonicalises, because the hardware does it with an f16
// addition; to tf32 it gives 0x7fffffff; to fp8 0x7f.
const (
	nanBits32 = 0x7fffffff
	nanBits16 = 0x7fff // f16 and bf16
	nanBits64 = 0xfff8000000000000
	nanBits8  = 0x7f // e4m3 and e5m2

	quietBit64 = 1 << 51
)

// CanonF32 returns x, or the canonical NaN 0x7fffffff if x is any NaN. Go's
// operators leave other NaNs; apply it wherever the bits of an f32 result can
// be observed.
func CanonF32(x float32) float32 {
	if !(x >= x) { // one branch of amd64; x != x takes two
		return math.Float32frombits(nanBits32)
	}
	return x
}

// canonF16 returns h, or 0x7fff if h is a NaN.
func canonF16(h uint16) uint16 {
	if h&0x7fff > infF16 {
		return nanBits16
	}
	return h
}

// canonBf16 returns h, or 0x7fff if h is a NaN.
func canonBf16(h uint16) uint16 {
	if h&0x7fff > infBf16 {
		return nanBits16
	}
	return h
}

// quietF64 sets the quiet bit of a NaN.
func quietF64(x float64) float64 {
	return math.Float64frombits(math.Float64bits(x) | quietBit64)
}

// nan1F64, nan2F64 and nan3F64 return the NaN that an f64 operation whose
// result is a NaN delivers, given its operands.
func nan1F64(a float64) float64 {
	if a != a {
		return quietF64(a)
	}
	return math.Float64frombits(nanBits64)
}

//go:noinline
func nan2F64(a, b float64) float64 {
	if b != b {
		return quietF64(b)
	}
	return nan1F64(a)
}

//go:noinline
func nan3F64(a, b, c float64) float64 {
	if b != b {
		return quietF64(b)
	}
	if c != c {
		return quietF64(c)
	}
	return nan1F64(a)
}

// nanF32F64 converts a NaN to f32: sign and the top of the payload, quieted.
func nanF32F64(x float64) float32 {
	u := math.Float64bits(x)
	return math.Float32frombits(uint32(u>>32)&signBit32 | 0x7fc00000 | uint32(u>>29)&0x3fffff)
}

// nanF64F32 converts a NaN to f64: sign and payload, quieted.
func nanF64F32(x float32) float64 {
	u := uint64(math.Float32bits(x))
	return math.Float64frombits(u>>31<<63 | 0x7ff8000000000000 | u&0x3fffff<<29)
}
