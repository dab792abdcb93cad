package fpops

import "math"

// The usual case of f16 arithmetic, for speed: all operands are finite and so is the result.
// It takes the same time for zeros and subnormals: accumulators are zero at first, and
// matrices are sparse. Everything else goes to half.go.

// isFiniteF16 reports whether h is neither infinite nor a NaN.
func isFiniteF16(h uint16) bool { return h&infF16 != infF16 }

// valueF16 is the value of a finite number, exactly.
func valueF16(h uint16) float32 {
	// As in widenF16, with the sign in place.
	return float32(math.Float32frombits(uint32(int32(int16(h))<<13)&^(7<<28)) * 0x1p112)
}

const (
	first32F16 = 0x38800000 // 2^-14, as bits
	last32F16  = 0x477ff000 // 65520, what first rounds to infinity
	last64F16  = 0x40effe0000000000
)

// near32F16 rounds f to nearest even, if that is finite.
func near32F16(f float32) (h uint16, usual bool) {
	u := math.Float32bits(f)
	v := u &^ signBit32
	k := (v - 112<<23 + 0xfff + v>>13&1) >> 13
	tiny := math.Float32bits(math.Float32frombits(v)+0.5) - 0x3f000000 // rounded at 2^-24
	if v < first32F16 {
		k = tiny
	}
	return uint16(u>>16&0x8000 | k), v < last32F16
}

// near32FtzF16 is near32F16 with a tiny result flushed.
func near32FtzF16(f float32) (h uint16, usual bool) {
	u := math.Float32bits(f)
	v := u &^ signBit32
	k := (v - 112<<23 + 0xfff + v>>13&1) >> 13
	if v < minNormalRn16Bits32 {
		k = 0
	}
	return uint16(u>>16&0x8000 | k), v < last32F16
}

func addF16(a, b uint16) uint16 {
	if h, usual := near32F16(valueF16(a) + valueF16(b)); usual && isFiniteF16(a) && isFiniteF16(b) {
		return h
	}
	return addSlowF16(a, b)
}

func subF16(a, b uint16) uint16 {
	if h, usual := near32F16(valueF16(a) - valueF16(b)); usual && isFiniteF16(a) && isFiniteF16(b) {
		return h
	}
	return subSlowF16(a, b)
}

func mulF16(a, b uint16) uint16 {
	if h, usual := near32F16(float32(valueF16(a) * valueF16(b))); usual && isFiniteF16(a) && isFiniteF16(b) {
		return h
	}
	return mulSlowF16(a, b)
}

func fmaF16(a, b, c uint16) uint16 {
	s := float64(exactF16(a)*exactF16(b)) + exactF16(c)
	if h, usual := round64F16(s); usual && isFiniteF16(a) && isFiniteF16(b) && isFiniteF16(c) {
		return h
	}
	return fmaSlowF16(a, b, c)
}

// exactF16 is the value of a number that is not infinite, exactly.
func exactF16(h uint16) float64 {
	// The 15 bits as a float64 have an exponent 1008 too small, subnormals too.
	return float64(math.Float64frombits(uint64(h&0x8000)<<48|uint64(h&0x7fff)<<42) * 0x1p1008)
}

// round64F16 rounds f to nearest even, if that is finite: a number with the exponent of
// the result and 42 more has the result's last bit as its own last bit.
func round64F16(f float64) (h uint16, usual bool) {
	u := math.Float64bits(f)
	v := u &^ (1 << 63)
	e := max(v>>52, 1009)
	n := (e + 42) << 52
	k := math.Float64bits(math.Float64frombits(v)+math.Float64frombits(n)) - n
	return uint16(u>>48&0x8000) | uint16(k+(e-1009)<<10), v < last64F16
}

func addFtzF16(a, b uint16) uint16 {
	if h, usual := near32FtzF16(valueF16(FtzF16(a)) + valueF16(FtzF16(b))); usual && isFiniteF16(a) && isFiniteF16(b) {
		return h
	}
	return addFtzSlowF16(a, b)
}

func subFtzF16(a, b uint16) uint16 {
	if h, usual := near32FtzF16(valueF16(FtzF16(a)) - valueF16(FtzF16(b))); usual && isFiniteF16(a) && isFiniteF16(b) {
		return h
	}
	return subFtzSlowF16(a, b)
}

func mulFtzF16(a, b uint16) uint16 {
	if h, usual := near32FtzF16(float32(valueF16(FtzF16(a)) * valueF16(FtzF16(b)))); usual && isFiniteF16(a) && isFiniteF16(b) {
		return h
	}
	return mulFtzSlowF16(a, b)
}

const (
	minNormalRn16Bits   = 0x3f0ffe0000000000 // of minNormalRn16
	minNormalRn16Bits32 = 0x387ff000         // of it as f32
)

func fmaFtzF16(a, b, c uint16) uint16 {
	s := float64(exactF16(FtzF16(a))*exactF16(FtzF16(b))) + exactF16(FtzF16(c))
	h, usual := round64F16(s)
	if !usual || !isFiniteF16(a) || !isFiniteF16(b) || !isFiniteF16(c) {
		return fmaFtzSlowF16(a, b, c)
	}
	if math.Float64bits(s)&^(1<<63) < minNormalRn16Bits { // as integers: no branch
		h &= 0x8000
	}
	return h
}
