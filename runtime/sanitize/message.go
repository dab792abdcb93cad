package sanitize

// What releases and acquires pass on. A strong write to a place holds what its thread has released: with the
// write itself, or with a fence before it. A strong read that observes the write gets that: at once if it
// acquires, otherwise when its thread fences. An atomic that observes a write and writes itself passes on
// what it has observed.

// message is the last strong write to a place.
type message struct {
	t     *Thread
	scope Scope
	size  int
	holds *release
}

// release is what one thread has released, and what it has observed of others.
type release struct {
	before *release
	t      *Thread
	scope  Scope
	snap   *snapshot
	narrow bool      // a release of the chain has the scope of a CTA
	all    *snapshot // of the whole chain, where it was asked for and is not narrow
}

// within reports whether a scope of a thread includes another thread.
func (t *Thread) within(u *Thread, scope Scope) bool { return scope >= ScopeGPU || t.cta == u.cta }

// acquire learns what a chain of releases holds, seen with a scope.
func (t *Thread) acquire(r *release, scope Scope) {
	if r == nil {
		return
	}
	if !r.narrow && scope >= ScopeGPU {
		if r.all == nil {
			var list []*snapshot
			for x := r; x != nil; x = x.before {
				if x.all != nil {
					list = append(list, x.all)
					break
				}
				list = append(list, x.snap)
			}
			sum := sumOf(list)
			r.all = &sum
		}
		t.learn(r.all.clocks)
		return
	}
	for x := r; x != nil; x = x.before {
		if t.within(x.t, x.scope) && t.within(x.t, scope) {
			t.learn(x.snap.clocks)
		}
	}
}

// fence acquires what was observed, and releases what is known.
func (t *Thread) fence(s *Site) {
	t.catchUp()
	for _, r := range t.observed {
		t.acquire(r, s.Scope)
	}
	snap := t.snapshot()
	for k := ScopeCTA; k <= s.Scope; k++ {
		t.fences[k] = snap
	}
}

// table is where messages at addresses of a space are kept.
func (t *Thread) table(space Space) map[uint64]message {
	if space != Shared {
		return t.cta.launch.s.messages
	}
	if t.cta.messages == nil {
		t.cta.messages = map[uint64]message{}
	}
	return t.cta.messages
}

// observe reads what the last strong write holds.
func (t *Thread) observe(s *Site, space Space, addr uint64) *release {
	m, ok := t.table(space)[addr]
	if !ok || m.size != s.Size || !t.within(m.t, m.scope) || !m.t.within(t, s.Scope) {
		return nil
	}
	if m.holds == nil {
		return nil
	}
	// red is a link of the chain, and never an acquire.
	if s.Acquire || !t.cta.launch.s.opt.Strict && !s.Swaps && !s.NoResult {
		t.acquire(m.holds, s.Scope)
	}
	if !s.NoResult {
		for _, r := range t.observed {
			if r == m.holds {
				return m.holds
			}
		}
		t.observed = append(t.observed, m.holds)
	}
	return m.holds
}

// publish is a strong write, which passes on what it has observed if it is an atomic.
func (t *Thread) publish(s *Site, space Space, addr uint64, observed *release) {
	holds := observed
	put := func(scope Scope, snap *snapshot) {
		t.cta.launch.s.synced = true
		narrow := scope < ScopeGPU
		holds = &release{before: holds, t: t, scope: scope, snap: snap, narrow: narrow || holds != nil && holds.narrow}
	}
	wide := t.fences[ScopeGPU]
	if s.Release {
		snap := t.snapshot()
		put(s.Scope, snap)
	}
	if wide != nil {
		put(ScopeGPU, wide)
	}
	if f := t.fences[ScopeCTA]; f != nil && f != wide {
		put(ScopeCTA, f)
	}
	t.table(space)[addr] = message{t: t, scope: s.Scope, size: s.Size, holds: holds}
}

// overwrite is a plain write: it breaks chains.
func (t *Thread) overwrite(space Space, addr, n uint64) {
	var table map[uint64]message
	switch space {
	case Global:
		table = t.cta.launch.s.messages
	case Shared:
		table = t.cta.messages
	}
	if len(table) == 0 {
		return
	}
	const widest = 16
	for a := addr - min(addr, widest-1); a < addr+n; a++ {
		if m, ok := table[a]; ok && a+uint64(m.size) > addr {
			delete(table, a)
		}
	}
}

func (t *Thread) strongLoad(s *Site, addr uint64) {
	space, off := t.locate(s, addr)
	t.bounds(s, space, off)
	t.access(s, space, off, false, 0, false, nil)
	if t.tracks(space) {
		t.observe(s, space, off)
	}
}

func (t *Thread) strongStore(s *Site, addr uint64, values []uint64) {
	space, off := t.locate(s, addr)
	t.bounds(s, space, off)
	t.access(s, space, off, true, valueOf(values), true, nil)
	if t.tracks(space) {
		t.publish(s, space, off, nil)
	}
}

// atomic is an atomic operation that has found old. Its first operand is what one that compares looks for.
func (t *Thread) atomic(s *Site, addr, old uint64, operands []uint64) {
	space, off := t.locate(s, addr)
	t.bounds(s, space, off)
	if s.Swaps && t.cta.launch.s.opt.Race {
		t.cta.launch.s.checked[guess{t, space, off}] = struct{}{}
	}
	wrote := !s.Swaps || s.NoResult || len(operands) > 0 && operands[0] == old
	t.access(s, space, off, wrote, 0, false, nil)
	if !t.tracks(space) {
		return
	}
	seen := t.observe(s, space, off)
	if wrote {
		t.publish(s, space, off, seen)
	}
}

// tracks reports whether synchronisation through a space is followed.
func (t *Thread) tracks(space Space) bool {
	return !t.cta.quickly && t.cta.launch.s.opt.Race && (space == Global || space == Shared)
}
