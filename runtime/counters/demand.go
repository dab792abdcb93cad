package counters

import "math/bits"

const (
	sectorBytes = 32
	banks       = 32
	wordBytes   = 4 // of a bank
)

// place is where a lane's request goes.
type place struct {
	base uint64 // where the memory begins that it is in
	off  uint64 // from there
}

// memory is some that was found.
type memory struct {
	from, to   uint64
	asked, its Space
}

// request counts one request of a warp.
func (c *CTA) request(r *Request, d *demand, mask uint32, addrs []uint64) {
	addrs = addrs[:lanes]
	if r.Space == Shared {
		d.shared(r, mask, addrs, 0)
		return
	}
	first := bits.TrailingZeros32(mask)
	k := &c.found
	if addrs[first]-k.from >= k.to-k.from || k.asked != r.Space {
		c.find(r.Space, addrs[first])
	}
	for m := mask; m != 0; m &= m - 1 {
		if addrs[bits.TrailingZeros32(m)&(lanes-1)]-k.from >= k.to-k.from {
			c.scattered(r, d, mask, addrs)
			return
		}
	}
	switch k.its {
	case Global:
		d.global(r, mask, addrs, k.from)
	case Shared:
		d.shared(r, mask, addrs, k.from)
	}
}

// find finds the memory that an address is in.
func (c *CTA) find(asked Space, addr uint64) {
	space, base, size := c.locate(asked, addr)
	c.found = memory{base, base + size, asked, space}
}

// global counts a request of lanes of one memory.
func (d *demand) global(r *Request, mask uint32, addrs []uint64, base uint64) {
	n := int64(bits.OnesCount32(mask))
	count, ascending := ascendingSectors(addrs, mask, base, r.Bytes)
	distinct := int64(0)
	if !ascending || r.Atomic {
		var at [lanes]place
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & (lanes - 1)
			at[i] = place{base, addrs[i] - base}
		}
		if !ascending {
			count = sectors(&at, mask, r.Bytes)
		}
		if r.Atomic {
			distinct = int64(distinctOf(&at, mask))
		}
	}
	d.Global.Requests++
	d.Global.Bytes += n * int64(r.Bytes)
	d.Global.Sectors += count
	if r.Atomic {
		d.Global.Collided += n - distinct
	}
}

// shared counts a request of lanes of shared memory.
func (d *demand) shared(r *Request, mask uint32, addrs []uint64, base uint64) {
	n := int64(bits.OnesCount32(mask))
	d.Shared.Requests++
	d.Shared.Bytes += n * int64(r.Bytes)
	d.Shared.Conflicts += conflicts(addrs, mask, base, r.Bytes)
	if r.Atomic {
		var at [lanes]place
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & (lanes - 1)
			at[i] = place{off: addrs[i] - base}
		}
		d.Shared.Collided += n - int64(distinctOf(&at, mask))
	}
}

// scattered counts a request of lanes of several memories.
func (c *CTA) scattered(r *Request, d *demand, mask uint32, addrs []uint64) {
	var at [lanes]place
	var shared [lanes]uint64
	var inGlobal, inShared uint32
	for m := mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		k := &c.found
		if addrs[i]-k.from >= k.to-k.from || k.asked != r.Space {
			c.find(r.Space, addrs[i])
		}
		switch k.its {
		case Global:
			at[i], inGlobal = place{k.from, addrs[i] - k.from}, inGlobal|1<<i
		case Shared:
			shared[i], inShared = addrs[i]-k.from, inShared|1<<i
		}
	}
	if n := bits.OnesCount32(inGlobal); n > 0 {
		d.Global.Requests++
		d.Global.Bytes += int64(n) * int64(r.Bytes)
		d.Global.Sectors += sectors(&at, inGlobal, r.Bytes)
		if r.Atomic {
			d.Global.Collided += int64(n - distinctOf(&at, inGlobal))
		}
	}
	if inShared != 0 {
		d.shared(r, inShared, shared[:], 0)
	}
}

