package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// noteTogether moves notes from the ends of regions into the function of the CTA, where all threads of it come to a
// sync point, or end: one note is for all then.
func (k *Kernel) noteTogether() (moved bool) {
	runs := map[*ir.Func]int{}
	for _, b := range k.CTA.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpRun {
				runs[v.Attr.Func]++
			}
		}
	}
	type move struct {
		to   *ir.Block
		at   *ir.Value // in front of it; nil at the end
		note *ir.Value
	}
	var moves []move
	for _, b := range k.CTA.Blocks {
		for i, run := range b.Values {
			if run.Op != ir.OpRun || runs[run.Attr.Func] > 1 || run.Attr.Func.Mask != nil {
				continue
			}
			sync, ok := meetsNext(b, i+1)
			if !ok || sync != nil && sync.Attr.Slot != nil {
				continue
			}
			notes := lastNotes(run.Attr.Func, sync)
			if len(notes) == 0 {
				continue
			}
			for _, n := range notes {
				n.Block.Values = slices.DeleteFunc(n.Block.Values, func(v *ir.Value) bool { return v == n })
			}
			moves = append(moves, move{b, sync, notes[0]})
		}
	}
	for _, m := range moves {
		at := len(m.to.Values)
		if m.at != nil {
			at = slices.Index(m.to.Values, m.at)
			for m.to.Values[at-1].Op == ir.OpSlotAll { // which stand right in front of it, behind the region
				at--
			}
		}
		rest := slices.Clone(m.to.Values[at:])
		m.to.Values = m.to.Values[:at]
		var args []*ir.Value
		for _, a := range m.note.Args {
			bits, _ := a.IsConst()
			args = append(args, m.to.Const(a.Type, bits, m.note.Pos))
		}
		m.to.AddLike(m.note, args...)
		m.to.Values = append(m.to.Values, rest...)
	}
	return len(moves) > 0
}

// meetsNext reports whether all threads come together behind the first values of a block of the CTA, and returns the
// sync point that they come to, or nil where the CTA ends.
func meetsNext(b *ir.Block, behind int) (sync *ir.Value, ok bool) {
	for _, v := range b.Values[behind:] {
		switch {
		case v.Convergent():
			return v, true
		case v.Op != ir.OpSlotAll && !v.Pure():
			return nil, false
		}
	}
	return nil, b.Term == ir.Ret
}

// lastNotes are the notes with which each thread leaves a region: of the sync point that it comes to, or where that
// is nil of its end. There are none if one thread leaves it otherwise, or has something of its own to tell.
func lastNotes(r *ir.Func, sync *ir.Value) (notes []*ir.Value) {
	for _, b := range r.Blocks {
		if b.Term != ir.Ret {
			continue
		}
		i := len(b.Values) - 1
		for i >= 0 && (b.Values[i].Pure() || b.Values[i].Op == ir.OpSlotStore) {
			i--
		}
		if i < 0 || b.Values[i].Op != ir.OpNote || !notesOf(b.Values[i], sync) {
			return nil
		}
		notes = append(notes, b.Values[i])
	}
	return notes
}

// notesOf reports whether a note is of a sync point, and the same for all threads: a shuffle of all lanes gets values
// of their own, but nobody asks which.
func notesOf(n, sync *ir.Value) bool {
	if sync == nil {
		return n.Attr.Note == ir.NoteEnd
	}
	if n.Pos != sync.Pos {
		return false
	}
	own := -1 // the argument in which threads may differ
	switch {
	case sync.Op == ir.OpBarrier && n.Attr.Note == ir.NoteBarrier:
	case sync.Op == ir.OpWarp && n.Attr.Note == ir.NoteWarp:
		const all = 1<<32 - 1
		if mask, ok := n.Args[0].IsConst(); !ok || mask != all {
			return false
		}
		own = 1
	default:
		return false
	}
	for i, a := range n.Args {
		if _, ok := a.IsConst(); !ok && i != own {
			return false
		}
	}
	return true
}
