package tensor

import "math/bits"

// mix spreads the bits of x.
func mix(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

// base is the start of the hashes of a matrix: 0 is A, 1 is B, 2 is C, 3 is the
// metadata of a sparse A.
func base(seed uint32, tile, matrix int) uint32 {
	return mix(seed*0x9E3779B9 + uint32(tile*4+matrix))
}

func hash2(b uint32, i, j int) uint32 { return mix(b + uint32(i*1024+j)*0x9E3779B9) }

// Format is a binary floating-point format: bits of the exponent and the fraction,
// the bias, and bits of an element in a register.
type Format struct {
	Exponent, Fraction uint
	Bias               int
	Width              uint
	NoInf              bool // all exponents are finite, all ones is NaN
}

// Formats are the floating-point types of matrix elements. The low 13 bits of a
// tf32 element are not part of its value, and are not zero in the inputs.
var Formats = map[string]Format{
	"f16":  {5, 10, 15, 16, false},
	"bf16": {8, 7, 127, 16, false},
	"tf32": {8, 23, 127, 32, false},
	"f32":  {8, 23, 127, 32, false},
	"e4m3": {4, 3, 7, 8, true},
	"e5m2": {5, 2, 15, 8, false},
	"f64":  {11, 52, 1023, 64, false},
}

// integers are the other types of elements; w32 is 32 elements of type b1.
var integers = map[string]uint{"s8": 8, "u8": 8, "s4": 4, "u4": 4, "w32": 32, "s32": 32}

// spread is how far the exponents of the family "wide" reach.
var spread = map[string]int{"f16": 7, "bf16": 12, "tf32": 12, "f32": 12, "e4m3": 6, "e5m2": 7, "f64": 12}

func width(typ string) uint {
	if f, ok := Formats[typ]; ok {
		return f.Width
	}
	return integers[typ]
}

func (f Format) sign(s uint32) uint64 { return uint64(s) << (f.Width - 1) }

func (f Format) fraction(h uint32) uint64 {
	if f.Fraction == 52 {
		return uint64(h&0xfffff)<<32 | uint64(mix(h^0x5bd1e995))
	}
	return uint64(h) & (1<<f.Fraction - 1)
}

// number has the sign of h and an exponent field between lo and hi, as far as that
// is finite.
func (f Format) number(h uint32, lo, hi int, fraction uint64) uint64 {
	top := 1<<f.Exponent - 2
	if f.NoInf {
		top++
	}
	lo, hi = max(0, min(lo, top)), max(0, min(hi, top))
	e := lo + int(h>>23&0xff)%(hi-lo+1)
	if f.NoInf && e == 15 && fraction == 7 {
		fraction = 6
	}
	return f.sign(h>>31) | uint64(e)<<f.Fraction | fraction
}

func (f Format) between(h uint32, lo, hi int) uint64 { return f.number(h, lo, hi, f.fraction(h)) }

// power is ±2^e, times 1.5 if half is 1 and the result is normal.
func (f Format) power(e int, sign, half uint32) uint64 {
	least := 1 - f.Bias
	if e >= least {
		return f.sign(sign) | uint64(e+f.Bias)<<f.Fraction | uint64(half)<<(f.Fraction-1)
	}
	if s := int(f.Fraction) - (least - e); s >= 0 {
		return f.sign(sign) | 1<<s
	}
	return f.sign(sign) | 1
}

func (f Format) special(h uint32) uint64 {
	s := f.sign(1)
	n := (h >> 4) % 12
	m := f.fraction(mix(h ^ 0xabcd))
	if f.NoInf {
		return [12]uint64{0, s, 0x7f, 0xff, 0x7f, 0xff, 1, s | 7, 8, 0x7e, 0xfe, 0x38}[n]
	}
	top := uint64(1<<f.Exponent-1) << f.Fraction
	signaling := m & (1<<(f.Fraction-1) - 1)
	if signaling == 0 {
		signaling = 1
	}
	return [12]uint64{0, s, top, s | top, top | 1<<(f.Fraction-1) | m, s | top | signaling, 1,
		s | (1<<f.Fraction - 1), 1 << f.Fraction, top - 1, s | (top - 1), uint64(f.Bias) << f.Fraction}[n]
}

// distance is how far apart the two products of a pair are that nearly cancel.
func distance(tile, k int) int { return 1 << (tile % max(1, bits.Len(uint(k-1)))) }

// place says which element of which matrix is asked for: i is the row and j the
// column, in A, B and C.
type place struct {
	matrix, tile, i, j int
	k                  int    // columns of A
	base               uint32 // of the matrix
	other              string // type of the other factor; of A for an element of C
}

func (p place) step() int {
	if p.matrix == 0 {
		return p.j
	}
	return p.i
}

// at is the hash of the element at another step of the same row of A or column of B.
func (p place) at(k int) uint32 {
	if p.matrix == 0 {
		return hash2(p.base, p.i, k)
	}
	return hash2(p.base, k, p.j)
}

// element is one element of the inputs.
func element(family, typ string, p place) uint64 {
	if f, ok := Formats[typ]; ok {
		return f.element(family, typ, p)
	}
	return uint64(integer(family, typ, p))
}

func (f Format) element(family, typ string, p place) uint64 {
	h := hash2(p.base, p.i, p.j)
	g := mix(h ^ 0x1234567)
	b, w, factor := f.Bias, spread[typ], p.matrix < 2
	big := f.Exponent >= 8
	switch family {
	case "mid":
		return f.between(h, b-3, b+3)
	case "wide":
		if factor {
			return f.between(h, b-w, b+w)
		}
		return f.between(h, b-2*w, b+2*w)
	case "full":
		return f.between(h, 0, 1<<f.Exponent-1)
	case "sub", "under":
		if factor {
			return f.between(h, 0, 2)
		}
		if family == "under" && g&3 == 0 {
			return f.sign(g >> 8 & 1)
		}
		e := 2*(1-Formats[p.other].Bias) + b
		return f.between(h, max(0, e-4), max(2, e+6))
	case "tiny":
		switch {
		case factor && big:
			c := (b + 3) / 2
			if f.Exponent == 11 {
				c += 7
			}
			return f.between(h, b-c-10, b-c+5)
		case factor && f.Exponent == 4:
			return f.between(h, 0, 3)
		case factor:
			return f.between(h, 0, 8)
		case h&1 != 0:
			return f.sign(h >> 1 & 1)
		case big:
			return f.between(h, 0, 6)
		}
		return f.between(h, 0, 2)
	case "spec":
		if factor && g&15 == 0 || !factor && g&7 == 0 {
			return f.special(g)
		}
		return f.between(h, b-3, b+3)
	case "zero":
		if h&7 == 0 {
			return f.sign(h>>31) | 1
		}
		return f.sign(h >> 31)
	case "cancel":
		return f.cancel(h, g, w, p)
	case "align":
		return f.align(h, p)
	case "tie":
		if factor {
			s := max(0, int(f.Fraction)-3)
			return f.number(h, b-2, b+2, f.fraction(h)>>s<<s)
		}
		return f.number(h, b+4, b+12, f.fraction(h)&^(1<<max(0, int(f.Fraction)-10)-1))
	case "big":
		switch half := (b - 3) / 2; {
		case !factor:
			return f.between(h, 1<<f.Exponent-4, 1<<f.Exponent-2)
		case big:
			return f.between(h, b+half-2, b+half+3)
		}
		return f.between(h, b+5, b+8)
	case "floor":
		return f.floor(h, p)
	case "edge":
		return f.edge(h, p)
	}
	panic("tensor: no family " + family)
}

// cancel makes pairs of products of which the second is the first with the other
// sign, but for one bit of one factor in a quarter of the cases.
func (f Format) cancel(h, g uint32, w int, p place) uint64 {
	b := f.Bias
	if p.matrix == 2 {
		if h&1 != 0 {
			return f.sign(h >> 1 & 1)
		}
		return f.between(h, b-2*w, b+2*w)
	}
	k, d := p.step(), distance(p.tile, p.k)
	v := f.between(p.at(k&^d), b-w, b+w)
	if k&d == 0 {
		return v
	}
	if p.matrix == 1 {
		return v ^ f.sign(1)
	}
	if g&3 == 0 {
		low := uint32(7)
		if f.Fraction < 10 {
			low = 3
		}
		v ^= 1 << ((g >> 4 & low) % uint32(f.Fraction))
	}
	return v
}

// align makes two large products that cancel, and all others far smaller.
func (f Format) align(h uint32, p place) uint64 {
	b := f.Bias
	if p.matrix == 2 {
		if h&1 != 0 {
			return f.sign(h >> 31)
		}
		return f.between(h, b-12, b-4)
	}
	k, first, second := p.step(), p.tile*5%p.k, (p.tile*5+distance(p.tile, p.k))%p.k
	if k != first && k != second {
		return f.between(h, b-min(7, b-1), b)
	}
	hi := b + 8
	if f.Exponent == 4 {
		hi = b + 6
	}
	v := f.between(p.at(first), b+6, hi)
	if p.matrix == 1 && k == second {
		v ^= f.sign(1)
	}
	return v
}

// two is the step of the element and the two that have products.
func (p place) two() (k, first, second int) {
	return p.step(), p.tile * 3 % p.k, (p.tile*3 + 1 + p.tile%(p.k-1)) % p.k
}

// edge is floor for f16, with products at the least result that are a tie, and
// others at the floor of the exponent.
func (f Format) edge(h uint32, p place) uint64 {
	if p.matrix == 2 {
		return f.floor(h, p)
	}
	switch k, first, second := p.two(); {
	case k == first && p.matrix == 0:
		return f.power(-12, h>>31, h>>8&(h>>9)&(h>>10)&1)
	case k == first:
		return f.power(-13+int(h&1), h>>31, h>>8&(h>>9)&(h>>10)&1)
	case k == second:
		return f.power(-20-int(h%5), h>>31, 0)
	}
	return 0
}

// floor makes one product near the least result and one far below it.
func (f Format) floor(h uint32, p place) uint64 {
	if p.matrix == 2 {
		if h&3 != 0 {
			return 0
		}
		return f.sign(h>>31) | uint64(h>>8&3)
	}
	k, first, second := p.two()
	mod := func(n uint32) int { return int(h % n) }
	if k == first {
		exponents := [2]int{-12, -13}
		switch f.Exponent {
		case 8:
			exponents = [2]int{-70, -79}
		case 11:
			exponents = [2]int{-500, -574}
		}
		return f.power(exponents[p.matrix]+int(h&1), h>>31, h>>8&1)
	}
	if k != second {
		return 0
	}
	var e int
	switch {
	case f.Exponent == 8 && p.matrix == 0:
		e = -75 - mod(8)
	case f.Exponent == 8:
		e = -75 - mod(15)
	case f.Exponent == 11 && p.matrix == 0:
		e = -530 - mod(8)
	case f.Exponent == 11:
		e = -530 - mod(30)
	case f.Fraction == 2:
		e = -10 - mod(7)
	case p.matrix == 0:
		e = -10 - mod(15)
	default:
		e = -19 - mod(6)
	}
	return f.power(e, h>>31, 0)
}

// integer is an element of the families "bits" and "sat". The latter has C near a
// bound of s32, and products whose sign changes every 4, 8, 16, 32 or 64 columns.
func integer(family, typ string, p place) uint32 {
	w := integers[typ]
	h := hash2(p.base, p.i, p.j)
	if typ == "s32" {
		if family == "bits" {
			return h
		}
		d := h % 1200
		if integers[p.other] == 8 {
			d = h % 300000
		}
		if (p.i+p.j)&1 != 0 {
			return 0x7fffffff - d
		}
		return 0x80000000 + d
	}
	mask := uint32(1<<w - 1)
	if family == "bits" || typ == "w32" {
		return h & mask
	}
	magnitude := 7 - h%2
	if w == 8 {
		magnitude = 127 - h%32
	}
	if typ[0] == 'u' {
		return 2*magnitude + h>>9&1
	}
	if p.matrix == 0 && p.other[0] == 's' { // both have a sign: only that of B changes
		return magnitude
	}
	if p.step()/(4<<(p.tile%5))&1 != p.tile/5&1 {
		return -magnitude & mask
	}
	return magnitude
}

// nibble is the four bits of metadata of a chunk of a row.
func nibble(b uint32, row, chunk int, typ string, any bool) uint32 {
	h := hash2(b, row, chunk)
	switch {
	case any:
		return h & 15
	case typ == "tf32":
		return [2]uint32{4, 14}[h&1]
	}
	return [6]uint32{4, 8, 9, 12, 13, 14}[h%6]
}
