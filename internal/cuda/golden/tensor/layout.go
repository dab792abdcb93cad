package tensor

// perRegister is how many elements a register of 32 or 64 bits has.
func perRegister(typ string) int { return max(1, int(32/width(typ))) }

// wordOf is the bytes of a register.
func wordOf(typ string) int {
	if typ == "f64" {
		return 8
	}
	return 4
}

// positionA is the row and the column of an element of A, of m rows.
func positionA(m int, typ string, lane, r, e int) (row, k int) {
	n, g, t := perRegister(typ), lane>>2, lane&3
	if m == 8 {
		return g, r*4*n + t*n + e
	}
	return g + 8*(r&1), (r>>1)*4*n + t*n + e
}

func positionB(typ string, lane, r, e int) (k, column int) {
	n := perRegister(typ)
	return r*4*n + (lane&3)*n + e, lane >> 2
}

func positionC(typ string, lane, r, e int) (row, column int) {
	g, t := lane>>2, lane&3
	if typ == "f16" {
		return g + 8*r, 2*t + e
	}
	return g + 8*(r>>1), 2*t + r&1
}

// positionD is of wgmma.
func positionD(typ string, lane, r, e int) (row, column int) {
	l := lane & 31
	g, t := l>>2, l&3
	if typ == "f16" {
		row, column = g+8*(r&1), 8*(r>>1)+2*t+e
	} else {
		row, column = g+8*(r>>1&1), 8*(r>>2)+2*t+r&1
	}
	return row + 16*(lane>>5), column
}

// The positions of m8n8k4: pair is which of the four products.

func pair(lane int) int { return (lane & 15) >> 2 }

func upper(lane int) int { return lane >> 4 << 2 }

func position884A(layout string, lane, r, e int) (row, k int) {
	if i := 2*r + e; layout == "row" {
		return lane&3 + upper(lane), i
	} else {
		return i&3 + upper(lane), lane & 3
	}
}

func position884B(layout string, lane, r, e int) (k, column int) {
	if i := 2*r + e; layout == "row" {
		return lane & 3, i + upper(lane)
	} else {
		return i, lane&3 + upper(lane)
	}
}

func position884C(typ string, lane, r, e int) (row, column int) {
	if typ == "f16" {
		return lane&3 + upper(lane), 2*r + e
	}
	return lane&1 + r&2 + upper(lane), r&4 + lane&2 + r&1
}

// chunk is how many columns of A have four bits of metadata, and how many elements
// of them are kept.
func chunk(typ string) (columns, kept int) {
	switch {
	case typ == "tf32":
		return 2, 1
	case width(typ) == 4:
		return 8, 4
	}
	return 4, 2
}

// column is where the kept element i of a chunk comes from.
func column(typ string, chunk, i int, bits uint32) int {
	switch {
	case typ == "tf32":
		if bits == 0b1110 {
			return chunk*2 + 1
		}
		return chunk * 2
	case width(typ) == 4:
		return chunk*8 + 2*int(bits>>(2*(i/2))&3) + i%2
	}
	return chunk*4 + int(bits>>(2*i)&3)
}

// metaAt is which lane of a quad has the four bits, and where.
func metaAt(k int, typ string, row, chunkIndex, selector int) (lane, bit int) {
	columns, _ := chunk(typ)
	chunks := k / columns
	half := 0
	if row >= 8 {
		half = 1
	}
	if width(typ) >= 16 {
		return chunkIndex/4 + selector*(chunks/4), chunkIndex%4*4 + 16*half
	}
	return half + 2*(chunkIndex/8) + selector*2*(chunks/8), chunkIndex % 8 * 4
}

// sharedAt is the byte of an element in shared memory for wgmma, without swizzle
// and with k running fastest; chunks is how many 16 bytes a row has.
func sharedAt(mn, k, chunks int, typ string) int {
	n := int(128 / width(typ))
	return mn%8*16 + mn/8*128*chunks + k/n*128 + k%n*int(width(typ))/8
}
