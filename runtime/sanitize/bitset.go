package sanitize

import "math/bits"

// bitSet is a set of bytes of a memory that begins at 0 and is small: a bit for each, up to the last that was ever in it.
type bitSet []uint64

// mostBits is how many bytes a set may tell of, as many as a thread has of local memory and far more.
const mostBits = 1 << 24

// set puts bytes into the set, or takes them out.
func (b *bitSet) set(addr, n uint64, in bool) {
	if addr >= mostBits || n > mostBits-addr {
		return // a fault
	}
	if words := (addr + n + 63) / 64; words > uint64(len(*b)) {
		if !in {
			n = max(addr, min(addr+n, uint64(len(*b))*64)) - addr
		} else {
			*b = append(*b, make([]uint64, words-uint64(len(*b)))...)
		}
	}
	for n > 0 {
		k := min(n, 64-addr%64)
		mask := ^uint64(0) >> (64 - k) << (addr % 64)
		if w := &(*b)[addr/64]; in {
			*w |= mask
		} else {
			*w &^= mask
		}
		addr, n = addr+k, n-k
	}
}

// all reports whether each of some bytes is in the set.
func (b bitSet) all(addr, n uint64) bool {
	for n > 0 {
		k := min(n, 64-addr%64)
		if addr/64 >= uint64(len(b)) || bits.OnesCount64(b[addr/64]>>(addr%64)<<(64-k)) != int(k) {
			return false
		}
		addr, n = addr+k, n-k
	}
	return true
}
