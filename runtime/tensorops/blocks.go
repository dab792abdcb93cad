package tensorops

import (
	"encoding/binary"
	"math"
	"sync"
)

// A product of floats computes eight columns of D at a time. Of A elements lie row by row, of B in
// blocks of eight columns, in which the eight elements of a line follow each other.

// blockColumns is how many columns a block has; the columns of each shape are a multiple.
const blockColumns = 8

// side is A or B: values, and their exponents as codes, which [codes] describes.
type side struct {
	values  [mostFactors]float64
	codes   [2 * mostFactors]byte
	special bool // there are infinities or NaN
}

// floats are the matrices of a product. They are kept for the next one, as clearing them takes
// longer than many a product.
type floats struct {
	a, b   side
	chosen lines // of b
}

var spareFloats = sync.Pool{New: func() any { return new(floats) }}

// codes says how exponents are written: as small numbers that are not negative, several in a word,
// so that those of several products are added, and compared, by one operation. That of a zero is 0;
// others are so large that a sum with a zero is below every sum without. Formats with up to 5 bits
// of exponent have bytes, others 16 bits, and so have those that vectors add.
type codes struct {
	wide bool
	zero int // code of exponent 0
	some int // a sum of two codes is above where none is that of a zero
}

func (i *instruction) codes() codes {
	if i.scale == nil && i.a.exponent <= 5 && i.b.exponent <= 5 && !(fuses && i.sum().bits == 32) {
		return codes{false, 46, 63} // -14 is 32, 15 is 61
	}
	return codes{true, 12288, 20000}
}

func (c codes) put(s *side, i int, exponent int32) {
	code := max(0, c.zero+int(exponent))
	if c.wide {
		binary.LittleEndian.PutUint16(s.codes[2*i:], uint16(code))
	} else {
		s.codes[i] = byte(code)
	}
}

// exponent is what was put.
func (c codes) exponent(s *side, i int) int32 {
	code := int(s.codes[i])
	if c.wide {
		code = int(binary.LittleEndian.Uint16(s.codes[2*i:]))
	}
	if code == 0 {
		return zero
	}
	return int32(code - c.zero)
}

// highest are the largest codes of products of a row of A and the columns of a block, as sums of two codes.
// Where the columns of a sparse row are chosen, from says which lines of the block these are.
func (c codes) highest(top *[blockColumns]int32, w *floats, row, block int, group [2]int, from []uint8) {
	if c.wide {
		c.highestWide(top, w, row, block, group, from)
		return
	}
	const high, each = 0x8080808080808080, 0x0101010101010101
	var most uint64
	a := w.a.codes[row+group[0] : row+group[1]]
	for i, x := range a {
		line := block + blockColumns*(group[0]+i)
		if from != nil {
			line = block + blockColumns*int(from[group[0]+i])
		}
		sum := uint64(x)*each + binary.LittleEndian.Uint64(w.b.codes[line:])
		// In each byte: all ones below the highest bit where the sum is not below the most so far.
		t := (sum | high) - most
		t &= high
		t -= t >> 7
		most ^= (most ^ sum) & t
	}
	for j := range top {
		top[j] = int32(most >> (8 * j) & 0xff)
	}
}

func (c codes) highestWide(top *[blockColumns]int32, w *floats, row, block int, group [2]int, from []uint8) {
	const high, each = 0x8000800080008000, 0x0001000100010001
	var low, up uint64
	for i := group[0]; i < group[1]; i++ {
		line := block + blockColumns*i
		if from != nil {
			line = block + blockColumns*int(from[i])
		}
		x := uint64(binary.LittleEndian.Uint16(w.a.codes[2*(row+i):])) * each
		words := w.b.codes[2*line:][:16]
		s := x + binary.LittleEndian.Uint64(words)
		t := ((s | high) - low) & high
		low ^= (low ^ s) & (t - t>>15)
		s = x + binary.LittleEndian.Uint64(words[8:])
		t = ((s | high) - up) & high
		up ^= (up ^ s) & (t - t>>15)
	}
	for j := range blockColumns / 2 {
		top[j], top[j+4] = int32(low>>(16*j)&0xffff), int32(up>>(16*j)&0xffff)
	}
}

