package tensorops

import (
	"math/bits"
	"sync"
)

// Product is an instruction that multiplies matrices, as GPUs of some architecture compute it.
// It is ready for use, and may be used by many at once.
type Product struct {
	// Head is the instruction: "mma.m16n8k16.f32.f16.f16.f32".
	Head string
	// Since is the first of these architectures, see [Since], or [Exact].
	Since int

	once sync.Once
	*plan
}

// plan is what the tables say of a product.
type plan struct {
	*instruction
	model      *model
	groups     [][2]int // where groups of terms begin and end, in their order
	position   []int    // of a product in that order
	at         [4][]uint16
	count      [4]int // registers of D, A, B and C
	products   int
	coding     codes
	saturating bool
	xor        bool
	tiling     *tiling // nil where there is none
}

// nowhere is where an element lies that another register has too.
const nowhere = 1<<16 - 1

// Most elements that the matrices of an instruction have.
const (
	mostFactors = 1024
	mostSums    = 256
	mostRow     = 64
)

func (p *Product) prepare() {
	i, err := parse(p.Head)
	if err != nil {
		panic("tensorops: " + err.Error())
	}
	s := i.shape
	q := &plan{instruction: i, model: modelFor(i, p.Since), products: max(1, s.products)}
	if q.model == nil {
		panic("tensorops: no model of " + p.Head)
	}
	q.count = [4]int{i.registers(s.m, s.n, i.d), i.factors(s.m, i.kept(), i.a), i.factors(s.k, s.n, i.b), i.registers(s.m, s.n, i.c)}
	q.at[0] = placed(s.c, grid{rows: s.m, columns: s.n, per: i.d.perRegister()}, q.count[0], false)
	q.order()
	q.at[1] = placed(s.a, grid{s.m, i.kept(), i.a.perRegister(), i.columnMajor(0)}, q.count[1], false)
	q.at[2] = placed(s.b, grid{s.k, s.n, i.b.perRegister(), i.columnMajor(1)}, q.count[2], true)
	q.at[3] = placed(s.c, grid{rows: s.m, columns: s.n, per: i.c.perRegister()}, q.count[3], false)
	if fuses {
		q.tiling = newTiling(q, &q.at)
	}
	q.reorder(q.at[1])
	if !i.sparse { // otherwise columns are chosen for each row
		q.reorder(q.at[2])
	}
	if q.coding = i.codes(); i.a.kind == float && i.a.bits < 64 {
		q.at[1], q.at[2] = byElement(q.at[1], i.a.perRegister()), byElement(q.at[2], i.b.perRegister())
		inBlocks(q.at[2], s.k)
	}
	q.saturating, q.xor = i.has("satfinite"), i.has("xor")
	p.plan = q
}

