package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Liveness tells which values are needed later: at the borders of blocks, and
// across single values such as barriers. A phi reads its arguments at the end of
// the predecessors and is defined before its block begins, so that it is in
// neither set of the edge.
type Liveness struct {
	f       *ir.Func
	args    func(*ir.Value) []*ir.Value
	in, out [][]*ir.Value // by block ID, in the order of the IDs
}

// NewLiveness analyses a function. It walks from each use up to the definition,
// so that time and memory follow the size of the result. A value uses what args says:
// its arguments, if that is nil; those of a phi must be its arguments.
func NewLiveness(f *ir.Func, args func(*ir.Value) []*ir.Value) *Liveness {
	if args == nil {
		args = func(v *ir.Value) []*ir.Value { return v.Args }
	}
	l := &Liveness{f: f, args: args, in: make([][]*ir.Value, f.NumBlocks()), out: make([][]*ir.Value, f.NumBlocks())}
	// uses[v] are the blocks at whose beginning v is needed, ends[v] those at
	// whose end.
	uses := make([][]*ir.Block, f.NumValues())
	ends := make([][]*ir.Block, f.NumValues())
	var all []*ir.Value
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			all = append(all, v)
			for i, a := range args(v) {
				if v.Op == ir.OpPhi {
					ends[a.ID] = append(ends[a.ID], b.Preds[i])
				} else if a.Block != b {
					uses[a.ID] = append(uses[a.ID], b)
				}
			}
		}
		for _, c := range b.Ctrl {
			if c.Block != b {
				uses[c.ID] = append(uses[c.ID], b)
			}
		}
	}
	slices.SortFunc(all, func(x, y *ir.Value) int { return int(x.ID - y.ID) })
	seenIn, seenOut := make([]*ir.Value, f.NumBlocks()), make([]*ir.Value, f.NumBlocks())
	var work []*ir.Block
	for _, v := range all {
		leave := func(b *ir.Block) { // v is live at the end of b
			if seenOut[b.ID] == v {
				return
			}
			seenOut[b.ID] = v
			l.out[b.ID] = append(l.out[b.ID], v)
			if b != v.Block {
				work = append(work, b)
			}
		}
		work = append(work[:0], uses[v.ID]...)
		for _, b := range ends[v.ID] {
			leave(b)
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if seenIn[b.ID] == v {
				continue
			}
			seenIn[b.ID] = v
			l.in[b.ID] = append(l.in[b.ID], v)
			for _, p := range b.Preds {
				leave(p)
			}
		}
	}
	return l
}

// In returns the values that are defined before the block and used in it or
// later, ordered by ID. The slice must not be changed.
func (l *Liveness) In(b *ir.Block) []*ir.Value { return l.in[b.ID] }

// Out returns the values that are used after the block, by phis of its
// successors included, ordered by ID. The slice must not be changed.
func (l *Liveness) Out(b *ir.Block) []*ir.Value { return l.out[b.ID] }

// Across returns the values that are live across at least one of the values
// that at selects: defined before it and used after it, ordered by ID. An
// argument of the value itself counts only if it is used again.
func (l *Liveness) Across(at func(v *ir.Value) bool) []*ir.Value {
	found := make([]bool, l.f.NumValues())
	var out []*ir.Value
	live := make([]int, l.f.NumValues()) // by ID: the block, plus one, at whose current place it is live
	var list []*ir.Value
	for i, b := range l.f.Blocks {
		if !slices.ContainsFunc(b.Values, at) {
			continue
		}
		// Backwards from the end. list holds what is live, and perhaps what
		// no longer is.
		mark := i + 1
		list = list[:0]
		add := func(v *ir.Value) {
			if live[v.ID] != mark {
				live[v.ID] = mark
				list = append(list, v)
			}
		}
		for _, v := range l.out[b.ID] {
			add(v)
		}
		for _, c := range b.Ctrl {
			add(c)
		}
		for _, v := range slices.Backward(b.Values) {
			live[v.ID] = 0
			if at(v) {
				list = slices.DeleteFunc(list, func(x *ir.Value) bool { return live[x.ID] != mark })
				for _, x := range list {
					if !found[x.ID] {
						found[x.ID] = true
						out = append(out, x)
					}
				}
			}
			if v.Op != ir.OpPhi {
				for _, a := range l.args(v) {
					add(a)
				}
			}
		}
	}
	slices.SortFunc(out, func(x, y *ir.Value) int { return int(x.ID - y.ID) })
	return out
}
