package difftest

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// tiled fills a kernel of class Streams whose blocks have rows, mostly of whole gangs, and all
// threads of them do something but those of the last rows: with elements of the thread's own, of its
// column, which all rows share, and of its row. Some exchange numbers through shared memory first.
func (g *gen) tiled() {
	k, f := g.k, g.fn
	f.decls = append(f.decls, ".reg .u32 %i, %n, %sx, %sy, %sw, %stride;", ".reg .pred %guard;")
	k.Block = [3]uint32{8 * uint32(g.between(1, 3)), uint32(g.between(1, 9)), 1}
	if g.chance(4) {
		k.Block[0] += uint32(g.n(8))
	}
	if g.chance(4) {
		k.Block[1], k.Block[2] = uint32(g.between(1, 4)), uint32(g.between(2, 3))
	}
	k.Grid = [3]uint32{uint32(g.between(1, 3)), 1, 1}
	width := int(k.Block[0])
	height := k.Threads() / width
	rows := height
	if g.chance(3) {
		rows = g.between(1, height)
	}
	buffer := func(reg string, n int, typ isa.Type, out bool) *array {
		a := &array{reg: reg, typ: typ, per: 1, out: out, size: typ.Bytes()}
		short := n == width*rows && n > width && g.chance(12) && k.short == nil // what one thread fails at
		if short {
			n--
		}
		data := g.bytesOf(n * a.size)
		if typ == isa.F64 { // no NaN: which of two a sum has is nobody's promise
			for i := 7; i < len(data); i += 8 {
				data[i] &^= 0x40
			}
		}
		g.buffer(reg[1:], data, reg)
		a.buf = k.params[len(k.params)-1].buf
		if short {
			k.short = a.buf
		}
		return a
	}
	typ := []isa.Type{isa.U32, isa.U32, isa.F32, isa.F32, isa.F32, isa.U64, isa.F64}[g.n(7)]
	type place struct {
		*array
		index string
	}
	var reads, writes []place
	for n := range g.between(1, 3) {
		out := buffer(fmt.Sprintf("%%out%d", n), width*rows, typ, true)
		writes = append(writes, place{out, "%i"})
	}
	for n := range g.between(1, 4) {
		switch g.n(3) {
		case 0:
			reads = append(reads, place{buffer(fmt.Sprintf("%%own%d", n), width*rows, typ, false), "%i"})
		case 1:
			reads = append(reads, place{buffer(fmt.Sprintf("%%col%d", n), width, typ, false), "%sx"})
		default:
			reads = append(reads, place{buffer(fmt.Sprintf("%%row%d", n), rows, typ, false), "%sy"})
		}
	}
	if g.chance(3) && k.Block[2] == 1 {
		g.exchanged(true)
	}
	f.head = append(f.head, "mov.u32 %sx, %tid.x;", "mov.u32 %sw, %ntid.x;",
		"mov.u32 %sy, %ctaid.x;", "mov.u32 %i, %ntid.z;", "mov.u32 %n, %tid.z;", "mad.lo.u32 %sy, %sy, %i, %n;",
		"mov.u32 %i, %ntid.y;", "mov.u32 %n, %tid.y;", "mad.lo.u32 %sy, %sy, %i, %n;", "mad.lo.s32 %i, %sy, %sw, %sx;")
	if rows < height {
		f.head = append(f.head, fmt.Sprintf("setp.ge.u32 %%guard, %%sy, %d;", rows), "@%guard bra DONE;")
	}
	load := func(p place, got int) *node {
		at, before := g.at(p.array, p.index)
		return lines(append(before, fmt.Sprintf("ld.global.%v %%got%d, [%s];", typ, got, at))...)
	}
	// Sums grow from what was loaded, and from one another.
	sums := g.between(1, 3)
	for range sums {
		f.declare(typ.String(), "sum")
	}
	for range reads {
		f.declare(typ.String(), "got")
	}
	for i, p := range reads {
		f.body = append(f.body, load(p, i))
	}
	for i := range sums {
		f.body = append(f.body, must(fmt.Sprintf("mov.%v %%sum%d, %%got%d;", typ, i, g.n(len(reads)))))
	}
	for range g.between(2, 16) {
		sum, got, other := g.n(sums), g.n(len(reads)), g.n(sums)
		if g.chance(8) {
			f.body = append(f.body, load(reads[got], got))
		}
		steps := []string{"mad.lo.%[1]v %%sum%[2]d, %%sum%[2]d, %%got%[3]d, %%sum%[4]d;", "add.%[1]v %%sum%[2]d, %%sum%[4]d, %%got%[3]d;",
			"xor.b%[5]d %%sum%[2]d, %%sum%[2]d, %%got%[3]d;", "shr.%[1]v %%sum%[2]d, %%sum%[2]d, 3;"}
		if typ.IsFloat() {
			steps = []string{"fma.rn.%[1]v %%sum%[2]d, %%sum%[2]d, %%got%[3]d, %%sum%[4]d;", "add.%[1]v %%sum%[2]d, %%sum%[4]d, %%got%[3]d;",
				"mul.%[1]v %%sum%[2]d, %%sum%[2]d, %%got%[3]d;", "min.%[1]v %%sum%[2]d, %%sum%[2]d, %%got%[3]d;"}
		}
		f.body = append(f.body, lines(fmt.Sprintf(steps[g.n(len(steps))], typ, sum, got, other, 8*typ.Bytes())))
	}
	for _, p := range writes {
		at, before := g.at(p.array, p.index)
		f.body = append(f.body, lines(append(before, fmt.Sprintf("st.global.%v [%s], %%sum%d;", typ, at, g.n(sums)))...))
	}
	f.tail = append(f.tail, "DONE:", "ret;")
}
