package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Uniformity tells which threads agree on the values of a function, and which
// come to a block together.
//
// Threads are compared in the same turn of the loops around them: the counter
// of a loop is uniform inside the loop even where each thread leaves the loop
// after its own number of turns. What such a loop leaves behind is not: see At.
// Threads that have ended do not count. Those of a device function are compared
// from its call on.
//
// Nothing is assumed about the shape of blocks but what .reqntid says; a level tells
// in which shapes it holds.
type Uniformity struct {
	gang  int // the width of gangs
	f     *ir.Func
	dom   *ir.DomTree
	loops *ir.LoopNest
	order []*ir.Block // reverse postorder
	shape shape

	level  []Level // by value ID
	fixed  []bool  // by value ID: the same in every turn of every loop
	branch []Level // by block ID: of what its terminator decides by; Constant if it decides nothing

	class  []exitClass        // by block ID
	leave  [numClasses]leaves // how threads leave loops
	within Level              // of all branches in loops

	control *control
	exec    [2][]Level // by block ID: see Exec, by the two sorts of graphs of control
	nested  [2][]Level // by block ID of a loop header: which threads come to the loop together

	meet   meetings
	gather gatherings

	changed bool // in this round
	rounds  int
}

// exitClass sorts blocks by what may come after them, and edges out of a loop by
// their target. A block sees what left the loop on ways of its own class or of
// one before it.
type exitClass uint8

const (
	toSync exitClass = iota // may synchronise again
	toRest                  // will not
	toEnd                   // ends the thread
	numClasses
)

// NewUniformity analyses a function; syncs says which of the calls in it synchronise, see
// Synchronising.
func NewUniformity(f *ir.Func, syncs map[ir.CallNode]bool) *Uniformity {
	return newUniformity(f, syncs, GangWidth)
}

// GangUniformity analyses a function in which nothing synchronises, for gangs of a width.
func GangUniformity(f *ir.Func, width int) *Uniformity { return newUniformity(f, nil, width) }

func newUniformity(f *ir.Func, syncs map[ir.CallNode]bool, width int) *Uniformity {
	n := f.NumBlocks()
	u := &Uniformity{
		gang: width,
		f:    f, dom: ir.Dominators(f), order: ir.ReversePostorder(f), shape: shapeOf(f),
		level: make([]Level, f.NumValues()), fixed: make([]bool, f.NumValues()), branch: make([]Level, n),
		class: make([]exitClass, n),
	}
	for k := range u.exec {
		u.exec[k], u.nested[k] = make([]Level, n), make([]Level, n)
	}
	u.loops = ir.Loops(f, u.dom)
	for c := range u.leave {
		u.leave[c] = newLeaves(u.loops)
	}
	syncing := reachSync(f, syncs)
	for _, b := range u.order {
		switch {
		case syncing[b]:
		case len(b.Succs) > 0:
			u.class[b.ID] = toRest
		default:
			u.class[b.ID] = toEnd
		}
	}
	u.control = newControl(f, u.order, u.loops, u.class)
	u.meet = newMeetings(f, u.dom, u.control.post)
	for _, b := range u.order {
		if len(b.Phis()) > 0 {
			u.meet.find(b)
		}
	}
	u.gather.collect(f, u.order, syncs)
	for _, b := range u.order {
		for _, v := range b.Values {
			u.fixed[v.ID] = u.invariant(v)
		}
	}
	// Levels only rise, so this ends: soon, since most of what a value depends on
	// comes before it in the order.
	for u.round() {
		u.rounds++
	}
	return u
}

// raise adds to a level.
func (u *Uniformity) raise(at *Level, to Level) {
	if to |= *at; to != *at {
		*at = to
		u.changed = true
	}
}

// round computes all levels anew and reports whether one has changed.
func (u *Uniformity) round() bool {
	u.changed = false
	for _, b := range u.order {
		u.execution(b)
		for _, v := range b.Values {
			if v.Type != ir.Void {
				u.raise(&u.level[v.ID], u.compute(v))
			}
		}
		u.gather.meet(u, b)
		if b.Term != ir.If && b.Term != ir.Switch {
			continue
		}
		now := u.At(b.Ctrl[0], b)
		if now == u.branch[b.ID] {
			continue
		}
		u.raise(&u.branch[b.ID], now)
		for _, f := range u.control.feeds[b.ID] {
			u.raiseLeave(f, now)
		}
		if u.loops.Of(b) != nil {
			u.raise(&u.within, now)
		}
	}
	return u.changed
}

// Dom returns the dominators of the function.
func (u *Uniformity) Dom() *ir.DomTree { return u.dom }

// Loops returns the loops of the function.
func (u *Uniformity) Loops() *ir.LoopNest { return u.loops }

// Of returns the level of a value where it is computed.
func (u *Uniformity) Of(v *ir.Value) Level { return u.level[v.ID] }

// At returns the level of a value as the threads see it that are in block b:
// higher than Of where they left loops around the value on different turns.
func (u *Uniformity) At(v *ir.Value, b *ir.Block) Level {
	level := u.level[v.ID]
	if level == Constant || u.fixed[v.ID] {
		return level
	}
	return u.behind(level, v.Block, b)
}

