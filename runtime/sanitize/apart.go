package sanitize

import (
	"cmp"
	"slices"
	"strings"
)

// Apart is what must hold of a launch so that some accesses of its kernel race with none: then code runs that has
// no notes of these. The compiler (package lower/sanitize) has written down how addresses are computed; with the
// numbers of the launch each is a sum of the coordinates of the thread, times constants, and it can be told whether
// two threads ever have the same.
//
// Its text form is words that are separated by blanks: steps, then guards, then touches, each numbered from 0. A
// step computes an integer,
//
//	c:N:B         N, of B bits
//	p:O:B         B bits at byte O of the parameters
//	r:NAME        a special register, such as tid.x
//	y:N:B         the address of shared variable N
//	OP:X:Y:B      an operation of two steps: add, sub, mul, shl, shru, shrs, divu, divs, remu, rems, and, or
//	zext:X:B      and sext, trunc: to B bits
//	u:N:X:K:B     number N of which is known only that it is the same for all threads of a CTA between two barriers,
//	              where they access shared memory, and not above what K zeros at the left let it, or X (-1 if that is
//	              not known) shifted to the right by K
//	phi:X:Y:L:B   X in the first turn of loop L, and Y more in each other one
//
// a guard is a comparison that holds where an access is executed,
//
//	g:CMP:X:Y:B   lts, les, gts, ges, ltu, leu, gtu, geu or eq, of B bits
//
// or wherever a loop takes another turn, of what a phi X was in the turn before or is in the next,
//
//	last:CMP:X:Y:B
//	next:CMP:X:Y:B
//
// and a touch is an access:
//
//	t:KIND:P:X:N:G,G   r, w or a, of an atomic, in capitals where it is noted anyway; the byte of the parameters
//	                   where the address is that it begins at; the step with the address, or -1; its bytes; guards
//	s:KIND:V:X:N:G,G:S:I,I   the same of shared variable V, which has S bytes, with the intervals between barriers
//
// and of initialisation it says
//
//	i      that all of global memory must be written
//	i:P:Q  and that no memory may be in two buffers, by the bytes of the parameters where their addresses are
type Apart struct {
	steps   []apartStep
	guards  []apartGuard
	turns   []apartGuard // of phis
	touches []apartTouch
	radix   []int64 // what numbers of threads are divided by

	written bool
	other   [][2]int // parameters that point to different buffers
}

type apartStep struct {
	op   string
	name string
	x, y int
	n    int64
	loop int
	bits int
}

type apartGuard struct {
	cmp  string
	x, y int
	bits int
	next bool
}

type apartTouch struct {
	kind   byte // r, w, a
	noted  bool
	root   int
	addr   int
	size   int64
	guards []int

	shared  bool
	room    int64 // of the variable
	between []int
}

// Parameters are what an Apart asks of a launch.
type Parameters struct {
	Grid, Block [3]uint32

	// Word reads up to 8 bytes of the parameters.
	Word func(off, bytes int) (uint64, bool)

	// End returns where the memory ends that an address points into.
	End func(addr uint64) (uint64, bool)
}

// Holds reports whether the accesses race with none.
func (a *Apart) Holds(p *Parameters) bool {
	if len(a.touches) > mostTouches {
		return false
	}
	e := &apartLaunch{Apart: a, p: p}
	if !e.coordinates() {
		return false
	}
	spots := make([]spot, len(a.touches))
	for i := range a.touches {
		if !e.spot(&a.touches[i], &spots[i]) {
			return false
		}
	}
	for i := range spots {
		for k := range i + 1 {
			if !e.apart(&a.touches[i], &a.touches[k], &spots[i], &spots[k]) {
				return false
			}
		}
	}
	return true
}

// Written reports whether no access reads what was never written, but for those with notes; all says that no global
// memory is unwritten.
func (a *Apart) Written(p *Parameters, all bool) bool {
	return !a.written || all && !slices.ContainsFunc(a.other, func(pair [2]int) bool {
		x, ok := p.Word(pair[0], 8)
		y, also := p.Word(pair[1], 8)
		if !ok || !also {
			return true
		}
		ends, ok := p.End(x)
		stops, also := p.End(y)
		return !ok || !also || x < stops && y < ends
	})
}

const mostTouches = 192

// apartLaunch is an Apart with the numbers of a launch.
type apartLaunch struct {
	*Apart
	p       *Parameters
	extents []int64 // of the variables: digits of tid.x, then tid.y and so on, then loops
	tid     []digit
	fixed   int
	loops   map[int]int
	alike   map[int64]int  // numbers that are alike for threads of a CTA
	same    [mostVars]bool // variables that are

	forms  []sumForm // of steps, for the touch at hand
	known  []bool
	guards []int
}

// digit is a part of tid.x: a variable, and what it counts.
type digit struct {
	v     int
	times int64
}

// The bounds of numbers: what is unbounded, and what is taken for that.
const (
	unbounded = int64(1) << 62
	tooLarge  = int64(1) << 60
	mostVars  = 20
)

