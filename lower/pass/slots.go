package pass

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// maxPieces bounds of how many slots one access may consist.
const maxPieces = 8

// split cuts the accessed bytes into slots. Accesses that overlap form a group;
// a group is cut at every place where an access begins or ends, and stays in
// memory if that leaves pieces that no integer has the size of.
func (p *promoter) split() {
	p.slots = nil
	for _, a := range p.list {
		a.slot = -1
	}
	type span struct {
		cell
		a *access
	}
	var spans []span
	for _, a := range p.list {
		for i := range a.n {
			c := a.cell
			c.off += int64(i) * c.size
			spans = append(spans, span{c, a})
		}
	}
	slices.SortStableFunc(spans, func(x, y span) int {
		return cmp.Or(cmp.Compare(x.sym, y.sym), cmp.Compare(x.off, y.off), cmp.Compare(x.size, y.size))
	})
	// A vector stays or goes as a whole: groups of its elements that stay in
	// memory keep the other elements there as well, until nothing changes.
	type group struct {
		spans []span
		cuts  []int64
		stay  bool
	}
	var groups []*group
	of := map[*access][]*group{}
	for i := 0; i < len(spans); {
		g := &group{}
		end := spans[i].off
		for sym := spans[i].sym; i < len(spans) && spans[i].sym == sym && (len(g.spans) == 0 || spans[i].off < end); i++ {
			s := spans[i]
			g.spans = append(g.spans, s)
			g.cuts = append(g.cuts, s.off, s.off+s.size)
			end = max(end, s.off+s.size)
			of[s.a] = append(of[s.a], g)
			if s.a.v.Strong() {
				g.stay = true
			}
		}
		lo, hi := g.spans[0].off, end
		size := hi - lo
		partial := func(s span) bool { return s.off != lo || s.size != size }
		if size <= 8 && size&(size-1) == 0 && slices.ContainsFunc(g.spans, func(s span) bool { return !partial(s) }) &&
			!slices.ContainsFunc(g.spans, func(s span) bool { return partial(s) && s.a.v.Writes() }) {
			// Written as a whole and read in parts: one variable.
			g.cuts = []int64{lo, hi}
		}
		slices.Sort(g.cuts)
		g.cuts = powers(slices.Compact(g.cuts))
		for _, s := range g.spans {
			n := 0
			for _, c := range g.cuts {
				if s.off <= c && c < s.off+s.size {
					n++
				}
			}
			g.stay = g.stay || n > maxPieces || n > 1 && s.size > 8
		}
		for k := 1; k < len(g.cuts); k++ {
			g.stay = g.stay || p.keep[cell{g.spans[0].sym, g.cuts[k-1], g.cuts[k] - g.cuts[k-1]}]
		}
		groups = append(groups, g)
	}
	for again := true; again; {
		again = false
		for _, a := range p.list {
			if slices.ContainsFunc(of[a], func(g *group) bool { return g.stay }) {
				for _, g := range of[a] {
					again = again || !g.stay
					g.stay = true
				}
			}
		}
	}
	for _, g := range groups {
		if g.stay {
			continue
		}
		first := len(p.slots)
		for k := 1; k < len(g.cuts); k++ {
			c := cell{g.spans[0].sym, g.cuts[k-1], g.cuts[k] - g.cuts[k-1]}
			s := slot{cell: c}
			votes := map[ir.Type]int{}
			for _, sp := range g.spans {
				if sp.cell == c {
					votes[sp.a.v.Attr.Mem]++
				}
				if sp.cell == c && sp.a.v.Writes() && s.name == "" {
					s.name = sp.a.v.Args[1].Name
				}
			}
			s.typ = ir.IntOfBits(int(c.size) * 8)
			for _, t := range slices.Sorted(maps.Keys(votes)) {
				// Of those with most votes a float, and of these the last.
				if n := votes[t]; n > votes[s.typ] || n == votes[s.typ] && (t.IsFloat() || !s.typ.IsFloat()) {
					s.typ = t
				}
			}
			p.slots = append(p.slots, s)
		}
		for _, sp := range g.spans {
			if sp.off == sp.a.cell.off {
				sp.a.slot = slices.IndexFunc(p.slots[first:], func(s slot) bool { return sp.off < s.cell.off+s.cell.size }) + first
			}
		}
	}
}

// powers adds cuts so that every piece has the size of an integer: a power of
// two at a multiple of itself, or the 16 bytes of a single access.
func powers(cuts []int64) []int64 {
	if len(cuts) == 2 && cuts[1]-cuts[0] == 16 {
		return cuts
	}
	out := cuts[:1:1]
	for _, end := range cuts[1:] {
		for at := out[len(out)-1]; at < end; {
			n := int64(8)
			for n > end-at || at%n != 0 {
				n /= 2
			}
			at += n
			out = append(out, at)
		}
	}
	return out
}

// pieces returns the range of slots that element i of an access consists of, or
// the one slot that it is a part of.
func (p *promoter) pieces(a *access, i int) (first, end int) {
	off := a.cell.off + int64(i)*a.cell.size
	for first = a.slot; p.slots[first].cell.off+p.slots[first].cell.size <= off; first++ {
	}
	for end = first; end < len(p.slots) && p.slots[end].cell.sym == a.cell.sym && p.slots[end].cell.off < off+a.cell.size; end++ {
	}
	return first, end
}

// slotsOf returns all slots that an access touches.
func (p *promoter) slotsOf(a *access) (first, end int) {
	_, end = p.pieces(a, a.n-1)
	return a.slot, end
}
