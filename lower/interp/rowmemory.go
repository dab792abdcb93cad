package interp

import (
	"encoding/binary"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Loads and stores of rows. The lanes mostly access one piece of memory, in which all is
// checked by a comparison each.

// plain reports whether elements of an access are words that travel as they are.
func plain(v *ir.Value) bool {
	for _, t := range v.ResultTypes() {
		if t.Bits() > 64 {
			return false
		}
	}
	return v.Attr.Mem != ir.I1 && v.Attr.Mem.Bits() <= 64
}

// piece returns the memory of a space that an address is in, and the address of its first
// byte; nil for what lanes have to look up one by one.
func (w *warp) piece(space ir.Space, addr uint64, write bool) (mem []byte, base uint64) {
	g := w.cta.grid
	if space == ir.Generic {
		if space, _ = g.m.locate(addr); space.Windowed() {
			base = g.m.windows()[space]
		}
	}
	switch space {
	case ir.Shared:
		return w.cta.shared, base
	case ir.Local:
		return nil, 0
	case ir.ParamSpace:
		if write {
			return nil, 0
		}
		return g.params, base
	}
	s := g.find(addr)
	if s == nil || write && s.constant {
		return nil, 0
	}
	return s.mem, s.base
}

// inside reports whether accesses of n bytes, a power of two, are in a piece of memory and
// aligned.
func inside(mem []byte, base uint64, addrs []uint64, n int, on []uint8) bool {
	if len(mem) < n {
		return false
	}
	last, odd := uint64(len(mem)-n), uint64(n-1)
	for _, i := range on {
		a := addrs[i&(warpSize-1)]
		if a-base > last || a&odd != 0 {
			return false
		}
	}
	return true
}

// loadRow makes the quick form of a load.
func loadRow(in *inst) quick {
	v := in.v
	if !plain(v) || v.Strong() {
		return nil
	}
	size, vec, space := v.Attr.Mem.Bytes(), v.Vec(), v.Attr.Space
	to := v.ResultTypes()[0].Bits()
	signs := v.Attr.Signed && to > v.Attr.Mem.Bits()
	sign := places{k: width{uint(64 - v.Attr.Mem.Bits()), ir.Ones(to)}}
	return func(w *warp, r []uint64, in *inst, _ uint32, on []uint8) bool {
		addrs := column(r, in.places.args[0])
		mem, base := w.piece(space, addrs[on[0]], false)
		local := mem == nil && w.inLocal(space, addrs, size*vec, on)
		if !local && len(mem) < size*vec {
			return false
		}
		last, odd := uint64(len(mem)-size*vec), uint64(size*vec-1)
		for e := range vec {
			at := in.places.dst + e*warpSize
			if local {
				w.gatherLocal(column(r, at), addrs, uint64(e*size), size, on)
			} else if !gather(column(r, at), mem[e*size:], addrs, base, last, odd, size, on) {
				return false
			}
			if signs {
				s := sign
				s.dst, s.args[0] = at, at
				extendedRow(r, &s, on)
			}
		}
		return true
	}
}

// gather reads an element for each lane from memory at a base. Offsets must be last at most, and
// addresses have none of the bits of odd; it reports whether it is so.
func gather(d []uint64, mem []byte, addrs []uint64, base, last, odd uint64, size int, on []uint8) bool {
	switch size {
	case 1:
		for _, i := range on {
			i &= warpSize - 1
			off := addrs[i] - base
			if off > last || addrs[i]&odd != 0 {
				return false
			}
			d[i] = uint64(mem[off])
		}
	case 2:
		for _, i := range on {
			i &= warpSize - 1
			off := addrs[i] - base
			if off > last || addrs[i]&odd != 0 {
				return false
			}
			d[i] = uint64(binary.LittleEndian.Uint16(mem[off:]))
		}
	case 4:
		for _, i := range on {
			i &= warpSize - 1
			off := addrs[i] - base
			if off > last || addrs[i]&odd != 0 {
				return false
			}
			d[i] = uint64(binary.LittleEndian.Uint32(mem[off:]))
		}
	case 8:
		for _, i := range on {
			i &= warpSize - 1
			off := addrs[i] - base
			if off > last || addrs[i]&odd != 0 {
				return false
			}
			d[i] = binary.LittleEndian.Uint64(mem[off:])
		}
	}
	return true
}

// storeRow makes the quick form of a store.
func storeRow(in *inst) quick {
	v := in.v
	if !plain(v) {
		return nil
	}
	size, vec, space := v.Attr.Mem.Bytes(), v.Vec(), v.Attr.Space
	return func(w *warp, r []uint64, in *inst, _ uint32, on []uint8) bool {
		addrs := column(r, in.places.args[0])
		mem, base := w.piece(space, addrs[on[0]], true)
		local := mem == nil && w.inLocal(space, addrs, size*vec, on)
		watches := !local && w.watches()
		if !local && (len(mem) < size*vec || watches && !inside(mem, base, addrs, size*vec, on)) {
			return false
		}
		changed := false
		last, odd := uint64(len(mem)-size*vec), uint64(size*vec-1)
		for e := range vec {
			x := column(r, in.args[1+e].at*warpSize)
			if local {
				w.scatterLocal(x, addrs, uint64(e*size), size, on)
				continue
			}
			changed = changed || watches && differs(x, mem[e*size:], addrs, base, size, on)
			if !scatter(x, mem[e*size:], addrs, base, last, odd, size, on) {
				return false
			}
		}
		if changed {
			w.changed()
		}
		return true
	}
}

// watches reports whether it matters that memory changes: lanes may be about to spin.
func (w *warp) watches() bool { return w.idle > 0 || len(w.watched) > 0 }

// differs reports whether a store changes memory.
func differs(x []uint64, mem []byte, addrs []uint64, base uint64, size int, on []uint8) bool {
	k := widthOf(8 * size)
	for _, i := range on {
		i &= warpSize - 1
		if word(mem[addrs[i]-base:], size) != cut(x[i], k) {
			return true
		}
	}
	return false
}

// scatter writes an element for each lane, in their order, as gather reads. Where it stops, the
// lanes may do the same once more.
func scatter(x []uint64, mem []byte, addrs []uint64, base, last, odd uint64, size int, on []uint8) bool {
	switch size {
	case 1:
		for _, i := range on {
			i &= warpSize - 1
			off := addrs[i] - base
			if off > last || addrs[i]&odd != 0 {
				return false
			}
			mem[off] = byte(x[i])
		}
	case 2:
		for _, i := range on {
			i &= warpSize - 1
			off := addrs[i] - base
			if off > last || addrs[i]&odd != 0 {
				return false
			}
			binary.LittleEndian.PutUint16(mem[off:], uint16(x[i]))
		}
	case 4:
		for _, i := range on {
			i &= warpSize - 1
			off := addrs[i] - base
			if off > last || addrs[i]&odd != 0 {
				return false
			}
			binary.LittleEndian.PutUint32(mem[off:], uint32(x[i]))
		}
	case 8:
		for _, i := range on {
			i &= warpSize - 1
			off := addrs[i] - base
			if off > last || addrs[i]&odd != 0 {
				return false
			}
			binary.LittleEndian.PutUint64(mem[off:], x[i])
		}
	}
	return true
}

// word reads an element of 1, 2, 4 or 8 bytes.
func word(mem []byte, size int) uint64 {
	switch size {
	case 1:
		return uint64(mem[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(mem))
	case 4:
		return uint64(binary.LittleEndian.Uint32(mem))
	}
	return binary.LittleEndian.Uint64(mem)
}

// setWord writes an element of 1, 2, 4 or 8 bytes.
func setWord(mem []byte, size int, x uint64) {
	switch size {
	case 1:
		mem[0] = byte(x)
	case 2:
		binary.LittleEndian.PutUint16(mem, uint16(x))
	case 4:
		binary.LittleEndian.PutUint32(mem, uint32(x))
	default:
		binary.LittleEndian.PutUint64(mem, x)
	}
}

// inLocal reports whether accesses of n bytes by lanes are in their local memory, by addresses
// of its own, and aligned.
func (w *warp) inLocal(space ir.Space, addrs []uint64, n int, on []uint8) bool {
	if space != ir.Local {
		return false
	}
	for _, i := range on {
		l, a := w.lanes[i], addrs[i&(warpSize-1)]
		if top := min(l.top, int64(len(l.local))); a < localStart || a&uint64(n-1) != 0 || top < int64(n) || a > uint64(top-int64(n)) {
			return false
		}
	}
	return true
}

func (w *warp) gatherLocal(d, addrs []uint64, off uint64, size int, on []uint8) {
	for _, i := range on {
		d[i&(warpSize-1)] = word(w.lanes[i].local[addrs[i&(warpSize-1)]+off:], size)
	}
}

func (w *warp) scatterLocal(x, addrs []uint64, off uint64, size int, on []uint8) {
	for _, i := range on {
		setWord(w.lanes[i].local[addrs[i&(warpSize-1)]+off:], size, x[i&(warpSize-1)])
	}
}
