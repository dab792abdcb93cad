package build

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// bar builds bar and barrier.
func (b *fn) bar() {
	has := b.match.Has
	if has("cluster") {
		b.giveUp()
		return
	}
	srcs := b.ops
	kind, t := ir.BarSync, ir.Void
	switch {
	case has("sync"):
	case has("arrive"):
		kind = ir.BarArrive
	case has("popc"):
		kind, t = ir.BarRedPopc, ir.I32
	case has("and"):
		kind, t = ir.BarRedAnd, ir.I1
	case has("or"):
		kind, t = ir.BarRedOr, ir.I1
	default:
		b.giveUp()
		return
	}
	red := t != ir.Void
	var pred *ir.Value
	if red {
		pred = b.value(&srcs[len(srcs)-1], ir.I1)
		srcs = srcs[1 : len(srcs)-1]
	}
	if len(srcs) == 0 || len(srcs) > 2 {
		b.giveUp()
		return
	}
	args := []*ir.Value{b.value(&srcs[0], ir.I32), nil}
	if len(srcs) == 2 {
		args[1] = b.value(&srcs[1], ir.I32)
	} else {
		args[1] = b.konst(ir.I32, 0) // all threads of the CTA
	}
	if red {
		args = append(args, pred)
	}
	v := b.add(ir.OpBarrier, t, args...)
	v.Attr.Bar = kind
	v.Attr.Aligned = b.match.Form.Opcode == "bar" || has("aligned")
	if red {
		b.set(&b.ops[0], v, false)
	}
}

// barwarp builds bar.warp.sync.
func (b *fn) barwarp() {
	b.add(ir.OpWarpSync, ir.Void, b.value(&b.ops[0], ir.I32))
}

// lanes of the old forms without .sync: those that are active, whatever the mask.
func (b *fn) member(k int) *ir.Value {
	if k < len(b.ops) {
		return b.value(&b.ops[k], ir.I32)
	}
	return b.konst(ir.I32, 0xffffffff)
}

// shfl builds shfl.
func (b *fn) shfl() {
	has := b.match.Has
	mode := ir.ShflIdx
	switch {
	case has("up"):
		mode = ir.ShflUp
	case has("down"):
		mode = ir.ShflDown
	case has("bfly"):
		mode = ir.ShflBfly
	}
	v := b.add(ir.OpShfl, ir.Tuple, b.value(&b.ops[1], ir.I32), b.value(&b.ops[2], ir.I32),
		b.value(&b.ops[3], ir.I32), b.member(4))
	v.Results = []ir.Type{ir.I32, ir.I1}
	v.Attr.Shfl, v.Attr.NonSync = mode, !has("sync")
	b.setPair(v)
}

// setPair writes the results of a tuple to d|p.
func (b *fn) setPair(v *ir.Value) {
	first, second := pair(&b.ops[0])
	rs := b.extract(v)
	b.set(first, rs[0], false)
	if second != nil {
		b.set(second, rs[1], false)
	}
}

// vote builds vote.
func (b *fn) vote() {
	has := b.match.Has
	mode, t := ir.VoteBallot, ir.I32
	switch {
	case has("all"):
		mode, t = ir.VoteAll, ir.I1
	case has("any"):
		mode, t = ir.VoteAny, ir.I1
	case has("uni"):
		mode, t = ir.VoteUni, ir.I1
	}
	v := b.add(ir.OpVote, t, b.value(&b.ops[1], ir.I1), b.member(2))
	v.Attr.Vote, v.Attr.NonSync = mode, !has("sync")
	b.set(&b.ops[0], v, false)
}

// elect builds elect.sync (section 9.7.13.14): the leader is the lowest lane of
// the mask that has not ended.
func (b *fn) elect() {
	live := b.add(ir.OpVote, ir.I32, b.konst(ir.I1, 1), b.value(&b.ops[1], ir.I32))
	live.Attr.Vote = ir.VoteBallot
	lowest := b.intrinsic("ClzB32", ir.I32, b.intrinsic("BrevB32", ir.I32, live))
	lane := b.add(ir.OpSReg, ir.I32)
	lane.Attr.SReg = "laneid"
	first, second := pair(&b.ops[0])
	b.set(first, lowest, false)
	if second != nil {
		b.set(second, b.icmp(ir.Eq, lane, lowest), false)
	}
}

// matchLanes builds match.
func (b *fn) matchLanes() {
	t := irType(b.match.Type())
	v := b.add(ir.OpMatch, ir.Tuple, b.value(&b.ops[1], t), b.value(&b.ops[2], ir.I32))
	v.Results = []ir.Type{ir.I32, ir.I1}
	v.Attr.Vote = ir.VoteAny
	if b.match.Has("all") {
		v.Attr.Vote = ir.VoteAll
	}
	b.setPair(v)
}

// redux builds redux.sync.
func (b *fn) redux() {
	pt := b.match.Type()
	kind, ok := ir.ParseAtom(b.match.Val("O"), pt.IsFloat(), pt.IsSigned())
	if !ok || pt.IsFloat() {
		b.giveUp()
		return
	}
	v := b.add(ir.OpRedux, ir.I32, b.value(&b.ops[1], ir.I32), b.value(&b.ops[2], ir.I32))
	v.Attr.Atom = kind
	b.set(&b.ops[0], v, false)
}

// activemask builds activemask.
func (b *fn) activemask() {
	b.set(&b.ops[0], b.add(ir.OpActive, ir.I32), false)
}
