package warpops

// Column holds a value of each lane of a warp: its bits, zero-extended.
type Column [32]uint64

// column returns the values of an operand.
func column[T any](a *Column, of func(x uint64) T) (v [32]T) {
	for i, x := range a {
		v[i] = of(x)
	}
	return v
}

// spread gives the lanes that take part a result.
func spread[T any](r *Column, lanes uint32, v *[32]T, bits func(x T) uint64) {
	for i := range r {
		if lanes>>i&1 != 0 {
			r[i] = bits(v[i])
		}
	}
}