// byElement orders the places of registers of all lanes by the number of an element in its
// register first, and leaves out registers that hold what others have.
func byElement(at []uint16, per int) (list []uint16) {
	for ; len(at) > 0; at = at[32*per:] {
		for e := range per {
			for lane := range 32 {
				if to := at[lane*per+e]; to != nowhere {
					list = append(list, to)
				}
			}
		}
	}
	return list
}

// inBlocks makes places in columns of k elements those in blocks of columns.
func inBlocks(at []uint16, k int) {
	for i, x := range at {
		column, line := int(x)/k, int(x)%k
		at[i] = uint16(column/blockColumns*blockColumns*k + line*blockColumns + column%blockColumns)
	}
}

// unpack puts the elements of registers where they lie in a matrix: 32 of the places belong to the first
// elements of the first register, and so on.
func (c codes) unpack(m *side, at []uint16, f *format, registers [][]uint32, lanes uint32) {
	m.special = false
	var room [32]uint32
	per, width, low, fraction, up := f.perRegister(), f.bits&31, f.low&31, f.fraction&31, (52-f.fraction)&63
	last := uint32(1)<<f.exponent - 2 // fields of exponents of normal numbers are those from 1 to last
	size := (f.exponent + fraction) & 31
	magnitude, bias, code := uint32(1)<<size-1, uint64(1023-f.bias)<<52, uint32(c.zero-f.bias)
	wide := c.wide
	for _, r := range registers {
		if len(at) == 0 { // the rest hold what others have
			break
		}
		all := whole(r, lanes, &room)
		for e := range per {
			shift := width*uint(e)&31 + low
			places := (*[32]uint16)(at)
			at = at[32:]
			for lane, x := range all {
				u, to := x>>(shift&31), places[lane]&(mostFactors-1)
				e := u & magnitude >> fraction
				switch {
				case e-1 < last:
					m.values[to] = math.Float64frombits(uint64(u>>size)<<63 | uint64(u&magnitude)<<up + bias)
					if wide {
						binary.LittleEndian.PutUint16(m.codes[2*int(to):], uint16(e+code))
					} else {
						m.codes[to] = byte(e + code)
					}
				default:
					n := f.decode(u << low)
					m.values[to] = n.value
					c.put(m, int(to), int32(n.exponent))
					m.special = m.special || n.exponent == special
				}
			}
		}
	}
}

// floats computes D of floating-point types of at most 32 bits.
func (p *plan) floats(w *floats, meta metadata, c, d *[mostSums]uint32) {
	m, n, k, kept := p.shape.m, p.shape.n, p.shape.k, p.kept()
	var chosen [mostRow]uint8
	var from []uint8
	plain := p.model.unit == fused && p.model.exactly == 0 && !w.a.special && !w.b.special
	for product := range p.products {
		for i := range m {
			row := (product*m + i) * kept
			if p.sparse {
				chosen = p.columnsOf(meta, i)
				from = chosen[:kept]
			}
			for j := 0; j < n; j += blockColumns {
				block, at := (product*n+j)*k, (product*m+i)*n+j
				to := (*[blockColumns]uint32)(d[at:])
				if !plain || !p.block(to, w, row, block, (*[blockColumns]uint32)(c[at:]), from) {
					p.elements(to, w, row, block, (*[blockColumns]uint32)(c[at:]), from)
				}
			}
		}
	}
}

