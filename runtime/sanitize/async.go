package sanitize

// pending is an asynchronous copy: nobody is ordered behind its write before its thread has waited for it.
type pending struct {
	done  bool
	since moment // when its thread has waited
}

func (p *pending) pending() bool { return p != nil && !p.done }

// moment returns when what was written at m is there for others to be ordered behind.
func (p *pending) moment(m moment) moment {
	if p != nil && p.done {
		return p.since
	}
	return m
}

// copy is the write of an asynchronous copy.
func (t *Thread) copy(s *Site, addr uint64) {
	space, off := t.locate(s, addr)
	t.bounds(s, space, off)
	p := &pending{}
	t.access(s, space, off, true, 0, false, p)
	t.overwrite(space, off, uint64(s.Size))
	if len(t.groups) == 0 {
		t.groups = append(t.groups, nil)
	}
	last := len(t.groups) - 1
	t.groups[last] = append(t.groups[last], p)
	t.cta.copies++
}

// wait ends all groups but the last n that were committed; or everything.
func (t *Thread) wait(n int, all bool) {
	k := max(0, len(t.groups)-1-n)
	if all {
		k = len(t.groups)
	}
	t.finish(k)
}

// finish ends the first k groups.
func (t *Thread) finish(k int) {
	for _, g := range t.groups[:k] {
		for _, p := range g {
			p.done, p.since = true, t.now()
			t.cta.copies--
		}
	}
	t.groups = t.groups[k:]
}

// mbarrier is what threads have known that arrived in its phases: those of the current phase, and of the one
// before. The highest bit of its word tells them apart.
type mbarrier struct {
	phase uint64
	sums  [2]snapshot
}

func (t *Thread) mbarrierAt(s *Site, addr uint64) *mbarrier {
	_, off := t.locate(s, addr)
	if t.cta.mbars == nil {
		t.cta.mbars = map[uint64]*mbarrier{}
	}
	m := t.cta.mbars[off]
	if m == nil {
		m = &mbarrier{phase: 2}
		t.cta.mbars[off] = m
	}
	return m
}

// arrive is an arrival at an mbarrier whose word was old.
func (t *Thread) arrive(s *Site, addr, old uint64) {
	space, off := t.locate(s, addr)
	t.bounds(s, space, off)
	t.access(s, space, off, false, 0, false, nil)
	if !t.cta.launch.s.opt.Race {
		return
	}
	m := t.mbarrierAt(s, addr)
	phase := old >> 63
	if m.phase != phase {
		m.phase, m.sums[phase] = phase, snapshot{}
	}
	if s.Release {
		t.cta.launch.s.synced = true
		m.sums[phase] = sumOf([]*snapshot{&m.sums[phase], t.snapshot()})
	}
}

// waited is a look at a phase of an mbarrier.
func (t *Thread) waited(s *Site, addr, phase uint64, over bool) {
	space, off := t.locate(s, addr)
	t.bounds(s, space, off)
	t.access(s, space, off, false, 0, false, nil)
	if over && s.Acquire && t.cta.launch.s.opt.Race {
		t.learn(t.mbarrierAt(s, addr).sums[phase>>63].clocks)
	}
}
