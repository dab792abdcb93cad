package fpops

import "math"

// The NaN policy. An H100 has given these bits for all operands that were tried, NaNs of
// all kinds among them (internal/cuda/golden/testdata).
//
// f32, f16 and bf16 (manual 9.7.3, 9.7.4: "an unspecified NaN"): every
// arithmetic result that is a NaN is the one canonical NaN, 0x7fffffff or
// 0x7fff, whatever the operands' payloads were. neg and abs are arithmetic in this
// sense: the hardware executes them as an addition that quiets and canonicalises, and
// so is every conversion between formats of 16 bits, also to the same one, and every
// flush. copysign, moves, cvt.f32.f32 and cvt.f32.bf16 (a shift) keep the bits.
//
// f64 (manual 9.7.3: "NaN payloads are supported"): the result is one of the
// NaN operands, quieted, and 0xfff8000000000000 where no operand is a NaN. The
// manual says no more. Where there are several the second operand's wins, then the
// third's, then the first's; in a division, which is software, the first one's. abs.f64
// and neg.f64 quiet a NaN and keep its sign (the manual, 9.7.3.9, has the sign cleared).
// That is what the hardware does with the operands in the order in which it gets them:
// an assembler may exchange factors, and negate a constant that is subtracted.
//
// cvt from f64 to a narrower format, and from f32 to f64, keeps sign and payload (its
// upper bits) and quiets. cvt from f16 to f32 canonicalises, because the hardware does
// it with an f16 addition. To tf32 a NaN becomes 0x7fffe000, but cvt.rna cuts it off
// without a look at it. To fp8 it becomes 0x7f.
const (
	nanBits32   = 0x7fffffff
	nanBits16   = 0x7fff // f16 and bf16
	nanBits64   = 0xfff8000000000000
	nanBitsTf32 = 0x7fffe000
	nanBits8    = 0x7f // e4m3 and e5m2

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

// nanF16F64 converts a NaN to f16: sign and the top of the payload, quieted.
func nanF16F64(x float64) uint16 {
	u := math.Float32bits(nanF32F64(x))
	return uint16(u>>16&0x8000 | u>>13&0x7fff)
}

// nanBf16F64 is nanF16F64 for bf16.
func nanBf16F64(x float64) uint16 { return uint16(math.Float32bits(nanF32F64(x)) >> 16) }
