package sanitize

import (
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// taints are the second values of a function. Its methods do nothing for nil.
type taints struct {
	n     *inserter
	may   []bool      // by value ID: it may have a taint
	of    []*ir.Value // by value ID: the taint, nil where there is none
	parts map[*ir.Value][]*ir.Value
	open  map[*ir.Value]*ir.Value // phis, with the phis of their taints
	zero  *ir.Value
}

func newTaints(n *inserter) *taints {
	may := mayTaint(n.f, n.written)
	return &taints{n: n, may: may, of: make([]*ir.Value, len(may)), parts: map[*ir.Value][]*ir.Value{}, open: map[*ir.Value]*ir.Value{}}
}

// mayTaint tells, by value ID, which values may have a taint where some accesses read what is initialised.
func mayTaint(f *ir.Func, written map[*ir.Value]bool) []bool {
	may := make([]bool, f.NumValues())
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if !may[v.ID] && !written[v] && mayBe(v, may) {
					may[v.ID], changed = true, true
				}
			}
		}
	}
	return may
}

// mayBe reports whether a value may have a taint, as far as is known of its arguments.
func mayBe(v *ir.Value, may []bool) bool {
	switch {
	case v.Op == ir.OpConst:
		return v.Attr.Undefined
	case v.Op == ir.OpArg:
		return true
	case v.IsAccess():
		return v.Reads() && v.Attr.Space != ir.ParamSpace && v.Attr.Space != ir.Const
	case v.Callee() != (ir.CallNode{}):
		return !(v.Op == ir.OpCall && v.Attr.Func.Extern)
	case v.Op == ir.OpPhi || v.Op == ir.OpExtract || v.Op == ir.OpWarp || v.Pure():
		for _, a := range v.Args {
			if may[a.ID] {
				return true
			}
		}
	}
	return false
}

// get returns the taint of a value, nil where it has none.
func (t *taints) get(v *ir.Value) *ir.Value {
	if int(v.ID) < len(t.of) {
		return t.of[v.ID]
	}
	return nil
}

func (t *taints) set(v, taint *ir.Value) {
	if taint != nil {
		t.of[v.ID] = taint
	}
}

func (t *taints) konst(bits uint64) *ir.Value { return t.n.konst(ir.I32, bits) }

// or returns the taint of what depends on several values.
func (t *taints) or(args []*ir.Value) (sum *ir.Value) {
	for _, a := range args {
		switch x := t.get(a); {
		case x == nil || x == sum:
		case sum == nil:
			sum = x
		default:
			sum = t.n.add(ir.OpMaxU, ir.I32, sum, x)
		}
	}
	return sum
}

// phis makes phis of taints.
func (t *taints) phis(phis []*ir.Value) {
	if t == nil {
		return
	}
	for _, p := range phis {
		if t.may[p.ID] {
			q := t.n.add(ir.OpPhi, ir.I32, make([]*ir.Value, len(p.Args))...)
			t.of[p.ID], t.open[p] = q, q
		}
	}
}

// close fills in the arguments of the phis.
func (t *taints) close() {
	if t == nil {
		return
	}
	for p, q := range t.open {
		for i, a := range p.Args {
			if q.Args[i] = t.get(a); q.Args[i] == nil {
				q.Args[i] = t.none()
			}
		}
	}
}

// none returns the taint of what is initialised, at the head of the function.
func (t *taints) none() *ir.Value {
	if t.zero == nil {
		b := t.n.f.Blocks[0]
		t.zero = t.n.f.NewValue(ir.OpConst, ir.I32, t.n.f.Pos)
		b.Insert(0, t.zero)
	}
	return t.zero
}

// pure computes the taint of a value from those of its arguments.
func (t *taints) pure(v *ir.Value) {
	if t == nil || v.Type == ir.Void || !t.may[v.ID] {
		return
	}
	switch v.Op {
	case ir.OpConst:
		t.set(v, t.n.about(v, ir.NoteUndefined, ir.I32))
	case ir.OpArg:
		t.set(v, t.n.note(ir.NoteGetTaint, ir.I32, t.konst(uint64(v.Attr.Index))))
	case ir.OpExtract:
		if list := t.parts[v.Args[0]]; v.Attr.Index < len(list) {
			t.set(v, list[v.Attr.Index])
			return
		}
		t.set(v, t.get(v.Args[0]))
	case ir.OpSelect:
		x, y := t.get(v.Args[1]), t.get(v.Args[2])
		var chosen *ir.Value
		if x != nil || y != nil {
			if x == nil {
				x = t.konst(0)
			}
			if y == nil {
				y = t.konst(0)
			}
			chosen = t.n.add(ir.OpSelect, ir.I32, v.Args[0], x, y)
		}
		switch c := t.get(v.Args[0]); {
		case c == nil:
			t.set(v, chosen)
		case chosen == nil:
			t.set(v, c)
		default:
			t.set(v, t.n.add(ir.OpMaxU, ir.I32, c, chosen))
		}
	default:
		t.set(v, t.or(v.Args))
	}
}

