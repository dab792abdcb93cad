package tensorops

// A sparse A has half of its elements in its registers, in the layout of a matrix with half of
// the columns. Four bits of metadata for each chunk of columns say which columns these are: of
// four columns two numbers of two bits, the first element's below; of eight the same with pairs
// of columns; of two columns 0100 for the first, 1110 for the second.

// metadata are the registers of the operand, of a quad of lanes for each row below 8 and the row
// 8 below it.
type metadata struct {
	words    []uint32
	selector uint32
	lanes    uint32 // that take part
}

// bits are those of a chunk of a row. Types with 16 and 32 bits have those of four chunks in a
// half of a register, the upper half for the lower rows. For the others a register has eight
// chunks, and every other lane the lower rows. The selector counts groups of as many lanes as
// this takes.
func (p *plan) bits(m metadata, row, chunk int) uint32 {
	lane, shift := chunk/4, chunk%4*4+row/8*16
	if p.a.bits < 16 {
		lane, shift = row/8+chunk/8*2, chunk%8*4
	}
	lane += int(m.selector) * (p.shape.k / p.shape.chunk / 4)
	return held(m.words, row%8*4+lane%4, m.lanes) >> shift & 15
}

// columnsOf are the columns of A from which the elements of a row come.
func (p *plan) columnsOf(m metadata, row int) (list [mostRow]uint8) {
	half := p.shape.chunk / 2
	for i := range p.kept() {
		chunk := i / half
		bits := p.bits(m, row, chunk)
		var column uint32
		switch at := i % half; p.shape.chunk {
		case 2:
			column = bits >> 3 & 1
		case 4:
			column = bits >> (2 * at) & 3
		case 8:
			column = bits>>(at/2*2)&3*2 + uint32(at%2)
		}
		list[p.position[i]] = uint8(chunk*p.shape.chunk + int(column))
	}
	return list
}

// picked are the elements of a column of B in the order of those of a row of A.
func picked[T any](to, column []T, from *[mostRow]uint8) []T {
	for i := range to {
		to[i] = column[from[i]]
	}
	return to
}
