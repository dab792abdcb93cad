package gang_test

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// A recorder notes what threads do in bodies that have gangs, as the interpreter executes
// them one by one or in warps. A replayer goes through what eight of them have done as a gang
// would, by the plan: with one variable for each value, one number in it where the plan says
// so, nothing in lanes that are out of the mask, and masks only where the plan has them. Each
// operand that a lane reads must be what its thread had.

// step is what a thread has executed: a value, or the terminator of a block.
type step struct {
	block  *ir.Block
	value  *ir.Value
	result []uint64
}

// squad names a run of a body by eight threads that may be a gang.
type squad struct {
	plan     *gang.Plan
	cta      [3]uint32
	y, z     uint32
	first    uint32 // %tid.x of lane 0
	run      int    // of the region in the CTA
	instance int    // of the launch
}

// maxSteps bounds what is recorded of a thread, and maxSquads how many gangs of a body.
const (
	maxSteps  = 20000
	maxSquads = 12
)

// recorder collects what threads have done.
type recorder struct {
	plans  map[*ir.Func]*gang.Plan
	block  [3]uint32
	launch int
	runs   map[[3]uint32]int
	squads map[squad]*[gang.Widest][]step
	count  map[*gang.Plan]int
	order  []squad
}

func newRecorder(plans map[*schedule.Body]*gang.Plan) *recorder {
	r := &recorder{plans: map[*ir.Func]*gang.Plan{}, squads: map[squad]*[gang.Widest][]step{}, count: map[*gang.Plan]int{}}
	for b, p := range plans {
		if p.Why == nil {
			r.plans[b.Func] = p
		}
	}
	return r
}

// begin notes that a launch begins.
func (r *recorder) begin(block [3]uint32) {
	r.block, r.runs = block, map[[3]uint32]int{}
	r.launch++
}

// event notes what some threads have executed.
func (r *recorder) event(e *interp.Event) {
	if e.Value != nil && e.Value.Op == ir.OpRun {
		r.runs[e.CTA]++
		return
	}
	p := r.plans[e.Func]
	if p == nil {
		return
	}
	for lane := range 32 {
		if e.Lanes>>lane&1 == 0 {
			continue
		}
		n, lanes := uint32(e.Warp*32+lane), uint32(p.Width)
		x, row := n%r.block[0], n/r.block[0]
		start := uint32(0) // any, where the plan does not say
		if !p.Aligned {
			start = uint32(e.Func.NumValues()) % lanes
		}
		if x < start {
			continue
		}
		s := squad{p, e.CTA, row % r.block[1], row / r.block[1], (x-start)/lanes*lanes + start, r.runs[e.CTA], r.launch}
		q := r.squads[s]
		if q == nil {
			if r.count[p]++; r.count[p] > maxSquads {
				continue
			}
			q = &[gang.Widest][]step{}
			r.squads[s] = q
			r.order = append(r.order, s)
		}
		if l := &q[x-s.first]; len(*l) < maxSteps {
			*l = append(*l, step{e.Block, e.Value, slices.Clone(e.Result(lane))})
		}
	}
}

// mistake is a panic of a replayer: the plan says something wrong.
type mistake string

// replay goes through the gangs that were recorded, and returns what the plans say wrong of
// them, and how many gangs it went through.
func (r *recorder) replay(m *schedule.Memory) (errs []error, gangs int) {
	first := map[squad]squad{} // of those that differ in the row
	for _, s := range r.order {
		g := newReplayer(m, s.plan, r.squads[s])
		if !g.runs() {
			continue
		}
		gangs++
		row := s
		row.y, row.z = 0, 0
		if one, ok := first[row]; !ok {
			first[row] = s
		} else if err := sameInRows(s.plan, r.squads[one], r.squads[s]); err != nil {
			errs = append(errs, fmt.Errorf("CTA %v, rows %d %d and %d %d, threads from %d: %w", s.cta, one.y, one.z, s.y, s.z, s.first, err))
		}
		if err := g.play(); err != nil {
			errs = append(errs, fmt.Errorf("CTA %v, row %d %d, threads from %d: %w", s.cta, s.y, s.z, s.first, err))
		}
	}
	return errs, gangs
}

