package fpops

import "math"

// The usual case of f16 arithmetic, for speed: all operands are normal numbers
// and so is the result. There .ftz makes no difference. Everything else goes to
// half.go.

// usualF16 reports whether h is a normal number.
func usualF16(h uint16) bool { return (h+0x400)&0x7fff >= 0x800 }

// normalF16 is the value of a normal number, exactly.
func normalF16(h uint16) float32 {
	return math.Float32frombits(uint32(h&0x7fff)<<13 + 112<<23 | uint32(h&0x8000)<<16)
}

// The numbers, as bits, that round to a normal f16 lie from first to below last.
const (
	first32F16 = 0x38800000 // 2^-14
	last32F16  = 0x477ff000 // 65520
	last64F16  = 0x40effe0000000000
)

// near32F16 rounds f to nearest even, if it is in the usual range.
func near32F16(f float32) (h uint16, usual bool) {
	u := math.Float32bits(f)
	v := u &^ signBit32
	h = uint16(u>>16&0x8000) | uint16((v-112<<23+0xfff+v>>13&1)>>13)
	return h, v-first32F16 < last32F16-first32F16
}

func addF16(a, b uint16) uint16 {
	if h, usual := near32F16(normalF16(a) + normalF16(b)); usual && usualF16(a) && usualF16(b) {
		return h
	}
	return addSlowF16(a, b)
}

func subF16(a, b uint16) uint16 {
	if h, usual := near32F16(normalF16(a) - normalF16(b)); usual && usualF16(a) && usualF16(b) {
		return h
	}
	return subSlowF16(a, b)
}

func mulF16(a, b uint16) uint16 {
	if h, usual := near32F16(float32(normalF16(a) * normalF16(b))); usual && usualF16(a) && usualF16(b) {
		return h
	}
	return mulSlowF16(a, b)
}

// fmaF16 and fmaFtzF16 take the same time for all finite operands, zeros and subnormal
// ones too: accumulators are zero at first, and matrices are sparse.

func fmaF16(a, b, c uint16) uint16 {
	s := float64(exactF16(a)*exactF16(b)) + exactF16(c)
	if h, usual := round64F16(s); usual && a&infF16 != infF16 && b&infF16 != infF16 && c&infF16 != infF16 {
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
	if h, usual := near32F16(normalF16(a) + normalF16(b)); usual && usualF16(a) && usualF16(b) {
		return h
	}
	return addFtzSlowF16(a, b)
}

func subFtzF16(a, b uint16) uint16 {
	if h, usual := near32F16(normalF16(a) - normalF16(b)); usual && usualF16(a) && usualF16(b) {
		return h
	}
	return subFtzSlowF16(a, b)
}

func mulFtzF16(a, b uint16) uint16 {
	if h, usual := near32F16(float32(normalF16(a) * normalF16(b))); usual && usualF16(a) && usualF16(b) {
		return h
	}
	return mulFtzSlowF16(a, b)
}

const minNormalRn16Bits = 0x3f0ffe0000000000 // of minNormalRn16

func fmaFtzF16(a, b, c uint16) uint16 {
	s := float64(exactF16(FtzF16(a))*exactF16(FtzF16(b))) + exactF16(FtzF16(c))
	h, usual := round64F16(s)
	if !usual || a&infF16 == infF16 || b&infF16 == infF16 || c&infF16 == infF16 {
		return fmaFtzSlowF16(a, b, c)
	}
	if math.Float64bits(s)&^(1<<63) < minNormalRn16Bits { // as integers: no branch
		h &= 0x8000
	}
	return h
}
