package tensorops

import (
	"math"
	"unsafe"
)

// fusion is what fuse must know of a model. Assembly has the places of its fields.
type fusion struct {
	floor, bits int32
	kept        uint64  // the bits of a float64 that results keep
	normal      float64 // the least normal number of f32
}

var _ = [1]bool{}[unsafe.Offsetof(fusion{}.bits)-4+unsafe.Offsetof(fusion{}.kept)-8+unsafe.Offsetof(fusion{}.normal)-16]

func (m *model) fusion() fusion {
	return fusion{int32(m.floor), int32(m.bits), ^uint64(1<<(52-m.keep) - 1), 0x1p-126}
}

// blockByVectors is block with vectors, of sums that are f32. It reports whether it has computed the results: not where C
// has infinities or NaN, or some sum is subnormal.
func (p *plan) blockByVectors(d *[blockColumns]uint32, w *floats, row, block int, c *[blockColumns]uint32, from []uint8) bool {
	acc := *c
	switch {
	case p.model.late:
		acc = [blockColumns]uint32{}
	case p.c.bits < 32:
		for j, x := range c {
			acc[j] = math.Float32bits(float32(p.c.decode(x).value))
		}
	}
	m := p.model.fusion()
	for _, g := range p.groups {
		values, codes := &w.b.values[block+blockColumns*g[0]], &w.b.codes[2*(block+blockColumns*g[0])]
		if from != nil {
			w.choose(block, from[g[0]:g[1]])
			values, codes = &w.chosen.values[0], &w.chosen.codes[0]
		}
		if fuse(&acc, &acc, &w.a.values[row+g[0]], (*uint16)(unsafe.Pointer(&w.a.codes[2*(row+g[0])])), values, (*uint16)(unsafe.Pointer(codes)), g[1]-g[0], &m) != 0 {
			return false
		}
	}
	for j, x := range acc {
		d[j] = p.result(x, c[j])
	}
	return true
}

// lines are those of a block of B that a sparse row of A is multiplied with.
type lines struct {
	values [mostRow * blockColumns]float64
	codes  [2 * mostRow * blockColumns]byte
}

func (w *floats) choose(block int, from []uint8) {
	l := &w.chosen
	for i, line := range from {
		at := block + blockColumns*int(line)
		*(*[blockColumns]float64)(l.values[blockColumns*i:]) = [blockColumns]float64(w.b.values[at:])
		*(*[2 * blockColumns]byte)(l.codes[2*blockColumns*i:]) = [2 * blockColumns]byte(w.b.codes[2*at:])
	}
}
