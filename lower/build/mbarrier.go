package build

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// An mbarrier is a word of shared memory (section 9.7.13.15). It counts, from the
// lowest bit up, the arrivals that its phase waits for, in arrivalBits; those that
// later phases expect, in as many; transactions; and its highest bit says whether
// the phase is odd. The state that arrive returns is the word as it was. The
// runtime and the interpreter do arrivals; the rest is here.
const arrivalBits = 20

// barrier returns the address of the mbarrier that an operand names, in shared
// memory. A generic address must lie there (section 9.7.13.15.9). A kernel that
// is launched without clusters is a cluster of its own, so that .shared::cluster
// is the same memory.
func (b *fn) barrier(o *frontend.Operand) (addr *ir.Value, ok bool) {
	space, ok := irSpace(b.match.Space())
	if !ok || space != ir.Generic && space != ir.Shared {
		b.giveUp()
		return nil, false
	}
	addr, ok = b.address(o, space)
	if ok && space == ir.Generic {
		addr = b.add(ir.OpFromGeneric, ir.I64, addr)
		addr.Attr.Space = ir.Shared
	}
	return addr, ok
}

// strength is the memory order of an operation on an mbarrier.
func (b *fn) strength(otherwise ir.Order) access {
	a := access{space: ir.Shared, order: otherwise, scope: ir.ScopeCTA}
	if b.match.Has("relaxed") {
		a.order = ir.Relaxed
	}
	if b.match.Has("cluster") {
		a.scope = ir.ScopeCluster
	}
	return a
}

// mbarrierInit builds mbarrier.init. A count out of range makes a barrier of
// which every use is a fault.
func (b *fn) mbarrierInit() {
	addr, ok := b.barrier(&b.ops[0])
	if !ok {
		return
	}
	count := b.value(&b.ops[1], ir.I32)
	n := b.resize(count, ir.I64, false)
	if c, ok := constant(count); ok && b.ops[1].Kind == frontend.OpConst && (c == 0 || c >= 1<<arrivalBits) {
		b.errorf(b.in.Pos, "operand", "the count must be 1 to %d", 1<<arrivalBits-1)
		return
	}
	word := b.or(n, b.shiftLeft(n, arrivalBits))
	valid := b.icmp(ir.LtU, b.add(ir.OpSub, ir.I32, count, b.konst(ir.I32, 1)), b.konst(ir.I32, 1<<arrivalBits-1))
	word = b.add(ir.OpSelect, ir.I64, valid, word, b.konst(ir.I64, 0))
	access{space: ir.Shared}.set(b.add(ir.OpStore, ir.Void, addr, word), ir.I64, 1)
}

// mbarrierInval builds mbarrier.inval. Afterwards every use but init is a fault.
func (b *fn) mbarrierInval() {
	if addr, ok := b.barrier(&b.ops[0]); ok {
		access{space: ir.Shared}.set(b.add(ir.OpStore, ir.Void, addr, b.konst(ir.I64, 0)), ir.I64, 1)
	}
}

// arriveKinds are the operations by their modifiers: arrive_drop, expect_tx.
var arriveKinds = map[[2]bool]ir.Atom{
	{false, false}: ir.AtomArrive, {true, false}: ir.AtomArriveDrop,
	{false, true}: ir.AtomArriveTx, {true, true}: ir.AtomArriveDropTx,
}

// mbarrierArrive builds mbarrier.arrive and arrive_drop. noComplete promises that
// the phase does not end.
func (b *fn) mbarrierArrive() {
	kind := arriveKinds[[2]bool{b.match.Has("arrive_drop"), b.match.Has("expect_tx")}]
	b.onBarrier(kind, &b.ops[0], &b.ops[1], b.ops[2:], b.strength(ir.Release))
}

// mbarrierTx builds mbarrier.expect_tx and complete_tx.
func (b *fn) mbarrierTx() {
	kind := ir.AtomExpectTx
	if b.match.Has("complete_tx") {
		kind = ir.AtomCompleteTx
	}
	b.onBarrier(kind, nil, &b.ops[0], b.ops[1:], b.strength(ir.Relaxed))
}

// copiesArrive builds cp.async.mbarrier.arrive.noinc: the copies that the thread
// has issued are done, so that they arrive at once. Without .noinc the pending
// count goes up by the one that it goes down again.
func (b *fn) copiesArrive() {
	b.onBarrier(ir.AtomArrive, nil, &b.ops[0], nil, b.strength(ir.Release))
}

// onBarrier builds an atomic operation on an mbarrier whose count is 1 where it
// is left out.
func (b *fn) onBarrier(kind ir.Atom, state, bar *frontend.Operand, count []frontend.Operand, a access) {
	addr, ok := b.barrier(bar)
	if !ok {
		return
	}
	n := b.konst(ir.I64, 1)
	if len(count) > 0 {
		n = b.resize(b.value(&count[0], ir.I32), ir.I64, false)
	}
	t := ir.I64
	if state == nil || state.Kind == frontend.OpSink {
		t = ir.Void
	}
	v := a.set(b.add(ir.OpAtomic, t, addr, n), ir.I64, 1)
	v.Attr.Atom = kind
	if t != ir.Void {
		b.set(state, v, false)
	}
}

// mbarrierWait builds test_wait and try_wait: whether the phase of a state, or of
// a parity, is over, which is so when the barrier is in another one. try_wait need
// not wait; its time limit is a hint.
func (b *fn) mbarrierWait() {
	addr, ok := b.barrier(&b.ops[1])
	if !ok {
		return
	}
	now := b.strength(ir.Acquire).set(b.add(ir.OpLoad, ir.I64, addr), ir.I64, 1)
	var phase *ir.Value
	if b.match.Has("parity") {
		phase = b.shiftLeft(b.resize(b.value(&b.ops[2], ir.I32), ir.I64, false), 63)
	} else {
		phase = b.value(&b.ops[2], ir.I64)
	}
	over := b.icmp(ir.LtS, b.add(ir.OpXor, ir.I64, now, phase), b.konst(ir.I64, 0))
	b.set(&b.ops[0], over, false)
}

// mbarrierPending builds mbarrier.pending_count.
func (b *fn) mbarrierPending() {
	n := b.resize(b.value(&b.ops[1], ir.I64), ir.I32, false)
	b.set(&b.ops[0], b.add(ir.OpAnd, ir.I32, n, b.konst(ir.I32, 1<<arrivalBits-1)), false)
}