// address reports an access at an address that nobody has written.
func (t *taints) address(v *ir.Value) {
	if t == nil {
		return
	}
	if x := t.get(v.Args[0]); x != nil {
		t.n.about(v, ir.NoteUsedAddress, ir.Void, x)
	}
}

// behind asks for the taints of what an access reads, and notes those of what it writes: behind it, because where
// lanes of a warp have to wait for each other is directly in front of an access.
func (t *taints) behind(v *ir.Value) {
	if t == nil || t.n.written[v] {
		return
	}
	addr := v.Args[0]
	switch {
	case v.IsAtomic():
		x := t.or(v.Args[1:])
		if x == nil {
			x = t.konst(0)
		}
		old := t.n.about(v, ir.NoteInitAtomic, ir.I32, addr, x)
		if v.Type != ir.Void {
			t.set(v, old)
		}
	case v.Writes():
		for i, a := range v.Args[1:] {
			x := t.get(a)
			if x == nil {
				x = t.konst(0)
			}
			t.element(v, ir.NoteInitStore, ir.Void, i, x)
		}
	default:
		for i := range v.Vec() {
			x := t.element(v, ir.NoteInitLoad, ir.I32, i)
			if v.Type == ir.Tuple {
				t.parts[v] = append(t.parts[v], x)
			} else {
				t.set(v, x)
			}
		}
	}
}

// element is a note about one element of an access.
func (t *taints) element(v *ir.Value, kind ir.Note, typ ir.Type, i int, args ...*ir.Value) *ir.Value {
	off := t.n.konst(ir.I64, uint64(i*v.Attr.Mem.Bytes()))
	x := t.n.about(v, kind, typ, append([]*ir.Value{v.Args[0], off}, args...)...)
	x.Attr.Vec = 0
	return x
}

// branch reports a branch by what nobody has written.
func (t *taints) branch(cond *ir.Value) {
	if t == nil {
		return
	}
	if x := t.get(cond); x != nil {
		t.n.note(ir.NoteUsedBranch, ir.Void, x)
	}
}

// warp gives the result of a collective operation a taint: a shuffle that of the lane that it reads, other
// operations that of the lane itself.
func (t *taints) warp(v *ir.Value) {
	if t == nil || v.Type == ir.Void || !t.may[v.ID] {
		return
	}
	x := t.get(v.Args[0])
	if !strings.HasPrefix(v.Attr.Name, "Shfl") || x == nil {
		t.set(v, t.or(v.WarpArgs()))
		return
	}
	args := append([]*ir.Value{x}, v.Args[1:]...)
	if v.Args[0].Type != ir.I32 {
		t.set(v, x)
		return
	}
	s := t.n.f.NewLike(v, args...)
	s.Block = t.n.b
	t.n.out = append(t.n.out, s)
	if v.Type != ir.Tuple {
		t.set(v, s)
		return
	}
	e := t.n.add(ir.OpExtract, v.Results[0], s)
	t.parts[v] = []*ir.Value{e} // the predicate is always defined
	for range v.Results[1:] {
		t.parts[v] = append(t.parts[v], nil)
	}
}

// pass hands the taints of arguments to a function that is called, results those of results to its caller.
func (t *taints) pass(args []*ir.Value) {
	if t == nil {
		return
	}
	for i, a := range args {
		x := t.get(a)
		if x == nil {
			x = t.konst(0)
		}
		t.n.note(ir.NoteSetTaint, ir.Void, t.konst(uint64(i)), x)
	}
}

func (t *taints) results(list []*ir.Value) { t.pass(list) }

// returned gives the results of a call their taints.
func (t *taints) returned(v *ir.Value) {
	if t == nil {
		return
	}
	for i := range v.ResultTypes() {
		x := t.n.note(ir.NoteGetTaint, ir.I32, t.konst(uint64(i)))
		if v.Type == ir.Tuple {
			t.parts[v] = append(t.parts[v], x)
		} else {
			t.set(v, x)
		}
	}
}
