package tensorops

import "math"

// Neighbouring integers of a row of A, or of a column of B, share a word: the first of A in its low half,
// the first of B in its high half. The product of two words then has in its high half the sum of two
// products of elements, and in its low half a product that nobody asked for, which is
// small enough to be told apart even in the sum of many.

// word is 64 bits, of two integers.
type word = int64

// unpackWords makes the words of a matrix.
func unpackWords(m *[mostFactors / 2]word, at []uint16, f *format, registers [][]uint32, lanes uint32, firstHigh bool) {
	var room [32]uint32
	per, width, rest := f.perRegister(), f.bits&31, 32-f.bits&31
	low, high := 0, 32
	if firstHigh {
		low, high = 32, 0
	}
	for _, r := range registers {
		for _, x := range whole(r, lanes, &room) {
			for e := 0; e < per; e += 2 {
				var first, second word
				if f.kind == signed {
					first, second = word(int32(x<<rest)>>rest), word(int32(x>>width<<rest)>>rest)
				} else {
					first, second = word(x<<rest>>rest), word(x>>width<<rest>>rest)
				}
				m[at[e]/2&(mostFactors/2-1)] = first<<(low&63) + second<<(high&63)
				x = x >> width >> width
			}
			at = at[per:]
		}
	}
}

// words computes D of integers of which A and B have each element.
func (p *plan) words(a, b *[mostFactors / 2]word, c, d *[mostSums]uint32) {
	n, k := p.shape.n, p.shape.k/2
	for i := range p.shape.m {
		for j := 0; j < n; j += 4 {
			var sums [4]int64
			for l := range sums {
				sums[l] = int64(int32(c[i*n+j+l]))
			}
			for _, g := range p.groups {
				from, to := g[0]/2, g[1]/2
				x := a[i*k+from : i*k+to]
				y0, y1, y2, y3 := b[j*k+from:][:len(x)], b[(j+1)*k+from:][:len(x)], b[(j+2)*k+from:][:len(x)], b[(j+3)*k+from:][:len(x)]
				var s0, s1, s2, s3 word
				for l, v := range x {
					s0 += v * y0[l]
					s1 += v * y1[l]
					s2 += v * y2[l]
					s3 += v * y3[l]
				}
				for l, s := range [...]word{s0, s1, s2, s3} {
					sums[l] += (s - word(int32(s))) >> 32
					if p.saturating {
						sums[l] = max(math.MinInt32, min(math.MaxInt32, sums[l]))
					}
				}
			}
			for l, s := range sums {
				d[i*n+j+l] = uint32(s)
			}
		}
	}
}
