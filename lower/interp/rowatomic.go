package interp

import "github.com/ptx2go/ptx2go/lower/ir"

// atomicRow makes the quick form of an atomic operation: the lanes do theirs in their order,
// in one piece of memory.
func atomicRow(in *inst) quick {
	v := in.v
	kind := v.Attr.Atom
	if !plain(v) || v.Vec() > 1 || kind.OnBarrier() {
		return nil
	}
	size, space := v.Attr.Mem.Bytes(), v.Attr.Space
	k := widthOf(v.Attr.Mem.Bits())
	var op *meaning
	if !kind.Replaces() && !kind.Compares() && in.call.do == nil {
		op = &operations[kind.Op()]
	}
	return func(w *warp, r []uint64, in *inst, group uint32, on []uint8) bool {
		addrs := column(r, in.places.args[0])
		mem, base := w.piece(space, addrs[on[0]], true)
		if mem == nil || !inside(mem, base, addrs, size, on) {
			return false
		}
		f := in.call.do
		if inShared := space == ir.Shared || space == ir.Generic && base == w.cta.grid.m.windows()[ir.Shared]; !inShared {
			f = in.ftz.do
		}
		b := column(r, in.places.args[1])
		c := b
		if len(in.args) > 2 {
			c = column(r, in.places.args[2])
		}
		changed := false
		for _, i := range on {
			i &= warpSize - 1
			at := mem[addrs[i]-base:]
			old := word(at, size)
			x := b[i]
			switch {
			case op != nil:
				x = op.do(old, x, k)
			case f != nil:
				x, _ = f(w.pair(old, x))
			case kind.Compares():
				if x = old; old == b[i] {
					x = c[i]
				}
			}
			setWord(at, size, x)
			changed = changed || x != old
			if in.dst.words > 0 {
				column(r, in.places.dst)[i] = old
			}
		}
		w.accessed(group, in, changed)
		return true
	}
}
