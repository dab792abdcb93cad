package schedule

import (
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The threads of a row access memory at indices that are sums of what is the same for the
// row, of multiples of %tid.x and of constants. What such accesses have in common but for the
// constants is a window: one check before the loop says that it is inside for all threads.

// Window is what the threads of a row access of a buffer or of a variable, in elements of its
// view: thread tx the elements First + Step*tx + Min to First + Step*tx + Max, where First is
// that of thread 0.
type Window struct {
	Of       *Access // one of those that go through it: all have its base and its view
	First    []Summand
	Step     int64 // that in First included
	Min, Max int64

	// Align is what the address of the buffer must be a multiple of, in bytes, so that
	// accesses of vectors are aligned; 1 where elements are enough.
	Align int64
}

// Summand is Scale times a number: a value of 64 bits, or a sum of 32 bits, which is extended
// as Ext says, and of which Step*%tid.x is a part.
type Summand struct {
	Sum
	Step  int64
	Ext   analysis.Ext
	Scale int64
}

// Place is where in its window an access goes: thread tx to the elements from
// First + Step*tx + Off on.
type Place struct {
	*Window
	Off int64
}

// Exact is a number of 32 bits, Sum + Step*%tid.x, with a sign or without, that must not wrap
// for a thread that runs: else its windows say nothing.
type Exact struct {
	Sum
	Step   int64
	Signed bool
}

// maxStep bounds the distance of what one thread and the next access, and maxWindows the
// windows of a loop.
const (
	maxStep    = 1 << 12
	maxWindows = 12
)

// maxStreams is how many elements at a distance from each other have windows of their own, as
// many slices of one length; more are an array.
const maxStreams = 3

// windows finds the windows of all accesses that have one, and counts the others.
func (c *cleaner) windows() (others int) {
	all := 0
	var rest []*ir.Value
	for _, b := range c.b.Func.Blocks {
		if !c.runs[b] {
			continue
		}
		always := c.always(b)
		for _, v := range b.Values {
			switch {
			case !c.b.Uses.Needed[v.ID] || !v.IsAccess():
				continue
			case always:
				c.access(v, true)
			default:
				rest = append(rest, v)
			}
			all++
		}
	}
	for _, v := range rest {
		c.access(v, false)
	}
	c.w.Windows = slices.DeleteFunc(c.w.Windows, c.outside)
	c.streams()
	c.exact()
	return all - len(c.w.Use)
}

// outside drops a window that begins before what it is a part of, whatever is passed to the
// kernel.
func (c *cleaner) outside(x *Window) bool {
	from := func(s Span) bool { return s.From != nil }
	if len(x.First) > 0 || x.Min >= 0 {
		return false
	}
	later := slices.ContainsFunc(c.b.Spans, from) || c.w.Side == Behind || c.b.Split != nil && c.b.Split.From != nil && c.w.Side == In
	if later && x.Step > 0 { // the first thread need not be one of them
		return false
	}
	maps.DeleteFunc(c.w.Use, func(_ *ir.Value, p Place) bool { return p.Window == x })
	return true
}

// always reports whether all threads that pass the guards execute a block.
func (c *cleaner) always(b *ir.Block) bool {
	around := ir.Closure(c.b.Func.Blocks[:1], func(x *ir.Block) []*ir.Block {
		if x == b {
			return nil
		}
		return c.facts.open(x)
	})
	return around[b] && !slices.ContainsFunc(c.b.Func.Blocks, func(x *ir.Block) bool { return x != b && around[x] && len(x.Succs) == 0 })
}

// access finds the window of an access, if it has one: one of its own only where all threads
// execute it.
func (c *cleaner) access(v *ir.Value, always bool) {
	row := len(c.b.Row)
	if x, off, ok := c.window(v); ok {
		if x = c.join(x, always); x != nil {
			c.w.Use[v] = Place{x, off}
			return
		}
	}
	for _, u := range c.b.Row[row:] {
		delete(c.in, u)
	}
	c.b.Row = c.b.Row[:row]
}

// window makes the window of one access, and says where in it that is.
func (c *cleaner) window(v *ir.Value) (x *Window, off int64, ok bool) {
	a := c.memory.Access(v)
	if a.View == nil || a.View.Bytes || a.Root != nil || a.IsLocal() || v.Strong() || a.Fixed(v) {
		return nil, 0, false
	}
	terms, off, ok := c.memory.Index(c.b.Func, a, a.Unit(v))
	if !ok || v.Vec() > 1 && a.Align%v.AccessBytes() != 0 {
		return nil, 0, false
	}
	x = &Window{Of: a, Align: 1}
	if v.Vec() > 1 && !a.Aligned {
		x.Align = v.AccessBytes()
	}
	for _, t := range terms {
		s, step, more, ok := c.summand(t, a.Narrow)
		if !ok {
			return nil, 0, false
		}
		x.Step += step
		off += more
		if len(s.Terms) > 0 {
			x.First = append(x.First, s)
		}
	}
	x.Min, x.Max = off, off+int64(v.Vec())-1
	return x, off, x.Step >= 0 && x.Step <= maxStep
}

// Index is the index of an access through a view: a sum of values, times constants, and a
// constant, in elements of so many bytes; false where it is none.
func (m *Memory) Index(f *ir.Func, a *Access, unit int64) (terms []analysis.Term, off int64, ok bool) {
	addr := a.Addr
	if a.Reach == Anywhere {
		addr.Off += m.Start(f, a.Base.Sym)
	}
	return addr.Index(unit)
}

// summand takes a term of an index apart: a summand that is the same for the row but for
// Step, which may be missing, a multiple of %tid.x, and a constant.
func (c *cleaner) summand(t analysis.Term, narrow bool) (s Summand, step, off int64, ok bool) {
	s = Summand{Ext: t.Ext, Scale: t.Scale}
	if narrow { // a sum of 32 bits is that of 64 where it is inside of the buffer
		s.Ext = analysis.ExtSigned
	}
	switch {
	case analysis.IsSReg(t.Value, "tid.x"):
		return s, t.Scale, 0, true
	case t.Value.Type != ir.I32 && (t.Value.Type != ir.I64 || t.Ext != analysis.ExtNone):
		return s, 0, 0, false
	case c.uniform(t.Value):
		c.add(t.Value)
		s.Terms = []analysis.Term{{Value: t.Value, Scale: 1}}
		return s, 0, 0, true
	case narrow || t.Ext == analysis.ExtNone:
		return s, 0, 0, false
	}
	l, ok := c.lane(c.prov.Sum(t.Value))
	switch {
	case !ok:
		return s, 0, 0, false
	case len(l.terms) == 0:
		return s, l.step * t.Scale, l.off * t.Scale, small(l.off, l.step, c.b.least(c.w))
	}
	s.Sum, ok = c.sum(l)
	s.Step = l.step
	if e := s.exact(); c.tame(l, e.Signed) {
		c.tamed = append(c.tamed, e)
	}
	return s, s.Step * s.Scale, 0, ok
}

// small reports whether a constant and a multiple of %tid.x wrap in no thread from least on.
func small(off, step, least int64) bool {
	const far = 1 << 30
	return off < far && off+step*least >= 0
}

// exact is what must not wrap in a summand.
func (s Summand) exact() Exact { return Exact{s.Sum, s.Step, s.Ext == analysis.ExtSigned} }

// exact collects the sums of the windows that no guard knows not to wrap.
func (c *cleaner) exact() {
	for _, x := range c.w.Windows {
		for _, s := range x.First {
			e := s.exact()
			if s.Step > 0 && !slices.ContainsFunc(c.tamed, e.equal) && !slices.ContainsFunc(c.w.Exact, e.equal) {
				c.w.Exact = append(c.w.Exact, e)
			}
		}
	}
}

// join makes a window one with that which differs from it in constants. It returns nil
// where it may not grow, or be added, for x.
func (c *cleaner) join(x *Window, grow bool) *Window {
	i := slices.IndexFunc(c.w.Windows, x.Beside)
	switch {
	case i < 0 && (!grow || len(c.w.Windows) == maxWindows):
		return nil
	case i < 0:
		c.w.Windows = append(c.w.Windows, x)
		return x
	}
	y := c.w.Windows[i]
	if !grow && (x.Min < y.Min || x.Max > y.Max || x.Align > y.Align) {
		return nil
	}
	y.Min, y.Max, y.Align = min(y.Min, x.Min), max(y.Max, x.Max), max(y.Align, x.Align)
	return y
}

// streams gives elements at a few distances windows of their own, which are slices that the
// loop ranges over.
func (c *cleaner) streams() {
	var list []*Window
	for _, x := range c.w.Windows {
		offs, vector := c.distances(x)
		if x.Step != 1 || vector || len(offs) > maxStreams {
			list = append(list, x)
			continue
		}
		for _, off := range offs {
			y := *x
			y.Min, y.Max = off, off
			list = append(list, &y)
			for v, p := range c.w.Use {
				if p == (Place{x, off}) {
					c.w.Use[v] = Place{&y, off}
				}
			}
		}
	}
	c.w.Windows = list
}

// distances returns at which constants the accesses of a window go, ascending, and whether
// one of them is of a vector.
func (c *cleaner) distances(x *Window) (offs []int64, vector bool) {
	for v, p := range c.w.Use {
		if p.Window == x {
			vector = vector || v.Vec() > 1
			if !slices.Contains(offs, p.Off) {
				offs = append(offs, p.Off)
			}
		}
	}
	slices.Sort(offs)
	return offs, vector
}

// Beside reports whether two windows differ in constants only.
func (x *Window) Beside(y *Window) bool { return x.Of.Base == y.Of.Base && x.Begins(y) }

// Begins reports whether two windows, of whatever, have the same indices but for constants.
func (x *Window) Begins(y *Window) bool {
	return x.Step == y.Step && slices.EqualFunc(x.First, y.First, Summand.equal)
}

func (s Summand) equal(t Summand) bool {
	return s.Step == t.Step && s.Ext == t.Ext && s.Scale == t.Scale && s.Sum.equal(t.Sum)
}

func (e Exact) equal(f Exact) bool {
	return e.Step == f.Step && e.Signed == f.Signed && e.Sum.equal(f.Sum)
}

func (s Sum) equal(t Sum) bool { return s.Const == t.Const && slices.Equal(s.Terms, t.Terms) }
