package interp

import (
	"math/rand/v2"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// parts is a kernel that runs as its parts.
type parts struct {
	cta   *code
	slots []operand // words and type of an element
	words int       // of all slots, for one thread
	index map[*ir.Slot]int
}

// decodeParts prepares the parts of a kernel for execution.
func (x *Machine) decodeParts(kernel *code, cta *ir.Func) (errs []error) {
	p := &parts{index: map[*ir.Slot]int{}}
	kernel.parts = p
	for i, s := range cta.Slots {
		p.index[s] = i
		p.slots = append(p.slots, operand{words: words(s.Type), typ: s.Type})
		p.words += words(s.Type)
	}
	part := func(f *ir.Func) *code {
		c := &code{f: f, id: kernel.id, parts: p}
		x.codes[f] = c
		return c
	}
	for _, b := range cta.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpRun || x.codes[v.Attr.Func] != nil {
				continue
			}
			region := part(v.Attr.Func)
			errs = append(errs, x.decode(region)...)
			if f := x.gangOf(v.Attr.Func); f != nil {
				region.gang = part(f)
				errs = append(errs, x.decode(region.gang)...)
			}
		}
	}
	p.cta = part(cta)
	return append(errs, x.decode(p.cta)...)
}

// part looks up what an operation in a part of a kernel names, and refuses what such a
// part cannot have.
func (d *decoder) part(in *inst) {
	v, p := in.v, d.c.parts
	in.slot = -1
	if s := v.Attr.Slot; s != nil && s.First == 0 {
		i, ok := 0, false
		if p != nil {
			i, ok = p.index[s]
		}
		if !ok {
			d.errorf(v, "the kernel has no slot %s", s.Name)
		}
		in.slot = i
	}
	switch {
	case v.Op == ir.OpSlotSet && !v.Args[0].Vector():
		d.errorf(v, "a value of the CTA for the threads")
	case v.Op == ir.OpRun:
		in.to = d.x.codes[v.Attr.Func]
	case v.Op == ir.OpBarrier && d.c.f.Part == ir.CTAPart:
		if n, ok := v.Args[1].IsConst(); !ok || n != 0 || v.Attr.Bar == ir.BarArrive {
			d.errorf(v, "a barrier for some of the threads")
		}
	case v.Convergent() && d.c.f.Part == ir.RegionPart:
		d.errorf(v, "a thread synchronises inside of a region")
	}
}

// partsRun is a CTA that runs the parts of a kernel.
type partsRun struct {
	cta   *cta
	main  *warp      // its one lane runs the CTAPart
	slots [][]uint64 // the elements of each, one after another
	vecs  []*vector  // by place of a register in the frame of the CTAPart
	order *rand.Rand // nil for that of the threads' numbers

	run   *inst   // the Run that is under way, nil if there is none
	todo  []*lane // its threads that have not begun
	now   *lane   // the one that is at it, nil if there is none
	gangs *gangs  // of a region that runs as gangs
}

// vector is a value of every thread, or of those that took part.
type vector struct {
	on    []bool // nil for all
	words []uint64
	size  int // of an element, in words
}

// newPartsRun makes the state of a CTA. The elements of slots begin as what no kernel
// expects, so that reading one that nobody has stored shows.
func newPartsRun(c *cta, k *parts) *partsRun {
	p := &partsRun{cta: c, vecs: make([]*vector, k.cta.words)}
	for _, s := range k.slots {
		p.slots = append(p.slots, slices.Repeat([]uint64{0x5bad5bad5bad5bad & ir.Ones(s.typ.Bits())}, s.words*c.grid.threads))
	}
	if seed := c.grid.m.opt.Shuffle; seed != 0 {
		p.order = rand.New(rand.NewPCG(seed, uint64(c.id[0])<<40^uint64(c.id[1])<<20^uint64(c.id[2])))
	}
	p.main = &warp{cta: c, index: -1, alive: 1, running: 1}
	l := &lane{cta: c, warp: p.main, top: localStart}
	p.main.lanes = []*lane{l}
	l.push(k.cta, operand{}, k.cta.f.Pos)
	return p
}

// turn runs the CTA for a while, see cta.turn.
func (p *partsRun) turn(alone bool) ending {
	g := p.cta.grid
	for start := g.steps; ; {
		idle := p.steps(g.steps + warpTurn)
		switch {
		case p.main.alive == 0:
			return ctaEnded
		case alone:
		case idle:
			return ctaWaits
		case g.steps-start > ctaTurn:
			return ctaRuns
		}
	}
}

