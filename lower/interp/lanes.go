package interp

import (
	"fmt"
	"math/rand/v2"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// A function with lanes is executed one value after the other, each in all lanes. A lane, and a
// uniform value as a whole, may be undefined: what is loaded under a mask is in the lanes that are
// out of it, and so is what is computed from what is undefined, unless it does not depend on it. To
// let memory, a branch or a mask depend on it is a mistake of who made the function, and panics.

// lanes is the execution of a function with lanes.
type lanes struct {
	parts  *partsRun
	code   *code
	frames []frame  // by lane; uniform values are in the first
	undef  [][]bool // by lane and place of a register
	lead   *lane    // a thread of the row: the gang asks it for what is the same for the row
	polls  *rand.Rand
	moved  []bool
}

func newLanes(p *partsRun, c *code) *lanes {
	x := &lanes{parts: p, code: c, polls: p.cta.grid.m.leaves()}
	for range c.f.Lanes {
		x.frames = append(x.frames, frame{code: c, step: 1, regs: make([]uint64, c.words)})
		x.undef = append(x.undef, make([]bool, c.words+1))
	}
	return x
}

// wrong panics: the function does what it must not.
func (x *lanes) wrong(pos diag.Pos, format string, args ...any) {
	panic(fmt.Sprintf("interp: gang of kernel %s: %s: %s", x.code.f.Name, place(position(x.parts.cta.grid.m.mod, pos)), fmt.Sprintf(format, args...)))
}

// call runs gangs of threads of the row of one of them, from first on and before end, and returns
// which thread comes next.
func (x *lanes) call(row *lane, first, end uint32) uint32 {
	x.lead = row
	fr := &x.frames[0]
	n := len(x.code.args)
	fr.regs[x.code.args[n-2].at], fr.regs[x.code.args[n-1].at] = uint64(first), uint64(end)
	for at := 0; ; {
		b := &x.code.blocks[at]
		for i := range b.insts {
			in := &b.insts[i]
			x.count(in.v.Pos)
			if in.v.Op == ir.OpBail || in.v.Op == ir.OpPoll {
				if x.leaves(in) {
					return uint32(x.uniform(in, len(in.args)-1))
				}
				continue
			}
			x.exec(in)
		}
		x.count(b.b.Pos)
		way := 0
		if len(b.ctrl) > 0 && x.undef[0][b.ctrl[0].at] {
			x.wrong(b.b.Pos, "%s by what is undefined", b.b.Term)
		}
		switch b.b.Term {
		case ir.Ret:
			return uint32(fr.regs[b.ctrl[0].at])
		case ir.If:
			if fr.regs[b.ctrl[0].at] == 0 {
				way = 1
			}
		case ir.Switch:
			if way = int(fr.regs[b.ctrl[0].at]); way >= len(b.edges) {
				x.wrong(b.b.Pos, "branch index %d is beyond the list of targets", way)
			}
		}
		x.follow(&b.edges[way])
		at = b.edges[way].to
	}
}

// count counts a step, as grid.count does.
func (x *lanes) count(pos diag.Pos) {
	g := x.parts.cta.grid
	g.steps++
	if max := g.most; max > 0 && g.steps > max {
		x.lead.fail(FaultLimit, pos, "the launch has used up its budget of %d steps", max)
	}
	if g.steps-g.lastCheck >= 1<<8 {
		g.lastCheck = g.steps
		g.poll()
	}
}

// follow gives the phis of a block their values, all at once.
func (x *lanes) follow(e *edge) {
	for i := range x.frames {
		fr, undef := &x.frames[i], x.undef[i]
		x.moved = x.moved[:0]
		for _, m := range e.moves {
			x.moved = append(x.moved, undef[m.from.at])
		}
		x.lead.warp.follow(fr, e)
		for k, m := range e.moves {
			undef[m.to.at] = x.moved[k]
		}
	}
}

// leaves reports whether the function is left at a Bail or Poll.
func (x *lanes) leaves(in *inst) bool {
	if in.v.Op == ir.OpPoll {
		return x.polls != nil && x.polls.IntN(8) == 0
	}
	return x.uniform(in, 0) != 0
}

// uniform returns a uniform operand, which must be defined.
func (x *lanes) uniform(in *inst, i int) uint64 { return x.operand(in, i, 0) }

// operand returns an operand in a lane in which it must be defined.
func (x *lanes) operand(in *inst, i, lane int) uint64 {
	if !in.v.Args[i].Varying {
		lane = 0
	}
	if x.undef[lane][in.args[i].at] {
		x.wrong(in.v.Pos, "lane %d of v%d is undefined, which %s needs", lane, in.v.Args[i].ID, in.v)
	}
	return x.frames[lane].regs[in.args[i].at]
}

// mask returns which lanes do something.
func (x *lanes) mask(in *inst) []bool {
	on := make([]bool, len(x.frames))
	for i := range on {
		on[i] = !in.v.Attr.Masked || x.operand(in, len(in.args)-1, i) != 0
	}
	return on
}

// apart is how far a lane is from the first one, by the stride of a value.
func apart(v *ir.Value, lane int) uint64 {
	return uint64(v.Attr.Stride * int64(lane^v.Attr.Cross-v.Attr.Cross))
}

// exec executes a value.
func (x *lanes) exec(in *inst) {
	v := in.v
	switch v.Op {
	case ir.OpUndef:
		for i := range x.frames {
			x.undef[i][in.dst.at] = true
		}
	case ir.OpSplat, ir.OpRamp:
		for i := range x.frames {
			x.undef[i][in.dst.at] = x.undef[0][in.args[0].at]
			x.frames[i].copyFrom(in.dst, &x.frames[0], in.args[0])
			if v.Op == ir.OpRamp {
				lo, _ := x.frames[i].get(in.dst)
				x.frames[i].put(in.dst, (lo+apart(v, i))&ir.Ones(v.Type.Bits()), 0)
			}
		}
	case ir.OpAny, ir.OpAll:
		some, all := false, true
		for i := range x.frames {
			on := x.operand(in, 0, i) != 0
			some, all = some || on, all && on
		}
		x.give(in, bit(some && v.Op == ir.OpAny || all && v.Op == ir.OpAll))
	case ir.OpInside:
		x.give(in, bit(x.inside(in)))
	case ir.OpApart:
		x.give(in, bit(x.parts.cta.grid.apart(x.uniform(in, 0), x.uniform(in, 1))))
	case ir.OpLoad, ir.OpStore, ir.OpAtomic:
		x.access(in)
	case ir.OpSlotGet, ir.OpSlotPut:
		x.slot(in)
	case ir.OpFence:
	default:
		if !v.Varying {
			x.pure(in, 0)
			return
		}
		for i := range x.frames {
			x.pure(in, i)
		}
	}
}

// give sets a uniform result.
func (x *lanes) give(in *inst, r uint64) {
	x.undef[0][in.dst.at] = false
	x.frames[0].put(in.dst, r, 0)
}

// pure executes a value without an effect in a lane.
func (x *lanes) pure(in *inst, lane int) {
	fr, undef := &x.frames[lane], x.undef[lane]
	undef[in.dst.at] = x.depends(in, fr, undef)
	if !undef[in.dst.at] {
		x.lead.pure(fr, in)
	}
}

// depends reports whether what a lane computes depends on something that is undefined there.
func (x *lanes) depends(in *inst, fr *frame, undef []bool) bool {
	args := in.args
	switch v := in.v; {
	case v.Op == ir.OpSelect && !undef[args[0].at]:
		other := 2
		if fr.regs[args[0].at] == 0 {
			other = 1
		}
		return undef[args[3-other].at]
	case v.Type == ir.I1 && (v.Op == ir.OpAnd || v.Op == ir.OpOr):
		for _, a := range args {
			if !undef[a.at] && (fr.regs[a.at] != 0) == (v.Op == ir.OpOr) {
				// It decides. What the other one is does not matter, but the operation reads it.
				for _, b := range args {
					if undef[b.at] {
						fr.regs[b.at] = 0
					}
				}
				return false
			}
		}
	}
	for _, a := range args {
		if undef[a.at] {
			return true
		}
	}
	return false
}

// address is where a lane accesses memory.
func (x *lanes) address(in *inst, lane int) uint64 {
	return x.operand(in, 0, lane) + apart(in.v, lane)
}

// each reports whether each lane has an element of its own, see ir.Func.Lanes.
func each(v *ir.Value) bool { return v.Args[0].Varying || v.Attr.Stride != 0 }

// inside reports whether an access faults in no lane.
func (x *lanes) inside(in *inst) bool {
	n := int(in.v.AccessBytes())
	for i, on := range x.mask(in) {
		if on && !x.lead.reaches(in, x.address(in, i), n, in.v.Attr.Write) {
			return false
		}
		if !each(in.v) {
			break
		}
	}
	return true
}

// reaches reports whether an access does not fault.
func (l *lane) reaches(in *inst, addr uint64, n int, write bool) bool {
	_, _, fault := l.reach(in, addr, n, write)
	return fault == nil
}

// access executes a Load, Store or Atomic, which must not fault: that is asked before.
func (x *lanes) access(in *inst) {
	v := in.v
	gives := v.Type != ir.Void
	if gives {
		for i := range x.frames {
			x.undef[i][in.dst.at] = true
		}
	}
	for i, on := range x.mask(in) {
		if !on {
			continue
		}
		addr := x.address(in, i)
		for k := range v.Unmasked()[1:] {
			x.operand(in, k+1, i)
		}
		if !x.lead.reaches(in, addr, int(v.AccessBytes()), v.Writes() && !(v.IsAtomic() && v.LoadsPair())) {
			x.wrong(v.Pos, "lane %d faults at address %#x: %s", i, addr, v)
		}
		fr, undef := &x.frames[i], x.undef[i]
		switch v.Op {
		case ir.OpLoad:
			x.lead.load(fr, in, addr)
		case ir.OpStore:
			x.lead.store(fr, in, addr)
		case ir.OpAtomic:
			x.lead.atomic(fr, in, addr)
		}
		if gives {
			undef[in.dst.at] = false
		}
		if !each(v) {
			return
		}
	}
}

// slot loads or stores what threads of the gang keep.
func (x *lanes) slot(in *inst) {
	first, n := x.uniform(in, 0), x.parts.cta.grid.kernel.parts.slots[in.slot].words
	row := x.lead.number() - int(x.lead.tid[0])
	for i, on := range x.mask(in) {
		if !on {
			continue
		}
		if first+uint64(i) >= uint64(x.parts.cta.grid.cfg.Block[0]) {
			x.wrong(in.v.Pos, "lane %d is thread %d, beyond the row", i, first+uint64(i))
		}
		e := x.parts.slots[in.slot][(row+int(first)+i)*n:][:n]
		if in.v.Op == ir.OpSlotPut {
			x.operand(in, 1, i)
			copy(e, x.frames[i].regs[in.args[1].at:])
			continue
		}
		x.undef[i][in.dst.at] = false
		copy(x.frames[i].regs[in.dst.at:][:n], e)
		if !in.v.Varying {
			return
		}
	}
}

// apart reports whether two generic addresses certainly point into different memory.
func (g *grid) apart(a, b uint64) bool {
	in, _ := g.m.locate(a)
	other, _ := g.m.locate(b)
	if in != other {
		return true
	}
	x, y := g.find(a), g.find(b)
	return in == ir.Global && x != nil && y != nil && x.base != y.base
}
