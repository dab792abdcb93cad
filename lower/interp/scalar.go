package interp

import (
	"math/bits"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// The scalar functions: what operations of up to 64 bits mean, each for one thread. Numbers
// of n bits travel zero-extended; k is their width. b is 0 for operations of one operand.
//
// Every function here with this signature gets a twin that applies it to the lanes of a warp,
// which internal/gen writes (zrows.go); table.go says which operation is which. So both
// executors compute by the same functions.

// width is what functions want to know of a width of n bits.
type width struct {
	above uint   // 64-n
	ones  uint64 // n ones; for the sign extension those of the result
}

func widthOf(n int) width { return width{uint(64 - n), ir.Ones(n)} }

// cut drops the bits above.
func cut(x uint64, k width) uint64 { return x & k.ones }

// signed reads a number with a sign.
func signed(x uint64, k width) int64 { return int64(x<<(k.above&63)) >> (k.above & 63) }

func add(a, b uint64, k width) uint64 { return cut(a+b, k) }

func sub(a, b uint64, k width) uint64 { return cut(a-b, k) }

func mul(a, b uint64, k width) uint64 { return cut(a*b, k) }

func mulHiU(a, b uint64, k width) uint64 {
	hi, lo := bits.Mul64(a, b)
	return high(hi, lo, k)
}

func mulHiS(a, b uint64, k width) uint64 {
	sa, sb := signed(a, k), signed(b, k)
	hi, lo := bits.Mul64(uint64(sa), uint64(sb))
	hi -= uint64(sa>>63) & uint64(sb)
	hi -= uint64(sb>>63) & uint64(sa)
	return cut(high(hi, lo, k), k)
}

// high returns the upper half of a product, of 128 bits at most.
func high(hi, lo uint64, k width) uint64 {
	if k.above == 0 {
		return hi
	}
	return lo >> (64 - k.above)
}

func divU(a, b uint64, k width) uint64 {
	if b == 0 {
		return cut(^uint64(0), k)
	}
	return a / b
}

func divS(a, b uint64, k width) uint64 {
	if b == 0 {
		return cut(^uint64(0), k)
	}
	return cut(uint64(signed(a, k)/signed(b, k)), k)
}

func remU(a, b uint64, k width) uint64 {
	if b == 0 {
		return cut(^uint64(0), k)
	}
	return a % b
}

func remS(a, b uint64, k width) uint64 {
	if b == 0 {
		return cut(^uint64(0), k)
	}
	return cut(uint64(signed(a, k)%signed(b, k)), k)
}

func minS(a, b uint64, k width) uint64 {
	if signed(b, k) < signed(a, k) {
		return b
	}
	return a
}

func maxS(a, b uint64, k width) uint64 {
	if signed(b, k) > signed(a, k) {
		return b
	}
	return a
}

func minU(a, b uint64, k width) uint64 { return min(a, b) }

func maxU(a, b uint64, k width) uint64 { return max(a, b) }

func neg(a, b uint64, k width) uint64 { return cut(-a, k) }

func abs(a, b uint64, k width) uint64 {
	if signed(a, k) < 0 {
		return cut(-a, k)
	}
	return a
}

func and(a, b uint64, k width) uint64 { return a & b }

func or(a, b uint64, k width) uint64 { return a | b }

func xor(a, b uint64, k width) uint64 { return a ^ b }

func not(a, b uint64, k width) uint64 { return cut(^a, k) }

func shl(a, b uint64, k width) uint64 {
	if b >= uint64(64-k.above) {
		return 0
	}
	return cut(a<<b, k)
}

func shrU(a, b uint64, k width) uint64 {
	if b >= uint64(64-k.above) {
		return 0
	}
	return a >> b
}

func shrS(a, b uint64, k width) uint64 {
	return cut(uint64(signed(a, k)>>min(b, uint64(63-k.above))), k)
}

// Conversions. copied is that of bits that stay what they are.

func copied(a, b uint64, k width) uint64 { return a }

func truncated(a, b uint64, k width) uint64 { return cut(a, k) }

// extended extends a sign; k.above is that of the operand.
func extended(a, b uint64, k width) uint64 { return cut(uint64(signed(a, k)), k) }

// Comparisons of integers.

func eq(a, b uint64, k width) uint64 { return bit(a == b) }

func ne(a, b uint64, k width) uint64 { return bit(a != b) }

func ltS(a, b uint64, k width) uint64 { return bit(signed(a, k) < signed(b, k)) }

func leS(a, b uint64, k width) uint64 { return bit(signed(a, k) <= signed(b, k)) }

func gtS(a, b uint64, k width) uint64 { return bit(signed(a, k) > signed(b, k)) }

func geS(a, b uint64, k width) uint64 { return bit(signed(a, k) >= signed(b, k)) }

func ltU(a, b uint64, k width) uint64 { return bit(a < b) }

func leU(a, b uint64, k width) uint64 { return bit(a <= b) }

func gtU(a, b uint64, k width) uint64 { return bit(a > b) }

func geU(a, b uint64, k width) uint64 { return bit(a >= b) }

// Comparisons of floats. An f32 compares as an f64 does.

// float is an operand of a comparison: an f64 or an f32.
func float(x uint64, k width) float64 {
	if k.above != 0 {
		return float64(f32(x))
	}
	return f64(x)
}

func eqF(a, b uint64, k width) uint64 { return bit(float(a, k) == float(b, k)) }

func neF(a, b uint64, k width) uint64 {
	x, y := float(a, k), float(b, k)
	return bit(x < y || x > y)
}

func ltF(a, b uint64, k width) uint64 { return bit(float(a, k) < float(b, k)) }

func leF(a, b uint64, k width) uint64 { return bit(float(a, k) <= float(b, k)) }

func gtF(a, b uint64, k width) uint64 { return bit(float(a, k) > float(b, k)) }

func geF(a, b uint64, k width) uint64 { return bit(float(a, k) >= float(b, k)) }

func equF(a, b uint64, k width) uint64 {
	x, y := float(a, k), float(b, k)
	return bit(!(x < y || x > y))
}

func neuF(a, b uint64, k width) uint64 { return bit(float(a, k) != float(b, k)) }

func ltuF(a, b uint64, k width) uint64 { return bit(!(float(a, k) >= float(b, k))) }

func leuF(a, b uint64, k width) uint64 { return bit(!(float(a, k) > float(b, k))) }

func gtuF(a, b uint64, k width) uint64 { return bit(!(float(a, k) <= float(b, k))) }

func geuF(a, b uint64, k width) uint64 { return bit(!(float(a, k) < float(b, k))) }

func numF(a, b uint64, k width) uint64 {
	x, y := float(a, k), float(b, k)
	return bit(x == x && y == y)
}

func nanF(a, b uint64, k width) uint64 {
	x, y := float(a, k), float(b, k)
	return bit(x != x || y != y)
}
