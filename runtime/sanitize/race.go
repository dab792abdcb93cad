package sanitize

// plain is a load or store that is not strong.
func (t *Thread) plain(s *Site, addr uint64, wrote bool, value uint64, same bool) {
	space, off := t.locate(s, addr)
	t.bounds(s, space, off)
	t.access(s, space, off, wrote, value, same, nil)
	if wrote {
		t.overwrite(space, off, uint64(s.Size))
	}
}

// valueOf makes one number of what is written.
func valueOf(values []uint64) (x uint64) {
	for i, v := range values {
		if i > 0 {
			x = (x<<7 | x>>57) * 0x9e3779b97f4a7c15
		}
		x ^= v
	}
	return x
}

// bounds finds accesses that leave the shared variable that their address was made of for another one.
func (t *Thread) bounds(s *Site, space Space, off uint64) {
	end := off + uint64(s.Size)
	if space == Shared && s.Hi > 0 && (off < s.Lo || end > s.Hi) && end <= t.cta.launch.cfg.Shared {
		t.report(Finding{Kind: "oob-array", Space: Shared, Severity: Error, A: t.side(s), Addr: off, Size: s.Size, Note: s.Variable})
	}
}

// access compares an access with those before it, and notes it.
func (t *Thread) access(s *Site, space Space, addr uint64, wrote bool, value uint64, same bool, copy *pending) {
	if !t.cta.launch.s.opt.Race || space != Global && space != Shared {
		return
	}
	if t.cta.quickly {
		t.quick(s, space, addr, wrote, value, same)
		return
	}
	t.catchUp()
	t.seq++
	mem := &t.cta.launch.s.global
	if space == Shared {
		mem = &t.cta.shared
	}
	r := record{m: t.now(), addr: addr, wrote: wrote, value: value, same: same, copy: copy}
	for word := addr / 4; word <= (addr+uint64(s.Size)-1)/4; word++ {
		lo, hi := max(addr, word*4)-word*4, min(addr+uint64(s.Size), word*4+4)-word*4
		r.mask = uint8(1<<hi - 1<<lo)
		c := mem.cell(word)
		c.forget(space, t)
		for i := range c.groups {
			g := &c.groups[i]
			if !wrote && !g.site.writes() || sameAtomics(g.site, s) {
				continue
			}
			for k := range g.list {
				t.compare(g.site, &g.list[k], s, &r, space, word)
			}
		}
		c.add(s, r)
	}
}

// sameAtomics reports whether accesses of two sites to one word never race: atomics of the same size that
// all threads of the GPU see.
func sameAtomics(a, b *Site) bool {
	return a.atomic() && b.atomic() && a.Size == b.Size && a.Size >= 4 && a.Scope >= ScopeGPU && b.Scope >= ScopeGPU
}

// forget drops from a word of shared memory what came before the last barrier of all threads.
func (c *cell) forget(space Space, t *Thread) {
	if space != Shared || len(c.groups) == 0 {
		return
	}
	keep := c.groups[:0]
	for _, g := range c.groups {
		old := true
		for i := range g.list {
			r := &g.list[i]
			if !r.m.inEpochsBefore(t.cta.epoch) || r.copy.pending() {
				old = false
				break
			}
		}
		if !old {
			keep = append(keep, g)
		}
	}
	clear(c.groups[len(keep):])
	c.groups = keep
}

// compare looks for a race of an access with one that was noted.
func (t *Thread) compare(ps *Site, p *record, s *Site, r *record, space Space, word uint64) {
	if p.mask&r.mask == 0 || !p.wrote && !r.wrote || p.m.t == t && !p.copy.pending() {
		return
	}
	severity := Severity(0)
	for i, o := range t.cta.launch.s.orders() {
		if p.copy.pending() || !t.knows(i, o, p.copy.moment(p.m)) {
			severity = Error
			if i == 0 {
				severity = Warning
			}
			if !t.cta.launch.s.opt.Independent {
				severity = Error
			}
		} else if i == 0 {
			return
		}
	}
	opt := &t.cta.launch.s.opt
	within := scopes(ps, s, p.m.t, t)
	kind := "race"
	switch strong := ps.Strong && s.Strong; {
	case strong && within && p.addr == r.addr && ps.Size == s.Size:
		if opt.Strict || ps.atomic() && s.atomic() {
			return
		}
		kind, severity = "unordered-strong", Info
	case strong && !within:
		kind = "race-scope"
	case p.wrote && r.wrote && p.same && r.same && p.value == r.value && p.addr == r.addr && ps.Size == s.Size && !ps.atomic() && !s.atomic():
		kind, severity = "race-equal", Info
	}
	var g *guess
	if kind == "race" && severity == Error {
		switch {
		case !p.wrote && !ps.Strong && s.Swaps:
			g = &guess{p.m.t, space, p.addr}
		case !r.wrote && !s.Strong && ps.Swaps:
			g = &guess{t, space, r.addr}
		}
	}
	t.pair(kind, severity, space, word, ps, p, s, r, g)
}

// guess is a plain read that an atomic of another thread races with that compares and swaps. Where the thread
// that has read does the same to the place, it has checked what it read, and the race is only a warning: the
// CUDA C++ guide shows how to make any atomic operation so.
type guess struct {
	t     *Thread
	space Space
	addr  uint64
}

// scopes reports whether the scopes of two strong accesses include the other's thread.
func scopes(a, b *Site, t, u *Thread) bool {
	return t.cta == u.cta || a.Scope >= ScopeGPU && b.Scope >= ScopeGPU
}
