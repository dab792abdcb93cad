package sanitize

import "slices"

// barrier is a barrier of a CTA in a phase that threads have arrived in. The rule that completes it is that of
// the engines: without a count all threads that have not ended arrive; with one, a warp whose threads have all
// arrived or ended counts as 32.
type barrier struct {
	count    uint64
	arrivals []arrival
}

type arrival struct {
	t    *Thread
	site *Site
	snap *snapshot // of a thread that does not wait
}

const maxThreads = 1024

// barrier is an arrival.
func (t *Thread) barrier(s *Site, id, count uint64) {
	c := t.cta
	if id >= uint64(len(c.bars)) || count%warpSize != 0 || count > maxThreads || count == 0 && s.Arrival == BarrierArrive {
		t.reportSync(Finding{Kind: "barrier-argument", Severity: Error, A: t.side(s)})
		return // which is a fault
	}
	// A count of all warps may meet with none, and is what counts.
	all := uint64(len(c.warps) * warpSize)
	if count >= uint64(len(c.threads)) && count <= all {
		count = all
	}
	b := &c.bars[id]
	switch {
	case len(b.arrivals) == 0:
		b.count = count
	case b.count == 0 && count == all:
		b.count = all
	case b.count != count && (count != 0 || b.count != all):
		first := b.arrivals[0]
		x, y := first.t.side(first.site), t.side(s)
		if y.Line < x.Line {
			x, y = y, x
		}
		t.reportSync(Finding{Kind: "barrier-count", Severity: Error, A: x, B: &y})
		return
	}
	a := arrival{t: t, site: s}
	if s.Arrival == BarrierArrive {
		a.snap = t.snapshot()
	}
	if len(b.arrivals) == 0 {
		c.open++
	}
	b.arrivals = append(b.arrivals, a)
	c.complete(id)
}

// complete ends the phase of a barrier if all are there.
func (c *CTA) complete(id uint64) {
	b := &c.bars[id]
	if len(b.arrivals) == 0 {
		return
	}
	if b.count == 0 && len(b.arrivals)+c.ended < len(c.threads) {
		return
	}
	if cap(c.here) < len(c.warps) {
		c.here = make([]int, len(c.warps))
	}
	here := c.here[:len(c.warps)]
	clear(here)
	for _, a := range b.arrivals {
		here[a.t.warp.index]++
	}
	n, late := 0, false
	for i := range c.warps {
		w := &c.warps[i]
		switch {
		case here[i]+w.gone(b) < w.lanes:
			late = true
			n += here[i]
		case here[i] > 0:
			n += warpSize
		}
	}
	if b.count == 0 && late || b.count > 0 && uint64(n) < b.count {
		return
	}
	c.open--
	c.judge(b, here)
	c.release(b, len(b.arrivals)+c.ended == len(c.threads))
	clear(b.arrivals)
	*b = barrier{arrivals: b.arrivals[:0]}
}

// gone is how many lanes of a warp have ended without having arrived in a phase.
func (w *warp) gone(b *barrier) (n int) {
	for l := range w.lanes {
		if w.ended>>l&1 == 0 {
			continue
		}
		t := &w.cta.threads[w.index*warpSize+l]
		if !slices.ContainsFunc(b.arrivals, func(a arrival) bool { return a.t == t }) {
			n++
		}
	}
	return n
}

