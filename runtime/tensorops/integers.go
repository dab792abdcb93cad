package tensorops

import (
	"math"
	"math/bits"
)

// integers computes D of integers, which is exact.
func (p *plan) integers(a, b *[mostFactors]int32, m metadata, c, d *[mostSums]uint32) {
	n, k, kept := p.shape.n, p.shape.k, p.kept()
	var from [mostRow]uint8
	var buffer [mostRow]int32
	for i := range p.shape.m {
		if p.sparse {
			from = p.columnsOf(m, i)
		}
		for j := range n {
			x, y := a[i*kept:(i+1)*kept], b[j*k:(j+1)*k]
			if p.sparse {
				y = picked(buffer[:kept], y, &from)
			}
			sum := int64(int32(c[i*n+j]))
			for _, g := range p.groups {
				sum += p.count64(x[g[0]:g[1]], y[g[0]:g[1]])
				if p.saturating {
					sum = max(math.MinInt32, min(math.MaxInt32, sum))
				}
			}
			d[i*n+j] = uint32(sum)
		}
	}
}

// count64 is the sum of products of factors that are neighbours.
func (p *plan) count64(x, y []int32) (sum int64) {
	switch {
	case p.a.kind != logical:
		var s int32 // of up to 64 products of bytes
		y = y[:len(x)]
		for i, v := range x {
			s += v * y[i]
		}
		sum = int64(s)
	case p.xor:
		for i, v := range x {
			sum += int64(bits.OnesCount32(uint32(v ^ y[i])))
		}
	default:
		for i, v := range x {
			sum += int64(bits.OnesCount32(uint32(v & y[i])))
		}
	}
	return sum
}
