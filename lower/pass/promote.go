package pass

import (
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
	for p.split(); p.plan(); p.split() {
	}
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
	keep   map[cell]bool     // slots that stay in memory: they would need too many phis
	joins  [][]*ir.Block     // by slot: the blocks where it needs a phi
	slotOf map[*ir.Value]int // of the new phis
	phis   map[*ir.Block][]*ir.Value
}

// collect finds the accesses at constant places.
func (p *promoter) collect() {
	p.access = map[*ir.Value]*access{}
	for _, b := range p.f.Blocks {
		for _, v := range b.Values {
			if !v.IsAccess() || v.IsAtomic() {
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

// maxPhis bounds the phis that promotion makes in one function.
const maxPhis = 200_000

// plan finds where the slots need phis: where definitions meet and the slot is
// live. If they are too many it keeps the slots with the most in memory and
// reports that the slots must be made again.
func (p *promoter) plan() bool {
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
				if v.Writes() {
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
	p.joins = make([][]*ir.Block, n)
	mark := make([]int, p.f.NumBlocks()) // the last slot that has a phi in the block, plus one
	total := 0
	for i := range p.slots {
		var work []*ir.Block
		for _, b := range blocks {
			if defs[b.ID].has(i) {
				work = append(work, b)
			}
		}
		for len(work) > 0 && total <= 2*maxPhis {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, j := range frontier[b.ID] {
				if liveIn[j.ID].has(i) && mark[j.ID] != i+1 {
					mark[j.ID] = i + 1
					p.joins[i] = append(p.joins[i], j)
					work = append(work, j)
					total++
				}
			}
		}
		if total > 2*maxPhis {
			break
		}
	}
	if total <= maxPhis {
		return false
	}
	if p.keep == nil {
		p.keep = map[cell]bool{}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(p.joins[j]) - len(p.joins[i]) })
	for _, i := range order {
		if total <= maxPhis/2 {
			break
		}
		p.keep[p.slots[i].cell] = true
		total -= len(p.joins[i])
	}
	return true
}

// placePhis puts the phis at the head of their blocks, without arguments yet.
func (p *promoter) placePhis() {
	p.slotOf = map[*ir.Value]int{}
	p.phis = map[*ir.Block][]*ir.Value{}
	for i, s := range p.slots {
		for _, b := range p.joins[i] {
			phi := p.f.NewValue(ir.OpPhi, s.typ, b.Pos, make([]*ir.Value, len(b.Preds))...)
			if len(b.Values) > 0 {
				phi.Pos = b.Values[0].Pos
			}
			phi.Name, phi.Block = s.name, b
			p.slotOf[phi] = i
			p.phis[b] = append(p.phis[b], phi)
		}
	}
	for _, b := range p.f.Blocks {
		if list := p.phis[b]; len(list) > 0 {
			b.Values = slices.Concat(list, b.Values)
		}
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
			for r := p; r != dom.Idom(b); r = dom.Idom(r) {
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
				if i, ok := p.slotOf[v]; ok {
					set(i, v)
				}
			case a == nil || a.slot < 0:
				e.out = append(e.out, v)
			case v.Reads() && v.Vec() == 1:
				e.pos = v.Pos
				r.replace(v, p.read(e, a, 0, value))
			case v.Reads():
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
					for _, phi := range p.phis[s] {
						phi.Args[j] = value(p.slotOf[phi])
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
