package schedule

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// split copies a kernel. In the copy every sync point is the only value of its block,
// which one other block leads to and which leads to one; the results of an operation
// stand behind it; no edge leads from a block with several successors to one with several
// predecessors; and no phi has one argument.
func split(k *ir.Func) *ir.Func {
	f := &ir.Func{
		Name: k.Name, Entry: true, Module: k.Module, Pos: k.Pos, Params: k.Params, Shared: k.Shared, SharedSize: k.SharedSize,
		Locals: k.Locals, ReqNTID: k.ReqNTID, MaxNTID: k.MaxNTID, Spins: k.Spins, RowWarps: k.RowWarps, LayerWarps: k.LayerWarps,
		MinRow: k.MinRow, MaxRow: k.MaxRow,
	}
	s := &splitter{f: f, first: map[*ir.Block]*ir.Block{}, last: map[*ir.Block]*ir.Block{}, value: make([]*ir.Value, k.NumValues()), extracts: map[*ir.Value][]*ir.Value{}}
	order := ir.ReversePostorder(k) // definitions before uses, but for phis
	reached := make([]bool, k.NumBlocks())
	for _, b := range order {
		reached[b.ID] = true
		for _, v := range b.Values {
			if v.Op == ir.OpExtract {
				s.extracts[v.Args[0]] = append(s.extracts[v.Args[0]], v)
			}
		}
	}
	for _, b := range k.Blocks {
		if reached[b.ID] {
			s.first[b] = f.NewBlock(b.Name)
		}
	}
	for _, b := range order {
		s.block(b)
	}
	s.connect(order)
	f.Blocks = s.inOrder(k)
	return f
}

// splitter copies a function.
type splitter struct {
	f           *ir.Func
	first, last map[*ir.Block]*ir.Block // the pieces of a block
	value       []*ir.Value             // by ID
	extracts    map[*ir.Value][]*ir.Value
	pieces      map[*ir.Block][]*ir.Block // after the first
	critical    map[*ir.Block][]*ir.Block // blocks of edges, after the last piece
}

// block copies the values of a block.
func (s *splitter) block(b *ir.Block) {
	now := s.first[b]
	next := func() {
		n := s.f.NewBlock("")
		if s.pieces == nil {
			s.pieces = map[*ir.Block][]*ir.Block{}
		}
		s.pieces[b] = append(s.pieces[b], n)
		now.SetTerm(ir.Jump, b.Pos, n)
		now = n
	}
	for _, v := range b.Values {
		switch {
		case v.Op == ir.OpExtract:
			continue // see after the Tuple
		case v.Op == ir.OpPhi && len(v.Args) == 1 && s.value[v.Args[0].ID] != nil:
			s.value[v.ID] = s.value[v.Args[0].ID]
			continue
		case v.Convergent():
			next()
		}
		w := s.copy(now, v)
		if v.Convergent() {
			next()
		}
		for _, x := range s.extracts[v] {
			e := s.copy(now, x)
			e.Args[0] = w
		}
	}
	s.last[b] = now
}

func (s *splitter) copy(to *ir.Block, v *ir.Value) *ir.Value {
	w := to.AddLike(v, make([]*ir.Value, len(v.Args))...)
	for i, a := range v.Args {
		w.Args[i] = s.value[a.ID] // nil where it comes around a loop, see connect
	}
	s.value[v.ID] = w
	return w
}

// connect makes the edges, in the order of the predecessors, and the arguments of phis.
func (s *splitter) connect(order []*ir.Block) {
	s.critical = map[*ir.Block][]*ir.Block{}
	reached := map[*ir.Block]bool{}
	for _, b := range order {
		reached[b] = true
	}
	via := map[edge]*ir.Block{}
	for _, b := range order {
		l := s.last[b]
		l.Term, l.Pos, l.Also = b.Term, b.Pos, b.Also
		for _, c := range b.Ctrl {
			l.Ctrl = append(l.Ctrl, s.value[c.ID])
		}
		for i, t := range b.Succs {
			to := s.first[t]
			if len(b.Succs) > 1 && len(t.Preds) > 1 {
				e := s.f.NewBlock("")
				s.critical[b] = append(s.critical[b], e)
				e.Term, e.Pos, e.Succs = ir.Jump, b.Pos, []*ir.Block{to}
				e.Preds = []*ir.Block{l}
				via[edge{b, i}] = e
				to = e
			}
			l.Succs = append(l.Succs, to)
		}
	}
	for _, b := range order {
		to := s.first[b]
		nth := map[*ir.Block]int{}
		var keep []int
		for j, p := range b.Preds {
			if !reached[p] {
				continue
			}
			keep = append(keep, j)
			from := s.last[p]
			// Which of p's ways to b this is: they are in the same order on both sides.
			n := nth[p]
			nth[p]++
			for i, t := range p.Succs {
				if t != b {
					continue
				}
				if n == 0 {
					if e := via[edge{p, i}]; e != nil {
						from = e
					}
					break
				}
				n--
			}
			to.Preds = append(to.Preds, from)
		}
		i := 0
		for _, v := range b.Values {
			if v.Op != ir.OpPhi {
				break
			}
			if i == len(to.Values) || s.value[v.ID] != to.Values[i] {
				continue // it had one argument
			}
			w := to.Values[i]
			i++
			w.Args = w.Args[:0]
			for _, j := range keep {
				w.Args = append(w.Args, s.value[v.Args[j].ID])
			}
		}
	}
}

// edge is successor i of a block.
type edge struct {
	from *ir.Block
	i    int
}

// inOrder lists the blocks in the order of the kernel's.
func (s *splitter) inOrder(k *ir.Func) []*ir.Block {
	var out []*ir.Block
	for _, b := range k.Blocks {
		if s.first[b] == nil {
			continue
		}
		out = append(out, s.first[b])
		out = append(out, s.pieces[b]...)
		out = append(out, s.critical[b]...)
	}
	return out
}
