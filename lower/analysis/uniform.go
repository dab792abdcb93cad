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
	f     *ir.Func
	dom   *ir.DomTree
	loops *ir.LoopNest
	order []*ir.Block // reverse postorder
	shape shape

	level  []Level // by value ID
	fixed  []bool  // by value ID: the same in every turn of every loop
	branch []Level // by block ID: see Branch

	class  []exitClass         // by block ID
	leave  [numClasses][]Level // by block ID of a loop header: how threads leave
	within []Level             // by block ID of a loop header: all branches in the loop
	feeds  [][]feed            // by block ID: what the branch at its end decides

	full, sync         [][]*ir.Block // by block ID: the branches that it is control dependent on, see dependences
	execFull, execSync []Level       // by block ID: see Exec

	meet   meetings
	gather gatherings
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

// feed says that a branch decides whether and on which turn threads leave a loop
// by exits of a class and those behind it.
type feed struct {
	header ir.ID
	class  exitClass
}

// NewUniformity analyses a function.
func NewUniformity(f *ir.Func) *Uniformity {
	n := f.NumBlocks()
	u := &Uniformity{
		f: f, dom: ir.Dominators(f), order: ir.ReversePostorder(f), shape: shapeOf(f),
		level: make([]Level, f.NumValues()), fixed: make([]bool, f.NumValues()), branch: make([]Level, n),
		class: make([]exitClass, n), within: make([]Level, n),
		execFull: make([]Level, n), execSync: make([]Level, n),
	}
	for c := range u.leave {
		u.leave[c] = make([]Level, n)
	}
	u.loops = ir.Loops(f, u.dom)
	callees := syncFuncs(f)
	syncs := reachSync(f, callees)
	for _, b := range u.order {
		switch {
		case syncs[b.ID]:
		case len(b.Succs) > 0:
			u.class[b.ID] = toRest
		default:
			u.class[b.ID] = toEnd
		}
	}
	u.full, u.sync = dependences(f, u.order, syncs)
	u.feeds = u.exits()
	u.meet = newMeetings(f, u.dom)
	for _, b := range u.order {
		if len(b.Phis()) > 0 {
			u.meet.find(b)
		}
	}
	u.gather.collect(f, u.order, callees)
	for _, b := range u.order {
		for _, v := range b.Values {
			u.fixed[v.ID] = u.invariant(v)
		}
	}
	// Levels only rise, so this ends: soon, since most of what a value depends on
	// comes before it in the order.
	for u.round() {
	}
	return u
}

// round computes all levels anew and reports whether one has changed.
func (u *Uniformity) round() bool {
	changed := false
	raise := func(at *Level, to Level) {
		if to |= *at; to != *at {
			*at = to
			changed = true
		}
	}
	for _, b := range u.order {
		u.execution(b, raise)
		for _, v := range b.Values {
			if v.Type != ir.Void {
				raise(&u.level[v.ID], u.compute(v))
			}
		}
		u.gather.meet(u, b, raise)
		if b.Term != ir.If && b.Term != ir.Switch {
			continue
		}
		now := u.At(b.Ctrl[0], b)
		if now == u.branch[b.ID] {
			continue
		}
		raise(&u.branch[b.ID], now)
		for _, f := range u.feeds[b.ID] {
			for c := f.class; c < numClasses; c++ {
				raise(&u.leave[c][f.header], now)
			}
		}
		for l := u.loops.Of(b); l != nil; l = l.Parent {
			raise(&u.within[l.Header.ID], now)
		}
	}
	return changed
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
	for l := u.loops.Of(v.Block); l != nil && !u.loops.Contains(l, b); l = l.Parent {
		level |= u.Leave(l, b)
	}
	return level
}

// Exec returns which threads come to a block together: at a level that is in
// CTA, if one thread of a CTA gets there, all get there in the same turn that have
// not ended and that will synchronise again; at one in Warp, those of its warp. The
// branches on the way may still be divergent, where all other ways end without
// synchronising: see Branch.
func (u *Uniformity) Exec(b *ir.Block) Level {
	if u.class[b.ID] == toSync {
		return u.execSync[b.ID]
	}
	return u.execFull[b.ID]
}

// Branch returns the level of what a block's terminator decides by; Constant if
// it decides nothing.
func (u *Uniformity) Branch(b *ir.Block) Level { return u.branch[b.ID] }

// Leave returns at which level the threads that are in b, behind a loop, left it on
// the same turn.
func (u *Uniformity) Leave(l *ir.Loop, b *ir.Block) Level {
	return u.leave[u.class[b.ID]][l.Header.ID]
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
		level |= u.branch[q.ID]
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
	case ir.OpBarrier, ir.OpVote, ir.OpRedux, ir.OpShfl, ir.OpActive:
		return u.gather.result(u, v)
	case ir.OpExtract:
		if v.Args[0].Op == ir.OpShfl && v.Attr.Index != 0 {
			return Varying // whether the lane had a partner
		}
		return u.args(v)
	}
	level := Inherent(v)
	if level == Varying {
		return level
	}
	level = u.shape.certain(level) | u.args(v)
	if level.In(Warp) {
		return level
	}
	return level & u.wholeWarps(v)
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

// exits finds for each branch the loops of which it decides whether and on which
// turn threads get to an exit.
func (u *Uniformity) exits() [][]feed {
	n := u.f.NumBlocks()
	type edge struct{ from, to *ir.Block }
	exits := make([][]edge, n) // by block ID of a loop header
	for _, b := range u.order {
		for _, s := range b.Succs {
			for l := u.loops.Of(b); l != nil && !u.loops.Contains(l, s); l = l.Parent {
				exits[l.Header.ID] = append(exits[l.Header.ID], edge{b, s})
			}
		}
	}
	feeds := make([][]feed, n)
	seen := make([]*ir.Loop, n)
	var work []*ir.Block
	for _, l := range u.loops.All {
		push := func(b *ir.Block) {
			if seen[b.ID] != l && u.loops.Contains(l, b) {
				seen[b.ID] = l
				work = append(work, b)
			}
		}
		for c := range numClasses {
			for _, e := range exits[l.Header.ID] {
				if u.class[e.to.ID] == c {
					push(e.from)
				}
			}
			for len(work) > 0 {
				b := work[len(work)-1]
				work = work[:len(work)-1]
				if len(b.Succs) > 1 {
					feeds[b.ID] = append(feeds[b.ID], feed{l.Header.ID, c})
				}
				deps := u.full
				if u.class[b.ID] == toSync {
					deps = u.sync
				}
				for _, q := range deps[b.ID] {
					push(q)
				}
			}
		}
	}
	return feeds
}

// execution computes the levels of a block, with and without the ways on which
// threads end that will not synchronise again.
func (u *Uniformity) execution(b *ir.Block, raise func(*Level, Level)) {
	one := func(exec []Level, deps [][]*ir.Block, c exitClass) {
		level := exec[b.ID]
		for _, q := range deps[b.ID] {
			level |= u.branch[q.ID] | exec[q.ID]
		}
		// From the second turn on, those who left are missing.
		for l := u.loops.Of(b); l != nil; l = l.Parent {
			level |= u.leave[c][l.Header.ID]
		}
		if u.loops.Irreducible && b != u.order[0] {
			level = Varying
		}
		raise(&exec[b.ID], level)
	}
	one(u.execSync, u.sync, toSync)
	one(u.execFull, u.full, toEnd)
}
