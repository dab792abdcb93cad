package analysis

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Level says which threads agree on a value: each level includes those above
// it in the list.
type Level uint8

// The levels.
const (
	Constant Level = iota // known to the compiler
	Grid                  // all threads of a launch
	CTA                   // all threads of a CTA
	Row                   // all threads of a CTA with the same tid.y and tid.z
	Varying               // no two threads need agree
)

var levelNames = [...]string{"constant", "grid", "cta", "row", "varying"}

func (l Level) String() string { return levelNames[l] }

// Uniformity tells which threads agree on the values of a function, and which
// come to a block together.
//
// Threads are compared in the same turn of the loops around them: the counter
// of a loop is uniform inside the loop even where each thread leaves the loop
// after its own number of turns. What such a loop leaves behind is not: see At.
// Threads that have ended do not count.
type Uniformity struct {
	f     *ir.Func
	dom   *ir.DomTree
	loops *ir.LoopNest

	level []Level // by value ID
	exec  []Level // by block ID

	class []exitClass         // by block ID
	leave [numClasses][]Level // by block ID of a loop header: how threads leave
	exits [][]edge            // by block ID of a loop header

	full, sync [][]*ir.Block // by block ID: the branches that it is control dependent on, see dependences
	joins      [][]*ir.Block // by block ID: the branches that decide on the phis
	lost       []bool        // by block ID: joins is not known, phis vary
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

type edge struct{ from, to *ir.Block }

// NewUniformity analyses a function.
func NewUniformity(f *ir.Func) *Uniformity {
	n := f.NumBlocks()
	u := &Uniformity{
		f: f, dom: ir.Dominators(f),
		level: make([]Level, f.NumValues()), exec: make([]Level, n),
		class: make([]exitClass, n), exits: make([][]edge, n),
	}
	for c := range u.leave {
		u.leave[c] = make([]Level, n)
	}
	u.loops = ir.Loops(f, u.dom)
	order := ir.ReversePostorder(f)
	syncs := reachSync(f)
	for _, b := range order {
		switch {
		case syncs[b.ID]:
		case len(b.Succs) > 0:
			u.class[b.ID] = toRest
		default:
			u.class[b.ID] = toEnd
		}
		for _, s := range b.Succs {
			for l := u.loops.Of(b); l != nil && !u.loops.Contains(l, s); l = l.Parent {
				u.exits[l.Header.ID] = append(u.exits[l.Header.ID], edge{b, s})
			}
		}
	}
	u.full, u.sync = dependences(f, order, syncs)
	u.joins, u.lost = joins(f, order, u.dom, u.loops)
	// Levels only rise, so this ends.
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			for _, v := range b.Values {
				if l := u.compute(v); l > u.level[v.ID] {
					u.level[v.ID] = l
					changed = true
				}
			}
		}
		for _, l := range u.loops.All {
			changed = u.leaving(l) || changed
		}
	}
	u.execution(order)
	return u
}

// Of returns the level of a value where it is computed.
func (u *Uniformity) Of(v *ir.Value) Level { return u.level[v.ID] }

// At returns the level of a value as the threads see it that are in block b:
// higher than Of where they left loops around the value on different turns.
func (u *Uniformity) At(v *ir.Value, b *ir.Block) Level {
	level := u.level[v.ID]
	if level == Constant || invariant(v) {
		return level
	}
	for l := u.loops.Of(v.Block); l != nil && !u.loops.Contains(l, b); l = l.Parent {
		level = max(level, u.leave[u.class[b.ID]][l.Header.ID])
	}
	return level
}

// Exec returns which threads come to a block together: at level CTA or below, if
// one thread of a CTA gets there, all get there in the same turn that have not
// ended and that will synchronise again. The branches on the way may still be
// divergent, where all other ways end without synchronising: see Branch.
func (u *Uniformity) Exec(b *ir.Block) Level { return u.exec[b.ID] }

// Branch returns the level of what a block's terminator decides by; Constant if
// it decides nothing.
func (u *Uniformity) Branch(b *ir.Block) Level {
	if b.Term != ir.If && b.Term != ir.Switch {
		return Constant
	}
	return u.At(b.Ctrl[0], b)
}

// invariant reports whether a value is the same in every turn of every loop.
func invariant(v *ir.Value) bool {
	switch v.Op {
	case ir.OpConst, ir.OpArg, ir.OpParam, ir.OpSymAddr, ir.OpFuncAddr:
		return true
	case ir.OpSReg:
		return v.Pure()
	}
	return false
}