// block computes eight neighbours of a row of D, of fused sums of what is finite. It reports whether it has: not where C
// has infinities or NaN.
func (p *plan) block(d *[blockColumns]uint32, w *floats, row, block int, c *[blockColumns]uint32, from []uint8) bool {
	m, sum := p.model, p.sum()
	if fuses && sum.bits == 32 && p.blockByVectors(d, w, row, block, c, from) {
		return true
	}
	var acc [blockColumns]number
	for j, x := range c {
		switch {
		case m.late:
			acc[j] = number{0, zero}
			continue
		case p.c.bits == 32:
			acc[j] = single(x)
		default:
			acc[j] = p.c.decode(x)
		}
		if acc[j].exponent == special {
			return false
		}
		if p.c != sum { // what is subnormal in f16 is normal in f32
			acc[j] = sum.decode(nearest(float32(acc[j].value), sum))
		}
	}
	var top [blockColumns]int32
	var scale [blockColumns]float64
	var sums [blockColumns]int64
	some, twice := int32(p.coding.some), int32(2*p.coding.zero)
	floor, kept := int32(m.floor), ^uint64(1<<(52-m.keep)-1)
	const leastNormal, infinite = (1023 - 126) << 52, (1023 + 128) << 52 // of f32, as float64
	for g, group := range p.groups {
		p.coding.highest(&top, w, row, block, group, from)
		for j := range top {
			e := max(floor, int32(acc[j].exponent))
			if top[j] > some { // not all products are zero
				e = max(e, top[j]-twice)
			}
			if e == noFloor { // all terms are zero
				e = 0
			}
			top[j] = e - int32(m.bits)
			scale[j] = power(-int(top[j]))
			sums[j] = int64(acc[j].value * scale[j]) // the conversion cuts
		}
		add(&sums, &scale, w, row, block, group, from)
		for j := range sums {
			// A number of float64 with the bits that are kept, of which no sum has more than 53.
			x := math.Float64frombits(math.Float64bits(float64(sums[j]))&kept) * power(int(top[j]))
			if size := math.Float64bits(x) &^ (1 << 63); sum.bits == 32 && size-leastNormal < infinite-leastNormal {
				d[j], acc[j] = math.Float32bits(float32(x)), number{x, int(size>>52) - 1023}
				continue
			}
			d[j] = sum.round(sums[j], int(top[j]), m.keep)
			if acc[j] = sum.decode(d[j]); acc[j].exponent == special && g < len(p.groups)-1 {
				return false
			}
		}
	}
	if !m.late && p.d == sum {
		return true
	}
	for j := range d {
		d[j] = p.result(d[j], c[j])
	}
	return true
}

// single is [format.decode] of f32.
func single(x uint32) number {
	e := int(x >> 23 & 0xff)
	switch {
	case e == 0xff:
		return number{0, special}
	case x<<1 == 0:
		return number{0, zero}
	}
	return number{float64(math.Float32frombits(x)), max(e, 1) - 127}
}

// add adds products, each times a power of two and cut.
func add(sums *[blockColumns]int64, scale *[blockColumns]float64, w *floats, row, block int, group [2]int, from []uint8) {
	for half := 0; half < blockColumns; half += 4 {
		t, u := (*[4]int64)(sums[half:]), (*[4]float64)(scale[half:])
		s0, s1, s2, s3 := t[0], t[1], t[2], t[3]
		u0, u1, u2, u3 := u[0], u[1], u[2], u[3]
		for i, x := range w.a.values[row+group[0] : row+group[1]] {
			line := group[0] + i
			if from != nil {
				line = int(from[line])
			}
			y := (*[4]float64)(w.b.values[block+half+blockColumns*line:])
			s0 += int64(x * y[0] * u0)
			s1 += int64(x * y[1] * u1)
			s2 += int64(x * y[2] * u2)
			s3 += int64(x * y[3] * u3)
		}
		t[0], t[1], t[2], t[3] = s0, s1, s2, s3
	}
}

// elements computes eight neighbours of a row of D one by one, whatever they are.
func (p *plan) elements(d *[blockColumns]uint32, w *floats, row, block int, c *[blockColumns]uint32, from []uint8) {
	var x, y [mostRow]float64
	var ex, ey [mostRow]int32
	n := p.kept()
	v := dot{x[:n], y[:n], ex[:n], ey[:n], w.a.special || w.b.special}
	for j := range d {
		for i := range n {
			line := i
			if from != nil {
				line = int(from[i])
			}
			at := block + blockColumns*line + j
			x[i], ex[i] = w.a.values[row+i], p.coding.exponent(&w.a, row+i)
			y[i], ey[i] = w.b.values[at], p.coding.exponent(&w.b, at)
		}
		d[j] = p.element(&v, c[j])
	}
}
