package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// jumps makes the control flow as small as it can be without looking at values:
// a branch whose two ways are the same becomes a jump, a block that only jumps
// is skipped, and a block with one way in from a block with one way out becomes
// part of it.
//
// Edges that are double, two ways from one block to another, always carry equal
// arguments for the phis; a block is not skipped where that would end.
func jumps(f *ir.Func, o *Options) bool {
	changed := false
	for again := true; again; {
		again = false
		for _, b := range f.Blocks {
			again = sameWay(b) || again
		}
		for _, b := range f.Blocks[1:] {
			again = skip(b) || again
		}
		again = unreachable(f, o) || again
		again = mergeBlocks(f) || again
		changed = changed || again
	}
	return phis(f, o) || changed
}

// sameWay turns a branch to one block into a jump.
func sameWay(b *ir.Block) bool {
	if b.Term != ir.If && b.Term != ir.Switch {
		return false
	}
	// A Switch has one way out only if its index is in range: beyond it is a fault.
	if b.Term == ir.Switch || b.Succs[0] != b.Succs[1] {
		return false
	}
	j, k := b.PredIndex(0), b.PredIndex(1)
	for _, phi := range b.Succs[0].Phis() {
		if phi.Args[j] != phi.Args[k] {
			return false
		}
	}
	removeEdge(b, 1)
	b.Term, b.Ctrl = ir.Jump, nil
	return true
}

// skip sends the predecessors of an empty block that jumps on directly to its
// successor. The block is unreachable then.
func skip(b *ir.Block) bool {
	if b.Term != ir.Jump || len(b.Values) > 0 || b.Succs[0] == b || len(b.Preds) == 0 {
		return false
	}
	to := b.Succs[0]
	j := b.PredIndex(0)
	phis := to.Phis()
	if len(phis) > 0 {
		for _, p := range b.Preds {
			k := slices.Index(to.Preds, p)
			if k >= 0 && slices.ContainsFunc(phis, func(phi *ir.Value) bool { return phi.Args[k] != phi.Args[j] }) {
				return false
			}
		}
	}
	for _, p := range b.Preds {
		// One entry of b.Preds is one edge: each turn redirects the first left.
		p.Succs[slices.Index(p.Succs, b)] = to
		to.Preds = append(to.Preds, p)
		for _, phi := range phis {
			phi.Args = append(phi.Args, phi.Args[j])
		}
	}
	if to.Name == "" {
		to.Name = b.Name
	}
	b.Preds = nil
	removePred(to, j)
	b.Succs, b.Term = nil, ir.Unreachable
	return true
}

// mergeBlocks appends each block whose only predecessor jumps to it to that
// predecessor. All blocks are reachable.
func mergeBlocks(f *ir.Func) bool {
	into := make([]bool, f.NumBlocks()) // another block, by ID
	r := newReplacer(f)
	follows := func(s *ir.Block) bool {
		return s != f.Blocks[0] && len(s.Preds) == 1 && s.Preds[0].Term == ir.Jump
	}
	for _, b := range f.Blocks {
		if follows(b) || into[b.ID] {
			continue
		}
		// From the first block of a chain on, so that no value moves twice.
		for b.Term == ir.Jump && follows(b.Succs[0]) {
			s := b.Succs[0]
			phis := s.Phis()
			for _, phi := range phis {
				r.replace(phi, phi.Args[0])
			}
			rest := s.Values[len(phis):]
			for _, v := range rest {
				v.Block = b
			}
			b.Values = append(b.Values, rest...)
			b.Term, b.Ctrl, b.Pos, b.Also, b.Succs = s.Term, s.Ctrl, s.Pos, s.Also, s.Succs
			for _, t := range s.Succs {
				for k, p := range t.Preds {
					if p == s {
						t.Preds[k] = b
					}
				}
			}
			if b.Name == "" {
				b.Name = s.Name
			}
			into[s.ID] = true
			s.Preds, s.Succs, s.Values = nil, nil, nil
		}
	}
	n := len(f.Blocks)
	f.Blocks = slices.DeleteFunc(f.Blocks, func(b *ir.Block) bool { return into[b.ID] })
	r.apply()
	return len(f.Blocks) < n
}
