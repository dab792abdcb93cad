package sanitize

// Taint is the number of the site that has read what was never written and in its lowest bits the space of that,
// 0 of what is initialised. It travels with values, and is reported where it reaches a result.

const taintSpaceBits = 4

func taintOf(s *Site, space Space) uint32 { return s.id<<taintSpaceBits | uint32(space) }

// initLoad returns the taint of an element of memory.
func (t *Thread) initLoad(s *Site, addr uint64) uint32 {
	space, off := t.locate(s, addr)
	if t.written(space, off, uint64(s.Size)) {
		return 0
	}
	return taintOf(s, space)
}

// written reports whether bytes of memory are initialised.
func (t *Thread) written(space Space, off, n uint64) bool {
	switch space {
	case Global:
		return !t.cta.launch.s.unset.any(off, n)
	case Shared:
		return t.cta.written.all(off, n)
	case Local:
		return t.locals.all(off, n)
	}
	return true
}

// setWritten says whether bytes of memory are initialised.
func (t *Thread) setWritten(space Space, off, n uint64, yes bool) {
	switch space {
	case Global:
		t.cta.launch.s.unset.set(off, n, !yes)
	case Shared:
		t.cta.written.set(off, n, yes)
	case Local:
		t.locals.set(off, n, yes)
	}
}

// initStore notes a store, which is a result where it goes to global memory.
func (t *Thread) initStore(s *Site, addr uint64, taint uint32) {
	space, off := t.locate(s, addr)
	if space == Global {
		t.used(s, taint, "uninit", false)
	}
	t.setWritten(space, off, uint64(s.Size), taint == 0)
}

// initAtomic notes an atomic operation, and returns the taint of what it finds.
func (t *Thread) initAtomic(s *Site, addr uint64, operands uint32) uint32 {
	space, off := t.locate(s, addr)
	n := uint64(s.Size)
	old := uint32(0)
	if !t.written(space, off, n) {
		old = taintOf(s, space)
	}
	if space == Global {
		t.used(s, operands, "uninit", false)
	}
	if !s.Replaces {
		t.used(s, old, "uninit", false)
	}
	if s.Replaces || old == 0 {
		t.setWritten(space, off, n, operands == 0)
	}
	return old
}

// used reports a taint that has reached a result: in a register where it decides something.
func (t *Thread) used(s *Site, taint uint32, kind string, register bool) {
	if taint == 0 || !t.cta.launch.s.opt.Init {
		return
	}
	from := t.cta.launch.s.sites[taint>>taintSpaceBits-1]
	f := Finding{Kind: kind, Space: Space(taint & (1<<taintSpaceBits - 1)), Severity: Error, A: t.side(from), Size: from.Size}
	switch {
	case from.Kind == Undefined: // which has no place of its own
		f.A, f.Size = t.side(s), s.Size
	case register:
		f.Space, f.A, f.Size = Register, t.side(s), 0
		if from != s {
			f.From = sidePtr(t.side(from))
		}
	case from != s:
		f.B = sidePtr(t.side(s))
	}
	t.report(f)
}

// alloc is new memory of the heap: what others have done there before is forgotten.
func (t *Thread) alloc(addr, n uint64) {
	if addr == 0 {
		return
	}
	s := t.cta.launch.s
	s.unset.set(addr, n, true)
	s.heap[addr] = n
	delete(s.freed, addr)
	for word := addr / 4; word < (addr+n+3)/4; word++ {
		s.global.cell(word).groups = nil
		if s.quick {
			s.forget(s.words.at(word))
		}
	}
}

func (t *Thread) free(addr uint64) {
	s := t.cta.launch.s
	if n, ok := s.heap[addr]; ok {
		delete(s.heap, addr)
		s.freed[addr] = n
	}
}

// fill is what a function of CUDA has written.
func (t *Thread) fill(s *Site, addr, n uint64) {
	space, off := t.locate(s, addr)
	t.setWritten(space, off, n, true)
}

func (t *Thread) setTaint(i int, taint uint32) {
	for len(t.taints) <= i {
		t.taints = append(t.taints, 0)
	}
	t.taints[i] = taint
}

func (t *Thread) taint(i int) uint32 {
	if i >= len(t.taints) {
		return 0
	}
	return t.taints[i]
}
