package sanitize

import (
	"cmp"
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
		if len(s.links) == 0 {
			s.links = append(s.links, link{}) // number 0 is none
		}
		i = uint32(len(s.links))
		s.links = append(s.links, link{})
	} else {
		s.spare = s.links[i].next
	}
	s.links[i] = link{p, x.next()}
	x.more = x.more&wordWritten | i
}

// cut empties the list of a word.
func (s *State) cut(x *word) {
	for i := x.next(); i != 0; {
		next := s.links[i].next
		s.links[i].next, s.spare = s.spare, i
		i = next
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
	for i := x.next(); i != 0; i = s.links[i].next {
		list = append(list, s.links[i].touch)
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
	list := s.touches(x)[1:]
	order := func(a, b *touch) int {
		return cmp.Or(cmp.Compare(s.ctas[a.cta-1].number, s.ctas[b.cta-1].number), cmp.Compare(a.what&whatWarp, b.what&whatWarp),
			cmp.Compare(bits.TrailingZeros32(a.lanes), bits.TrailingZeros32(b.lanes)))
	}
	slices.SortFunc(list, func(a, b touch) int { return order(&a, &b) })
	type kind struct {
		site uint16
		what uint16 // without the warp
	}
	type one struct {
		kind
		cta uint32
	}
	ctas, seen := map[kind]int{}, map[one]int{}
	crowded := len(list) >= longest
	keep := list[:0]
	for _, p := range list {
		k := kind{p.site, p.what &^ (whatWarp | whatSame)}
		site := s.sites[p.site-1]
		most, perCTA := keptReads, 1
		if p.what&whatWrote != 0 && !(site.atomic() && sameAtomics(site, site)) {
			most, perCTA = keptCTAs, keptLanes
			if !crowded {
				keep = append(keep, p)
				continue
			}
		}
		if s.past(&p, running) {
			o := one{k, p.cta}
			if seen[o] == 0 {
				ctas[k]++
			}
			if seen[o]++; seen[o] > perCTA || ctas[k] > most {
				continue
			}
		}
		keep = append(keep, p)
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
			c.words, c.quickly = nil, false
		}
	}
	s.words, s.links, s.spare, s.ctas, s.idle = words{}, nil, 0, nil, nil
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

// room is what CTAs use one after another: touches of shared memory, which are of CTAs that are over, and threads.
type room struct {
	words   []word
	threads []Thread
}

// begin makes room for a CTA.
func (c *CTA) begin() {
	l, s := c.launch, c.launch.s
	if !s.quick {
		c.threads = make([]Thread, l.threads)
		return
	}
	c.quickly = true
	s.ctas = append(s.ctas, owner{c, l, c.id, c.number})
	c.slot = uint32(len(s.ctas))
	n := int(l.cfg.Shared+3) / 4
	if last := len(s.idle) - 1; last >= 0 && len(s.idle[last].words) == n && len(s.idle[last].threads) == l.threads {
		c.words, c.threads = s.idle[last].words, s.idle[last].threads
		s.idle = s.idle[:last]
		return
	}
	c.words, c.threads = make([]word, n), make([]Thread, l.threads)
}

// finish gives the room back.
func (c *CTA) finish() {
	if !c.quickly {
		return
	}
	s := c.launch.s
	s.ctas[c.slot-1].running = nil
	s.idle = append(s.idle, room{c.words, c.threads})
	c.words, c.threads, c.quickly = nil, nil, false
}

// path gives a node a number.
func (c *CTA) path(n *node) {
	if c.quickly {
		c.paths = append(c.paths, n)
		n.id = uint32(len(c.paths))
	}
}
