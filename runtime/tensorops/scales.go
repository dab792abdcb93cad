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
		p.scaleRow(&w.a, i*p.kept(), p.kept(), value(operands[0], lane)>>(8*number(1)))
	}
	for j := range s.n {
		p.scaleRow(&w.b, j*s.k, s.k, value(operands[scaleArguments], j*4+number(5))>>(8*number(4)))
	}
}

// scaleRow multiplies elements that lie one after another by scales that do.
func (p *plan) scaleRow(m *side, from, n int, scales uint32) {
	size := n / p.blocks
	for ; n > 0; n -= size {
		s := p.scale.decode(scales & (1<<(p.scale.exponent+p.scale.fraction) - 1))
		m.special = m.special || s.exponent == special
		for i := from; i < from+size; i++ {
			m.values[i] *= s.value
			switch {
			case s.exponent == zero:
				m.exponents[i] = zero
			case m.exponents[i] == zero:
			case p.model.exactly > 0:
				m.exponents[i] = int32(s.exponent)
			default:
				m.exponents[i] += int32(s.exponent)
			}
		}
		from, scales = from+size, scales>>8
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
