package tensorops

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// move is how ldmatrix and stmatrix move matrices between memory and registers. A row of a matrix
// is 16 bytes of memory, at the address of a lane. What remains to be done besides the accesses
// of these lanes is an exchange among the lanes: each has a row on one side, and on the other
// side elements.
type move struct {
	op, shape, elements string
	rows                int  // of a matrix
	registers           int  // of a matrix in each lane
	bits, stored        uint // of an element in a register, and in memory

	// Where an element of a register of a matrix is, nil where there is no such form.
	plain, trans layout
}

// moves has a line for each shape.
var moves = []move{
	{op: "ldmatrix", shape: "m8n8", elements: "b16", rows: 8, registers: 1, bits: 16, stored: 16, plain: across, trans: down},
	{op: "ldmatrix", shape: "m16n16", elements: "b8", rows: 16, registers: 2, bits: 8, stored: 8, trans: downTwice},
	{op: "ldmatrix", shape: "m16n16", elements: "b8x16.b6x16_p32", rows: 16, registers: 2, bits: 8, stored: 6, trans: downTwice},
	{op: "ldmatrix", shape: "m16n16", elements: "b8x16.b4x16_p64", rows: 16, registers: 2, bits: 8, stored: 4, trans: downTwice},
	{op: "ldmatrix", shape: "m8n16", elements: "b8x16.b6x16_p32", rows: 8, registers: 1, bits: 8, stored: 6, plain: across},
	{op: "ldmatrix", shape: "m8n16", elements: "b8x16.b4x16_p64", rows: 8, registers: 1, bits: 8, stored: 4, plain: across},
	{op: "stmatrix", shape: "m8n8", elements: "b16", rows: 8, registers: 1, bits: 16, stored: 16, plain: across, trans: down},
	{op: "stmatrix", shape: "m16n8", elements: "b8", rows: 8, registers: 1, bits: 8, stored: 8, trans: downSums},
}

// across is the layout of an operand: four neighbouring lanes have a row.
func across(m grid, x place) (product, row, column int) { return 0, x.g(), m.per*x.t() + x.e }

// down is its transpose.
func down(m grid, x place) (product, row, column int) { return 0, m.per*x.t() + x.e, x.g() }

// downTwice is the transpose of an operand with a second register.
func downTwice(m grid, x place) (product, row, column int) {
	return 0, m.per*x.t() + x.e, x.g() + 8*x.r
}

// downSums is the transpose of a sum of 16 rows: the four elements that a lane has of it share a
// register.
func downSums(m grid, x place) (product, row, column int) {
	return 0, 2*x.t() + x.e%2, x.g() + 8*(x.e/2)
}

// Move is an ldmatrix or stmatrix without its accesses of memory. It is ready for use, and may be
// used by many at once.
type Move struct {
	// Head is the instruction: "ldmatrix.m8n8.x4.trans.b16".
	Head string

	once   sync.Once
	shape  *move
	count  int // matrices
	at     []source
	whole  bool // a register is a word of a row
	halves bool // elements have 16 bits, in rows too
}

// source is where an element is among the rows: of which lane, and from which bit on.
type source struct{ lane, bit uint8 }

func parseMove(head string) (*move, layout, int, error) {
	parts := strings.Split(head, ".")
	trans := slices.Contains(parts, "trans")
	count := 0
	var rest []string
	for _, p := range parts[2:] {
		if _, err := fmt.Sscanf(p, "x%d", &count); err != nil && p != "trans" {
			rest = append(rest, p)
		}
	}
	for i := range moves {
		m := &moves[i]
		if m.op != parts[0] || m.shape != parts[1] || m.elements != strings.Join(rest, ".") || count*m.rows > 32 {
			continue
		}
		if of := map[bool]layout{false: m.plain, true: m.trans}[trans]; of != nil && count > 0 {
			return m, of, count, nil
		}
	}
	return nil, nil, 0, fmt.Errorf("%s: no move of matrices", head)
}

// Moves returns what a lane has of the operand of a move, and how many lanes, the first ones,
// have the address of a row; or an error where the table does not have it.
func Moves(head string) (registers, rows int, err error) {
	m, _, count, err := parseMove(head)
	if err != nil {
		return 0, 0, err
	}
	return count * m.registers, count * m.rows, nil
}

