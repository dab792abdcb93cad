package schedule

import (
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// A row whose threads access memory at one element a thread, behind a guard such as
// i < n, gets a second, clean loop in front of the general one: the guard becomes the
// number of threads, and every buffer is cut to the window that these threads access,
// which is the one bounds check. The clean loop runs where nothing wraps and all windows
// are inside; the loop behind it does the rest, faults included.

// Clean is the clean loop of a row.
type Clean struct {
	Guard  *ir.Block // whose branch compares Index + %tid.x with Limit
	Index  Sum
	Limit  *ir.Value // at hand in front of the loop over threads
	Signed bool      // the comparison is that of numbers with a sign

	Windows []*Window
	Use     map[*ir.Value]*Window // by access
	Blocks  []*ir.Block           // what a thread executes, in this order
}

// Sum is a number of 32 bits, modulo 2^32, that is the same for a row: a sum of values
// that are at hand in front of the loop over threads, and a constant.
type Sum struct {
	Values []*ir.Value
	Const  int64
}

// Window is what the threads of a row access of the buffer that a parameter points to:
// thread 0 the element First, extended to 64 bits, plus Off, and each other one the next.
type Window struct {
	Param  int
	First  Sum
	Signed bool // First is extended with its sign
	Off    int64
}

// maxClean bounds the body of which two copies are worth their length.
const maxClean = 40

// cleaner looks for the clean loop of a row.
type cleaner struct {
	*front
	memory *Memory
	w      *Clean
	guard  lane // what the guard compares
}

// lane is an index less %tid.x: terms that are the same for a row, and a constant, modulo
// 2^32.
type lane struct {
	terms []analysis.Term
	off   int64
}

// clean finds the clean loop.
func (r *front) clean(m *Memory) {
	row, in := len(r.b.Row), maps.Clone(r.in)
	c := &cleaner{front: r, memory: m, w: &Clean{Use: map[*ir.Value]*Window{}}}
	if !c.shape(r.b.Tree.Body) || slices.ContainsFunc(c.w.Blocks, func(b *ir.Block) bool { return !c.block(b) }) || len(c.w.Windows) == 0 {
		r.b.Row, r.in = r.b.Row[:row], in // without what only it needs
		return
	}
	r.b.Clean = c.w
}

// shape takes a list that is a block, a guard that ends the other threads, and blocks.
func (c *cleaner) shape(list []*region.Node) bool {
	size := 0
	for i, n := range list {
		switch {
		case n.Kind == region.Basic:
			size += len(n.Block.Values)
			c.w.Blocks = append(c.w.Blocks, n.Block)
		case n.Kind == region.If && i == 1 && len(n.Else) == 0 && len(n.Body) == 1 && ends(n.Body) && c.takeGuard(n.Block, n.Negate):
		case i == len(list)-1 && ends(list[i:]):
		default:
			return false
		}
	}
	return c.w.Guard != nil && size <= maxClean
}

// takeGuard reads i < n, with i the index of the thread, from the branch of a block whose
// condition is holds for the threads that go on.
func (c *cleaner) takeGuard(b *ir.Block, holds bool) bool {
	v := b.Ctrl[0]
	if v.Op != ir.OpICmp || v.Args[0].Type != ir.I32 {
		return false
	}
	is, i, limit := v.Attr.Cmp, v.Args[0], v.Args[1]
	if !holds {
		is = is.Negated()
	}
	if is == ir.GtS || is == ir.GtU {
		is, i, limit = is.Mirrored(), limit, i
	}
	if is != ir.LtS && is != ir.LtU || !c.uniform(limit) {
		return false
	}
	off, terms := c.prov.Sum(i)
	var ok bool
	if c.guard, ok = c.lane(off, terms); !ok {
		return false
	}
	c.w.Guard, c.w.Limit, c.w.Signed = b, limit, is == ir.LtS
	c.add(limit)
	c.w.Index, ok = c.sum(c.guard)
	return ok
}

// lane takes %tid.x out of a sum of 32 bits whose other terms are the same for a row.
func (c *cleaner) lane(off int64, terms []analysis.Term) (lane, bool) {
	own := func(t analysis.Term) bool { return t.Scale == 1 && analysis.IsSReg(t.Value, "tid.x") }
	i := slices.IndexFunc(terms, own)
	if i < 0 {
		return lane{}, false
	}
	l := lane{slices.Delete(slices.Clone(terms), i, i+1), off}
	return l, !slices.ContainsFunc(l.terms, func(t analysis.Term) bool { return t.Value.Type != ir.I32 || !c.uniform(t.Value) })
}

// equal reports whether two sums are of the same terms.
func (l lane) equal(m lane) bool {
	return l.off == m.off && len(l.terms) == len(m.terms) &&
		!slices.ContainsFunc(l.terms, func(t analysis.Term) bool { return !slices.Contains(m.terms, t) })
}

// sum makes a sum of values that are at hand in front of the loop: of those there that
// are most of it, and of what is left.
func (c *cleaner) sum(l lane) (Sum, bool) {
	s := Sum{Const: l.off}
	rest := slices.Clone(l.terms)
	for len(rest) > 0 {
		v, off, terms := c.part(rest, s.Const)
		if v == nil {
			return Sum{}, false
		}
		s.Values = append(s.Values, v)
		s.Const -= off
		rest = slices.DeleteFunc(rest, func(t analysis.Term) bool { return slices.Contains(terms, t) })
	}
	s.Const = int64(int32(s.Const))
	return s, true
}

// part returns a value that is a part of a sum of terms, and what it is: of those in front
// of the loop the one with most terms, and with the constant of the sum rather than
// another; or else a term by itself.
func (c *cleaner) part(rest []analysis.Term, off int64) (v *ir.Value, o int64, terms []analysis.Term) {
	for _, w := range c.b.Row {
		if w.Type != ir.I32 {
			continue
		}
		p, list := c.prov.Sum(w)
		if len(list) < len(terms) || len(list) == 0 || len(list) == len(terms) && p != off ||
			slices.ContainsFunc(list, func(t analysis.Term) bool { return !slices.Contains(rest, t) }) {
			continue
		}
		v, o, terms = w, p, list
	}
	if v == nil && rest[0].Scale == 1 {
		c.add(rest[0].Value)
		return rest[0].Value, 0, rest[:1]
	}
	return v, o, terms
}

// block finds the window of every access of a block.
func (c *cleaner) block(b *ir.Block) bool {
	for _, v := range b.Values {
		switch {
		case !c.b.Uses.Needed[v.ID] || v.Pure() || v.Op == ir.OpPhi || v.Op == ir.OpSReg:
		case !v.IsAccess() || !c.access(v):
			return false
		}
	}
	return true
}

// access finds the window of an access.
func (c *cleaner) access(v *ir.Value) bool {
	a := c.memory.Access(v)
	if a.View == nil || a.View.Bytes || a.Base.Kind != analysis.BaseParam || a.Root != nil || v.Vec() > 1 || v.Strong() {
		return false
	}
	terms, off, ok := a.Index(int64(a.View.Elem.Bytes()))
	if !ok {
		return false
	}
	x := &Window{Param: a.Base.Index, Signed: true, Off: off}
	var l lane
	switch {
	case a.Narrow: // a sum of 32 bits itself
		l, ok = c.lane(0, terms)
	case len(terms) == 1 && terms[0].Scale == 1 && terms[0].Ext != analysis.ExtNone:
		x.Signed = terms[0].Ext == analysis.ExtSigned
		l, ok = c.lane(c.prov.Sum(terms[0].Value))
	default:
		ok = false
	}
	if !ok {
		return false
	}
	// A sum that wraps shows in the first index, but for one of which something is
	// subtracted: there the guard must know.
	if off < 0 && (len(l.terms) == 0 || x.Signed != c.w.Signed || !l.equal(c.guard)) {
		return false
	}
	if x.First, ok = c.sum(l); !ok {
		return false
	}
	i := slices.IndexFunc(c.w.Windows, x.equal)
	if i < 0 {
		i = len(c.w.Windows)
		c.w.Windows = append(c.w.Windows, x)
	}
	c.w.Use[v] = c.w.Windows[i]
	return true
}

// equal reports whether two windows are the same.
func (x *Window) equal(y *Window) bool {
	return x.Param == y.Param && x.Signed == y.Signed && x.Off == y.Off && x.First.Const == y.First.Const && slices.Equal(x.First.Values, y.First.Values)
}
