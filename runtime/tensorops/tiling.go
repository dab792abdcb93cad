package tensorops

// Most products need no matrices to be made of their fragments: four neighbouring lanes have 16 bytes of a row of A or of a
// column of B, and pairs of registers have eight neighbouring sums. Where the tables say so, vectors move 16 bytes at a
// time, and compute tiles of eight rows and eight columns from the registers of C.

// tiling is where registers lie. Rows of A follow one another. So do blocks of eight columns of B, in which lines follow one
// another: of elements, or of integers those of a register.
type tiling struct {
	a, b         []int    // of each register, the byte at which it begins
	d            [][2]int // of each pair of registers of C and D, the first row and the first column
	sizeA, sizeB int      // in bytes
	widen        [2]widener
	integers     bool
	unit         int // bits of an element as it is multiplied
}

// newTiling returns the tiling of a product, nil where it has none. The places of the elements of D, A, B and C are those
// of [placed].
func newTiling(p *plan, at *[4][]uint16) *tiling {
	s, m := p.shape, p.model
	if p.sparse || p.scale != nil || p.products > 1 || p.c.bits != 32 || p.d.bits != 32 || p.a.bits != p.b.bits {
		return nil
	}
	width := int(p.a.bits)
	t := &tiling{sizeA: s.m * s.k * width / 8, sizeB: s.n * s.k * width / 8}
	if t.sizeA > bytesOfSet || t.sizeB > bytesOfSet || t.sizeA%vectorBytes+t.sizeB%vectorBytes > 0 {
		return nil
	}
	switch {
	case m.unit == exact && p.a.kind != logical:
		t.widen, t.integers, t.unit = [2]widener{p.a.toWords(), p.b.toWords()}, true, width
	case m.sumsInWords(p.groups) && p.a == p.b:
		t.widen, t.unit = [2]widener{p.a.toSingle(), p.b.toSingle()}, 32
	}
	for i, at := range p.position {
		if i != at {
			return nil
		}
	}
	for _, g := range p.groups {
		if (g[1]-g[0])*t.unit/32%4 != 0 { // as many at a time
			return nil
		}
	}
	if t.widen[0] == nil || !t.placeA(p, at[1]) || !t.placeB(p, at[2]) || !t.placeSums(p, at[0], at[3]) {
		return nil
	}
	return t
}

// sumsInWords reports whether fused sums are those that [sumFloats] computes: of a few products each, which with
// their bits are integers of 32 bits. Floors and results that are not as precise as f32 are left to others.
func (m *model) sumsInWords(groups [][2]int) bool {
	most := 0
	for _, g := range groups {
		most = max(most, g[1]-g[0])
	}
	return m.unit == fused && m.exactly == 0 && !m.late && m.keep == 23 && m.bits <= 25 && m.floor <= -100 && most <= 16
}

// placeA reports whether lanes have 16 bytes of a row each four.
func (t *tiling) placeA(p *plan, at []uint16) bool {
	per := p.a.perRegister()
	for ; len(at) > 0 && at[0] != nowhere; at = at[32*per:] {
		first := int(at[0])
		for i, x := range at[:32*per] {
			if int(x) != first+i/(4*per)*p.shape.k+i%(4*per) {
				return false
			}
		}
		t.a = append(t.a, first*int(p.a.bits)/8)
	}
	return true
}

// placeB reports whether lanes have 16 bytes of a column each four, and registers those of a block.
func (t *tiling) placeB(p *plan, at []uint16) bool {
	per, k := p.b.perRegister(), p.shape.k
	for ; len(at) > 0 && at[0] != nowhere; at = at[32*per:] {
		column, line := int(at[0])/k, int(at[0])%k
		for i, x := range at[:32*per] {
			if int(x) != (column+i/(4*per))*k+line+i%(4*per) {
				return false
			}
		}
		if column%blockColumns != 0 || line+4*per > k {
			return false
		}
		t.b = append(t.b, (column*k+blockColumns*line)*int(p.b.bits)/8)
	}
	return true
}

// placeSums reports whether pairs of registers have two elements of a row in each lane, and four lanes a row of a block.
func (t *tiling) placeSums(p *plan, d, c []uint16) bool {
	n := p.shape.n
	for i := 0; i < len(d); i += 64 {
		row, column := int(d[i])/n, int(d[i])%n
		for lane := range 32 {
			want := (row+lane/4)*n + column + lane%4*2
			if int(d[i+lane]) != want || int(d[i+32+lane]) != want+1 || c[i+lane] != d[i+lane] || c[i+32+lane] != d[i+32+lane] {
				return false
			}
		}
		if column%blockColumns != 0 {
			return false
		}
		t.d = append(t.d, [2]int{row, column})
	}
	return true
}