// ascendingSectors is sectors for lanes of one memory of which none is at a lower address than the one before it, as
// most are. It reports false where that is not so.
func ascendingSectors(addrs []uint64, mask uint32, base uint64, size int32) (n int64, ascending bool) {
	addrs = addrs[:lanes]
	last, next := uint64(0), uint64(0) // the address, and the sector behind those that were counted
	for m := mask; m != 0; m &= m - 1 {
		a := addrs[bits.TrailingZeros32(m)&(lanes-1)] - base
		if a < last {
			return 0, false
		}
		last = a
		end := (a+uint64(size)-1)/sectorBytes + 1
		n += int64(end - min(max(next, a/sectorBytes), end))
		next = max(next, end)
	}
	return n, true
}

// sectors returns how many sectors of global memory lanes ask for. Each memory is taken to begin with a sector, as what
// is allocated on a GPU does.
func sectors(at *[lanes]place, mask uint32, size int32) int64 {
	var seen placeSet
	for m := mask; m != 0; m &= m - 1 {
		p := &at[bits.TrailingZeros32(m)]
		for s := p.off / sectorBytes; s <= (p.off+uint64(size)-1)/sectorBytes; s++ {
			seen.add(place{p.base, s})
		}
	}
	return int64(seen.n)
}

// distinctOf returns at how many addresses lanes are.
func distinctOf(at *[lanes]place, mask uint32) int {
	var seen placeSet
	for m := mask; m != 0; m &= m - 1 {
		seen.add(at[bits.TrailingZeros32(m)])
	}
	return seen.n
}

// placeSet is a set of at most twice as many places as there are lanes: lists of those that have the same hash.
type placeSet struct {
	n     int
	heads [2 * lanes]uint8 // number of a place, from 1 on
	next  [2 * lanes]uint8
	all   [2 * lanes]place
}

func (s *placeSet) add(p place) {
	const golden = 0x9e3779b97f4a7c15
	h := (p.off ^ bits.RotateLeft64(p.base, 32)) * golden >> 58
	for i := s.heads[h]; i != 0; i = s.next[i-1] {
		if s.all[i-1] == p {
			return
		}
	}
	if s.n < len(s.all) {
		s.all[s.n], s.next[s.n] = p, s.heads[h]
		s.n++
		s.heads[h] = uint8(s.n)
	}
}

// conflicts returns how many turns shared memory takes for a request beyond those that it takes at least: in a turn
// each bank gives one word, to all lanes that ask for it. Lanes that ask for 8 or 16 bytes are served by halves or
// quarters of a warp.
func conflicts(addrs []uint64, mask uint32, base uint64, size int32) (extra int64) {
	words := max(1, (uint64(size)+wordBytes-1)/wordBytes)
	group := max(1, lanes/int(words))
	for first := 0; first < lanes; first += group {
		m := mask >> first & uint32(1<<group-1)
		if m == 0 {
			continue
		}
		low, high := ^uint64(0), uint64(0)
		for k := m; k != 0; k &= k - 1 {
			w := (addrs[(first+bits.TrailingZeros32(k))&(lanes-1)] - base) / wordBytes
			low, high = min(low, w), max(high, w)
		}
		if high-low+words <= banks { // a bank for each word
			continue
		}
		var heads, known [banks]uint8
		var next [2 * lanes]uint8
		var seen [2 * lanes]uint64
		n, turns := uint8(0), uint8(0)
		for ; m != 0; m &= m - 1 {
			w := (addrs[(first+bits.TrailingZeros32(m))&(lanes-1)] - base) / wordBytes
		each:
			for end := w + words; w < end; w++ {
				bank := w % banks
				for i := heads[bank]; i != 0; i = next[i-1] {
					if seen[i-1] == w {
						continue each
					}
				}
				if int(n) < len(seen) {
					seen[n], next[n] = w, heads[bank]
					n++
					heads[bank] = n
					known[bank]++
					turns = max(turns, known[bank])
				}
			}
		}
		extra += int64(turns - 1)
	}
	return extra
}
