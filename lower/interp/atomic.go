package interp

import "github.com/ptx2go/ptx2go/lower/ir"

// atomic executes atom or red: it replaces the element at an address and hands
// the old one to the result, if there is one.
func (l *lane) atomic(fr *frame, in *inst, addr uint64) (space ir.Space, changed bool) {
	v := in.v
	if v.Vec() == 2 {
		return l.atomicPair(fr, in, addr)
	}
	t := v.Attr.Mem
	mem, space := l.access(in, addr, t.Bytes(), true)
	oldLo, oldHi := element(mem, t)
	b, bHi := fr.get(in.args[1])
	var c, cHi uint64
	if len(in.args) > 2 {
		c, cHi = fr.get(in.args[2])
	}
	lo, hi := oldLo, oldHi
	switch kind := v.Attr.Atom; {
	case kind.Replaces():
		lo, hi = b, bHi
	case kind.Compares():
		if oldLo == b && oldHi == bHi {
			lo, hi = c, cHi
		}
	case in.call.do != nil:
		f := in.call
		if space == ir.Global || space == ir.Const {
			f = in.ftz
		}
		lo, _ = f.do(l.warp.pair(oldLo, b))
	case kind.OnBarrier():
		lo = l.mbarrier(in, oldLo, b)
	default:
		lo = integer(kind.Op(), t.Bits(), oldLo, b)
	}
	changed = setElement(mem, t, lo, hi)
	if v.Type != ir.Void {
		fr.put(in.dst, oldLo, oldHi)
	}
	return space, changed
}

// atomicPair exchanges or compares and swaps 128 bits.
func (l *lane) atomicPair(fr *frame, in *inst, addr uint64) (space ir.Space, changed bool) {
	v := in.v
	mem, space := l.access(in, addr, 16, !v.LoadsPair())
	oldLo, oldHi := element(mem, ir.I128)
	lo, _ := fr.get(in.args[1])
	hi, _ := fr.get(in.args[2])
	if v.Attr.Atom.Compares() {
		same := oldLo == lo && oldHi == hi
		lo, hi = oldLo, oldHi
		if same {
			lo, _ = fr.get(in.args[3])
			hi, _ = fr.get(in.args[4])
		}
	}
	changed = setElement(mem, ir.I128, lo, hi)
	if v.Type != ir.Void {
		fr.put(in.result(0), oldLo, 0)
		fr.put(in.result(1), oldHi, 0)
	}
	return space, changed
}