// behind returns the level of what is computed in a block as the threads see it that are in
// block b.
func (u *Uniformity) behind(level Level, from, b *ir.Block) Level {
	if out := u.loops.Outermost(from, b); out != nil {
		level |= u.leave[u.class[b.ID]].all(u.loops.Of(from), out)
	}
	return level
}

// Exec returns which threads come to a block together: at a level that is in
// CTA, if one thread of a CTA gets there, all get there in the same turn that have
// not ended and that will synchronise again; at one in Warp, those of its warp. The
// branches on the way may still be divergent, where all other ways end without
// synchronising.
func (u *Uniformity) Exec(b *ir.Block) Level {
	if u.class[b.ID] == toSync {
		return u.exec[sync][b.ID]
	}
	return u.exec[full][b.ID]
}

// Leave returns at which level the threads that are in b, after a loop, left it on
// the same turn.
func (u *Uniformity) Leave(l *ir.Loop, b *ir.Block) Level {
	return u.leave[u.class[b.ID]].of(l)
}

// Ways returns at which level threads come to a block on the same way, in the same
// turn.
func (u *Uniformity) Ways(b *ir.Block) Level {
	branches, ok := u.meet.find(b)
	if !ok || u.loops.Irreducible {
		return Varying
	}
	level := Constant
	for _, q := range branches {
		level |= u.At(q.Ctrl[0], b) // where they decided in a loop: on the turn on which they left
	}
	return level
}

// invariant reports whether a value is the same in every turn of every loop, if its
// arguments before it in the order are known to be.
func (u *Uniformity) invariant(v *ir.Value) bool {
	return v.Op != ir.OpPhi && v.Pure() && !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !u.fixed[a.ID] })
}

// compute returns the level of a value from those of its arguments.
func (u *Uniformity) compute(v *ir.Value) Level {
	switch v.Op {
	case ir.OpPhi:
		return u.phi(v)
	case ir.OpBarrier:
		return u.gather.barrierResult(u, v)
	case ir.OpWarp:
		level := Constant
		for i := range v.ResultTypes() {
			level |= u.gather.warpResult(u, v, i)
		}
		return level
	case ir.OpExtract:
		if w := v.Args[0]; w.Op == ir.OpWarp {
			return u.behind(u.gather.warpResult(u, w, v.Attr.Index), w.Block, v.Block)
		}
		return u.args(v)
	}
	level := Inherent(v)
	if level == Varying {
		return level
	}
	level = u.shape.certain(level) | u.args(v)
	if !level.In(Warp) {
		level &= u.wholeWarps(v)
	}
	if !level.In(Gang) && WholeGangs(v, u.gang) {
		level &= Gang
	}
	return level
}

// args returns the level of the arguments together.
func (u *Uniformity) args(v *ir.Value) Level {
	level := Constant
	for _, a := range v.Args {
		level |= u.At(a, v.Block)
	}
	return level
}

func (u *Uniformity) phi(v *ir.Value) Level {
	b := v.Block
	level := Constant
	same := true
	for _, a := range v.Args {
		if a != v {
			level |= u.At(a, b)
			same = same && a == v.Args[0]
		}
	}
	if same && !u.loops.Irreducible {
		return level
	}
	// Different constants are one number for all threads that are at the same
	// place on the same way.
	return level | Grid | u.Ways(b)
}

// raiseLeave raises how threads leave a loop by exits from a class on, and with it how
// they leave the loops outside where that decides.
func (u *Uniformity) raiseLeave(f feed, to Level) {
	changed := false
	for c := f.class; c < numClasses; c++ {
		changed = u.leave[c].raise(f.loop, to) || changed
	}
	if !changed {
		return
	}
	u.changed = true
	for _, out := range u.control.loopFeeds[f.loop.Header.ID] {
		u.raiseLeave(out.feed, u.leave[out.inner].of(f.loop))
	}
}

// execution computes the levels of a block, and of the loop that begins there, with and
// without the ways on which threads end that will not synchronise again.
func (u *Uniformity) execution(b *ir.Block) {
	for k, class := range [...]exitClass{sync: toSync, full: toEnd} {
		one := func(at *Level, deps []decider, l *ir.Loop) {
			level := *at
			for _, d := range deps {
				if d.loop != nil {
					level |= u.leave[class].of(d.loop) | u.nested[k][d.loop.Header.ID]
				} else {
					level |= u.branch[d.block.ID] | u.exec[k][d.block.ID]
				}
			}
			if l != nil { // from the second turn on, those who left are missing
				level |= u.leave[class].of(l) | u.nested[k][l.Header.ID]
			}
			if u.loops.Irreducible && b != u.order[0] {
				level = Varying
			}
			u.raise(at, level)
		}
		if l := u.loops.Headed(b); l != nil {
			one(&u.nested[k][b.ID], u.control.nested[k][b.ID], l.Parent)
		}
		one(&u.exec[k][b.ID], u.control.blocks[k][b.ID], u.loops.Of(b))
	}
}
