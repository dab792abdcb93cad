package conform

// Where the largest exponent counts as a least one, the floor of a model, shows in sums of few terms
// alone: one that is half of the last bit of the result, or that bit, and one that is just above or below the
// last bit that terms keep. So in the tile of any bits some rows and columns are zero but for two
// elements.

// probes reports whether rows and columns of a tile are such.
func (p matrixProduct) probes(tile int) bool {
	return tile == 2 && !p.sparse && p.c == p.d && (p.a == "bf16" || p.a == "tf32" || p.a == "f16" && p.d == "f16")
}

// probeRow and probeColumn say which.
func probeRow(i int) bool    { return i%8 == 7 }
func probeColumn(j int) bool { return j%2 == 1 }

// probeA is element k of such a row.
func (p matrixProduct) probeA(k int) uint64 {
	switch {
	case k > 1:
		return 0
	case p.a == "f16":
		return [...]uint64{0x0c00, 0x0001}[k] // 2^-12 and 2^-24
	}
	return p.power([...]int{-75, -83}[k]) | uint64(k)<<(registerBits(p.a)-1)
}

// probeB is element k of column j: the products are 2^-25, of bf16 and tf32 2^-149, and the last bit that
// terms keep or the one below.
func (p matrixProduct) probeB(k, j int) uint64 {
	m := p.model()
	last := m.Floor - m.Bits - j/2%2
	switch {
	case k > 1:
		return 0
	case p.a == "f16":
		return [...]uint64{0x0800, 1 << (last + 48)}[k] // 2^-13, and a subnormal number
	}
	return p.power([...]int{-74, last + 83}[k])
}

// power is 2^e in bf16 or tf32.
func (p matrixProduct) power(e int) uint64 { return uint64(127+e) << (registerBits(p.a) - 9) }
