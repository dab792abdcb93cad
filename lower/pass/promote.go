package pass

import (
	"cmp"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// promote turns parts of local variables into SSA values: the bytes that are
// only ever read and written at constant offsets, and that nothing unknown may
// touch. That is what becomes of code that was compiled without optimisation,
// which keeps every variable in local memory. Bytes that are indexed, or whose
// address escapes, stay in memory. Local memory reads as zero until written.
func promote(f *ir.Func, o *Options) bool {
	changed := unreachable(f, o)
	p := &promoter{f: f, fr: newFrame(f)}
	if p.fr == nil {
		return changed
	}
	p.collect()
	p.split()
	if len(p.slots) == 0 {
		return changed
	}
	p.placePhis()
	p.rename()
	dropLocals(f)
	phis(f, o)
	dce(f, o)
	return true
}

// access is one load or store at a constant place, Vec elements long.
type access struct {
	v    *ir.Value
	cell cell // of the first element
	n    int
	slot int // the slot of the first byte; -1 where it stays in memory
}

// slot is a run of bytes that becomes a variable.
type slot struct {
	cell cell
	typ  ir.Type
	name string
}

type promoter struct {
	f      *ir.Func
	fr     *frame
	access map[*ir.Value]*access
	list   []*access // in program order
	slots  []slot
	phi    map[*ir.Block]map[int]*ir.Value // by block and slot
}

// collect finds the accesses at constant places.
func (p *promoter) collect() {
	p.access = map[*ir.Value]*access{}
	for _, b := range p.f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpLoad && v.Op != ir.OpStore {
				continue
			}
			at := p.fr.state[v.Args[0].ID]
			if at.kind != exact || at.vars()&p.fr.blocked != 0 {
				continue
			}
			a := &access{v: v, cell: cell{at.sym, at.off, int64(v.Attr.Mem.Bytes())}, n: v.Vec(), slot: -1}
			p.access[v] = a
			p.list = append(p.list, a)
		}
	}
}

// maxPieces bounds of how many slots one access may consist.
const maxPieces = 8

// split cuts the accessed bytes into slots. Accesses that overlap form a group;
// a group is cut at every place where an access begins or ends, and stays in
// memory if that leaves pieces that no integer has the size of.
func (p *promoter) split() {
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
			if s.a.v.Attr.Volatile || s.a.v.Attr.Order != ir.Weak {
				g.stay = true
			}
		}
		lo, hi := g.spans[0].off, end
		size := hi - lo
		partial := func(s span) bool { return s.off != lo || s.size != size }
		if size <= 8 && size&(size-1) == 0 && slices.ContainsFunc(g.spans, func(s span) bool { return !partial(s) }) &&
			!slices.ContainsFunc(g.spans, func(s span) bool { return partial(s) && s.a.v.Op == ir.OpStore }) {
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
				if sp.cell == c && sp.a.v.Op == ir.OpStore && s.name == "" {
					s.name = sp.a.v.Args[1].Name
				}
			}
			s.typ = ir.IntOfBits(int(c.size) * 8)
			for t, n := range votes {
				if n > votes[s.typ] || n == votes[s.typ] && (t.IsFloat() && !s.typ.IsFloat() || t.IsFloat() == s.typ.IsFloat() && t > s.typ) {
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

// bitset is a set of slots.
type bitset []uint64

func newBitset(n int) bitset    { return make(bitset, (n+63)/64) }
func (s bitset) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s bitset) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s bitset) addAll(t bitset) {
	for i := range s {
		s[i] |= t[i]
	}
}
func (s bitset) remove(t bitset) {
	for i := range s {
		s[i] &^= t[i]
	}
}
func (s bitset) equal(t bitset) bool { return slices.Equal(s, t) }