// sameInRows returns what the plan says wrong of what two rows that may be side by side share.
func sameInRows(p *gang.Plan, a, b *[gang.Widest][]step) error {
	if p.Rows == nil || p.Rows.Beside == 1 {
		return nil
	}
	for lane := range p.Width {
		shared := func(s step) bool {
			return s.value == nil || s.value.Type == ir.Void || p.Rows.Differs[s.value.ID]
		}
		x, y := slices.DeleteFunc(slices.Clone(a[lane]), shared), slices.DeleteFunc(slices.Clone(b[lane]), shared)
		if len(x) != len(y) {
			return fmt.Errorf("lane %d: %d values in one row and %d in the other", lane, len(x), len(y))
		}
		for i, s := range x {
			if s.value != y[i].value || !slices.Equal(s.result, y[i].result) {
				return fmt.Errorf("lane %d: v%d is %x in one row, and v%d %x in the other", lane, s.value.ID, s.result, y[i].value.ID, y[i].result)
			}
		}
	}
	return nil
}

// replayer is a gang that does what threads have done.
type replayer struct {
	*gang.Plan
	m     *schedule.Memory
	lanes [gang.Widest]*thread
	all   mask
	// The variables: one number, and vectors.
	number map[*ir.Value][]uint64
	vector map[*ir.Value]*[gang.Widest][]uint64
	reads  [gang.Widest]map[uint64]*ir.Value // bytes that a thread has read before it stored there, and who did first
	writes [gang.Widest]map[uint64]bool
	slots  [gang.Widest]map[*ir.Slot]bool
	dirty  [3]bool // of each of the plan's ways: something must not be done again
	met    [3]bool // likewise: something has met that is asked to be apart
	facts  schedule.Facts
	fixed  map[*ir.Value]bool // the same in every iteration
	behind map[*region.Node]mask
	turn   map[uint64]int // the last lane that did an atomic operation at an address
	order  []touch        // of an ordered region: what lanes access, see inOrder
}

type mask uint16

func (m mask) has(lane int) bool { return m>>lane&1 != 0 }

// thread is a thread at a place of what it has done.
type thread struct {
	steps []step
	all   int                    // how many steps there are
	now   map[*ir.Value][]uint64 // what it has of each value
	to    int                    // the successor of the block that it has left
}

func newReplayer(m *schedule.Memory, p *gang.Plan, steps *[gang.Widest][]step) *replayer {
	g := &replayer{Plan: p, m: m, turn: map[uint64]int{}, number: map[*ir.Value][]uint64{}, vector: map[*ir.Value]*[gang.Widest][]uint64{}, behind: map[*region.Node]mask{}, facts: p.Body.Facts(true), fixed: map[*ir.Value]bool{}}
	for _, b := range ir.ReversePostorder(p.Body.Func) {
		for _, v := range b.Values {
			g.fixed[v] = v.Op != ir.OpPhi && v.Pure() && !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !g.fixed[a] })
		}
	}
	for i, list := range steps {
		g.lanes[i] = &thread{steps: list, all: len(list), now: map[*ir.Value][]uint64{}}
		g.reads[i], g.writes[i], g.slots[i] = map[uint64]*ir.Value{}, map[uint64]bool{}, map[*ir.Slot]bool{}
		if len(list) > 0 {
			g.all |= 1 << i
		}
	}
	return g
}

// runs reports whether gangs run for these threads: all are there, or the region has a mask;
// each has come to its end; and the guards of the row hold.
func (g *replayer) runs() bool {
	masked := g.Body.Func.Mask != nil && g.Body.Func.Mask.First == 0
	if g.all == 0 || g.all != 1<<g.Width-1 && !masked {
		return false
	}
	for i, l := range g.lanes {
		if !g.all.has(i) {
			continue
		}
		last := l.steps[len(l.steps)-1]
		if last.value != nil || len(last.block.Succs) > 0 {
			return false
		}
		for _, s := range l.steps {
			if s.value == nil {
				continue
			}
			if is, ok := g.facts[s.value]; ok && (s.result[0] != 0) != is {
				return false
			}
		}
	}
	return true
}

func (g *replayer) play() (err error) {
	defer func() {
		if m := recover(); m != nil {
			if s, ok := m.(mistake); ok {
				err = fmt.Errorf("%s", string(s))
				return
			}
			panic(m)
		}
	}()
	g.list(g.Body.Tree.Body, g.all)
	for i, l := range g.lanes {
		if len(l.steps) > 0 {
			g.wrong("lane %d has not ended: it is in %s", i, l.steps[0].block)
		}
	}
	g.inOrder()
	return nil
}