// sumForm is a number: c and the variables, each times one of k. As an integer without bounds it is in [lo, hi];
// modulo 2 to the bits of its step it is what the thread has.
type sumForm struct {
	ok     bool
	c      int64
	k      [mostVars]int64
	lo, hi int64

	sym    int64 // and so many times the address of a shared variable, of which lo and hi do not know
	symbol int
}

// coordinates lists the variables.
func (e *apartLaunch) coordinates() bool {
	b := e.p.Block
	last := int64(1)
	for _, d := range e.radix {
		if d%last == 0 && int64(b[0])%d == 0 && d > last && d < int64(b[0]) && len(e.tid) < 5 {
			e.tid = append(e.tid, digit{len(e.extents), last})
			e.extents = append(e.extents, d/last)
			last = d
		}
	}
	e.tid = append(e.tid, digit{len(e.extents), last})
	e.extents = append(e.extents, int64(b[0])/last)
	for _, n := range []uint32{b[1], b[2], e.p.Grid[0], e.p.Grid[1], e.p.Grid[2]} {
		e.extents = append(e.extents, max(int64(n), 1))
	}
	e.fixed = len(e.extents)
	e.loops, e.alike = map[int]int{}, map[int64]int{}
	for _, s := range e.steps {
		if _, ok := e.loops[s.loop]; s.op == "phi" && !ok {
			e.loops[s.loop] = len(e.extents)
			e.extents = append(e.extents, unbounded)
		}
		if s.op == "u" && len(e.extents) < mostVars {
			e.same[len(e.extents)] = true
			e.alike[s.n] = len(e.extents)
			e.extents = append(e.extents, 1) // so far
		}
	}
	return len(e.extents) <= mostVars && b[0] > 0
}

// spot is where a touch is.
type spot struct {
	addr   sumForm
	lo, hi int64 // all bytes of all threads lie in [lo, hi)
	limits []limit
	orders []ordered
}

// ordered is a guard: a sum that is at most another, less some number.
type ordered struct {
	less, more sumForm
	by         int64
}

// limit is a guard: of a sum without its constant, what it is at most, or exactly.
type limit struct {
	guard int
	k     [mostVars]int64
	most  int64
	exact bool
}

// spot finds out where a touch is.
func (e *apartLaunch) spot(t *apartTouch, s *spot) bool {
	if t.shared {
		s.hi = t.room
	} else {
		base, ok := e.p.Word(t.root, 8)
		if !ok || base >= 1<<62 {
			return false
		}
		end, ok := e.p.End(base)
		if !ok {
			return false
		}
		s.lo, s.hi = int64(base), int64(end)
	}
	if t.addr < 0 {
		return true
	}
	e.forms, e.known, e.guards = make([]sumForm, len(e.steps)), make([]bool, len(e.steps)), t.guards
	s.addr = e.form(t.addr)
	if !s.addr.ok {
		return true
	}
	if t.shared && (s.addr.sym != 1 || s.addr.symbol != t.root || s.addr.lo < 0 || s.addr.hi+t.size > t.room) || !t.shared && s.addr.sym != 0 {
		return false
	}
	if s.addr.lo > -tooLarge && s.addr.hi < tooLarge {
		s.lo, s.hi = s.addr.lo, s.addr.hi+t.size
	}
	for _, g := range t.guards {
		if l, ok := e.limit(g); ok {
			s.limits = append(s.limits, l)
		}
		if o, ok := e.order(g); ok {
			s.orders = append(s.orders, o)
		}
	}
	return true
}

// limit is what a guard says of a sum of variables whose factors are not negative.
func (e *apartLaunch) limit(n int) (l limit, ok bool) {
	g := &e.Apart.guards[n]
	x, y := e.form(g.x), e.form(g.y)
	if !x.ok || !y.ok || x.sym != 0 || y.sym != 0 || !y.constant() || !inside(&x, g.bits, strings.HasSuffix(g.cmp, "u")) || !inside(&y, g.bits, strings.HasSuffix(g.cmp, "u")) {
		return l, false
	}
	l = limit{guard: n, k: x.k, most: y.c - x.c}
	switch g.cmp {
	case "lts", "ltu":
		l.most--
	case "les", "leu":
	case "eq":
		l.exact = true
	default:
		return l, false
	}
	if slices.ContainsFunc(l.k[:], func(k int64) bool { return k < 0 }) {
		return l, false
	}
	return l, true
}

func (f *sumForm) constant() bool { return f.k == [mostVars]int64{} && f.sym == 0 }

// inside reports whether a number is what its bits say.
func inside(f *sumForm, bits int, unsigned bool) bool {
	if bits >= 64 {
		return f.lo >= 0 || !unsigned
	}
	if unsigned {
		return f.lo >= 0 && f.hi < 1<<bits
	}
	return f.lo >= -1<<(bits-1) && f.hi < 1<<(bits-1)
}

