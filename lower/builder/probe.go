package builder

import "github.com/ptx2go/ptx2go/lower/ir"

// probe puts a value in front of the instruction that says, in each thread,
// whether the thread executes it: its guard, or true. Nothing uses the value; it
// is for whoever runs the module as it was built, see Options.Probe.
func (b *fn) probe() {
	if b.opt.Probe == nil {
		return
	}
	v := b.konst(ir.I1, 1)
	if g := b.in.Guard; g != nil {
		p := b.predicate(g)
		if g.Neg {
			v = b.add(ir.OpXor, ir.I1, p, v)
		} else {
			v = b.add(ir.OpAnd, ir.I1, p, v)
		}
	}
	b.opt.Probe(b.in, v)
}
