package sanitize

// moment is how far a thread has come.
type moment struct {
	t     *Thread
	node  *node
	at    uint32
	seq   uint32
	epoch uint32
}

func (t *Thread) now() moment {
	return moment{t: t, node: t.node, at: t.at, seq: t.seq, epoch: t.cta.epoch}
}

// clock is what is known to have happened: in a CTA everything in the epochs before one, except what threads
// did in the epoch in which they ended; and in a warp what comes before some marks, or where lanes are independent
// what each lane did up to some number of its accesses. Clocks do not change.
type clock struct {
	epochs map[*CTA]uint32
	marks  map[*warp][]mark
	lanes  map[*warp]*[warpSize]uint32
}

// mark is an instruction that some lanes of a warp have executed together.
type mark struct {
	node *node
	at   uint32
	mask uint32 // the lanes that have passed it, itself included
}

// order is how the lanes of a warp are ordered without synchronisation.
type order struct{ lockstep bool }

// orders returns the orders that are kept: the one that findings are of, and where that takes lanes as
// independent, the one that tells which of them only rely on lockstep.
func (s *State) orders() []order {
	if s.opt.Independent {
		return bothOrders
	}
	return lockstepOrder
}

var (
	lockstepOrder = []order{{lockstep: true}}
	bothOrders    = []order{{}, {lockstep: true}}
)

// before reports whether a comes before what the thread of b does at b, for threads of one warp.
func (o order) before(a, b moment) bool {
	if a.t == b.t {
		return a.seq <= b.seq
	}
	return o.lockstep && earlier(a.node, a.at, b.node, b.at)
}

// has reports whether a clock knows of a moment.
func (c *clock) has(a moment) bool {
	if c == nil {
		return false
	}
	if e, ok := c.epochs[a.t.cta]; ok && a.inEpochsBefore(e) {
		return true
	}
	for _, m := range c.marks[a.t.warp] {
		if m.node == a.node && m.at == a.at && m.mask>>a.t.lane&1 != 0 || earlier(a.node, a.at, m.node, m.at) {
			return true
		}
	}
	v := c.lanes[a.t.warp]
	return v != nil && a.seq <= v[a.t.lane]
}

// covers reports whether what is before a mark is before one of some marks.
func covers(list []mark, m mark) bool {
	for _, x := range list {
		if x.node == m.node && x.at == m.at && m.mask&^x.mask == 0 || earlier(m.node, m.at, x.node, x.at) {
			return true
		}
	}
	return false
}

// inEpochsBefore reports whether all threads of the CTA have met after a, at the beginning of an epoch or
// before.
func (a moment) inEpochsBefore(epoch uint32) bool {
	return a.epoch < epoch && !(a.t.done && a.epoch == a.t.last)
}

// merge returns what is in one of two clocks.
func merge(a, b *clock) *clock {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		return b
	case b.within(a):
		return a
	case a.within(b):
		return b
	}
	c := &clock{epochs: map[*CTA]uint32{}, marks: map[*warp][]mark{}, lanes: map[*warp]*[warpSize]uint32{}}
	for _, x := range [2]*clock{a, b} {
		for cta, e := range x.epochs {
			c.epochs[cta] = max(c.epochs[cta], e)
		}
		for w, list := range x.marks {
			for _, m := range list {
				c.marks[w] = addMark(c.marks[w], m)
			}
		}
		for w, v := range x.lanes {
			sum := *v
			if old := c.lanes[w]; old != nil {
				for i := range sum {
					sum[i] = max(sum[i], old[i])
				}
			}
			c.lanes[w] = &sum
		}
	}
	return c
}

// addMark adds a mark to those that none of them covers. The list is not that of another clock.
func addMark(list []mark, m mark) []mark {
	for i := range list {
		if list[i].node == m.node && list[i].at == m.at {
			list[i].mask |= m.mask
			return list
		}
	}
	if covers(list, m) {
		return list
	}
	one := []mark{m}
	keep := list[:0]
	for _, x := range list {
		if !covers(one, x) {
			keep = append(keep, x)
		}
	}
	return append(keep, m)
}