// apart reports whether two touches of different threads never race.
func (e *apartLaunch) apart(t, u *apartTouch, p, q *spot) bool {
	if t.kind == 'r' && u.kind == 'r' || t.noted && u.noted || t.kind == 'a' && u.kind == 'a' && t.size == u.size {
		return true
	}
	if t.shared != u.shared || t.shared && (t.root != u.root || !slices.ContainsFunc(t.between, func(n int) bool { return slices.Contains(u.between, n) })) {
		return true
	}
	if p.hi <= q.lo || q.hi <= p.lo {
		return true
	}
	if !p.addr.ok || !q.addr.ok {
		return false
	}
	a, b := *p, *q
	for i := range e.extents { // what is 0 anyway
		if q.zero(i) {
			b.addr.k[i] = p.addr.k[i]
		} else if p.zero(i) {
			a.addr.k[i] = q.addr.k[i]
		}
	}
	return e.own(t, u, &a, &b) || e.below(t, p, q) || e.below(u, q, p)
}

// zero reports whether a variable is 0 for all threads that get to a place.
func (s *spot) zero(i int) bool {
	return slices.ContainsFunc(s.limits, func(l limit) bool { return l.k[i] > l.most })
}

// own reports whether each thread has its own place: the sums of what differs between threads differ by the bytes
// of both accesses at least. The variables are looked at from the one with the smallest factor on: each must move
// by more than all before it together.
func (e *apartLaunch) own(t, u *apartTouch, p, q *spot) bool {
	if p.addr.k != q.addr.k {
		return false
	}
	if q.addr.c < p.addr.c {
		t, u, p, q = u, t, q, p
	}
	// Guards that hold at both.
	var limits []limit
	for _, l := range p.limits {
		if slices.ContainsFunc(q.limits, func(m limit) bool { return m.guard == l.guard && m == l }) {
			limits = append(limits, l)
		}
	}
	pinned := [mostVars]bool{}
	for i, n := range e.extents {
		pinned[i] = n == 1 || t.shared && (i >= e.fixed-3 && i < e.fixed || e.same[i]) // threads of one CTA
	}
	for _, l := range limits {
		used := 0
		for i, k := range l.k {
			if k > l.most {
				pinned[i] = true // at 0
			}
			if k != 0 && i < len(pinned) && !pinned[i] {
				used++
			}
		}
		if l.most == 0 || l.exact && used == 1 {
			for i, k := range l.k {
				if k != 0 {
					pinned[i] = true
				}
			}
		}
	}
	var vars []int
	for i := range e.extents {
		switch {
		case pinned[i]:
		case p.addr.k[i] != 0:
			vars = append(vars, i)
		case i < e.fixed:
			return false // threads that differ only in this have one place
		}
	}
	slices.SortStableFunc(vars, func(a, b int) int { return cmp.Compare(abs(p.addr.k[a]), abs(p.addr.k[b])) })
	// Where the accesses are some way from each other, that is more bytes of one, or a move as by a variable.
	off := q.addr.c - p.addr.c
	return e.injective(&p.addr, vars, limits, &pinned, max(t.size, off+u.size), 0) ||
		off > 0 && e.injective(&p.addr, vars, limits, &pinned, max(t.size, u.size), off)
}

// injective reports whether a sum moves by at least size where variables differ. They are in the order of their
// factors; off, if not 0, is the factor of one more that is 0 or 1.
func (e *apartLaunch) injective(f *sumForm, vars []int, limits []limit, pinned *[mostVars]bool, size, off int64) bool {
	reach := int64(0)
	in := [mostVars]bool{}
	move := func(k, most int64) bool {
		if reach >= tooLarge || k < reach+size {
			return false
		}
		if most >= unbounded {
			reach = unbounded
		} else {
			reach = bound(reach + timesBound(most, k))
		}
		return true
	}
	moved := off == 0
	for _, v := range vars {
		k := abs(f.k[v])
		if !moved && off <= k {
			if moved = true; !move(off, 1) {
				return false
			}
		}
		most := unbounded
		if n := e.extents[v]; n < unbounded {
			most = n - 1
		}
		if !move(k, most) {
			return false
		}
		in[v] = true
		for _, l := range limits {
			if s, ok := scale(f, &l, &in, pinned); ok && (off == 0 || !moved) {
				reach = min(reach, timesBound(l.most, s))
			}
		}
	}
	return moved || move(off, 1)
}

func abs(x int64) int64 { return max(x, -x) }

// scale is by what the part of an address that some variables make is more than the sum that a limit is of.
func scale(f *sumForm, l *limit, in, pinned *[mostVars]bool) (s int64, ok bool) {
	for i, k := range l.k {
		switch {
		case pinned[i]:
			continue
		case in[i] != (k != 0):
			return 0, false
		case k == 0:
			continue
		case f.k[i]%k != 0 || s != 0 && f.k[i]/k != s:
			return 0, false
		}
		s = f.k[i] / k
	}
	return max(s, -s), s != 0
}