func (g *replayer) wrong(format string, args ...any) { panic(mistake(fmt.Sprintf(format, args...))) }

// list executes nodes for some lanes, and returns those that come to its end.
func (g *replayer) list(list []*region.Node, on mask) mask {
	for _, n := range list {
		if on == 0 {
			return 0
		}
		on = g.node(n, on)
	}
	return on
}

func (g *replayer) node(n *region.Node, on mask) mask {
	switch n.Kind {
	case region.Basic:
		g.basic(n.Block, on)
	case region.Edge:
		g.edge(n, on)
	case region.If:
		if way, ok := g.facts.Way(n); ok {
			return g.list(way, on)
		}
		yes := mask(0)
		for i, l := range g.lanes {
			if on.has(i) && (l.to == 0) != n.Negate {
				yes |= 1 << i
			}
		}
		if !g.Diverges[n.Block] && yes != 0 && yes != on {
			g.wrong("lanes differ at the branch of %s", n.Block)
		}
		return g.list(n.Body, yes) | g.list(n.Else, on&^yes)
	case region.Switch:
		ways := make([]mask, len(n.Cases))
		for k, c := range n.Cases {
			for i, l := range g.lanes {
				if on.has(i) && slices.Contains(c.Indices, l.to) {
					ways[k] |= 1 << i
				}
			}
			if ways[k] != 0 && ways[k] != on {
				g.wrong("lanes differ at the switch of %s", n.Block)
			}
		}
		out := mask(0)
		for k, c := range n.Cases {
			out |= g.list(c.Body, ways[k])
		}
		return out | g.take(n)
	case region.Loop:
		for on != 0 {
			on = g.list(n.Body, on) | g.take(nextRound(n))
		}
		return g.take(n)
	case region.Scope:
		return g.list(n.Body, on) | g.take(n)
	case region.Break:
		g.behind[n.Target] |= on
		return 0
	case region.Continue:
		g.behind[nextRound(n.Target)] |= on
		return 0
	case region.Return:
		g.end(n.Block, on)
		return 0
	}
	return on
}

var rounds = map[*region.Node]*region.Node{}

// nextRound stands for the head of a loop.
func nextRound(n *region.Node) *region.Node {
	if rounds[n] == nil {
		rounds[n] = &region.Node{}
	}
	return rounds[n]
}

// take returns the lanes that wait at a place.
func (g *replayer) take(n *region.Node) mask {
	on := g.behind[n]
	delete(g.behind, n)
	return on
}

// basic executes the values of a block.
func (g *replayer) basic(b *ir.Block, on mask) {
	for _, v := range b.Values {
		if v.Op == ir.OpPhi {
			continue
		}
		needed := g.Body.Uses.Needed[v.ID]
		for i, l := range g.lanes {
			if !on.has(i) {
				continue
			}
			if len(l.steps) == 0 || l.steps[0].value != v {
				g.wrong("lane %d does not come to v%d in %s", i, v.ID, b)
			}
			if needed {
				for _, a := range g.m.Operands(v) {
					g.read(a, i, g.At(a, b), v)
				}
			}
		}
		if needed {
			g.access(v, on)
		}
		for i, l := range g.lanes {
			if on.has(i) {
				l.now[v] = l.steps[0].result
				l.steps = l.steps[1:]
			}
		}
		if needed && v.Type != ir.Void {
			g.assign(v, -1, on)
		}
	}
	for i, l := range g.lanes {
		if on.has(i) {
			for _, c := range b.Ctrl {
				g.read(c, i, g.At(c, b), b)
			}
			l.leave(b)
		}
	}
}

// leave takes the terminator of a block.
func (l *thread) leave(b *ir.Block) {
	l.steps = l.steps[1:]
	switch b.Term {
	case ir.Jump:
		l.to = 0
	case ir.If:
		l.to = 0
		if l.now[b.Ctrl[0]][0] == 0 {
			l.to = 1
		}
	case ir.Switch:
		l.to = int(l.now[b.Ctrl[0]][0])
	}
}