// compute returns the level of a value from those of its arguments.
func (u *Uniformity) compute(v *ir.Value) Level {
	switch v.Op {
	case ir.OpConst:
		return Constant
	case ir.OpParam, ir.OpFuncAddr:
		return Grid
	case ir.OpSReg:
		return sregLevel(v)
	case ir.OpSymAddr:
		// The frame of a device function is where the calls so far have put it.
		if v.Attr.Sym.Space == ir.Local && !u.f.Entry {
			return Varying
		}
		return Grid
	case ir.OpPhi:
		return u.phi(v)
	case ir.OpLoad:
		// Other memory may change between the loads of two threads.
		if v.Attr.Space != ir.Const && v.Attr.Space != ir.ParamSpace || v.Attr.Volatile {
			return Varying
		}
		return max(Grid, u.args(v))
	case ir.OpToGeneric, ir.OpFromGeneric:
		switch v.Attr.Space {
		case ir.Local:
			return Varying
		case ir.Shared:
			return max(CTA, u.args(v))
		}
		return u.args(v)
	case ir.OpBarrier:
		// All threads of the CTA get one result.
		if n, ok := v.Args[1].IsConst(); ok && n == 0 {
			return CTA
		}
		return Varying
	case ir.OpExtract:
		return u.args(v)
	}
	if !v.Pure() || v.Op == ir.OpArg {
		return Varying
	}
	return u.args(v)
}

// args returns the highest level of the arguments.
func (u *Uniformity) args(v *ir.Value) Level {
	level := Constant
	for _, a := range v.Args {
		level = max(level, u.At(a, v.Block))
	}
	return level
}

func (u *Uniformity) phi(v *ir.Value) Level {
	b := v.Block
	if u.lost[b.ID] || u.loops.Irreducible {
		return Varying
	}
	level := Constant
	same := true
	for _, a := range v.Args {
		if a != v {
			level = max(level, u.At(a, b))
			same = same && a == v.Args[0]
		}
	}
	if same {
		return level
	}
	// Different constants are one number for all threads that are at the same
	// place on the same way.
	level = max(level, Grid)
	for _, q := range u.joins[b.ID] {
		level = max(level, u.Branch(q))
	}
	return level
}

// sregLevels are the special registers that threads agree on.
var sregLevels = map[string]Level{
	"ntid.x": Grid, "ntid.y": Grid, "ntid.z": Grid,
	"nctaid.x": Grid, "nctaid.y": Grid, "nctaid.z": Grid,
	"nwarpid": Grid, "nsmid": Grid, "gridid": Grid,
	"total_smem_size": Grid, "dynamic_smem_size": Grid,
	"ctaid.x": CTA, "ctaid.y": CTA, "ctaid.z": CTA, "smid": CTA,
	"tid.y": Row, "tid.z": Row,
}

func sregLevel(v *ir.Value) Level {
	if l, ok := sregLevels[v.Attr.SReg]; ok {
		return l
	}
	return Varying
}

// leaving updates how threads leave a loop: by the branches inside that decide
// whether and on which turn a thread gets to an exit.
func (u *Uniformity) leaving(l *ir.Loop) bool {
	h := l.Header
	changed := false
	level := Constant
	seen := map[*ir.Block]bool{}
	var work []*ir.Block
	push := func(b *ir.Block) {
		if !seen[b] && u.loops.Contains(l, b) {
			seen[b] = true
			work = append(work, b)
		}
	}
	for c := range u.leave {
		for _, e := range u.exits[h.ID] {
			if u.class[e.to.ID] == exitClass(c) {
				push(e.from)
			}
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			level = max(level, u.Branch(b))
			for _, q := range u.deps(b)[b.ID] {
				push(q)
			}
		}
		if level > u.leave[c][h.ID] {
			u.leave[c][h.ID] = level
			changed = true
		}
	}
	return changed
}

// deps returns the dependences that matter for a block.
func (u *Uniformity) deps(b *ir.Block) [][]*ir.Block {
	if u.class[b.ID] == toSync {
		return u.sync
	}
	return u.full
}

// execution computes the levels of the blocks.
func (u *Uniformity) execution(order []*ir.Block) {
	sync, full := u.together(order, u.sync, toSync), u.together(order, u.full, toEnd)
	for _, b := range order {
		u.exec[b.ID] = full[b.ID]
		if u.class[b.ID] == toSync {
			u.exec[b.ID] = sync[b.ID]
		}
	}
}

// together computes the levels of the blocks for one of the two sorts of
// dependences and the exits of loops up to a class.
func (u *Uniformity) together(order []*ir.Block, deps [][]*ir.Block, c exitClass) []Level {
	exec := make([]Level, len(u.exec))
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			level := exec[b.ID]
			for _, q := range deps[b.ID] {
				level = max(level, u.Branch(q), exec[q.ID])
			}
			// From the second turn on, those who left are missing.
			for l := u.loops.Of(b); l != nil; l = l.Parent {
				level = max(level, u.leave[c][l.Header.ID])
			}
			if u.loops.Irreducible && b != order[0] {
				level = Varying
			}
			if level > exec[b.ID] {
				exec[b.ID] = level
				changed = true
			}
		}
	}
	return exec
}
