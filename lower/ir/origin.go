package ir

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// The origins of a value are the PTX statements that it comes from, of which there may be many:
// a value that was merged with an equal one comes from both, and what was computed of it at
// compile time has become part of what used it. Module.Origins says whether they are kept.

// Origins returns the PTX statements that a value comes from, in the order of the text. That a phi has
// a place means nothing: it is the beginning of its block.
func (v *Value) Origins() []diag.Pos {
	if v.Op == OpPhi || v.Placed || !v.Pos.IsValid() {
		return v.Also
	}
	return union([]diag.Pos{v.Pos}, v.Also, v.Product)
}

// KeepsOrigins reports whether the values of the function have all their origins.
func (f *Func) KeepsOrigins() bool { return f.Module != nil && f.Module.Origins }

// Origins returns the origins of a value of the function, where they are kept.
func (f *Func) Origins(v *Value) []diag.Pos {
	if !f.KeepsOrigins() {
		return nil
	}
	return v.Origins()
}

// Join adds statements to the origins of a value.
func (v *Value) Join(from ...diag.Pos) { v.Also = joined(v.Also, v.Origins(), from) }

// Origins returns the PTX statements that the terminator of a block comes from.
func (b *Block) Origins() []diag.Pos {
	if !b.Pos.IsValid() {
		return b.Also
	}
	return union([]diag.Pos{b.Pos}, b.Also, 0)
}

// Join adds statements to the origins of the terminator of a block.
func (b *Block) Join(from ...diag.Pos) { b.Also = joined(b.Also, b.Origins(), from) }

// joined adds to a set of statements those that are in neither of two. Sets are shared between copies
// of values, and not changed.
func joined(also, have, from []diag.Pos) []diag.Pos {
	from = slices.DeleteFunc(slices.Clone(from), func(p diag.Pos) bool { return !p.IsValid() || slices.Contains(have, p) })
	if len(from) == 0 {
		return also
	}
	return union(also, from, 0)
}

// union is a set of all that sets hold, and one more where that is valid.
func union(a, b []diag.Pos, more diag.Pos) []diag.Pos {
	out := slices.Concat(a, b)
	if more.IsValid() {
		out = append(out, more)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Trace is how the values and terminators of a function depend on each other at some time. It finds
// what has become of statements whose values are gone later.
type Trace struct {
	nodes    []TraceNode
	carriers map[diag.Pos][]int // by origin: the nodes that have it
}

// TraceNode is a value, or the terminator of a block.
type TraceNode struct {
	Value   *Value // or nil
	Block   *Block // of the terminator, where there is no value
	Origins []diag.Pos

	args, users []int
	keeps       bool // it does something that no value tells of
}

// NewTrace traces a function.
func NewTrace(f *Func) *Trace {
	t := &Trace{carriers: map[diag.Pos][]int{}}
	index := make([]int, f.NumValues())
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			index[v.ID] = len(t.nodes)
			t.add(TraceNode{Value: v, Origins: v.Origins(), keeps: v.HasEffect()})
		}
		if b.Term != Jump {
			t.add(TraceNode{Block: b, Origins: b.Origins(), keeps: true})
		}
	}
	for i := range t.nodes {
		n := &t.nodes[i]
		var args []*Value
		if n.Value != nil {
			args = n.Value.Args
		} else {
			args = n.Block.Ctrl
		}
		for _, a := range args {
			n.args = append(n.args, index[a.ID])
			t.nodes[index[a.ID]].users = append(t.nodes[index[a.ID]].users, i)
		}
	}
	return t
}

func (t *Trace) add(n TraceNode) {
	for _, o := range n.Origins {
		t.carriers[o] = append(t.carriers[o], len(t.nodes))
	}
	t.nodes = append(t.nodes, n)
}

// Settle calls lost for each origin of which there is nothing left, with what has taken its place: the
// nearest users that are alive of the values that had it. Where these lead to something that stored, or
// branched, and does so no more, it is what it did so with.
func (t *Trace) Settle(there func(diag.Pos) bool, alive func(*TraceNode) bool, lost func(o diag.Pos, heirs []*TraceNode)) {
	var gone []diag.Pos
	for o := range t.carriers {
		if !there(o) {
			gone = append(gone, o)
		}
	}
	slices.Sort(gone)
	for _, o := range gone {
		heirs := t.heirs(t.carriers[o], alive)
		if len(heirs) == 0 {
			heirs = t.beside(t.carriers[o], alive)
		}
		if len(heirs) > 0 {
			lost(o, heirs)
		}
	}
}

// beside returns what is alive next to sync points: after them, or else in front.
func (t *Trace) beside(sync []int, alive func(*TraceNode) bool) []*TraceNode {
	for _, step := range []int{1, -1} {
		for _, i := range sync {
			if v := t.nodes[i].Value; v == nil || !v.Convergent() {
				continue
			}
			for k := i + step; k >= 0 && k < len(t.nodes); k += step {
				if n := &t.nodes[k]; alive(n) && len(n.Origins) > 0 {
					return []*TraceNode{n}
				}
			}
		}
	}
	return nil
}

// heirs returns the nearest users of some nodes that are alive.
func (t *Trace) heirs(from []int, alive func(*TraceNode) bool) (found []*TraceNode) {
	seen := map[int]bool{}
	var ends []int
	todo := slices.Clone(from)
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[i] {
			continue
		}
		seen[i] = true
		n := &t.nodes[i]
		switch {
		case alive(n):
			found = append(found, n)
		case n.keeps && len(n.users) == 0:
			ends = append(ends, i)
		default:
			todo = append(todo, n.users...)
		}
	}
	if len(found) > 0 {
		return found
	}
	for _, i := range ends {
		for _, a := range t.nodes[i].args {
			if n := &t.nodes[a]; alive(n) && !slices.Contains(found, n) {
				found = append(found, n)
			}
		}
	}
	return found
}
