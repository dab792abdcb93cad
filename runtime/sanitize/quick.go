package sanitize

import "math/bits"

// Where nothing but barriers of whole CTAs orders the threads of a kernel, what must be kept of accesses is little:
// which lanes of a warp have been where, between which barriers, on which path. That is a touch, of which a word of
// memory has one in place and a list of others where there are several. There are no clocks and no pointers in it.
// An access that some touch may race with is compared as everywhere else (Thread.compare).

// touch is accesses of a word by lanes of one warp: of one site, in one epoch, on one path.
type touch struct {
	lanes     uint32
	cta       uint32 // its slot, 0 where there is no touch
	epoch     uint32
	path      uint32 // in CTA.paths
	at        uint32 // of the last lane
	low, high uint32 // the value that was written
	site      uint16 // its number
	what      uint16
}

// The bits of touch.what: the warp, the bytes of the word, how many bytes in front of the word the access begins, and
// whether it has written, and the same value whenever it did.
const (
	whatBytes = 5
	whatBack  = 9
	whatWrote = 1 << 13
	whatSame  = 1 << 14

	whatWarp = 1<<whatBytes - 1
)

const maxQuickSite = 1<<16 - 1

func (x *touch) bytes() uint8 { return uint8(x.what >> whatBytes & 15) }

// word is the touches of four bytes. The last is in place, so that its epoch is the latest of all.
type word struct {
	touch
	more uint32 // the first of the others in State.links, and wordWritten
}

// wordWritten says that some touch of the word has written.
const wordWritten = 1 << 31

func (x *word) next() uint32 { return x.more &^ wordWritten }

// link is one of the other touches of a word.
type link struct {
	touch
	next uint32
}

// words is the touches of a memory.
type words struct {
	pages map[uint64]*wordPage
	near  [nearPages]nearWords
}

type nearWords struct {
	p  *wordPage
	at uint64
}

type wordPage [pageWords]word

func (m *words) at(w uint64) *word {
	near := &m.near[w/pageWords%nearPages]
	if near.p == nil || near.at != w/pageWords {
		m.find(near, w/pageWords)
	}
	return &near.p[w%pageWords]
}

func (m *words) find(near *nearWords, at uint64) {
	p := m.pages[at]
	if p == nil {
		if m.pages == nil {
			m.pages = map[uint64]*wordPage{}
		}
		p = &wordPage{}
		m.pages[at] = p
	}
	near.p, near.at = p, at
}

// quick notes an access of a launch that has barriers only.
func (t *Thread) quick(s *Site, space Space, addr uint64, wrote bool, value uint64, same bool) {
	what := t.what
	if wrote {
		what |= whatWrote
		if same {
			what |= whatSame
		}
	}
	if end := addr%4 + uint64(s.Size); end <= 4 { // as most are
		t.quickWord(s, space, addr/4, what|uint16(1<<end-1<<(addr%4))<<whatBytes, addr, value)
		return
	}
	end := addr + uint64(s.Size)
	for w := addr / 4; w*4 < end; w++ {
		lo, hi, back := uint64(0), min(4, end-w*4), uint64(0)
		if w*4 < addr {
			lo = addr - w*4
		} else {
			back = w*4 - addr
		}
		t.quickWord(s, space, w, what|uint16(1<<hi-1<<lo)<<whatBytes|uint16(back)<<whatBack, addr, value)
	}
}

// quickWord notes what an access does with a word.
func (t *Thread) quickWord(s *Site, space Space, w uint64, what uint16, addr, value uint64) {
	c := t.cta
	var x *word
	switch {
	case space != Shared:
		x = c.launch.s.words.at(w)
	case w < uint64(len(c.words)):
		x = &c.words[w]
	default:
		return // a fault
	}
	if x.what == what && x.more&wordWritten == 0 && x.epoch == c.epoch && uint32(x.site) == s.id && x.path == t.node.id && x.cta == c.slot {
		x.lanes |= t.bit // a read beside others
		return
	}
	if x.cta == 0 || space == Shared && x.more == 0 && x.epoch < c.epoch && c.ended == 0 && x.cta == c.slot { // nothing is known, or no more
		x.touch = touch{lanes: t.bit, cta: c.slot, epoch: c.epoch, path: t.node.id, at: t.at, site: uint16(s.id), what: what, low: uint32(value), high: uint32(value >> 32)}
		x.more = uint32(what&whatWrote) * (wordWritten / whatWrote)
		return
	}
	t.touch(x, s, space, w, what, addr, value)
}