func (v *Move) prepare() {
	m, of, count, err := parseMove(v.Head)
	if err != nil {
		panic("tensorops: " + err.Error())
	}
	v.shape, v.count = m, count
	per := int(32 / m.bits)
	for r := range count * m.registers {
		for lane := range 32 {
			for e := range per {
				_, row, column := of(grid{per: per}, place{lane, r % m.registers, e})
				v.at = append(v.at, source{uint8(r/m.registers*m.rows + row), uint8(column * int(m.stored))})
			}
		}
	}
	v.halves = m.bits == 16 && m.stored == 16
	v.whole = v.halves
	for i := 0; i < len(v.at) && v.whole; i += 2 {
		first, second := v.at[i], v.at[i+1]
		v.whole = first.bit%32 == 0 && second == source{first.lane, first.bit + 16}
	}
}

// Results is the number of registers of the result: of the fragment, or of a row.
func (v *Move) Results() int {
	v.once.Do(v.prepare)
	if v.shape.op == "stmatrix" {
		return 4
	}
	return v.count * v.shape.registers
}

// Arguments is the number of registers of the operand.
func (v *Move) Arguments() int {
	v.once.Do(v.prepare)
	return 4 + v.count*v.shape.registers - v.Results()
}

// Compute is Gather or Scatter.
func (v *Move) Compute(d [][]uint32, lanes uint32, operands [][]uint32) {
	v.once.Do(v.prepare)
	if v.shape.op == "stmatrix" {
		v.Scatter(d, lanes, operands)
	} else {
		v.Gather(d, lanes, operands)
	}
}

// Gather makes the registers of the lanes that take part from the rows: four words of each lane,
// which it has loaded.
func (v *Move) Gather(d [][]uint32, lanes uint32, rows [][]uint32) {
	v.once.Do(v.prepare)
	if v.halves {
		v.gatherHalves(d, lanes, rows)
	} else {
		v.gatherBits(d, lanes, rows)
	}
}

// gatherBits is Gather of elements of any size.
func (v *Move) gatherBits(d [][]uint32, lanes uint32, rows [][]uint32) {
	var words [32][5]uint32 // the last is zero
	for s := lanes; s != 0; s &= s - 1 {
		lane := bits.TrailingZeros32(s)
		for i, r := range rows {
			words[lane][i] = value(r, lane)
		}
	}
	per, stored := int(32/v.shape.bits), v.shape.stored
	for i, r := range d {
		if r == nil {
			continue
		}
		for s := lanes; s != 0; s &= s - 1 {
			lane := bits.TrailingZeros32(s)
			var x uint32
			for e := range per {
				from := v.at[(i*32+lane)*per+e]
				w := &words[from.lane]
				pair := uint64(w[from.bit/32]) | uint64(w[from.bit/32+1])<<32
				x |= uint32(pair>>(from.bit%32)) & (1<<stored - 1) << (uint(e) * v.shape.bits)
			}
			r[lane] = x
		}
	}
}

// gatherHalves is Gather of elements of 16 bits.
func (v *Move) gatherHalves(d [][]uint32, lanes uint32, rows [][]uint32) {
	var words [4][32]uint32
	for i, r := range rows[:4] {
		words[i] = *whole(r, lanes, &words[i])
	}
	var out [32]uint32
	for i, r := range d {
		if r == nil {
			continue
		}
		to := &out
		if lanes == 1<<32-1 {
			to = (*[32]uint32)(r)
		}
		at := (*[64]source)(v.at[64*i:])
		if v.whole {
			for lane := range to {
				from := at[2*lane]
				to[lane] = words[from.bit/32&3][from.lane&31]
			}
		} else {
			for lane := range to {
				low, high := at[2*lane], at[2*lane+1]
				x, y := words[low.bit/32&3][low.lane&31], words[high.bit/32&3][high.lane&31]
				to[lane] = x>>(low.bit&16)&0xffff | y>>(high.bit&16)<<16
			}
		}
		for s := lanes; to == &out && s != 0; s &= s - 1 {
			lane := bits.TrailingZeros32(s) & 31
			r[lane] = out[lane]
		}
	}
}

// Scatter is the reverse: it makes the rows that lanes store. Those of other lanes are zero.
func (v *Move) Scatter(rows [][]uint32, lanes uint32, operands [][]uint32) {
	v.once.Do(v.prepare)
	var words [32][4]uint32
	per := int(32 / v.shape.bits)
	for i, r := range operands {
		for s := lanes; s != 0; s &= s - 1 {
			lane := bits.TrailingZeros32(s)
			x := value(r, lane)
			for e := range per {
				to := v.at[(i*32+lane)*per+e]
				words[to.lane][to.bit/32] |= x >> (uint(e) * v.shape.bits) & (1<<v.shape.bits - 1) << (to.bit % 32)
			}
		}
	}
	for i, r := range rows {
		if r == nil {
			continue
		}
		for s := lanes; s != 0; s &= s - 1 {
			lane := bits.TrailingZeros32(s)
			r[lane] = words[lane][i]
		}
	}
}