// placePhis puts phis where definitions of a slot meet and the slot is live.
func (p *promoter) placePhis() {
	n := len(p.slots)
	blocks := ir.ReversePostorder(p.f)
	defs, liveIn := make([]bitset, p.f.NumBlocks()), make([]bitset, p.f.NumBlocks())
	for _, b := range blocks {
		def, use := newBitset(n), newBitset(n)
		for _, v := range b.Values {
			a := p.access[v]
			if a == nil || a.slot < 0 {
				continue
			}
			first, end := p.slotsOf(a)
			for i := first; i < end; i++ {
				if v.Op == ir.OpStore {
					def.add(i)
				} else if !def.has(i) {
					use.add(i)
				}
			}
		}
		defs[b.ID], liveIn[b.ID] = def, use
	}
	for again := true; again; {
		again = false
		for _, b := range slices.Backward(blocks) {
			in := newBitset(n)
			for _, s := range b.Succs {
				in.addAll(liveIn[s.ID])
			}
			in.remove(defs[b.ID])
			in.addAll(liveIn[b.ID])
			if !in.equal(liveIn[b.ID]) {
				liveIn[b.ID], again = in, true
			}
		}
	}
	frontier := frontiers(p.f, blocks)
	p.phi = map[*ir.Block]map[int]*ir.Value{}
	for i, s := range p.slots {
		var work []*ir.Block
		for _, b := range blocks {
			if defs[b.ID].has(i) {
				work = append(work, b)
			}
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, j := range frontier[b.ID] {
				if !liveIn[j.ID].has(i) || p.phi[j][i] != nil {
					continue
				}
				if p.phi[j] == nil {
					p.phi[j] = map[int]*ir.Value{}
				}
				phi := p.f.NewValue(ir.OpPhi, s.typ, j.Pos, make([]*ir.Value, len(j.Preds))...)
				if len(j.Values) > 0 {
					phi.Pos = j.Values[0].Pos
				}
				phi.Name = s.name
				p.phi[j][i] = phi
				work = append(work, j)
			}
		}
	}
	for b, m := range p.phi {
		ids := make([]int, 0, len(m))
		for i := range m {
			ids = append(ids, i)
		}
		slices.Sort(ids)
		list := make([]*ir.Value, 0, len(ids)+len(b.Values))
		for _, i := range ids {
			m[i].Block = b
			list = append(list, m[i])
		}
		b.Values = append(list, b.Values...)
	}
}

// frontiers returns the dominance frontier of each block, by ID.
func frontiers(f *ir.Func, blocks []*ir.Block) [][]*ir.Block {
	dom := ir.Dominators(f)
	df := make([][]*ir.Block, f.NumBlocks())
	for _, b := range blocks {
		if len(b.Preds) < 2 {
			continue
		}
		for _, p := range b.Preds {
			if !dom.Reachable(p) {
				continue
			}
			for r := p; r != nil && r != dom.Idom(b); r = dom.Idom(r) {
				if !slices.Contains(df[r.ID], b) {
					df[r.ID] = append(df[r.ID], b)
				}
			}
		}
	}
	return df
}

// rename walks the dominator tree with the current value of each slot and
// replaces the accesses.
func (p *promoter) rename() {
	dom := ir.Dominators(p.f)
	r := newReplacer(p.f)
	entry := p.f.Blocks[0]
	extracts := map[*ir.Value][]*ir.Value{}
	for _, b := range p.f.Blocks {
		for _, x := range b.Values {
			if x.Op == ir.OpExtract {
				extracts[x.Args[0]] = append(extracts[x.Args[0]], x)
			}
		}
	}
	zeros := map[ir.Type]*ir.Value{}
	var zeroList []*ir.Value
	now := make([]*ir.Value, len(p.slots)) // nil: zero
	value := func(i int) *ir.Value {
		if now[i] != nil {
			return now[i]
		}
		t := p.slots[i].typ
		if zeros[t] == nil {
			zeros[t] = p.f.NewValue(ir.OpConst, t, entry.Pos)
			zeros[t].Block = entry
			zeroList = append(zeroList, zeros[t])
		}
		return zeros[t]
	}
	type undo struct {
		slot int
		old  *ir.Value
	}
	type visit struct {
		kids []*ir.Block
		undo []undo
	}
	enter := func(b *ir.Block) visit {
		vs := visit{kids: dom.Children(b)}
		set := func(i int, v *ir.Value) {
			vs.undo = append(vs.undo, undo{i, now[i]})
			now[i] = v
		}
		e := &emitter{b: b}
		for _, v := range b.Values {
			a := p.access[v]
			switch {
			case v.Op == ir.OpPhi:
				e.out = append(e.out, v)
				for i, phi := range p.phi[b] {
					if phi == v {
						set(i, v)
					}
				}
			case a == nil || a.slot < 0:
				e.out = append(e.out, v)
			case v.Op == ir.OpLoad && v.Vec() == 1:
				e.pos = v.Pos
				r.replace(v, p.read(e, a, 0, value))
			case v.Op == ir.OpLoad:
				e.pos = v.Pos
				for _, x := range extracts[v] {
					r.replace(x, p.read(e, a, x.Attr.Index, value))
				}
			default:
				e.pos = v.Pos
				for i := range a.n {
					p.write(e, a, i, v.Args[1+i], value, set)
				}
			}
		}
		b.Values = e.out
		seen := map[*ir.Block]bool{}
		for _, s := range b.Succs {
			if seen[s] {
				continue
			}
			seen[s] = true
			for j, q := range s.Preds {
				if q == b {
					for i, phi := range p.phi[s] {
						phi.Args[j] = value(i)
					}
				}
			}
		}
		return vs
	}
	stack := []visit{enter(entry)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.kids) > 0 {
			b := top.kids[0]
			top.kids = top.kids[1:]
			stack = append(stack, enter(b))
			continue
		}
		for _, u := range slices.Backward(top.undo) {
			now[u.slot] = u.old
		}
		stack = stack[:len(stack)-1]
	}
	entry.Values = append(zeroList, entry.Values...)
	r.apply()
}

