package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Count describes a loop that adds a constant to a counter in every iteration, and goes on as
// long as the counter compares with a limit that does not change: what a language has
// counting loops for.
type Count struct {
	Counter *ir.Value // a phi of the header
	Limit   *ir.Value // outside of the loop, or a constant

	// Test is the block that asks: the header, of the counter, or, AtEnd, the one latch, of
	// what the counter is in the next round. Such a loop is listed where the answer is
	// to go on as well for the counter of the first round.
	Test  *ir.Block
	AtEnd bool

	// Unsigned and Signed say that the counter takes the numbers from 0 on, one by one,
	// that are smaller than the limit, both read as unsigned or signed integers.
	Unsigned, Signed bool
}

// Counts finds the loops of a function that count, by their headers.
func Counts(f *ir.Func) map[*ir.Block]Count {
	dom := ir.Dominators(f)
	c := &counter{dom: dom, nest: ir.Loops(f, dom)}
	out := map[*ir.Block]Count{}
	for _, l := range c.nest.All {
		c.steps = map[*ir.Value]growth{}
		if n, ok := c.counts(l); ok {
			out[l.Header] = n
		}
	}
	return out
}

// counts finds out how a loop counts.
func (c *counter) counts(l *ir.Loop) (Count, bool) {
	h := l.Header
	if len(h.Preds) != 2 {
		return Count{}, false
	}
	back := slices.Index(h.Preds, l.Latches[0])
	for _, test := range []*ir.Block{h, l.Latches[0]} {
		if test.Term != ir.If || c.nest.Contains(l, test.Succs[0]) == c.nest.Contains(l, test.Succs[1]) {
			continue
		}
		cmp, x, limit, ok := comparison(test.Ctrl[0], c.nest.Contains(l, test.Succs[0]))
		if !ok {
			continue
		}
		if !c.outside(l, limit) {
			cmp, x, limit = cmp.Mirrored(), limit, x
		}
		phi := headerPhi(l, x)
		if phi == nil || !c.outside(l, limit) {
			continue
		}
		step, ok := c.step(l, phi)
		n := Count{Counter: phi, Limit: limit, Test: test, AtEnd: x != phi}
		if !ok || step == 0 || n.AtEnd && (test != l.Latches[0] || x != phi.Args[back]) || !n.AtEnd && test != h {
			continue
		}
		first := phi.Args[1-back]
		facts := c.facts(h, 1-back)
		if n.AtEnd && !holds(facts, cmp, first, limit) {
			continue
		}
		if k, ok := first.IsConst(); ok && k == 0 && step == 1 {
			small := holds(facts, ir.GeS, limit, first)
			switch cmp {
			case ir.LtU, ir.Ne:
				n.Unsigned, n.Signed = true, small
			case ir.LtS:
				n.Unsigned, n.Signed = small, true
			}
		}
		return n, true
	}
	return Count{}, false
}

// comparison takes a comparison of integers apart. The one returned is
// true where the branch on it is taken as is says.
func comparison(v *ir.Value, is bool) (cmp ir.Cmp, x, y *ir.Value, ok bool) {
	if v.Op != ir.OpICmp {
		return 0, nil, nil, false
	}
	cmp = v.Attr.Cmp
	if !is {
		cmp = cmp.Negated()
	}
	return cmp, v.Args[0], v.Args[1], true
}

// fact is a comparison that holds.
type fact struct {
	cmp  ir.Cmp
	x, y *ir.Value
}

// facts returns what holds on the way into a block by one of its edges: the comparisons
// of the branches that decide whether control gets there.
func (c *counter) facts(b *ir.Block, edge int) []fact {
	const most = 8
	var out []fact
	add := func(from, to *ir.Block) {
		if from.Term != ir.If {
			return
		}
		if cmp, x, y, ok := comparison(from.Ctrl[0], from.Succs[0] == to); ok {
			out = append(out, fact{cmp, x, y})
		}
	}
	at := b.Preds[edge]
	add(at, b)
	for range most {
		up := c.dom.Idom(at)
		if up == nil {
			break
		}
		if len(at.Preds) == 1 {
			add(up, at)
		}
		at = up
	}
	return out
}

// holds reports whether a comparison is true, by itself or because one of the facts is.
func holds(facts []fact, cmp ir.Cmp, x, y *ir.Value) bool {
	if _, ok := x.IsConst(); ok {
		cmp, x, y = cmp.Mirrored(), y, x
	}
	bits := x.Type.Bits()
	k, toConst := y.IsConst()
	if c, ok := x.IsConst(); ok { // both are
		return cmp.Ints(bits, c, k)
	}
	for _, f := range facts {
		if f.x != x {
			f = fact{f.cmp.Mirrored(), f.y, f.x}
		}
		if f.x != x {
			continue
		}
		if m, ok := f.y.IsConst(); ok && toConst && implies(bits, f.cmp, m, cmp, k) {
			return true
		}
		if f.y == y && (f.cmp == cmp || strict(f.cmp) && cmp == ir.Ne) {
			return true
		}
	}
	return false
}

// strict reports whether a comparison is false of equal numbers.
func strict(c ir.Cmp) bool { return !c.Ints(1, 0, 0) }

// implies reports whether every x of which (x p k) is true has (x q m) as well. Both
// change their answer only beside k and m and at the ends of the numbers.
func implies(bits int, p ir.Cmp, k uint64, q ir.Cmp, m uint64) bool {
	top := uint64(1) << (bits - 1)
	for _, x := range []uint64{0, top - 1, top, 2*top - 1, k - 1, k, k + 1, m - 1, m, m + 1} {
		if p.Ints(bits, x, k) && !q.Ints(bits, x, m) {
			return false
		}
	}
	return true
}