// judge reports what is wrong with a phase.
func (c *CTA) judge(b *barrier, here []int) {
	if !c.launch.s.opt.Sync {
		return
	}
	if b.count == 0 && c.ended == 0 && b.atOne() {
		return // as in nearly all phases
	}
	sorted := slices.Clone(b.arrivals)
	slices.SortFunc(sorted, func(x, y arrival) int { return x.t.index - y.t.index })
	if b.count == 0 && c.first != nil && c.ended > 0 {
		for _, a := range sorted {
			c.first.reportSync(Finding{Kind: "barrier-exited", Severity: Warning, A: a.t.side(a.site), Threads: c.ended})
			break
		}
	}
	divergent := false
	for i := range c.warps {
		var first *arrival
		for k := range sorted {
			a := &sorted[k]
			if a.t.warp.index != i {
				continue
			}
			if first == nil {
				first = a
			}
			if a.site.Line != first.site.Line && (a.site.Aligned || first.site.Aligned) {
				divergent = true
				a.t.reportSync(Finding{Kind: "barrier-divergent", Severity: Error, A: first.t.side(first.site), B: sidePtr(a.t.side(a.site))})
			}
		}
		if w := &c.warps[i]; first != nil && first.site.Aligned && b.count != 0 && here[i]+w.gone(b) < w.lanes {
			divergent = true
			first.t.reportSync(Finding{Kind: "barrier-divergent", Severity: Error, A: first.t.side(first.site)})
		}
	}
	if divergent || b.count != 0 {
		return
	}
	for _, a := range sorted {
		if f := sorted[0]; a.site.Line != f.site.Line {
			a.t.reportSync(Finding{Kind: "barrier-mixed", Severity: Warning, A: f.t.side(f.site), B: sidePtr(a.t.side(a.site))})
		}
	}
}

// atOne reports whether all threads have arrived at one place.
func (b *barrier) atOne() bool {
	for i := range b.arrivals {
		if b.arrivals[i].site.Line != b.arrivals[0].site.Line {
			return false
		}
	}
	return true
}

// release lets the threads go that wait, with what all who arrived have known.
func (c *CTA) release(b *barrier, all bool) {
	if !c.launch.s.opt.Race {
		return
	}
	for _, a := range b.arrivals {
		all = all && a.snap == nil
	}
	if all && c.alike(b) {
		c.epoch++
		sum := b.arrivals[0].t.known
		for i := range sum {
			sum[i] = sum[i].without(c)
		}
		for i := range c.warps {
			c.warps[i].acquired = nil
		}
		for i := range b.arrivals {
			b.arrivals[i].t.known = sum
		}
		return
	}
	var waiting []*Thread
	var known []*snapshot
	for _, a := range b.arrivals {
		if a.snap != nil {
			known = append(known, a.snap)
			continue
		}
		waiting = append(waiting, a.t)
		if all {
			a.t.catchUp()
			known = append(known, &snapshot{a.t.known})
		} else {
			known = append(known, a.t.snapshot())
		}
	}
	sum := sumOf(known).clocks
	if !all {
		c.launch.s.synced = true
		share(waiting, sum)
		return
	}
	// All threads that have not ended are here: what they did belongs to an epoch that is over.
	c.epoch++
	for i := range sum {
		sum[i] = sum[i].without(c)
	}
	for i := range c.warps {
		c.warps[i].acquired = nil
	}
	for _, t := range waiting {
		t.known = sum
	}
}

// alike reports whether all who have arrived know the same.
func (c *CTA) alike(b *barrier) bool {
	for i := range c.warps {
		if len(c.warps[i].acquired) > 0 {
			return false
		}
	}
	for i := range b.arrivals {
		if b.arrivals[i].t.known != b.arrivals[0].t.known {
			return false
		}
	}
	return true
}

// without leaves out what the epoch of a CTA says. What threads did that have ended it does not say.
func (k *clock) without(c *CTA) *clock {
	if k == nil || c.ended > 0 {
		return k
	}
	out := &clock{epochs: k.epochs, marks: map[*warp][]mark{}, lanes: map[*warp]*[warpSize]uint32{}}
	for w, list := range k.marks {
		if w.cta != c {
			out.marks[w] = list
		}
	}
	for w, v := range k.lanes {
		if w.cta != c {
			out.lanes[w] = v
		}
	}
	return out
}

// leftOver reports a phase that the CTA has left open: somebody arrived, and nobody waited.
func (c *CTA) leftOver(b *barrier) {
	if len(b.arrivals) == 0 {
		return
	}
	a := b.arrivals[0]
	for _, x := range b.arrivals {
		if x.t.index < a.t.index {
			a = x
		}
	}
	a.t.reportSync(Finding{Kind: "barrier-left", Severity: Warning, A: a.t.side(a.site)})
}
