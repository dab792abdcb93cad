package conform

// Of a sparse A half of the elements are there: two of four neighbours, of 4-bit types two pairs
// of four, of tf32 one of two (section 9.7.14.6).

// kept is how many elements a row of A has.
func (p matrixProduct) kept() int {
	if p.sparse {
		return p.k / 2
	}
	return p.k
}

// chunk is how many columns four bits of metadata are about.
func (p matrixProduct) chunk() int {
	switch registerBits(p.a) {
	case 4:
		return 8
	case 32:
		return 2
	}
	return 4
}

// selectors is how many selectors an instruction may have: those whose lanes are in the quad.
func (p matrixProduct) selectors() int {
	if !p.sparse {
		return 1
	}
	return 16 / (p.k / p.chunk())
}

// otherRegisters is how many registers there are besides those of the matrices.
func (p matrixProduct) otherRegisters() (n int) {
	if p.sparse {
		n++
	}
	if p.scales != nil {
		n += 2
	}
	return n
}

// metadata draws that of a row, and returns from which columns its elements come.
func (p matrixProduct) metadata(r *random, row int, to fragment) (from []int) {
	for c := range p.k / p.chunk() {
		first := r.Below(3)
		second := first + 1 + r.Below(3-first)
		bits := first | second<<2
		switch p.chunk() {
		case 2:
			bits = []int{4, 14}[first%2]
			from = append(from, 2*c+first%2)
		case 4:
			from = append(from, 4*c+first, 4*c+second)
		case 8:
			from = append(from, 8*c+2*first, 8*c+2*first+1, 8*c+2*second, 8*c+2*second+1)
		}
		// Wide types: the low half of a register has the row, the high half the row 8 below,
		// four chunks each. Others: eight chunks of one of these rows, in lanes that take turns.
		quad, shift := c/4, c%4*4+row/8*16
		quads := p.k / p.chunk() / 4
		if registerBits(p.a) < 16 {
			quad, shift, quads = c/8*2+row/8, c%8*4, p.k/p.chunk()/8*2
		}
		word := &to.v[0][row%8*4+quad+p.selector*quads]
		*word = *word&^(15<<shift) | uint64(bits)<<shift
	}
	return from
}
