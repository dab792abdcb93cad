package sanitize

import (
	"cmp"
	"slices"
)

// shadow holds the accesses of a memory, by words of four bytes.
type shadow struct {
	pages map[uint64]*page
	near  [nearPages]nearPage // pages that were looked up last, by the lowest bits of their numbers
}

const nearPages = 16

type nearPage struct {
	p  *page
	at uint64
}

const pageWords = 256

type page [pageWords]cell

func (s *shadow) cell(word uint64) *cell {
	at := word / pageWords
	near := &s.near[at%nearPages]
	if near.p == nil || near.at != at {
		p := s.pages[at]
		if p == nil {
			if s.pages == nil {
				s.pages = map[uint64]*page{}
			}
			p = &page{}
			s.pages[at] = p
		}
		near.p, near.at = p, at
	}
	return &near.p[word%pageWords]
}

// cell is the accesses of a word, by site.
type cell struct{ groups []group }

type group struct {
	site  *Site
	list  []record
	index map[recordKey]int // where the list is long
	full  int               // how long the list may get before it is thinned out
}

// record is the last access of a thread at a site.
type record struct {
	m     moment
	addr  uint64
	value uint64 // what was written, where same
	mask  uint8  // bytes of the word
	wrote bool
	same  bool     // everything that the thread has written here is value
	copy  *pending // of an asynchronous copy, until it is waited for
}

type recordKey struct {
	t    *Thread
	mask uint8
}

const longList = 16

// add notes an access. A later one of the same thread and site takes the place of an earlier one: what is
// not ordered behind the earlier is not ordered behind the later either.
func (c *cell) add(site *Site, r record) {
	var g *group
	for i := range c.groups {
		if c.groups[i].site == site {
			g = &c.groups[i]
		}
	}
	if g == nil {
		c.groups = append(c.groups, group{site: site})
		g = &c.groups[len(c.groups)-1]
	}
	i := g.find(recordKey{r.m.t, r.mask})
	if i < 0 {
		if full := max(g.full, longest); len(g.list) >= full && (!r.m.t.cta.launch.s.synced || len(g.list) >= longestSynced) {
			g.thin(r.m.t.cta)
			g.full = max(longest, 2*len(g.list))
		}
		g.list = append(g.list, r)
		if g.index != nil {
			g.index[recordKey{r.m.t, r.mask}] = len(g.list) - 1
		} else if len(g.list) > longList {
			g.index = map[recordKey]int{}
			for k := range g.list {
				g.index[recordKey{g.list[k].m.t, g.list[k].mask}] = k
			}
		}
		return
	}
	old := &g.list[i]
	if old.wrote && r.wrote && r.m.epoch == old.m.epoch && (!old.same || old.value != r.value) {
		r.same = false
	}
	if old.wrote && !r.wrote { // an atomic that did not store this time
		r.wrote, r.same = true, false
	}
	*old = r
}

// The length at which a list is thinned out, and the one where threads synchronise by more than barriers of
// whole CTAs: then who is ordered behind one thread need not be ordered behind its neighbours.
const (
	longest       = 256
	longestSynced = 1 << 14
)

// What a long list keeps of each CTA, warp and path, so that an access by whatever thread has one to compare with:
// accesses of two lanes, and of the CTAs those that come first, beside the one that is running.
const (
	keptLanes = 2
	keptCTAs  = 16
)

// thin leaves out accesses that others stand for.
func (g *group) thin(running *CTA) {
	type spot struct {
		cta   *CTA
		warp  *warp
		node  *node
		epoch uint32
		mask  uint8
	}
	slices.SortFunc(g.list, func(a, b record) int {
		return cmp.Or(cmp.Compare(a.m.t.cta.number, b.m.t.cta.number), cmp.Compare(a.m.t.index, b.m.t.index))
	})
	lanes, ctas := map[spot]int{}, map[*CTA]bool{}
	keep := g.list[:0]
	for _, r := range g.list {
		c := r.m.t.cta
		k := spot{cta: c, mask: r.mask}
		if !r.m.inEpochsBefore(c.epoch) {
			k.warp, k.node, k.epoch = r.m.t.warp, r.m.node, r.m.epoch
		}
		if c != running && !ctas[c] && len(ctas) >= keptCTAs || lanes[k] >= keptLanes && !r.copy.pending() {
			continue
		}
		ctas[c] = true
		lanes[k]++
		keep = append(keep, r)
	}
	clear(g.list[len(keep):])
	g.list = keep
	g.index = map[recordKey]int{}
	for i := range g.list {
		g.index[recordKey{g.list[i].m.t, g.list[i].mask}] = i
	}
}

func (g *group) find(k recordKey) int {
	if g.index != nil {
		if i, ok := g.index[k]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(g.list, func(r record) bool { return r.m.t == k.t && r.mask == k.mask })
}
