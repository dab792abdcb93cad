package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// arrivalBits is the width of the counts of an mbarrier, a word of shared memory (section
// 9.7.13.15). It counts, from the lowest bit up, the arrivals that its phase waits for; those that
// later phases expect, in as many; transactions; and its highest bit says whether
// the phase is odd. The state that arrive returns is the word as it was. The
// runtime and the interpreter do arrivals; the rest is here.
const arrivalBits = 20

// mbarrierInit builds mbarrier.init. A count out of range makes a barrier of
// which every use is a fault.
func (b *fn) mbarrierInit() {
	addr, ok := b.sharedAddress(&b.ops[0])
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
	if addr, ok := b.sharedAddress(&b.ops[0]); ok {
		access{space: ir.Shared}.set(b.add(ir.OpStore, ir.Void, addr, b.konst(ir.I64, 0)), ir.I64, 1)
	}
}

// onBarrier builds an atomic operation on an mbarrier, whose operand is a count: 1 where it
// is left out.
func (b *fn) onBarrier(a access, kind ir.Atom, state, bar *frontend.Operand, count []*frontend.Operand) {
	addr, ok := b.sharedAddress(bar)
	if !ok {
		return
	}
	n := b.konst(ir.I64, 1)
	if len(count) > 0 {
		n = b.resize(b.value(count[0], ir.I32), ir.I64, false)
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
	addr, ok := b.sharedAddress(&b.ops[1])
	if !ok {
		return
	}
	now := b.manner(isa.Access{Shared: true, Order: "acquire", Scope: "cta"}).set(b.add(ir.OpLoad, ir.I64, addr), ir.I64, 1)
	var phase *ir.Value
	if b.match.Has("parity") {
		phase = b.shiftLeft(b.resize(b.value(&b.ops[2], ir.I32), ir.I64, false), 63)
	} else {
		phase = b.value(&b.ops[2], ir.I64)
	}
	over := b.icmp(ir.LtS, b.add(ir.OpXor, ir.I64, now, phase), b.konst(ir.I64, 0))
	if withNotes(b) {
		v := b.add(ir.OpNote, ir.Void, addr, phase, over, now)
		v.Attr = now.Attr
		v.Attr.Note = ir.NoteWaited
	}
	b.set(&b.ops[0], over, false)
}

// mbarrierPending builds mbarrier.pending_count.
func (b *fn) mbarrierPending() {
	n := b.resize(b.value(&b.ops[1], ir.I64), ir.I32, false)
	b.set(&b.ops[0], b.add(ir.OpAnd, ir.I32, n, b.konst(ir.I32, 1<<arrivalBits-1)), false)
}
