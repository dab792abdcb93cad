package interp

import (
	"math/bits"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/warpops"
)

type column32 = warpops.Column

// warpRow makes the quick form of a warp operation, for lanes that wait for nobody else.
func warpRow(in *inst) quick {
	types := in.v.ResultTypes()
	for _, t := range types {
		if t.Bits() > 64 {
			return nil
		}
	}
	n := len(in.v.WarpArgs())
	return func(w *warp, r []uint64, in *inst, group uint32, on []uint8) bool {
		if in.v.Attr.Sync && !w.complete(column(r, in.args[n].at*warpSize), group, on) {
			return false
		}
		s := w.rows
		for len(s.args) < n {
			s.args = append(s.args, column32{})
		}
		for len(s.results) < len(types) {
			s.results = append(s.results, column32{})
		}
		args, results := s.args[:n], s.results[:len(types)]
		for k := range args {
			a := column(r, in.args[k].at*warpSize)
			if len(on) < warpSize {
				args[k] = column32{} // lanes that do not take part have zeros
			}
			for _, i := range on {
				i &= warpSize - 1
				args[k][i] = a[i]
			}
		}
		in.warp(results, args, group)
		for k := range results {
			d := column(r, in.places.dst+k*warpSize)
			for _, i := range on {
				i &= warpSize - 1
				d[i] = results[k][i]
			}
		}
		w.idle = 0
		return true
	}
}

// complete reports whether lanes that come to an operation together are all that it waits for,
// and no other lane of the warp waits for anything.
func (w *warp) complete(members []uint64, group uint32, on []uint8) bool {
	mask := uint32(members[on[0]])
	for _, i := range on {
		if uint32(members[i&(warpSize-1)]) != mask {
			return false
		}
	}
	return w.alive == w.running && mask&w.alive == group
}

// arriveTogether is arrive for lanes that come together to a barrier of all threads; it reports
// whether it is one, at which nothing is unusual.
func (w *warp) arriveTogether(group uint32, in *inst) bool {
	if w.rows == nil || in.v.Attr.Bar != ir.BarSync {
		return false
	}
	f := w.lane(group).frame().row
	id, count := column(f.regs, in.args[0].at*warpSize), column(f.regs, in.args[1].at*warpSize)
	on := list(&w.rows.other, group)
	if in.same {
		on = on[:1]
	}
	at := id[on[0]]
	for _, i := range on {
		if id[i] != at || count[i] != 0 {
			return false
		}
	}
	if at >= uint64(len(w.cta.bars)) {
		return false
	}
	b := &w.cta.bars[at]
	switch {
	case !b.open:
		*b = barrier{open: true, and: true}
	case b.count != 0 || b.arrived[w.index]&group != 0:
		return false
	}
	b.arrived[w.index] |= group
	b.waiting[w.index] |= group
	w.running &^= group
	w.held &^= group
	here := wait{in: in, id: uint32(at)}
	if s := &w.rows.whole; s.lanes == group {
		s.wait = here
		return true
	}
	for m := group; m != 0; m &= m - 1 {
		w.waits[bits.TrailingZeros32(m)] = here
	}
	return true
}

// resumeTogether is resume for lanes that wait at a barrier, if none of them gets a result.
func (w *warp) resumeTogether(lanes uint32) bool {
	if w.rows == nil {
		return false
	}
	if s := &w.rows.whole; s.lanes == lanes && lanes != 0 {
		s.wait = wait{}
		s.point.at++
		w.running |= lanes
		w.idle = 0
		return true
	}
	w.settle()
	for m := lanes; m != 0; m &= m - 1 {
		if w.waits[bits.TrailingZeros32(m)].in.v.Type != ir.Void {
			return false
		}
	}
	for m := lanes; m != 0; m &= m - 1 {
		w.lane(m).frame().at++
	}
	if lanes != 0 {
		w.running |= lanes
		w.idle = 0
	}
	return true
}
