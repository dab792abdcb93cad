package builder

import "github.com/ptx2go/ptx2go/lower/ir"

// probe puts a value in front of the instruction that says, in each thread,
// whether the thread executes it: its guard, or true. Nothing uses the value; it
// is for whoever runs the module as it was built, see Options.Probe.
func (b *fn) probe() {
	if b.opt.Probe != nil {
		b.opt.Probe(b.in, executed(b))
	}
}

// executed says, in each thread, whether the thread executes the instruction.
func executed(b *fn) *ir.Value {
	v := b.konst(ir.I1, 1)
	if g := b.in.Guard; g != nil {
		p := b.predicate(g)
		if g.Neg {
			v = b.add(ir.OpXor, ir.I1, p, v)
		} else {
			v = b.add(ir.OpAnd, ir.I1, p, v)
		}
	}
	return v
}

// noteInst puts a note in front of the instruction, see Options.Count.
func (b *fn) noteInst() {
	if !b.opt.Count {
		return
	}
	var args []*ir.Value
	if b.in.Guard != nil {
		args = append(args, executed(b))
	}
	b.add(ir.OpNote, ir.Void, args...).Attr.Note = ir.NoteInst
}