// steps runs the CTA until a number of steps is reached. It reports whether a thread
// spins: it waits for another CTA.
func (p *partsRun) steps(end int64) (idle bool) {
	g, l := p.cta.grid, p.main.lanes[0]
	for g.steps < end && p.main.alive != 0 {
		if p.run != nil {
			if p.threads(end) {
				return true
			}
			continue
		}
		fr := l.frame()
		b := &fr.code.blocks[fr.block]
		if fr.at == len(b.insts) {
			g.count(l, nil)
			p.main.terminate(1, fr, b)
			continue
		}
		in := &b.insts[fr.at]
		g.count(l, in.v)
		if in.v.Op == ir.OpRun {
			p.run, p.todo, p.gangs = in, p.those(in.to.f), nil
			if in.to.gang != nil {
				p.gangs = newGangs(p, fr)
			}
			continue
		}
		if p.vectorOp(fr, in) {
			p.main.trace(1, fr, in)
			fr.at++
			continue
		}
		p.main.exec(1, fr, in)
	}
	return false
}

// those returns the threads of a region in the order in which they run.
func (p *partsRun) those(region *ir.Func) []*lane {
	on, first := p.mask(region.Mask), p.cta.grid.kernel.parts.cta.f.FirstRow
	var out []*lane
	var turns []int // the warp of each
	for _, w := range p.cta.warps {
		for _, l := range w.lanes {
			if (on == nil || on[l.number()]) && !(first && l.tid[1]+l.tid[2] > 0) {
				out, turns = append(out, l), append(turns, w.index)
			}
		}
	}
	if region.Order == ir.Descending {
		slices.Reverse(out)
	}
	if p.order == nil || region.Order != ir.AnyOrder {
		return out
	}
	next := make([]int, len(p.cta.warps)) // of a warp, in out
	for i, w := range slices.Backward(turns) {
		next[w] = i
	}
	p.order.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
	mixed := make([]*lane, len(out))
	for i, w := range turns {
		mixed[i] = out[next[w]]
		next[w]++
	}
	return mixed
}

// mask returns which threads a mask has, nil for all.
func (p *partsRun) mask(s *ir.Slot) []bool {
	if s == nil {
		return nil
	}
	if s.First > 0 {
		on := make([]bool, p.cta.grid.threads)
		for i := range on {
			on[i] = int64(i)%int64(p.cta.grid.cfg.Block[0]) < s.First
		}
		return on
	}
	words := p.slots[p.cta.grid.kernel.parts.index[s]]
	on := make([]bool, len(words))
	for i, x := range words {
		on[i] = x != 0
	}
	return on
}

// number returns the number of the thread in its CTA.
func (l *lane) number() int { return l.warp.index*warpSize + l.index }

// threads runs the region that is under way, one thread to its end before the next.
func (p *partsRun) threads(end int64) (idle bool) {
	main := p.main.lanes[0].frame()
	for p.cta.grid.steps < end {
		if p.now == nil {
			if len(p.todo) == 0 {
				p.main.trace(1, main, p.run)
				p.run = nil
				main.at++
				return false
			}
			if p.gangs != nil {
				if p.todo = p.gangs.ahead(p.todo); len(p.todo) == 0 {
					continue
				}
			}
			p.now, p.todo = p.todo[0], p.todo[1:]
			p.enter(p.now, main)
		}
		w := p.now.warp
		w.runGroup(w.alive, nil, end)
		switch {
		case w.alive == 0:
			p.now = nil
		case w.idle >= maxIdle:
			w.changed()
			return true
		}
	}
	return false
}

// enter puts a thread at the beginning of the region.
func (p *partsRun) enter(l *lane, main *frame) {
	w := l.warp
	w.alive = 1 << l.index
	w.running = w.alive
	w.changed()
	fr := l.push(p.run.to, operand{}, p.run.v.Pos)
	for i, a := range p.run.args {
		fr.copyFrom(p.run.to.args[i], main, a)
	}
}

// slot moves the thread's element of a slot.
func (l *lane) slot(in *inst) {
	fr, p := l.frame(), l.cta.parts
	n := p.cta.grid.kernel.parts.slots[in.slot].words
	e := p.slots[in.slot][l.number()*n:][:n]
	if in.v.Op == ir.OpSlotLoad {
		copy(fr.regs[in.dst.at:], e)
		return
	}
	copy(e, fr.regs[in.args[0].at:])
}