// touch notes an access of a word of which something else is known, or nothing.
func (t *Thread) touch(x *word, s *Site, space Space, w uint64, what uint16, addr, value uint64) {
	c, st := t.cta, t.cta.launch.s
	r := touch{lanes: t.bit, cta: c.slot, epoch: c.epoch, path: t.node.id, at: t.at, site: uint16(s.id), what: what, low: uint32(value), high: uint32(value >> 32)}
	if space == Shared && x.cta != 0 && (x.cta != c.slot || x.epoch < c.epoch && c.ended == 0) {
		st.forget(x) // all is over, for all threads of the CTA
	}
	wrote := what&whatWrote != 0
	if x.cta == 0 {
		x.touch, x.more = r, 0
		if wrote {
			x.more = wordWritten
		}
		return
	}
	// What is to be reported, and what the access adds to.
	joins := !wrote || s.atomic() && sameAtomics(s, s)
	rec := record{m: moment{t: t, node: t.node, at: t.at, epoch: c.epoch}, addr: addr, value: value, mask: r.bytes(), wrote: wrote, same: what&whatSame != 0}
	var mine *touch
	n := 0
	for p, next := &x.touch, x.next(); ; n++ {
		if wrote || p.what&whatWrote != 0 {
			t.meetTouch(p, s, &rec, space, w)
		}
		if p.cta == r.cta && p.site == r.site && (p.what^what)&^whatSame == 0 && mine == nil {
			if joins && p.epoch == r.epoch && p.path == r.path && p.what == what || !joins && p.lanes == r.lanes {
				mine = p
			}
		}
		if next == 0 {
			break
		}
		l := st.link(next)
		p, next = &l.touch, l.next
	}
	if wrote {
		x.more |= wordWritten
	}
	switch {
	case mine == nil:
		if n++; n >= crowd && n&(n-1) == 0 {
			st.thinWord(x, c)
		}
		st.push(x, x.touch)
		x.touch = r
		return
	case joins:
		r.lanes |= mine.lanes
	case mine.epoch == r.epoch && (mine.what&whatSame == 0 || mine.low != r.low || mine.high != r.high):
		r.what &^= whatSame
	}
	*mine = x.touch
	x.touch = r
}

// meetTouch compares an access with a touch of its word.
func (t *Thread) meetTouch(p *touch, s *Site, r *record, space Space, w uint64) {
	c := t.cta
	own := p.cta == c.slot
	if p.bytes()&r.mask == 0 || own && (p.epoch < c.epoch && c.ended == 0 || p.what&whatWarp == t.what && p.lanes == t.bit) {
		return
	}
	ps := c.launch.s.sites[p.site-1]
	if sameAtomics(ps, s) {
		return
	}
	of := c.launch.s.ctas[p.cta-1].cta()
	rec := p.record(of, w)
	for l := p.lanes; l != 0; l &= l - 1 {
		rec.m.t = of.thread(int(p.what&whatWarp)*warpSize + bits.TrailingZeros32(l))
		if rec.m.t != t {
			t.compare(ps, &rec, s, r, space, w)
		}
	}
}

// record is a touch as the record of a thread that is still to be named.
func (x *touch) record(c *CTA, w uint64) record {
	r := record{addr: w*4 - uint64(x.what>>whatBack&15), mask: x.bytes(), wrote: x.what&whatWrote != 0, same: x.what&whatSame != 0,
		value: uint64(x.high)<<32 | uint64(x.low), m: moment{at: x.at, epoch: x.epoch}}
	for b := x.bytes(); b&1 == 0 && b != 0; b >>= 1 {
		r.addr++
	}
	if c.paths != nil {
		r.m.node = c.paths[x.path-1]
	}
	return r
}