// split puts the numbers of k products into groups.
func (m *model) split(k int) [][]int {
	size := m.group
	if size == 0 {
		size = k
	}
	groups := make([][]int, max(1, k/size))
	if m.pick {
		groups = make([][]int, 2)
	}
	for i := range k {
		g := i / size
		if m.pick {
			g = i % 4 / 2
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

// order lays the groups one after another.
func (p *plan) order() {
	p.position = make([]int, p.kept())
	n := 0
	for _, g := range p.model.split(p.kept()) {
		terms := max(1, p.model.exactly) // of so many products each
		p.groups = append(p.groups, [2]int{n / terms, (n + len(g)) / terms})
		for _, i := range g {
			p.position[i] = n
			n++
		}
	}
}

// reorder moves the elements of rows of A, or of columns of B, to the positions of their products.
func (p *plan) reorder(at []uint16) {
	for i, x := range at {
		if k := p.kept(); x != nowhere {
			at[i] = uint16(int(x)/k*k + p.position[int(x)%k])
		}
	}
}

// placed says where the elements of the registers lie in a matrix, row by row, or column by
// column if it is transposed: an element for each register, lane and element in it.
func placed(of layout, m grid, registers int, transposed bool) []uint16 {
	var list []uint16
	for r := range registers {
		for lane := range 32 {
			for e := range m.per {
				product, row, column := of(m, place{lane, r, e})
				at := row*m.columns + column
				if transposed {
					at = column*m.rows + row
				}
				if row >= m.rows || column >= m.columns {
					at = nowhere
				} else {
					at += product * m.rows * m.columns
				}
				list = append(list, uint16(at))
			}
		}
	}
	return list
}

// Results is the number of registers of D.
func (p *Product) Results() int {
	p.once.Do(p.prepare)
	return p.count[0]
}

// Arguments is the number of registers of the operands.
func (p *Product) Arguments() int {
	p.once.Do(p.prepare)
	n := p.count[1] + p.count[2] + p.count[3]
	if p.sparse {
		n += 2 // the metadata and the selector
	}
	if p.scale != nil {
		n += 2 * scaleArguments
	}
	return n
}

// Wide reports whether registers have 64 bits.
func (p *Product) Wide() bool {
	p.once.Do(p.prepare)
	return p.d.bits == 64
}

// register is what a register is in Go.
type register interface{ ~uint32 | ~uint64 }

// Compute computes an instruction with registers of 32 bits. Each is a slice with an element
// for each lane, in d nil where nobody reads it, in the operands perhaps a single element that
// is the same for all lanes. The registers of D are in d, those of A, B and C in this order
// in the operands, and after them, for a sparse A, the metadata and the selector, and the scales of A and
// of B, each with the number of a byte and of a lane. Only the lanes that take part have results; what others hold is zero.
func (p *Product) Compute(d [][]uint32, lanes uint32, operands [][]uint32) {
	p.once.Do(p.prepare)
	if fuses && p.tiling != nil && p.byTiles(d, lanes, operands) {
		return
	}
	p.byElements(d, lanes, operands)
}

// byElements makes matrices of the fragments, and computes them block by block or element by element.
func (p *Product) byElements(d [][]uint32, lanes uint32, operands [][]uint32) {
	var raw, out [mostSums]uint32
	c := p.count
	unpack(&raw, p.at[3], p.c, operands[c[1]+c[2]:c[1]+c[2]+c[3]], lanes)
	rest := operands[c[1]+c[2]+c[3]:]
	var m metadata
	if p.sparse {
		m, rest = metadata{rest[0], rest[1][0], lanes}, rest[2:]
	}
	switch {
	case p.a.kind == float:
		w := spareFloats.Get().(*floats)
		p.coding.unpack(&w.a, p.at[1], p.a, operands[:c[1]], lanes)
		p.coding.unpack(&w.b, p.at[2], p.b, operands[c[1]:c[1]+c[2]], lanes)
		if p.scale != nil {
			p.scaleBlocks(w, rest, lanes)
		}
		p.floats(w, m, &raw, &out)
		spareFloats.Put(w)
	case !p.sparse && p.a.kind != logical:
		var a, b [mostFactors / 2]word
		unpackWords(&a, p.at[1], p.a, operands[:c[1]], lanes, false)
		unpackWords(&b, p.at[2], p.b, operands[c[1]:c[1]+c[2]], lanes, true)
		p.words(&a, &b, &raw, &out)
	default: // bits, or a sparse A
		var a, b [mostFactors]int32
		unpackIntegers(&a, p.at[1], p.a, operands[:c[1]], lanes)
		unpackIntegers(&b, p.at[2], p.b, operands[c[1]:c[1]+c[2]], lanes)
		p.integers(&a, &b, m, &raw, &out)
	}
	pack(d, p.at[0], p.d, lanes, &out)
}

// value returns a register of a lane.
func value[R register](r []R, lane int) R {
	if len(r) == 1 {
		return r[0]
	}
	return r[lane]
}

// held returns a register of a lane, which is zero where that does not take part.
func held(r []uint32, lane int, lanes uint32) uint32 {
	if lanes>>lane&1 == 0 {
		return 0
	}
	return value(r, lane)
}

// whole returns a register of all lanes, which is zero in those that do not take part. It needs
// room where the register is not that already.
func whole(r []uint32, lanes uint32, room *[32]uint32) *[32]uint32 {
	if lanes == 1<<32-1 && len(r) >= 32 {
		return (*[32]uint32)(r)
	}
	*room = [32]uint32{}
	for s := lanes; s != 0; s &= s - 1 {
		lane := bits.TrailingZeros32(s)
		room[lane&31] = value(r, lane)
	}
	return room
}

// unpack puts the elements of registers where they lie in a matrix.
func unpack(m *[mostSums]uint32, at []uint16, f *format, registers [][]uint32, lanes uint32) {
	var room [32]uint32
	per, width, mask := f.perRegister(), f.bits, uint32(1)<<f.bits-1
	for _, r := range registers {
		for _, x := range whole(r, lanes, &room) {
			for _, to := range at[:per] {
				if to != nowhere {
					m[to&(mostSums-1)] = x & mask
				}
				x >>= width & 31
			}
			at = at[per:]
		}
	}
}

func unpackIntegers(m *[mostFactors]int32, at []uint16, f *format, registers [][]uint32, lanes uint32) {
	per := f.perRegister()
	for i, r := range registers {
		for s := lanes; s != 0; s &= s - 1 {
			lane := bits.TrailingZeros32(s)
			x := value(r, lane)
			for e := range per {
				m[at[(i*32+lane)*per+e]] = f.integer(x >> (uint(e) * f.bits))
			}
		}
	}
}

// pack makes the registers of the lanes that take part of a matrix.
func pack(d [][]uint32, at []uint16, f *format, lanes uint32, m *[mostSums]uint32) {
	per := f.perRegister()
	for i, r := range d {
		if r == nil {
			continue
		}
		for s := lanes; s != 0; s &= s - 1 {
			lane := bits.TrailingZeros32(s)
			var x uint32
			for e, from := range at[(i*32+lane)*per:][:per] {
				x |= m[from&(mostSums-1)] << (uint(e) * f.bits & 31)
			}
			r[lane] = x
		}
	}
}
