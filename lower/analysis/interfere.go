package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Coalescer sorts values into classes that can share one place, a variable or a slot: no
// two of a class are needed at the same time.
type Coalescer struct {
	*Liveness
	dom   *ir.DomTree
	class []*class // by value ID; nil for a value that is alone
}

type class struct{ members []*ir.Value }

// maxClass keeps the test of all pairs cheap.
const maxClass = 64

// NewCoalescer begins with each value of a function alone.
func NewCoalescer(f *ir.Func, dom *ir.DomTree, live *Liveness) *Coalescer {
	return &Coalescer{Liveness: live, dom: dom, class: make([]*class, f.NumValues())}
}

// Join lets a phi share its place with those of its arguments that may, where it can.
func (c *Coalescer) Join(phi *ir.Value, may func(arg *ir.Value) bool) {
	for _, a := range phi.Args {
		if a != phi && may(a) {
			c.join(phi, a)
		}
	}
}

func (c *Coalescer) join(a, b *ir.Value) {
	x, y := c.Class(a), c.Class(b)
	if x[0] == y[0] || len(x)+len(y) > maxClass {
		return
	}
	for _, v := range x {
		for _, w := range y {
			if c.interfere(v, w) {
				return
			}
		}
	}
	c.put(slices.Concat(x, y))
}

// put makes a class.
func (c *Coalescer) put(members []*ir.Value) {
	k := &class{members}
	for _, m := range members {
		c.class[m.ID] = k
	}
}

// Class returns the values that share a place with v, v included. The slice must not be
// changed.
func (c *Coalescer) Class(v *ir.Value) []*ir.Value {
	if k := c.class[v.ID]; k != nil {
		return k.members
	}
	return []*ir.Value{v}
}

// Representative returns the same one of the values of a class for all of them.
func (c *Coalescer) Representative(v *ir.Value) *ir.Value {
	if k := c.class[v.ID]; k != nil {
		return k.members[0]
	}
	return v
}

// Alone reports whether a value is in no class with another.
func (c *Coalescer) Alone(v *ir.Value) bool { return c.class[v.ID] == nil }

// Separate takes a value out of its class.
func (c *Coalescer) Separate(v *ir.Value) {
	k := c.class[v.ID]
	if k == nil {
		return
	}
	c.class[v.ID] = nil
	k.members = slices.DeleteFunc(k.members, func(m *ir.Value) bool { return m == v })
}

// interfere reports whether two values are needed at the same time.
func (c *Coalescer) interfere(a, b *ir.Value) bool {
	switch {
	case a.Op == ir.OpPhi && b.Op == ir.OpPhi && a.Block == b.Block:
		return true
	case c.before(a, b):
		return c.After(a, b)
	case c.before(b, a):
		return c.After(b, a)
	}
	return false
}

// before reports whether a is computed on every way to b.
func (c *Coalescer) before(a, b *ir.Value) bool {
	if a.Block == b.Block {
		return c.index[a.ID] < c.index[b.ID]
	}
	return c.dom.Dominates(a.Block, b.Block)
}
