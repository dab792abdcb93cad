package sanitize

import (
	"math/bits"
	"slices"
)

// crowd is how many touches a word may have before those are left out that others stand for, and again whenever
// there are twice as many.
const crowd = 16

// push adds a touch to the list of a word.
func (s *State) push(x *word, p touch) {
	i := s.spare
	if i == 0 {
		s.linked++ // number 0 is none
		if i = s.linked; int(i>>linkBits) == len(s.links) {
			s.links = append(s.links, new([1 << linkBits]link))
		}
	} else {
		s.spare = s.link(i).next
	}
	*s.link(i) = link{p, x.next()}
	x.more = x.more&wordWritten | i
}

// link returns a link by its number.
func (s *State) link(i uint32) *link { return &s.links[i>>linkBits][i%(1<<linkBits)] }

const linkBits = 9

// cut empties the list of a word.
func (s *State) cut(x *word) {
	for i := x.next(); i != 0; {
		l := s.link(i)
		i, l.next, s.spare = l.next, s.spare, i
	}
	x.more &= wordWritten
}

// forget drops all that is known of a word.
func (s *State) forget(x *word) {
	s.cut(x)
	*x = word{}
}

// touches returns the touches of a word, the one in place first.
func (s *State) touches(x *word) []touch {
	if x.cta == 0 {
		return nil
	}
	list := []touch{x.touch}
	for i := x.next(); i != 0; i = s.link(i).next {
		list = append(list, s.link(i).touch)
	}
	return list
}

// past reports whether only threads of other CTAs may still race with a touch, while some CTA runs.
func (s *State) past(p *touch, running *CTA) bool {
	c := s.ctas[p.cta-1].running
	return c == nil || c == running && p.epoch < c.epoch && c.ended == 0
}

// keptReads is of how many CTAs the reads of a word are kept that are past: the first two, as one of them is not that
// of the thread that writes. Reads of a CTA all race with that or none, so the first thread stands for all.
const keptReads = 2

// thinWord leaves out touches that others stand for.
func (s *State) thinWord(x *word, running *CTA) {
	type rank struct {
		what  uint16 // without the warp
		past  bool
		cta   int64
		order int // of the first thread in the CTA
	}
	list := s.touches(x)[1:]
	ranks := make([]rank, len(list))
	for i := range list {
		p := &list[i]
		ranks[i] = rank{p.what &^ (whatWarp | whatSame), s.past(p, running), s.ctas[p.cta-1].number, int(p.what&whatWarp)*warpSize + bits.TrailingZeros32(p.lanes)}
	}
	keep := make([]touch, 0, len(list))
	for i := range list {
		p, r := &list[i], &ranks[i]
		most, perCTA := keptReads, 1
		if site := s.sites[p.site-1]; p.what&whatWrote != 0 && !(site.atomic() && sameAtomics(site, site)) {
			most, perCTA = keptCTAs, keptLanes
			if len(list) < longest {
				most = len(list)
			}
		}
		before, beside := 0, 0 // touches of the same kind by threads of lower CTAs, and of the same
		var seen [keptCTAs]int64
		for k := range list {
			q := &ranks[k]
			switch {
			case !r.past || !q.past || k == i || list[k].site != p.site || q.what != r.what:
			case q.cta == r.cta:
				if q.order < r.order || q.order == r.order && k < i {
					beside++
				}
			case q.cta < r.cta && before < len(seen) && !slices.Contains(seen[:before], q.cta):
				seen[before] = q.cta
				before++
			}
		}
		if most == len(list) || before < most && beside < perCTA {
			keep = append(keep, *p)
		}
	}
	s.cut(x)
	for _, p := range slices.Backward(keep) {
		s.push(x, p)
	}
}

