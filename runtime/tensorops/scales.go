package tensorops

import "math/bits"

// Of a block-scaled product each row of A and each column of B has scales, one for each block of its elements.
// The scales of a row or column are neighbouring bytes of a register of one lane.

// scaleArguments are the operands of the scales of a matrix: the register, and the numbers of the
// first byte and of a lane.
const scaleArguments = 3

// scaleBlocks multiplies the elements of A and B by their scales.
func (p *plan) scaleBlocks(w *floats, operands [][]uint32, lanes uint32) {
	first := bits.TrailingZeros32(lanes | 1<<31)
	number := func(i int) int { return int(value(operands[i], first) & 3) } // the same in all lanes
	s := p.shape
	// Two lanes of each group of four have the scales of rows: that of the group, and the one 8 below.
	for i := range s.m {
		lane := i%8*4 + (2*number(2)+i/8)&3
		p.scaleRow(&w.a, i*p.kept(), 1, p.kept(), held(operands[0], lane, lanes)>>(8*number(1)))
	}
	for j := range s.n {
		p.scaleRow(&w.b, j, blockColumns, s.k, held(operands[scaleArguments], j*4+number(5), lanes)>>(8*number(4)))
	}
}

// scaleRow multiplies n elements, which are so far apart, by scales that lie one after another.
func (p *plan) scaleRow(m *side, from, step, n int, scales uint32) {
	size := n / p.blocks
	for block := range p.blocks {
		s := p.scale.decode(scales >> (8 * block) & (1<<(p.scale.exponent+p.scale.fraction) - 1))
		m.special = m.special || s.exponent == special
		for range size {
			m.values[from] *= s.value
			e := p.coding.exponent(m, from)
			switch {
			case s.exponent == zero || s.exponent == special:
				e = zero
			case e == zero:
			case p.model.exactly > 0:
				e = int32(s.exponent)
			default:
				e += int32(s.exponent)
			}
			p.coding.put(m, from, e)
			from += step
		}
	}
}

// terms adds products that are one term.
func (m *model) terms(v *dot, x, y []float64, ex, ey []int32) dot {
	n := len(v.x) / m.exactly
	for t := range n {
		sum, e := 0.0, int32(zero)
		for i := t * m.exactly; i < (t+1)*m.exactly; i++ {
			sum += float64(v.x[i] * v.y[i])
			e = max(e, v.ex[i]+v.ey[i])
		}
		if sum == 0 {
			e = zero
		}
		x[t], y[t], ex[t], ey[t] = sum, 1, e, 0
	}
	return dot{x[:n], y[:n], ex[:n], ey[:n], v.special}
}
