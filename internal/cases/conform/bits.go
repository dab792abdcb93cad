package conform

import "github.com/ptx2go/ptx2go/internal/isa"

// Bits (manual 9.7.1.14 to 9.7.1.22, 9.7.8, 9.7.9.7): loops over positions, as the
// manual has them.

// bitwise returns the result of an instruction on bits, false where op is none.
func bitwise(m *isa.Match, op string, in []uint64) (d uint64, ok bool) {
	t := m.Type()
	n := t.Bits()
	a := low(n, in[0])
	switch op {
	case "and":
		return a & low(n, in[1]), true
	case "or":
		return a | low(n, in[1]), true
	case "xor":
		return a ^ low(n, in[1]), true
	case "not":
		return low(n, ^a), true
	case "cnot":
		return bit(a == 0), true
	case "popc":
		return uint64(count(n, a)), true
	case "clz":
		return uint64(n - 1 - highest(n, a)), true
	case "brev":
		for i := range n {
			d |= a >> i & 1 << (n - 1 - i)
		}
		return d, true
	case "bfind":
		return bfind(m, t, a), true
	case "shl", "shr":
		return shift(t, op, a, low(32, in[1])), true
	case "shf":
		return funnel(m, a, low(32, in[1]), low(32, in[2])), true
	case "bfe":
		return extract(t, a, int(in[1]&mostOf(n)), int(in[2]&mostOf(n))), true
	case "bfi":
		most := mostOf(n)
		return insert(n, a, low(n, in[1]), int(in[2]&most), int(in[3]&most)), true
	case "fns":
		return nth(a, int(int32(in[1])), int(int32(in[2]))), true
	case "szext":
		return extendTo(m, t, a, low(32, in[1])), true
	case "bmsk":
		return mask(m, a, low(32, in[1])), true
	case "prmt":
		return permute(m, a, low(32, in[1]), in[2]), true
	case "clmad":
		return carryless(m.Has("hi"), a, in[1]) ^ in[2], true
	}
	return 0, false
}

func count(n int, a uint64) (d int) {
	for i := range n {
		d += int(a >> i & 1)
	}
	return d
}

// highest is the highest set bit of n, -1 where there is none.
func highest(n int, a uint64) int {
	for i := n - 1; i >= 0; i-- {
		if a>>i&1 != 0 {
			return i
		}
	}
	return -1
}

// mostOf are the bits of positions and lengths that bfe and bfi of n bits look at: GPUs compute
// those of 64 bits from other instructions.
func mostOf(n int) uint64 {
	if n == 64 {
		return 0xffffffff
	}
	return 0xff
}

func bfind(m *isa.Match, t isa.Type, a uint64) uint64 {
	n := t.Bits()
	if t.IsSigned() && a>>(n-1) != 0 {
		a = low(n, ^a)
	}
	d := highest(n, a)
	if d < 0 {
		return 0xffffffff
	}
	if m.Has("shiftamt") {
		d = n - 1 - d
	}
	return uint64(d)
}

// shift fills with zeros, or with the sign of a signed type.
func shift(t isa.Type, op string, a, by uint64) (d uint64) {
	n := t.Bits()
	for i := range n {
		from := origin(uint64(i), by, op == "shl")
		switch {
		case from < 0:
		case from < int64(n):
			d |= a >> from & 1 << i
		case t.IsSigned():
			d |= a >> (n - 1) << i
		}
	}
	return d
}

// origin is the position that a bit comes from: i-by, or i+by.
func origin(i, by uint64, left bool) int64 {
	if left {
		return int64(i) - int64(by)
	}
	return int64(i) + int64(by)
}

// funnel shifts the 64 bits with b above a.
func funnel(m *isa.Match, a, b, c uint64) uint64 {
	n := c & 31
	if m.Has("clamp") {
		n = min(c, 32)
	}
	if m.Has("l") {
		return low(32, b<<n|a>>(32-n))
	}
	return low(32, b<<(32-n)|a>>n)
}

func extract(t isa.Type, a uint64, pos, length int) (d uint64) {
	msb := t.Bits() - 1
	sign := uint64(0)
	if t.IsSigned() && length != 0 {
		sign = a >> min(pos+length-1, msb) & 1
	}
	for i := range msb + 1 {
		if i < length && pos+i <= msb {
			d |= a >> (pos + i) & 1 << i
		} else {
			d |= sign << i
		}
	}
	return d
}

func insert(n int, a, b uint64, pos, length int) uint64 {
	f := b
	for i := 0; i < length && pos+i < n; i++ {
		f = f&^(1<<(pos+i)) | a>>i&1<<(pos+i)
	}
	return f
}

// nth is fns: the bit that is the offset-th one from base on. The least offset gives 0 on a
// GPU, and nobody says why.
func nth(a uint64, base, offset int) uint64 {
	if offset == -1<<31 {
		return 0
	}
	if offset == 0 {
		if a>>base&1 == 1 {
			return uint64(base)
		}
		return 0xffffffff
	}
	step, left := 1, offset
	if offset < 0 {
		step, left = -1, -offset
	}
	for pos := base; pos >= 0 && pos < 32; pos += step {
		if a>>pos&1 == 1 {
			if left--; left == 0 {
				return uint64(pos)
			}
		}
	}
	return 0xffffffff
}

func extendTo(m *isa.Match, t isa.Type, a, b uint64) uint64 {
	if m.Has("clamp") && b >= 32 {
		return a
	}
	n := int(b & 31)
	if n == 0 {
		return 0
	}
	if t.IsSigned() {
		return low(32, uint64(signed(n, a)))
	}
	return low(n, a)
}

func mask(m *isa.Match, a, b uint64) (d uint64) {
	if m.Has("wrap") {
		a, b = a&31, b&31
	}
	for i := uint64(0); i < 32; i++ {
		if i >= a && i-a < b {
			d |= 1 << i
		}
	}
	return d
}

// patterns are the bytes that the modes of prmt pick, the highest first, by the
// two low bits of c.
var patterns = map[string][4]uint64{
	"f4e":  {0x3210, 0x4321, 0x5432, 0x6543},
	"b4e":  {0x5670, 0x6701, 0x7012, 0x0123},
	"rc8":  {0x0000, 0x1111, 0x2222, 0x3333},
	"ecl":  {0x3210, 0x3211, 0x3222, 0x3333},
	"ecr":  {0x0000, 0x1110, 0x2210, 0x3210},
	"rc16": {0x1010, 0x3232, 0x1010, 0x3232},
}

func permute(m *isa.Match, a, b, c uint64) (d uint64) {
	if mode := m.Val("M"); mode != "" {
		c = patterns[mode][c&3]
	}
	source := b<<32 | a
	for i := range 4 {
		sel := c >> (4 * i) & 15
		u := source >> (8 * (sel & 7)) & 0xff
		if sel&8 != 0 {
			u = u >> 7 * 0xff
		}
		d |= u << (8 * i)
	}
	return d
}

// carryless is half of the product of polynomials over two elements.
func carryless(upper bool, a, b uint64) (d uint64) {
	for i := range 64 {
		if b>>i&1 == 0 {
			continue
		}
		if !upper {
			d ^= a << i
		} else if i > 0 {
			d ^= a >> (64 - i)
		}
	}
	return d
}
