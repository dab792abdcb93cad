package interleave

import (
	"math/rand/v2"
	"slices"
)

// Options say how a plan chooses.
type Options struct {
	Seed        uint64
	Independent bool // the lanes of a warp go on their own
}

const (
	lanes = 32

	// rare is after how many steps the turn changes where nothing else says so.
	rare = 1 << 10
	// starving is after how many steps in which no CTA has ended another one begins.
	starving = 1 << 14
	// patience is how many steps lanes wait where ways meet.
	patience = 1 << 10
	// window is how many of the CTAs that have not begun may be the next.
	window = 32
)

// Plan is the order of one launch.
type Plan struct {
	random      *rand.Rand // nil for the seed 0
	independent bool

	threads   int     // of a CTA
	next, end int64   // CTAs that are in no window yet
	waiting   []int64 // CTAs that may begin next
	live      []*CTA
	most      int // CTAs under way, where they make progress
	change    int // the turn changes once in so many steps

	turn   *warp // who has it
	run    int   // steps since it changed
	idle   int   // steps since a CTA has begun or ended
	clock  uint64
	chosen []int
	order  []int
	ready  []*warp
}

// CTA is one that has begun.
type CTA struct {
	Index   int64 // its number, as the plan was given it
	Engine  any   // for the engine
	threads []Thread
	warps   []*warp
	alive   int
	able    int // threads that can go on
}

type warp struct {
	cta     *CTA
	index   int
	threads []Thread
	able    int
	delayed int // steps since lanes began to wait where ways meet
}

// Step is what goes on next: lanes of a warp, in this order, each up to its next point. The slice is the plan's, until
// the next step.
type Step struct {
	CTA   *CTA
	Warp  int
	Lanes []int
}

// New makes the plan of a launch of the CTAs from number first on, count of them, of so many threads.
func New(o Options, first, count int64, threads int) *Plan {
	p := &Plan{independent: o.Independent, threads: threads, next: first, end: first + count, most: 16, change: rare}
	if o.Seed != 0 {
		p.random = rand.New(rand.NewPCG(o.Seed, 0x9e3779b97f4a7c15))
		p.most = 1 + p.random.IntN(16)
		p.change = 1 << p.random.IntN(8)
	}
	return p
}

// Clock returns how many steps the plan has made.
func (p *Plan) Clock() uint64 { return p.clock }

// Next chooses the next step. It is false when all CTAs have ended. A CTA of which no thread can go on is the engine's
// to find, by Stuck, before it asks.
func (p *Plan) Next() (Step, bool) {
	p.live = slices.DeleteFunc(p.live, func(c *CTA) bool {
		if c.alive == 0 {
			p.idle = 0
			return true
		}
		return false
	})
	p.begin()
	if len(p.live) == 0 {
		return Step{}, false
	}
	p.clock++
	p.idle++
	p.run++
	w := p.warp()
	return Step{w.cta, w.index, p.lanes(w)}, true
}

// begin begins CTAs.
func (p *Plan) begin() {
	for len(p.waiting) < window && p.next < p.end {
		p.waiting = append(p.waiting, p.next)
		p.next++
	}
	for len(p.waiting) > 0 && (len(p.live) < p.most || p.idle >= starving) {
		p.idle = 0
		i := p.below(len(p.waiting))
		c := &CTA{Index: p.waiting[i], threads: make([]Thread, p.threads), alive: p.threads, able: p.threads}
		p.waiting = slices.Delete(p.waiting, i, i+1)
		for lo := 0; lo < p.threads; lo += lanes {
			w := &warp{cta: c, index: lo / lanes, threads: c.threads[lo:min(lo+lanes, p.threads)]}
			w.able = len(w.threads)
			for i := range w.threads {
				w.threads[i] = Thread{warp: w, able: true, alive: true}
			}
			c.warps = append(c.warps, w)
		}
		p.live = append(p.live, c)
		if p.next < p.end {
			p.waiting = append(p.waiting, p.next)
			p.next++
		}
	}
}

// below chooses a number below n, 0 where nothing is left to chance.
func (p *Plan) below(n int) int {
	if p.random == nil || n < 2 {
		return 0
	}
	return p.random.IntN(n)
}

// warp chooses whose turn it is.
func (p *Plan) warp() *warp {
	if w := p.turn; w != nil && w.able > 0 {
		if p.random == nil && p.run < rare || p.random != nil && p.random.IntN(p.change) > 0 {
			return w
		}
	}
	p.ready = p.ready[:0]
	at := 0
	for _, c := range p.live {
		for _, w := range c.warps {
			if w.able > 0 {
				p.ready = append(p.ready, w)
				if w == p.turn {
					at = len(p.ready)
				}
			}
		}
	}
	if p.random != nil {
		at = p.random.IntN(len(p.ready))
	}
	p.turn, p.run = p.ready[at%len(p.ready)], 0
	return p.turn
}

// lanes chooses the lanes of a warp that go on, in their order.
func (p *Plan) lanes(w *warp) []int {
	p.order = p.order[:0]
	for i := range w.threads {
		if w.threads[i].able {
			p.order = append(p.order, i)
		}
	}
	able := p.order
	if p.random != nil && p.random.IntN(2) == 0 {
		p.random.Shuffle(len(able), func(i, j int) { able[i], able[j] = able[j], able[i] })
	}
	lead := w.threads[able[0]]
	lowest := lead
	if p.random == nil || !p.independent {
		for _, i := range able {
			if t := &w.threads[i]; compare(t, &lowest) < 0 {
				lowest = *t
			}
		}
	}
	switch {
	case p.random == nil:
		lead = lowest
		if w.delay(able, &lowest) {
			lead = w.threads[able[p.run%len(able)]]
		}
	case !p.independent && lead.kind == Join && !lead.past && compare(&lowest, &lead) < 0 && !w.delay(able, &lowest):
		lead = lowest
	}
	p.chosen = p.chosen[:0]
	for _, i := range able {
		if t := &w.threads[i]; compare(t, &lead) == 0 {
			p.chosen = append(p.chosen, i)
			if p.independent && (lead.kind != Present || lead.past) {
				break
			}
		}
	}
	return p.chosen
}

// delay reports whether lanes have waited too long for those at the lowest point.
func (w *warp) delay(able []int, lowest *Thread) bool {
	for _, i := range able {
		if compare(&w.threads[i], lowest) != 0 {
			if w.delayed++; w.delayed >= patience {
				w.delayed = 0
				return true
			}
			return false
		}
	}
	w.delayed = 0
	return false
}