// settle ends the keeping of touches, where a launch begins beside one that does: they become records.
func (s *State) settle() {
	record := func(x *word, at uint64, of *shadow) {
		for _, p := range s.touches(x) {
			c := s.ctas[p.cta-1].cta()
			r := p.record(c, at)
			for l := p.lanes; l != 0; l &= l - 1 {
				r.m.t = c.thread(int(p.what&whatWarp)*warpSize + bits.TrailingZeros32(l))
				of.cell(at).add(s.sites[p.site-1], r)
			}
		}
	}
	for at, page := range s.words.pages {
		for i := range page {
			record(&page[i], at*pageWords+uint64(i), &s.global)
		}
	}
	for i := range s.ctas {
		c := s.ctas[i].running
		if c == nil {
			continue
		}
		for i := range c.words {
			if x := &c.words[i]; x.cta == c.slot {
				record(x, uint64(i), &c.shared)
			}
		}
	}
	s.quick = false
	s.untouch()
}

// untouch forgets all touches.
func (s *State) untouch() {
	for i := range s.ctas {
		if c := s.ctas[i].running; c != nil {
			c.words, c.quickly, c.reuse = nil, false, false
		}
	}
	s.words, s.links, s.linked, s.spare, s.ctas, s.idle = words{}, nil, 0, 0, nil, nil
}

// owner is a CTA that has left touches.
type owner struct {
	running *CTA // nil where it is over
	launch  *Launch
	id      [3]uint32
	number  int64
}

// cta returns the CTA, or what tells of it where it is over.
func (o *owner) cta() *CTA {
	if o.running != nil {
		return o.running
	}
	return &CTA{launch: o.launch, id: o.id, number: o.number}
}

// thread returns a thread, or one in its place where the CTA is over.
func (c *CTA) thread(i int) *Thread {
	if i < len(c.threads) {
		return &c.threads[i]
	}
	return &Thread{cta: c, warp: &warp{cta: c, index: i / warpSize}, lane: i % warpSize, index: i}
}

// again returns a CTA of the launch that is over, and of which nothing is kept that points to it, to be another: nil
// if there is none.
func (l *Launch) again() *CTA {
	s := l.s
	last := len(s.idle) - 1
	if last < 0 || s.idle[last].launch != l {
		return nil
	}
	c := s.idle[last]
	s.idle = s.idle[:last]
	c.epoch, c.paths = 0, c.paths[:0]
	if !c.apiece {
		return c
	}
	c.apiece = false
	c.ended, c.first, c.open, c.bars = 0, nil, 0, [len(c.bars)]barrier{}
	c.copies, c.mbars, c.messages = 0, nil, nil
	for i := range c.warps {
		w := &c.warps[i]
		w.ended, w.meets = 0, nil
		w.root.reset()
	}
	for i := range c.threads {
		t := &c.threads[i]
		t.node, t.at, t.forks, t.taints, t.done, t.last = t.warp.root, 0, t.forks[:0], t.taints[:0], false, 0
		t.groups = nil
		clear(t.locals)
	}
	return c
}

// keepTouches makes a CTA keep touches, if the launch does. What is left in its shared memory is of one that is over.
func (c *CTA) keepTouches() {
	l, s := c.launch, c.launch.s
	c.quickly, c.reuse = s.quick, s.quick || !s.opt.Race
	if !c.quickly {
		return
	}
	s.ctas = append(s.ctas, owner{c, l, c.id, c.number})
	c.slot = uint32(len(s.ctas))
	if c.words == nil {
		c.words = make([]word, (l.cfg.Shared+3)/4)
	}
	for i := range c.warps {
		c.path(c.warps[i].root)
	}
}

// finish lets the CTA be another.
func (c *CTA) finish() {
	s := c.launch.s
	if c.quickly {
		s.ctas[c.slot-1].running = nil
	}
	if c.reuse {
		s.idle = append(s.idle, c)
	}
	c.quickly, c.reuse = false, false
}

// path gives a node a number.
func (c *CTA) path(n *node) {
	if c.quickly {
		c.paths = append(c.paths, n)
		n.id = uint32(len(c.paths))
	}
}
