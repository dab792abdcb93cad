package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// retype gives loads, phis, selects and parameters the type that their users
// want. Compilers move floats through .b32 registers, loads and stores; here
// such a value becomes a float, and the bitcasts around it go away.
//
// Values that only move are joined into groups: a phi or select with what it
// chooses from, the elements of a vector. A group changes its type if that
// leaves fewer bitcasts than before.
func retype(f *ir.Func, o *Options) bool {
	changed := false
	for range 4 { // a bitcast that is gone may reveal another group
		r := &retyper{f: f, parent: make([]*ir.Value, f.NumValues()), votes: map[*ir.Value]map[ir.Type]int{}}
		r.group()
		if !r.apply() {
			break
		}
		changed = true
		fold(f, o)
		dce(f, o)
	}
	return changed
}

type retyper struct {
	f      *ir.Func
	parent []*ir.Value // union-find, by value ID
	votes  map[*ir.Value]map[ir.Type]int
	want   map[*ir.Value]ir.Type // by representative
	after  map[*ir.Value][]*ir.Value
	consts []*ir.Value
}

// mover reports whether the value only moves bits, so that it may have any type
// of its width.
func mover(v *ir.Value) bool {
	if !intCarrier(v.Type) {
		return false
	}
	switch v.Op {
	case ir.OpPhi, ir.OpSelect, ir.OpParam:
		return true
	case ir.OpLoad:
		return v.Attr.Mem.Bits() == v.Type.Bits()
	case ir.OpExtract:
		x := v.Args[0]
		return x.Op == ir.OpLoad && x.Attr.Mem.Bits() == v.Type.Bits()
	}
	return false
}

// intCarrier reports whether floats travel in the integer type.
func intCarrier(t ir.Type) bool { return t == ir.I16 || t == ir.I32 || t == ir.I64 }

// floatLike reports whether the type is one that bitcasts lead to.
func floatLike(t ir.Type) bool { return t.IsFloat() || t == ir.F16x2 || t == ir.BF16x2 }

func (r *retyper) find(v *ir.Value) *ir.Value {
	for r.parent[v.ID] != nil && r.parent[v.ID] != v {
		if p := r.parent[r.parent[v.ID].ID]; p != nil {
			r.parent[v.ID] = p
		}
		v = r.parent[v.ID]
	}
	return v
}

func (r *retyper) union(a, b *ir.Value) {
	x, y := r.find(a), r.find(b)
	if x == y {
		return
	}
	r.parent[y.ID] = x
	for t, n := range r.votes[y] {
		r.vote(x, t, n)
	}
	delete(r.votes, y)
}

// vote counts a place that wants the group to have type t.
func (r *retyper) vote(v *ir.Value, t ir.Type, n int) {
	v = r.find(v)
	if r.votes[v] == nil {
		r.votes[v] = map[ir.Type]int{}
	}
	r.votes[v][t] += n
}

// choices returns what a phi or select is one of.
func choices(v *ir.Value) []*ir.Value {
	if v.Op == ir.OpSelect {
		return v.Args[1:]
	}
	return v.Args
}

// group joins movers and counts the votes.
func (r *retyper) group() {
	filled := fills(r.f)
	for _, b := range r.f.Blocks {
		for _, v := range b.Values {
			if mover(v) && (v.Op == ir.OpPhi || v.Op == ir.OpSelect) {
				for _, a := range choices(v) {
					r.source(v, a)
				}
			}
			if mover(v) && v.Op == ir.OpExtract {
				r.union(v.Args[0], v) // the tuple stands for all elements
			}
			for i, a := range v.Args {
				switch {
				case !mover(a):
				case v.Op == ir.OpBitcast:
					r.vote(a, v.Type, 1)
				case v.Op == ir.OpPhi, v.Op == ir.OpSelect:
				case v.Op == ir.OpStore && i > 0:
					// A store takes any type, but may fill memory of one.
					if t := filled[v]; t != ir.Void {
						r.vote(a, t, 1)
					}
				default:
					r.vote(a, a.Type, 1)
				}
			}
			if v.Op == ir.OpStore && v.Vec() > 1 && intCarrier(v.Attr.Mem) {
				r.vector(v)
			}
		}
		for _, c := range b.Ctrl {
			if mover(c) {
				r.vote(c, c.Type, 1)
			}
		}
	}
}

// source counts argument a of a phi or select v.
func (r *retyper) source(v, a *ir.Value) {
	switch {
	case mover(a):
		r.union(v, a)
	case a.Op == ir.OpBitcast && floatLike(a.Args[0].Type):
		r.vote(v, a.Args[0].Type, 1)
	case a.Op != ir.OpConst:
		r.vote(v, v.Type, 1)
	}
}

// vector joins the elements of a vector store, which have one type in memory.
func (r *retyper) vector(v *ir.Value) {
	var first *ir.Value
	for _, a := range v.Args[1:] {
		if mover(a) && a.Type == v.Attr.Mem {
			if first != nil {
				r.union(first, a)
			}
			first = a
		}
	}
	if first == nil {
		return
	}
	for _, a := range v.Args[1:] {
		r.source(first, a)
	}
}

