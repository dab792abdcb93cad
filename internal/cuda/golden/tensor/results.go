package tensor

import "encoding/binary"

// Cell is a place of D: the product (0 except for m8n8k4), row and column.
type Cell struct{ Product, Row, Column int }

// Results are the elements of D of a tile.
func (r *Record) Results(tile int) map[Cell]uint64 {
	data, d := r.Tile(tile), map[Cell]uint64{}
	if r.Kind == Wmma {
		n := int(width(r.D)) / 8
		for i := range r.M {
			for j := range r.N {
				d[Cell{0, i, j}] = load(data[(i*r.N+j)*n:], n)
			}
		}
		return d
	}
	n := wordOf(r.D)
	for reg := range r.Registers {
		for l := range r.Lanes {
			v := load(data[(reg*r.Lanes+l)*n:], n)
			for e := range accumulators(r.D) {
				x := v
				if r.D == "f16" {
					x = v >> (16 * e) & 0xffff
				}
				var c Cell
				switch r.Kind {
				case Mma884:
					c.Product = pair(l)
					c.Row, c.Column = position884C(r.D, l, reg, e)
				case Wgmma:
					c.Row, c.Column = positionD(r.D, l, reg, e)
				default:
					c.Row, c.Column = positionC(r.D, l, reg, e)
				}
				d[c] = x
			}
		}
	}
	return d
}

func load(b []byte, n int) uint64 {
	switch n {
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 8:
		return binary.LittleEndian.Uint64(b)
	}
	return uint64(binary.LittleEndian.Uint32(b))
}

// Dot is the inputs of an element of D: the factors in the order of the columns of
// A, without those that a sparse A leaves out, and the addend.
type Dot struct {
	A, B []uint64
	C    uint64
}

// Dots are the inputs of a tile.
func (r *Record) Dots(tile int) map[Cell]Dot {
	d := map[Cell]Dot{}
	products := 1
	if r.Kind == Mma884 {
		products = 4
	}
	for p := range products {
		m := r.matrices(tile*products + p)
		for i := range r.M {
			var from []int
			var a []uint64
			k := r.K
			if r.Sparse() {
				k /= 2
			}
			for x := range k {
				from = append(from, m.from(i, x))
				a = append(a, m.a(i, from[x]))
			}
			for j := range r.N {
				dot := Dot{A: a, C: m.c(i, j)}
				for _, x := range from {
					dot.B = append(dot.B, m.b(x, j))
				}
				if r.ScaleD == 0 {
					dot.C = 0
				}
				d[Cell{p, i, j}] = dot
			}
		}
	}
	return d
}