// read returns element i of a load, put together from its slots.
func (p *promoter) read(e *emitter, a *access, i int, value func(int) *ir.Value) *ir.Value {
	t := a.v.Type
	if a.n > 1 {
		t = a.v.Results[i]
	}
	first, end := p.pieces(a, i)
	if s := p.slots[first].cell; end == first+1 {
		if s.size == a.cell.size {
			return e.convert(value(first), a.v.Attr.Mem, t, a.v.Attr.Signed)
		}
		part := e.asInt(value(first))
		if shift := a.cell.off + int64(i)*a.cell.size - s.off; shift > 0 {
			part = e.add(ir.OpShrU, part.Type, part, e.konst(ir.I32, uint64(shift)*8))
		}
		part = e.resize(part, ir.IntOfBits(int(a.cell.size)*8), false)
		return e.convert(part, a.v.Attr.Mem, t, a.v.Attr.Signed)
	}
	whole := ir.IntOfBits(int(a.cell.size) * 8)
	var sum *ir.Value
	for k := first; k < end; k++ {
		c := p.slots[k].cell
		part := e.resize(e.asInt(value(k)), whole, false)
		if shift := c.off - p.slots[first].cell.off; shift > 0 {
			part = e.add(ir.OpShl, whole, part, e.konst(ir.I32, uint64(shift)*8))
		}
		if sum == nil {
			sum = part
		} else {
			sum = e.add(ir.OpOr, whole, sum, part)
		}
	}
	return e.convert(sum, a.v.Attr.Mem, t, a.v.Attr.Signed)
}

// write puts element i of a store into its slots.
func (p *promoter) write(e *emitter, a *access, i int, v *ir.Value, value func(int) *ir.Value, set func(int, *ir.Value)) {
	first, end := p.pieces(a, i)
	if end == first+1 && p.slots[first].typ == v.Type {
		set(first, v)
		return
	}
	bits := e.resize(e.asInt(v), ir.IntOfBits(int(a.cell.size)*8), false)
	for k := first; k < end; k++ {
		s := p.slots[k]
		part := bits
		if shift := s.cell.off - p.slots[first].cell.off; shift > 0 {
			part = e.add(ir.OpShrU, bits.Type, bits, e.konst(ir.I32, uint64(shift)*8))
		}
		set(k, e.bitcast(e.resize(part, ir.IntOfBits(int(s.cell.size)*8), false), s.typ))
	}
}

// dropLocals forgets the local variables that nothing mentions.
func dropLocals(f *ir.Func) {
	dce(f, nil)
	used := map[*ir.Symbol]bool{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpSymAddr {
				used[v.Attr.Sym] = true
			}
		}
	}
	f.Locals = slices.DeleteFunc(f.Locals, func(s *ir.Symbol) bool { return !used[s] })
}
