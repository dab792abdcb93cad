package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Liveness tells which values are needed behind each block. A phi reads its arguments at
// the end of the predecessors and is defined before its block begins, so that it is not
// live on the edge.
type Liveness struct {
	out [][]*ir.Value // by block ID, in the order of the IDs
}

// NewLiveness analyses a function. It walks from each use up to the definition,
// so that time and memory follow the size of the result. A value uses what args says:
// its arguments, if that is nil; those of a phi must be its arguments.
func NewLiveness(f *ir.Func, args func(*ir.Value) []*ir.Value) *Liveness {
	if args == nil {
		args = func(v *ir.Value) []*ir.Value { return v.Args }
	}
	l := &Liveness{out: make([][]*ir.Value, f.NumBlocks())}
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
			for _, p := range b.Preds {
				leave(p)
			}
		}
	}
	return l
}

// Out returns the values that are used after the block, by phis of its
// successors included, ordered by ID. The slice must not be changed.
func (l *Liveness) Out(b *ir.Block) []*ir.Value { return l.out[b.ID] }