// edge gives phis their values, all at once.
func (g *replayer) edge(n *region.Node, on mask) {
	phis := n.To.Phis()
	var next [gang.Widest][][]uint64
	for i, l := range g.lanes {
		if !on.has(i) {
			continue
		}
		if n.Block.Succs[l.to] != n.To {
			g.wrong("lane %d does not go from %s to %s", i, n.Block, n.To)
		}
		for _, phi := range phis {
			a := phi.Args[n.Pred]
			if g.Body.Uses.Needed[phi.ID] {
				g.read(a, i, g.AtEdge(a, n), phi)
			}
			next[i] = append(next[i], l.now[a])
		}
	}
	for k, phi := range phis {
		for i, l := range g.lanes {
			if on.has(i) {
				l.now[phi] = next[i][k]
			}
		}
		if g.Body.Uses.Needed[phi.ID] {
			g.assign(phi, n.Pred, on)
		}
	}
}

// read checks that a lane finds what its thread has where it reads a value.
func (g *replayer) read(v *ir.Value, lane int, s gang.Shape, user fmt.Stringer) {
	want := g.lanes[lane].now[v]
	var got []uint64
	if s.Class != gang.Varying {
		got = plus(v, g.number[v], s.Of(lane))
	} else if x := g.vector[v]; x != nil {
		got = x[lane]
	}
	if !slices.Equal(got, want) {
		g.wrong("lane %d finds %x in v%d, %s, and its thread has %x: %s", lane, got, v.ID, s.Class, want, user)
	}
}

// plus adds to an integer.
func plus(v *ir.Value, x []uint64, n int64) []uint64 {
	if n == 0 || len(x) != 1 {
		return x
	}
	return []uint64{(x[0] + uint64(n)) & ir.Ones(v.Type.Bits())}
}

// assign gives a value to the lanes of a mask.
func (g *replayer) assign(v *ir.Value, edge int, on mask) {
	if s := g.Shape[v.ID]; s.Class != gang.Varying {
		first := true
		for i, l := range g.lanes {
			if !on.has(i) {
				continue
			}
			x := plus(v, l.now[v], -s.Of(i))
			if !first && !slices.Equal(x, g.number[v]) {
				g.wrong("%s is %s by %d, but lane %d has %x where others have %x", v, s.Class, s.Stride, i, x, g.number[v])
			}
			g.number[v], first = x, false
		}
	}
	x := g.vector[v]
	if x == nil {
		x = &[gang.Widest][]uint64{}
		g.vector[v] = x
	}
	keep := g.Blends(v, edge) || edge < 0 && g.fixed[v] && g.Section[v] == ""
	for i, l := range g.lanes {
		switch {
		case on.has(i):
			x[i] = l.now[v]
		case !keep:
			x[i] = nil
		}
	}
}

// end takes lanes to the end of their threads.
func (g *replayer) end(b *ir.Block, on mask) {
	for i, l := range g.lanes {
		if !on.has(i) {
			continue
		}
		for _, s := range l.steps {
			if s.block != b {
				g.wrong("lane %d ends in %s and not in %s", i, s.block, b)
			}
		}
		l.steps = nil
	}
}

// even checks that a number grows by the same from lane to lane, where all lanes come to an access together.
func (g *replayer) even(v, t *ir.Value, on mask) {
	ones := uint64(1)<<(t.Type.Bits()-1)<<1 - 1
	for i := range g.lanes {
		if !on.has(i) {
			return
		}
	}
	at := func(i int) uint64 { return g.lanes[i].now[t][0] }
	for i := range g.lanes[2:] {
		if by := at(1) - at(0); (at(i+2)-at(i+1)-by)&ones != 0 {
			g.wrong("%s: v%d is not even: %x, %x, and lane %d has %x", v, t.ID, at(0), at(1), i+2, at(i+2))
		}
	}
}