// apply changes the types of the groups that want it.
func (r *retyper) apply() bool {
	r.want = map[*ir.Value]ir.Type{}
	for v, votes := range r.votes {
		t := v.Type
		if t == ir.Tuple {
			t = v.Results[0]
		}
		total, best := 0, t
		for u, n := range votes {
			total += n
			if u != t && (n > votes[best] || best == t || n == votes[best] && u < best) {
				best = u
			}
		}
		if best != t && votes[best]*2 > total {
			r.want[v] = best
		}
	}
	changed := false
	r.after = map[*ir.Value][]*ir.Value{}
	// Users first, while the old types still stand.
	for _, b := range r.f.Blocks {
		for _, v := range b.Values {
			changed = r.store(v) || changed
		}
	}
	if len(r.want) == 0 && !changed {
		return false
	}
	if len(r.want) > 0 {
		changed = true
		r.convert()
	}
	for _, b := range r.f.Blocks {
		placeAfter(b, r.after)
	}
	entry := r.f.Blocks[0]
	entry.Values = append(r.consts, entry.Values...)
	return changed
}

// store changes the memory type of a store whose values are or become floats.
func (r *retyper) store(v *ir.Value) bool {
	if v.Op != ir.OpStore || !intCarrier(v.Attr.Mem) {
		return false
	}
	var want ir.Type
	for _, a := range v.Args[1:] {
		switch {
		case a.Type != v.Attr.Mem:
			return false
		case mover(a) && r.want[r.find(a)] != ir.Void:
			want = r.want[r.find(a)]
		case v.Vec() == 1 && a.Op == ir.OpBitcast && floatLike(a.Args[0].Type):
			v.Args[1], v.Attr.Mem = a.Args[0], a.Args[0].Type
			return true
		case v.Vec() > 1 && a.Op == ir.OpBitcast && floatLike(a.Args[0].Type) && want == ir.Void && !r.mixed(v):
			want = a.Args[0].Type
		}
	}
	if want == ir.Void {
		return false
	}
	for i, a := range v.Args[1:] {
		if !(mover(a) && r.want[r.find(a)] == want) {
			v.Args[1+i] = r.cast(a, want)
		}
	}
	v.Attr.Mem = want
	return true
}

// mixed reports whether a vector store has elements that are no bitcasts of one
// float type.
func (r *retyper) mixed(v *ir.Value) bool {
	t := v.Args[1].Args
	return slices.ContainsFunc(v.Args[1:], func(a *ir.Value) bool {
		return a.Op != ir.OpBitcast || len(t) != 1 || a.Args[0].Type != t[0].Type
	})
}

// cast returns a value that does not change its type as type t.
func (r *retyper) cast(a *ir.Value, t ir.Type) *ir.Value {
	if a.Op == ir.OpBitcast && a.Args[0].Type == t {
		return a.Args[0]
	}
	if a.Type == t {
		return a
	}
	if a.Op == ir.OpConst {
		c := r.f.NewValue(ir.OpConst, t, a.Pos)
		c.Block, c.Attr = r.f.Blocks[0], a.Attr
		r.consts = append(r.consts, c)
		return c
	}
	c := r.f.NewValue(ir.OpBitcast, t, a.Pos, a)
	c.Block, c.Name = a.Block, a.Name
	r.after[a] = append(r.after[a], c)
	return c
}

// convert changes the movers and puts bitcasts where they meet others.
func (r *retyper) convert() {
	wants := func(v *ir.Value) ir.Type {
		if !mover(v) {
			return ir.Void
		}
		return r.want[r.find(v)]
	}
	type change struct {
		v *ir.Value
		t ir.Type
	}
	var changes []change
	back := map[*ir.Value]*ir.Value{} // the integer again, for users that stay
	for _, b := range r.f.Blocks {
		for _, v := range b.Values {
			t := wants(v)
			if t != ir.Void {
				changes = append(changes, change{v, t})
			}
			for i, a := range v.Args {
				at := wants(a)
				moves := v.Op == ir.OpPhi || v.Op == ir.OpSelect && i > 0
				switch {
				case moves && t != ir.Void && at != t:
					v.Args[i] = r.cast(a, t)
				case at == ir.Void || moves && t == at:
				case v.Op == ir.OpBitcast: // fold finds the pair, or the identity
				case v.Op == ir.OpStore && i > 0 && v.Attr.Mem == at:
				default:
					v.Args[i] = r.integer(a, back)
				}
			}
		}
		for i, c := range b.Ctrl {
			if wants(c) != ir.Void {
				b.Ctrl[i] = r.integer(c, back)
			}
		}
	}
	for _, c := range changes {
		c.v.Type = c.t
		switch c.v.Op {
		case ir.OpLoad:
			c.v.Attr.Mem, c.v.Attr.Signed = c.t, false
		case ir.OpExtract:
			x := c.v.Args[0]
			x.Attr.Mem, x.Attr.Signed = c.t, false
			x.Results = slices.Repeat([]ir.Type{c.t}, len(x.Results))
		}
	}
}

// integer returns a bitcast of a mover that changes back to what it was.
func (r *retyper) integer(a *ir.Value, back map[*ir.Value]*ir.Value) *ir.Value {
	if c := back[a]; c != nil {
		return c
	}
	c := r.f.NewValue(ir.OpBitcast, a.Type, a.Pos, a)
	c.Block = a.Block
	back[a] = c
	r.after[a] = append(r.after[a], c)
	return c
}
