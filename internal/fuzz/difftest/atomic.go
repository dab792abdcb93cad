package difftest

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// accBytes is the size of an array that threads change atomically. Each of its
// words sees one operation only, so that the order does not matter.
const accBytes = 64

// accOps are the operations on the words, each 8 bytes long.
var accOps = []struct {
	op  string
	typ isa.Type
}{
	{"add", isa.U32}, {"min", isa.S32}, {"max", isa.U32}, {"and", isa.B32}, {"or", isa.B32}, {"xor", isa.B32}, {"add", isa.U64}, {"inc", isa.U32},
}

// atomic changes a word of an array in the given space. base is its name or the
// register with its address.
func (g *gen) atomic(space, base string) *node {
	i := g.n(len(accOps))
	o := accOps[i]
	value := g.src(o.typ)
	if o.op == "inc" {
		value = "12" // the bound is the same for all
	} else if lit, ok := g.literal(o.typ); ok && g.chance(3) {
		value = lit
	}
	var out []string
	at := offset(base, 8*i)
	if g.chance(5) && !(g.sync.plain && space == "shared") {
		a := g.fn.u64()
		out = append(out, fmt.Sprintf("mov.u64 %s, %s;", a, base))
		if space != "global" {
			out = append(out, fmt.Sprintf("cvta.%s.u64 %s, %s;", space, a, a))
		}
		at, space = offset(a, 8*i), ""
	}
	if space != "" {
		space = "." + space
	}
	guard := ""
	if g.chance(4) {
		guard = "@" + g.pred() + " "
	}
	switch g.n(3) {
	case 0:
		return lines(append(out, fmt.Sprintf("%sred%s.%s.%v [%s], %s;", guard, space, o.op, o.typ, at, value))...)
	case 1:
		return lines(append(out, fmt.Sprintf("%satom%s%s.%s.%v _, [%s], %s;", guard, g.pick("", ".relaxed.gpu", ".acq_rel.cta"), space, o.op, o.typ, at, value))...)
	}
	d := g.fn.declare(fmt.Sprintf("b%d", o.typ.Bits()), "old") // depends on the order: nobody reads it
	return lines(append(out, fmt.Sprintf("%satom%s.%s.%v %s, [%s], %s;", guard, space, o.op, o.typ, d, at, value))...)
}
