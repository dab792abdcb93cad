package tensorops

import (
	"math"
	"sync"
	"unsafe"
)

// factor is A or B as vectors multiply it: numbers as f32, and the powers of two that are their exponents; or of integers,
// of which pairs of 16 bits are multiplied, the first ones of all pairs of each register, then the next.
type factor struct {
	values, powers [512]float32
}

// What assembly knows of a factor.
const (
	bytesOfSet  = 1024
	vectorBytes = 32
)

var _ = [1]bool{}[unsafe.Offsetof(factor{}.powers)-2048]

// tile is eight rows and columns of D, and what they are computed of.
type tile struct {
	d         *[2][32]uint32
	c         [2]*[32]uint32
	a, b      *byte
	stride, n int    // bytes from a row of A to the next; words of a row
	sets      int    // of integers
	kept      uint64 // the bits of a float64 that results keep

	// Less the exponent of the largest term, as f32 has it, the factor that makes the last bits that are kept ones;
	// with that exponent its reciprocal, as float64 has it.
	scale, reciprocal uint32

	saturates uint32 // all bits, or none
}

// tiles are kept for the next product.
type tiles struct {
	a, b factor
	raw  [bytesOfSet]byte
	c    [mostSums / 32][32]uint32
	d    [mostSums / 32][32]uint32
}

var spareTiles = sync.Pool{New: func() any { return new(tiles) }}

// byTiles is [Product.Compute] with vectors. It reports whether it has computed D: not where A, B or C has infinities
// or NaN, or A or B numbers that are so large or so small that float32 does not hold their products.
func (p *plan) byTiles(d [][]uint32, lanes uint32, operands [][]uint32) bool {
	t := p.tiling
	w := spareTiles.Get().(*tiles)
	defer spareTiles.Put(w)

	var room [32]uint32
	for i, at := range t.a {
		rowsOf(&w.raw[at], whole(operands[i], lanes, &room), p.shape.k*int(p.a.bits)/8)
	}
	if !t.widen[0](&w.a, &w.raw[0], t.sizeA) {
		return false
	}
	for i, at := range t.b {
		r := whole(operands[p.count[1]+i], lanes, &room)
		if t.unit > int(p.b.bits) {
			linesOf16(&w.raw[at], r)
		} else {
			linesOf32(&w.raw[at], r)
		}
	}
	if !t.widen[1](&w.b, &w.raw[0], t.sizeB) {
		return false
	}

	x := tile{stride: p.shape.k * t.unit / 8, sets: 16 / t.unit}
	if p.saturating {
		x.saturates = 1<<32 - 1
	}
	if m := p.model; !t.integers {
		x.kept = ^uint64(1<<(52-m.keep) - 1)
		x.scale, x.reciprocal = uint32(2*127+m.bits)<<23, uint32(1023-127-m.bits)
	}
	rest := 0
	for g, group := range p.groups {
		x.n = (group[1] - group[0]) * t.unit / 32
		for i, at := range t.d {
			x.d = (*[2][32]uint32)(w.d[2*i:])
			for j := range x.c {
				if x.c[j] = &w.d[2*i+j]; g == 0 {
					x.c[j] = whole(operands[p.count[1]+p.count[2]+2*i+j], lanes, &w.c[2*i+j])
				}
			}
			x.a = w.a.at((at[0]*p.shape.k + group[0]) * t.unit / 8)
			x.b = w.b.at((at[1]*p.shape.k + blockColumns*group[0]) * t.unit / 8)
			if t.integers {
				sumIntegers(&x)
			} else {
				rest |= sumFloats(&x)
			}
		}
	}
	if rest != 0 {
		return false
	}
	for i, r := range d {
		switch {
		case r == nil:
		case lanes == 1<<32-1:
			copy(r, w.d[i][:])
		default:
			for lane, v := range w.d[i] {
				if lanes>>lane&1 != 0 {
					r[lane] = v
				}
			}
		}
	}
	return true
}

// at is a byte of a factor.
func (f *factor) at(i int) *byte { return &(*[unsafe.Sizeof(factor{})]byte)(unsafe.Pointer(f))[i] }

// widening is what numbers become: the exponent is at least that of the least normal number, and numbers other than
// zero must lie between two others, given as the bits of f32.
type widening struct{ mask, least, low, high uint32 }

// leastFactor and mostFactor are numbers between which float32 holds the products, and the powers of two that make their last
// bits ones.
const leastFactor, mostFactor = 0x1p-50, 0x1p60

func (f *format) widening() widening {
	low, high := float32(leastFactor), float32(mostFactor)
	if most := f.decode((uint32(1<<f.exponent-1)<<f.fraction - 1) << f.low); most.value < mostFactor {
		high = float32(most.value)
	}
	return widening{^uint32(0) << f.low, math.Float32bits(float32(power(1 - f.bias))), math.Float32bits(low), math.Float32bits(high)}
}

// widener makes numbers what vectors multiply. It reports whether they are such as float32 multiplies.
type widener func(to *factor, raw *byte, size int) bool

// toSingle is how numbers become f32, nil where no vectors do that.
func (f *format) toSingle() widener {
	w := f.widening()
	switch {
	case f.kind != float:
	case f.bits == 16 && f.fraction == 10:
		return func(to *factor, raw *byte, size int) bool { return widenHalves(to, raw, size/2, &w) == 0 }
	case f.bias == 127 && f.bits == 16: // the upper half of f32
		return func(to *factor, raw *byte, size int) bool { return widenUppers(to, raw, size/2, &w) == 0 }
	case f.bias == 127 && f.bits == 32: // the upper bits of f32
		return func(to *factor, raw *byte, size int) bool { return widenWords(to, raw, size/4, &w) == 0 }
	}
	return nil
}

// toWords is how integers become pairs of 16 bits.
func (f *format) toWords() widener {
	shift := widenUnsigned
	if f.kind == signed {
		shift = widenSigned
	}
	return func(to *factor, raw *byte, size int) bool {
		for i := range 16 / int(f.bits) {
			shift(to.at(i*bytesOfSet), raw, size, 16-int(f.bits)*(i+1), 16-int(f.bits))
		}
		return true
	}
}
