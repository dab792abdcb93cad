package sanitize

// byteSet is a set of bytes of a memory.
type byteSet struct {
	pages map[uint64]*bytePage
	last  *bytePage // the page that was looked up last, nil where there was none
	at    uint64
}

const bytesPage = 4096

type bytePage [bytesPage / 64]uint64

// page returns the page with a number, nil if no byte of it was ever in the set.
func (b *byteSet) page(p uint64) *bytePage {
	if b.last != nil && b.at == p {
		return b.last
	}
	words := b.pages[p]
	if words != nil {
		b.last, b.at = words, p
	}
	return words
}

// each calls f for the words of the set that hold some bytes, with these: nil for those of a page that is not there.
// It ends early if f returns false.
func (b *byteSet) each(addr, n uint64, add bool, f func(word *uint64, mask uint64) bool) bool {
	for n > 0 {
		p, off := addr/bytesPage, addr%bytesPage
		words := b.page(p)
		if words == nil && add {
			if b.pages == nil {
				b.pages = map[uint64]*bytePage{}
			}
			words = new(bytePage)
			b.pages[p] = words
		}
		k := min(n, 64-off%64)
		mask := ^uint64(0) >> (64 - k) << (off % 64)
		var word *uint64
		if words != nil {
			word = &words[off/64]
		}
		if !f(word, mask) {
			return false
		}
		addr, n = addr+k, n-k
	}
	return true
}

// set puts bytes into the set, or takes them out.
func (b *byteSet) set(addr, n uint64, in bool) {
	if len(b.pages) == 0 && !in {
		return
	}
	if off := addr % 64; off+n <= 64 { // as nearly always
		if words := b.page(addr / bytesPage); words != nil {
			mask := ^uint64(0) >> (64 - n) << off
			if w := &words[addr%bytesPage/64]; in {
				*w |= mask
			} else {
				*w &^= mask
			}
			return
		}
	}
	b.each(addr, n, in, func(word *uint64, mask uint64) bool {
		switch {
		case word == nil:
		case in:
			*word |= mask
		default:
			*word &^= mask
		}
		return true
	})
}

// any reports whether a byte of some is in the set.
func (b *byteSet) any(addr, n uint64) bool {
	if len(b.pages) == 0 {
		return false
	}
	return !b.each(addr, n, false, func(word *uint64, mask uint64) bool { return word == nil || *word&mask == 0 })
}
