package counters

import (
	"math/bits"
	"slices"
)

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
	var global, shared [lanes]place
	var inGlobal, inShared uint32
	for m := mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		addr := addrs[i]
		if r.Space == Shared {
			shared[i], inShared = place{off: addr}, inShared|1<<i
			continue
		}
		k := &c.found
		if addr-k.from >= k.to-k.from || k.asked != r.Space {
			space, base, size := c.locate(r.Space, addr)
			*k = memory{base, base + size, r.Space, space}
		}
		switch k.its {
		case Global:
			global[i], inGlobal = place{k.from, addr - k.from}, inGlobal|1<<i
		case Shared:
			shared[i], inShared = place{off: addr - k.from}, inShared|1<<i
		}
	}
	if n := bits.OnesCount32(inGlobal); n > 0 {
		d.Global.Requests++
		d.Global.Bytes += int64(n) * int64(r.Bytes)
		d.Global.Sectors += sectors(&global, inGlobal, r.Bytes)
		if r.Atomic {
			d.Global.Collided += int64(n - distinct(&global, inGlobal))
		}
	}
	if n := bits.OnesCount32(inShared); n > 0 {
		d.Shared.Requests++
		d.Shared.Bytes += int64(n) * int64(r.Bytes)
		d.Shared.Conflicts += conflicts(&shared, inShared, r.Bytes)
		if r.Atomic {
			d.Shared.Collided += int64(n - distinct(&shared, inShared))
		}
	}
}

// sectors returns how many sectors of global memory lanes ask for. Each memory is taken to begin with a sector, as what
// is allocated on a GPU does.
func sectors(at *[lanes]place, mask uint32, size int32) int64 {
	var seen [2 * lanes]place
	n := 0
	for m := mask; m != 0; m &= m - 1 {
		p := &at[bits.TrailingZeros32(m)]
		for s := p.off / sectorBytes; s <= (p.off+uint64(size)-1)/sectorBytes && n < len(seen); s++ {
			n = insert(seen[:], n, place{p.base, s})
		}
	}
	return int64(n)
}

// distinct returns at how many addresses lanes are.
func distinct(at *[lanes]place, mask uint32) int {
	var seen [lanes]place
	n := 0
	for m := mask; m != 0; m &= m - 1 {
		n = insert(seen[:], n, at[bits.TrailingZeros32(m)])
	}
	return n
}

// insert puts a place among n others, and returns how many there are then.
func insert(seen []place, n int, p place) int {
	for k := n - 1; k >= 0; k-- {
		if seen[k] == p {
			return n
		}
	}
	seen[n] = p
	return n + 1
}

// conflicts returns how many turns shared memory takes for a request beyond those that it takes at least: in a turn
// each bank gives one word, to all lanes that ask for it. Lanes that ask for 8 or 16 bytes are served by halves or
// quarters of a warp.
func conflicts(at *[lanes]place, mask uint32, size int32) (extra int64) {
	words := max(1, (uint64(size)+wordBytes-1)/wordBytes)
	group := max(1, lanes/int(words))
	for first := 0; first < lanes; first += group {
		m := mask >> first & uint32(1<<group-1)
		if m == 0 {
			continue
		}
		var seen [banks][lanes]uint64
		var known [banks]int
		turns := 0
		for ; m != 0; m &= m - 1 {
			w := at[first+bits.TrailingZeros32(m)].off / wordBytes
			for end := w + words; w < end; w++ {
				bank, n := &seen[w%banks], &known[w%banks]
				if !slices.Contains(bank[:*n], w) && *n < lanes {
					bank[*n] = w
					*n++
					turns = max(turns, *n)
				}
			}
		}
		extra += int64(turns - 1)
	}
	return extra
}