// within reports whether b has all that c has.
func (c *clock) within(b *clock) bool {
	for cta, e := range c.epochs {
		if b.epochs[cta] < e {
			return false
		}
	}
	for w, list := range c.marks {
		for _, m := range list {
			if !covers(b.marks[w], m) {
				return false
			}
		}
	}
	for w, v := range c.lanes {
		u := b.lanes[w]
		if u == nil {
			return false
		}
		for i := range v {
			if v[i] > u[i] {
				return false
			}
		}
	}
	return true
}

// acquired is a clock that a lane has learned at a moment: with lockstep the lanes that it executes
// something with later know it too.
type acquired struct {
	m      moment
	clocks [2]*clock
}

// learn adds to what the thread knows.
func (t *Thread) learn(clocks [2]*clock) {
	changed := false
	for i := range clocks {
		if c := merge(t.known[i], clocks[i]); c != t.known[i] {
			t.known[i], changed = c, true
		}
	}
	if changed {
		t.warp.acquired = append(t.warp.acquired, acquired{t.now(), clocks})
	}
}

// catchUp learns what lanes of the warp knew when the thread last executed something together with them.
func (t *Thread) catchUp() {
	if len(t.warp.acquired) == 0 {
		return
	}
	for _, a := range t.warp.acquired {
		if a.m.t == t {
			continue
		}
		for i, o := range t.cta.launch.s.orders() {
			if o.lockstep && o.before(a.m, t.now()) {
				t.known[i] = merge(t.known[i], a.clocks[i])
			}
		}
	}
}

// knows reports whether a moment comes before what the thread does now.
func (t *Thread) knows(i int, o order, a moment) bool {
	switch {
	case a.t == t:
		return true
	case a.t.cta == t.cta && a.inEpochsBefore(t.cta.epoch):
		return true
	case a.t.warp == t.warp && (o.before(a, t.now()) || o.before(t.now(), a)):
		return true // the engine may run the lanes of a warp in another order
	}
	return t.known[i].has(a)
}

// snapshot is all that a thread knows at a moment, itself included.
type snapshot struct{ clocks [2]*clock }

func (t *Thread) snapshot() *snapshot {
	t.catchUp()
	s := &snapshot{}
	for i, o := range t.cta.launch.s.orders() {
		own := &clock{}
		if o.lockstep {
			own.marks = map[*warp][]mark{t.warp: {{node: t.node, at: t.at, mask: 1 << t.lane}}}
		} else {
			v := &[warpSize]uint32{}
			v[t.lane] = t.seq
			own.lanes = map[*warp]*[warpSize]uint32{t.warp: v}
		}
		if t.cta.epoch > 0 {
			own.epochs = map[*CTA]uint32{t.cta: t.cta.epoch}
		}
		s.clocks[i] = merge(t.known[i], own)
	}
	return s
}

// sumOf is what some snapshots have together.
func sumOf(list []*snapshot) (sum snapshot) {
	for _, s := range list {
		for i := range sum.clocks {
			sum.clocks[i] = merge(sum.clocks[i], s.clocks[i])
		}
	}
	return sum
}

// share makes lanes that have met know what they knew together. If these are all lanes of their warp that have not
// ended, nothing is left that one of them has learned alone.
func share(list []*Thread, clocks [2]*clock) {
	met := map[*warp]uint32{}
	for _, t := range list {
		met[t.warp] |= 1 << t.lane
	}
	for _, t := range list {
		if met[t.warp]|t.warp.ended != t.warp.all() {
			t.learn(clocks)
			continue
		}
		t.warp.acquired = nil
		for i := range clocks {
			t.known[i] = merge(t.known[i], clocks[i])
		}
	}
}
