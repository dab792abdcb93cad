package conform

import "github.com/ptx2go/ptx2go/internal/isa"

// integers is a list of n operands of an integer or bit-size type: bounds, powers
// of two and what is beside them, and for conversions to floats values that are
// ties in one of the formats.
func (r *random) integers(t isa.Type, n int) []uint64 {
	bits := t.Bits()
	out := []uint64{0, 1, 1<<bits - 1, 1 << (bits - 1), 1<<(bits-1) - 1, 1<<(bits-1) + 1, 1<<bits - 2}
	add := func(u uint64) {
		if u = low(bits, u); len(out)%2 == 0 {
			u = -u
		}
		out = append(out, low(bits, u))
	}
	for _, k := range []int{7, 8, 15, 16, 31, 32} {
		if k < bits {
			for _, d := range []uint64{1<<64 - 1, 0, 1} {
				out = append(out, low(bits, 1<<k+d))
				add(1<<k + d)
			}
		}
	}
	for _, man := range []int{7, 10, 23, 52} {
		for top := man + 2; top <= bits; top = 2*top - man {
			step := uint64(1) << (top - man - 1) // of a number of top bits
			u := uint64(1)<<(top-1) | r.Next()>>(64-man)*step
			add(u + step/2)
			add(u + step/2 + uint64(r.Below(3)) - 1)
		}
	}
	if bits > 16 { // the greatest f16, and where infinity begins
		out = append(out, 65504, 65519, 65520, low(bits, 1<<64-65519), low(bits, 1<<64-65520))
	}
	for len(out) < n {
		out = append(out, r.Next()>>(64-bits)>>r.Below(bits))
	}
	return out[:n]
}

// integerPair returns two operands of a comparison.
func (r *random) integerPair(t isa.Type, i int) (a, b uint64) {
	top := uint64(1) << (t.Bits() - 1)
	special := []uint64{0, 1, 2, top - 1, top, top + 1, low(t.Bits(), 1<<64-1), low(t.Bits(), 1<<64-2)}
	n := len(special)
	if i < n*n {
		return special[i/n], special[i%n]
	}
	a = r.Next() >> (64 - t.Bits())
	switch i % 3 {
	case 0:
		return a, low(t.Bits(), a+uint64(r.Below(3))-1)
	case 1:
		return a, a ^ top
	}
	return a, r.Next() >> (64 - t.Bits())
}
