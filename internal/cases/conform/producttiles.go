package conform

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/fused"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// productTiles is how many times a kernel multiplies: tile by tile small integers, numbers with
// exponents near each other, any bits, and sums that nearly cancel or overflow.
const productTiles = 4

// tileNumbers are the tiles that the nth kernel of a case multiplies. Small floats, of which there are
// many products, have one each, and a sparse A every other one.
func (p matrixProduct) tileNumbers(nth int) []int {
	switch {
	case p.kind() != "":
		return []int{nth % productTiles}
	case p.sparse:
		return []int{1, 3}
	}
	return []int{0, 1, 2, 3}
}

// tiles draws inputs, and computes what they give: registers, lane by lane, of A, B and C, and
// of D.
func (p matrixProduct) tiles(r *random) (in, want []uint64) {
	for _, tile := range p.chosen {
		if p.scales != nil {
			p.scales.choose(r, tile)
			p.scales.named = r.Below(3) == 0
		}
		a, b, c, d := p.registers(p.m, p.kept(), p.a), p.registers(p.k, p.n, p.b), p.registers(p.m, p.n, p.c), p.registers(p.m, p.n, p.d)
		meta := fragment{32, make([][warp]uint64, 1)}
		for lane := range warp {
			if p.sparse {
				meta.v[0][lane] = low(32, r.Next()) // what no row uses may be anything
			}
		}
		products := 1
		if p.quads {
			products = 4
		}
		for q := range products {
			p.multiply(r, tile, q, a, b, c, d, meta)
		}
		for _, m := range []fragment{a, b, c} {
			in = append(in, m.words()...)
		}
		if p.sparse {
			in = append(in, meta.words()...)
		}
		if p.scales != nil {
			in = append(in, append(p.scales.registers[0].words(), p.scales.registers[1].words()...)...)
		}
		want = append(want, d.words()...)
	}
	return in, want
}

// multiply is one product of matrices.
func (p matrixProduct) multiply(r *random, tile, q int, a, b, c, d, meta fragment) {
	columns := make([][]uint64, p.n)
	for j := range columns {
		for k := range p.k {
			v := drawn(r, tile, p.b)
			if p.probes(tile) && probeColumn(j) {
				v = p.probeB(k, j)
			}
			columns[j] = append(columns[j], v)
			b.put(p.spotB(q, k, j), v)
		}
	}
	for i := range p.m {
		var row []uint64
		for k := range p.kept() {
			v := drawn(r, tile, p.a)
			if p.probes(tile) && probeRow(i) {
				v = p.probeA(k)
			}
			row = append(row, v)
			a.put(p.spotA(q, i, k), v)
		}
		var from []int
		if p.sparse {
			from = p.metadata(r, i, meta)
		}
		for j, column := range columns {
			if p.sparse {
				var kept []uint64
				for _, k := range from {
					kept = append(kept, column[k])
				}
				column = kept
			}
			if p.scales != nil {
				p.scales.at(i, j)
			}
			v := p.addend(r, tile, row, column)
			if p.probes(tile) && probeRow(i) && probeColumn(j) {
				v = 0
			}
			c.put(p.spotC(p.c, q, i, j), v)
			d.put(p.spotC(p.d, q, i, j), p.element(row, column, v))
		}
	}
}

// drawn is an element of A or B.
func drawn(r *random, tile int, typ string) uint64 {
	n := registerBits(typ)
	f := fused.FormatOf(typ)
	small := func(v int) uint64 {
		x := ieee.Encode(f, ieee.FromInt(big.NewInt(int64(v))), "rn", false)
		if typ == "tf32" {
			x = x<<13 | r.Next()>>51
		}
		return x
	}
	switch {
	case f.Exp == 0, tile == 2:
		return low(n, r.Next())
	case tile == 0:
		return small(r.Between(-4, 4))
	}
	e := r.Between(-3, 3) + f.Bias()
	if tile == 3 {
		e = r.Between(-1, 5) + f.Bias()
	}
	v := low(int(f.Man), r.Next()) | low(int(f.Exp), uint64(e))<<f.Man | uint64(r.Below(2))<<(f.Exp+f.Man)
	if typ == "tf32" {
		v = v<<13 | r.Next()>>51
	}
	return v
}