// access checks where lanes access memory, and whether that may be done again.
func (g *replayer) access(v *ir.Value, on mask) {
	if g.m.Access(v) != nil || v.Op == ir.OpTrap || v.IsImage() {
		if g.noWay(v) && !(g.m.Access(v) != nil && (g.m.Access(v).Inside || g.Access[v].Own && g.Access[v].Whole || v.Attr.Space == ir.ParamSpace)) && !g.Asked[v] {
			g.wrong("%s: there is no way back from here", v)
		}
	}
	if t := g.Access[v].Even; t != nil {
		g.even(v, t.Value, on)
	}
	first := -1
	var start uint64
	for i, l := range g.lanes {
		if !on.has(i) {
			continue
		}
		switch {
		case v.Op == ir.OpSlotLoad:
			if _, stored := g.slots[i][v.Attr.Slot]; !stored {
				g.slots[i][v.Attr.Slot] = true
			}
		case v.Op == ir.OpSlotStore:
			if g.slots[i][v.Attr.Slot] {
				g.dirty = [3]bool{true, true, true}
			} else {
				g.slots[i][v.Attr.Slot] = false
			}
		case v.Op == ir.OpAtomic:
			g.dirty = [3]bool{true, true, true}
			at := l.now[v.Args[0]][0]
			tells := v.Attr.Atom == ir.AtomFAdd || len(g.Body.Uses.Values[v.ID]) > 0
			if last, ok := g.turn[at]; ok && g.Turns[v] && tells && i < last {
				g.wrong("%s: lane %d does it behind lane %d", v, i, last)
			}
			g.turn[at] = i
		case v.IsAccess():
			at := l.now[v.Args[0]][0]
			if own := g.Access[v]; own.Own { // nobody sees what lanes do there
				if first < 0 {
					first, start = i, at
				}
				if own.Order == gang.Contiguous && at != start {
					g.wrong("%s: %s, but lane %d is at %x and lane %d at %x", v, own, first, start, i, at)
				}
				continue
			}
			if v.Attr.Space == ir.Shared {
				at += 1 << 62
			}
			for k := range uint64(v.Attr.Mem.Bytes() * v.Vec()) {
				if v.Attr.Space != ir.ParamSpace {
					g.order = append(g.order, touch{i, l.all - len(l.steps), at + k, v})
				}
				r := g.reads[i][at+k]
				if g.Asked[v] && r == nil && !g.writes[i][at+k] {
					g.wrong("%s: lane %d has not been at %x before", v, i, at+k)
				}
				if v.Op == ir.OpLoad && !g.writes[i][at+k] && r == nil {
					g.reads[i][at+k] = v
				}
				if v.Op == ir.OpStore {
					g.writes[i][at+k] = true
					if r != nil {
						g.again(r, v)
					}
				}
			}
			a, ok := g.Access[v]
			if !ok || a.Order == gang.Gather || !g.exact(a) {
				continue
			}
			elem := g.m.Access(v).Unit(v)
			if first < 0 {
				first, start = i, at
			}
			if want := start + uint64(int64((i^a.Cross)-(first^a.Cross))*a.Stride*elem); at != want {
				g.wrong("%s: %s, but lane %d is at %x and lane %d at %x", v, a, first, start, i, at)
			}
			if size := int64(v.Attr.Mem.Bytes() * v.Vec()); a.Order == gang.Contiguous && a.Stride*elem != size {
				g.wrong("%s: %s, by %d elements of %d bytes, and %d bytes", v, a, a.Stride, elem, size)
			}
		}
	}
}

// noWay reports whether a value may fail after something that must not be done again, in one of the ways in which
// the plan takes it that it does not.
func (g *replayer) noWay(v *ir.Value) bool {
	for i, w := range g.Ways {
		if g.dirty[i] && !g.met[i] && !w.NoWay[v] {
			return true
		}
	}
	return false
}

// again notes a store to where the same lane has loaded before.
func (g *replayer) again(load, store *ir.Value) {
	for i, w := range g.Ways {
		switch {
		case w.Undo[store] == load:
		case meets(g.m, w.Meet, load, store):
			g.met[i] = true
		default:
			g.dirty[i] = true
		}
	}
}

// meets reports whether a load and a store are one of the pairs that gangs ask about.
func meets(m *schedule.Memory, list []gang.Meeting, load, store *ir.Value) bool {
	return slices.ContainsFunc(list, func(x gang.Meeting) bool {
		return m.Access(x.Load).Base == m.Access(load).Base && m.Access(x.Store).Base == m.Access(store).Base
	})
}

// exact reports whether what must not wrap does not.
func (g *replayer) exact(a gang.Pattern) bool {
	for _, e := range a.Exact {
		x := g.number[e.Value][0]
		lo, hi := int64(x), int64(x)
		if e.Signed {
			lo = int64(int32(x))
			hi = lo
		}
		if e.Stride > 0 {
			hi += e.Stride * int64(g.Width-1)
		} else {
			lo += e.Stride * int64(g.Width-1)
		}
		if e.Signed && (lo < -1<<31 || hi >= 1<<31) || !e.Signed && (lo < 0 || hi >= 1<<32) {
			return false
		}
	}
	return true
}