// vectorOp executes an operation on the slots of all threads, or reports that it is none.
func (p *partsRun) vectorOp(fr *frame, in *inst) bool {
	switch v := in.v; {
	case v.Op == ir.OpSlotAll:
		p.vecs[in.dst.at] = &vector{words: slices.Clone(p.slots[in.slot]), size: in.dst.words}
	case v.Op == ir.OpExtract && v.Vector():
		from := p.vecs[in.args[0].at]
		skip := 0
		for _, t := range v.Args[0].Results[:v.Attr.Index] {
			skip += words(t)
		}
		to := &vector{on: from.on, size: in.dst.words}
		for e := range slices.Chunk(from.words, from.size) {
			to.words = append(to.words, e[skip:][:to.size]...)
		}
		p.vecs[in.dst.at] = to
	case v.Op == ir.OpSlotSet:
		from := p.vecs[in.args[0].at]
		for i := range p.cta.grid.threads {
			if from.on == nil || from.on[i] {
				copy(p.slots[in.slot][i*from.size:], from.words[i*from.size:][:from.size])
			}
		}
	case v.Op == ir.OpSlotFill:
		a, n := in.args[0], in.args[0].words
		for e := range slices.Chunk(p.slots[in.slot], n) {
			copy(e, fr.regs[a.at:])
		}
	case v.Op == ir.OpSlotAny:
		fr.put(in.dst, bit(slices.ContainsFunc(p.slots[in.slot], func(x uint64) bool { return x != 0 })), 0)
	case v.Convergent():
		p.synchronise(fr, in)
	default:
		return false
	}
	return true
}

// synchronise executes a barrier or a warp operation for the threads of its mask.
func (p *partsRun) synchronise(fr *frame, in *inst) {
	v, on := in.v, p.mask(in.v.Attr.Slot)
	arg := func(thread, i int) uint64 {
		if a := in.args[i]; v.Args[i].Vector() {
			return p.vecs[a.at].words[thread*a.words]
		}
		x, _ := fr.get(in.args[i])
		return x
	}
	switch {
	case v.Op == ir.OpLockstep:
		return
	case v.Op == ir.OpBarrier:
		if id := arg(0, 0); id >= uint64(len(p.cta.bars)) {
			p.main.lanes[0].fail(FaultBarrier, v.Pos, "barrier %d: a CTA has %d", id, len(p.cta.bars))
		}
		if v.Type != ir.Void {
			fr.put(in.dst, reduce(v, p.cta.grid.threads, on, arg), 0)
		}
		return
	}
	out := &vector{on: on, words: make([]uint64, p.cta.grid.threads*in.dst.words), size: in.dst.words}
	for k, w := range p.cta.warps {
		var lanes uint32
		for i, l := range w.lanes {
			if on == nil || on[l.number()] {
				lanes |= 1 << i
			}
		}
		at := k * warpSize
		for rest := lanes; rest != 0; {
			group := rest
			if v.Attr.Sync {
				group = w.group(rest, lanes, in, func(lane int) uint32 { return uint32(arg(at+lane, len(in.args)-1)) })
			}
			in.operate(group, func(lane, i int) uint64 { return arg(at+lane, i) }, func(lane, i int, x uint64) {
				out.words[(at+lane)*out.size+in.result(i).at-in.dst.at] = x
			})
			rest &^= group
		}
	}
	if v.Type != ir.Void {
		p.vecs[in.dst.at] = out
	}
}

// group returns those of rest, of all lanes at a warp operation, that have the mask of the
// lowest. A lane that another names, but that is there with a mask of its own, never comes.
func (w *warp) group(rest, all uint32, in *inst, mask func(lane int) uint32) (group uint32) {
	lead := w.lane(rest)
	members := mask(lead.index)
	for m := rest; m != 0; m &= m - 1 {
		l := w.lane(m)
		l.member(in, mask(l.index))
		if mask(l.index) == members {
			group |= 1 << l.index
		}
	}
	if others := all & members &^ group; others != 0 {
		lead.fail(FaultDeadlock, in.v.Pos, "deadlock: %s with mask %#x waits for lanes that are there with other masks, %#x", in.v.Attr.Name, members, others)
	}
	return group
}

// reduce returns what a barrier gives: it counts the predicates of those that took part.
func reduce(v *ir.Value, threads int, on []bool, arg func(thread, i int) uint64) uint64 {
	popc, all := uint64(0), uint64(0)
	for i := range threads {
		if on == nil || on[i] {
			all++
			popc += arg(i, 2)
		}
	}
	switch v.Attr.Bar {
	case ir.BarRedPopc:
		return popc
	case ir.BarRedAnd:
		return bit(popc == all)
	case ir.BarRedOr:
		return bit(popc != 0)
	}
	panic("interp: barrier " + v.Attr.Bar.String() + " with a result")
}