// addend is an element of C. In the last tile it is what nearly cancels the products, or an
// integer near a bound.
func (p matrixProduct) addend(r *random, tile int, row, column []uint64) uint64 {
	f := fused.FormatOf(p.c)
	if p.c == "s32" {
		switch tile {
		case 0:
			return low(32, uint64(r.Between(-9, 9)))
		case 3:
			return uint64(1<<31 - 1 - r.Below(2000) + r.Below(2)*1800)
		}
		return low(32, r.Next())
	}
	switch tile {
	case 0:
		return ieee.Encode(f, ieee.FromInt(big.NewInt(int64(r.Between(-9, 9)))), "rn", false)
	case 2:
		return low(int(f.Width()), r.Next())
	case 3:
		if p.scales != nil {
			return p.element(row, column, 0) ^ 1<<31
		}
		sum := ieee.FromInt(new(big.Int))
		for i := range row {
			x, y := decoded(p.a, row[i]), decoded(p.b, column[i])
			sum = ieee.Add(sum, ieee.Mul(x, y), "rn")
		}
		if r.Below(4) > 0 && sum.Kind == ieee.Finite {
			return ieee.Encode(f, ieee.Negate(sum), "rz", false)
		}
	}
	return low(int(f.Man), r.Next()) | uint64(r.Between(-4, 4)+f.Bias())<<f.Man | uint64(r.Below(2))<<(f.Exp+f.Man)
}

func decoded(typ string, v uint64) ieee.Number {
	x, _ := fused.Decode(typ, v)
	return x
}

// fragment is the registers of a matrix: register, lane.
type fragment struct {
	bits int
	v    [][warp]uint64
}

func (p matrixProduct) registers(rows, columns int, typ string) fragment {
	return fragment{registerBits(typ), make([][warp]uint64, p.count(rows, columns, typ))}
}

func (f fragment) put(at spot, v uint64) { f.v[at.r][at.lane] |= v << (at.e * f.bits) }

func (f fragment) words() (list []uint64) {
	for _, r := range f.v {
		list = append(list, r[:]...)
	}
	return list
}

// kernel multiplies the tile of its CTA.
func (p matrixProduct) kernel(name string, word isa.Type) string {
	var b strings.Builder
	counts := []int{p.count(p.m, p.n, p.d), p.count(p.m, p.kept(), p.a), p.count(p.k, p.n, p.b), p.count(p.m, p.n, p.c)}
	types := []string{p.d, p.a, p.b, p.c}
	size := word.Bytes() * warp
	fmt.Fprintf(&b, "\n.visible .entry %s(.param .u64 pin, .param .u64 pout)\n{\n\t.reg .b32 %%t, %%w;\n\t.reg .b64 %%p, %%q;\n", name)
	for i, m := range "dabc" {
		fmt.Fprintf(&b, "\t.reg .%s %%%c<%d>;\n", registerType(types[i]), m, counts[i])
	}
	fmt.Fprintf(&b, `
	ld.param.u64 %%p, [pin];
	ld.param.u64 %%q, [pout];
	mov.u32 %%t, %%tid.x;
	mov.u32 %%w, %%ctaid.x;
	mad.wide.u32 %%p, %%t, %[1]d, %%p;
	mad.wide.u32 %%q, %%t, %[1]d, %%q;
	mad.wide.u32 %%p, %%w, %[2]d, %%p;
	mad.wide.u32 %%q, %%w, %[3]d, %%q;
`, word.Bytes(), (counts[1]+counts[2]+counts[3]+p.otherRegisters())*size, counts[0]*size)
	at := 0
	var lists []string
	for i, m := range "dabc" {
		var list []string
		for n := range counts[i] {
			list = append(list, fmt.Sprintf("%%%c%d", m, n))
			if i > 0 {
				fmt.Fprintf(&b, "\tld.global.%s %%%c%d, [%%p+%d];\n", registerType(types[i]), m, n, at*size)
				at++
			}
		}
		lists = append(lists, "{"+strings.Join(list, ", ")+"}")
	}
	if p.sparse {
		fmt.Fprintf(&b, "\tld.global.b32 %%w, [%%p+%d];\n", at*size)
		lists = append(lists, "%w", fmt.Sprint(p.selector))
		at++
	}
	if p.scales != nil {
		b.WriteString(p.scales.loads(at, size))
		lists = append(lists, p.scales.operands()...)
	}
	fmt.Fprintf(&b, "\t%s %s;\n", p.head, strings.Join(lists, ", "))
	for n := range counts[0] {
		fmt.Fprintf(&b, "\tst.global.%s [%%q+%d], %%d%d;\n", registerType(p.d), n*size, n)
	}
	b.WriteString("\tret;\n}\n")
	return b.String()
}

// registerType is the type of the registers that hold elements.
func registerType(typ string) string {
	switch typ {
	case "f32", "s32", "f64":
		return typ
	}
	return "b32"
}
