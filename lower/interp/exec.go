package interp

import (
	"math"
	"math/bits"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// exec executes an instruction for lanes that stand at it. It reports whether
// they have all gone on to the next instruction.
func (w *warp) exec(group uint32, fr *frame, in *inst) (together bool) {
	switch in.v.Op {
	case ir.OpBarrier:
		w.barrier(group, in)
		return false
	case ir.OpWarp:
		w.warpOp(group, in)
		return false
	case ir.OpCall, ir.OpCallIndirect:
		w.trace(group, fr, in)
		w.call(group, in)
		return false
	case ir.OpLoad, ir.OpAtomic, ir.OpStore:
		w.memoryOp(group, in)
	case ir.OpTex, ir.OpTexQuery, ir.OpSurfLoad, ir.OpSurfStore, ir.OpSurfRed:
		w.imageOp(group, in)
	case ir.OpSlotLoad, ir.OpSlotStore:
		for m := group; m != 0; m &= m - 1 {
			w.lane(m).slot(in)
		}
	case ir.OpFence, ir.OpLockstep, ir.OpPoint:
		// Everything is in order, and in lockstep, already.
	case ir.OpNote:
		w.note(group, in)
	case ir.OpAlloca, ir.OpStackSave, ir.OpStackRestore:
		for m := group; m != 0; m &= m - 1 {
			w.lane(m).stack(in)
		}
	case ir.OpTrap:
		w.first(group).fail(FaultTrap, in.v.Pos, "trap")
	default:
		for m := group; m != 0; m &= m - 1 {
			l := w.lane(m)
			l.pure(l.frame(), in)
		}
		if in.hit != nil && !*in.hit {
			*in.hit = w.nonzero(group, in)
		}
	}
	w.trace(group, fr, in)
	for m := group; m != 0; m &= m - 1 {
		w.lane(m).frame().at++
	}
	return true
}

// nonzero reports whether a lane has computed a result other than zero.
func (w *warp) nonzero(group uint32, in *inst) bool {
	for m := group; m != 0; m &= m - 1 {
		if x, _ := w.lane(m).frame().get(in.dst); x != 0 {
			return true
		}
	}
	return false
}

// lane returns the lowest lane of a mask.
func (w *warp) lane(m uint32) *lane { return w.lanes[bits.TrailingZeros32(m)] }

// call enters functions.
func (w *warp) call(group uint32, in *inst) {
	for m := group; m != 0; m &= m - 1 {
		l := w.lane(m)
		fr := l.frame()
		to, args := in.to, in.args
		if in.v.Op == ir.OpCallIndirect {
			h, _ := fr.get(args[0])
			to, args = l.target(h, in), args[1:]
		}
		if to.body != nil {
			l.callExtern(in, to, args)
			continue
		}
		if len(to.blocks) == 0 {
			l.fail(FaultExtern, in.v.Pos, "call of %s, which has no body", to.f.Name)
		}
		callee := l.push(to, in.dst, in.v.Pos)
		fr = &l.frames[len(l.frames)-2] // push may have moved it
		for i, a := range args {
			callee.copyFrom(to.args[i], fr, a)
		}
	}
}

// target returns the function of a handle, which must have the signature of the
// indirect call.
func (l *lane) target(h uint64, in *inst) *code {
	tag := l.cta.grid.m.handleTag()
	if n := h &^ tag; h&tag == tag && n > 0 && n <= math.MaxInt32 {
		if c := l.cta.grid.m.targets[int(n)-1]; c != nil && c.fits(in.v.Attr.Sig) {
			return c
		}
	}
	l.fail(FaultBranch, in.v.Pos, "indirect call of %#x, which is not such a function", h)
	return nil
}

// fits reports whether an indirect call of a signature may be one of the function.
func (c *code) fits(sig *ir.Sig) bool {
	return sameTypes(c.f.Args, sig.Params) && sameTypes(c.f.Results, sig.Results)
}

// sameTypes reports whether two lists of types have the same widths.
func sameTypes(a, b []ir.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Bits() != b[i].Bits() {
			return false
		}
	}
	return true
}

// terminate executes the terminator of a block for lanes that stand at it. It
// reports whether they all stand at one point again, in the same frame.
func (w *warp) terminate(group uint32, fr *frame, b *block) (together bool) {
	w.trace(group, fr, nil)
	switch b.b.Term {
	case ir.Ret:
		for m := group; m != 0; m &= m - 1 {
			w.lane(m).ret(b)
		}
		w.ended(group)
		return false
	case ir.Exit:
		for m := group; m != 0; m &= m - 1 {
			w.lane(m).exit()
		}
		w.ended(group)
		return false
	case ir.Jump, ir.If, ir.Switch:
	default:
		w.first(group).fail(FaultExtern, b.b.Pos, "a function has returned that is declared not to")
	}
	way := -1
	together = true
	for m := group; m != 0; m &= m - 1 {
		l := w.lane(m)
		k := l.successor(b)
		if way >= 0 && k != way {
			together = false
		}
		way = k
		w.follow(l.frame(), &b.edges[k])
	}
	return together
}

// successor returns the index of the successor that a lane goes to.
func (l *lane) successor(b *block) int {
	switch b.b.Term {
	case ir.If:
		if c, _ := l.frame().get(b.ctrl[0]); c == 0 {
			return 1
		}
	case ir.Switch:
		i, _ := l.frame().get(b.ctrl[0])
		if i >= uint64(len(b.edges)) {
			l.fail(FaultBranch, b.b.Pos, "branch index %d is beyond the list of targets", i)
		}
		return int(i)
	}
	return 0
}

// follow goes to a block. Its phis read their arguments before any is written.
func (w *warp) follow(fr *frame, e *edge) {
	w.scratch = w.scratch[:0]
	for _, m := range e.moves {
		for k := range m.from.words {
			w.scratch = append(w.scratch, *fr.word(m.from.at + k))
		}
	}
	rest := w.scratch
	for _, m := range e.moves {
		for k := range m.to.words {
			*fr.word(m.to.at + k) = rest[k]
		}
		rest = rest[m.to.words:]
	}
	fr.block, fr.at = e.to, 0
}

// ret leaves the innermost function and hands its results to the caller. The
// thread ends if there is none.
func (l *lane) ret(b *block) {
	if len(l.frames) == 1 {
		l.exit()
		return
	}
	fr, caller := l.frame(), &l.frames[len(l.frames)-2]
	at := fr.dst.at
	if fr.dst.words > 0 {
		for _, r := range b.ctrl {
			caller.copyFrom(operand{at: at, words: r.words}, fr, r)
			at += r.words
		}
	}
	l.pop()
	l.frame().at++
}

// exit ends the thread, from any depth of calls.
func (l *lane) exit() {
	for keep := l.cta.grid.m.keeps(); len(l.frames) > keep; {
		l.pop()
	}
	l.warp.alive &^= 1 << l.index
	l.warp.running &^= 1 << l.index
	l.warp.held &^= 1 << l.index
	if l.plan != nil {
		l.plan.End()
	}
}

// ended looks after those that may have waited for threads that have ended.
func (w *warp) ended(lanes uint32) {
	if lanes&^w.alive == 0 {
		return
	}
	if w.alive != w.running {
		w.retrySync()
	}
	w.cta.releaseBarriers()
}
