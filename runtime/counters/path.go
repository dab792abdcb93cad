package counters

const lanes = 32

// moment is a step that lanes of a warp make together.
type moment struct {
	step    int32
	mask    uint32 // the lanes
	words   int    // where its own are in CTA.words: the addresses of requests
	guards  int    // behind these
	way     uint64 // from the moment before
	kids    int32  // the first of those that follow, 0 for none
	sibling int32  // the next of those that follow the same one
	first   uint64 // the way that the first lane has taken behind it, if it forks
	forks   bool
	parted  bool // another lane has taken another way
}

// forked notes that a lane takes a way at the branch behind the moment.
func (m *moment) forked(way uint64) {
	if !m.forks {
		m.forks, m.first = true, way
	} else if m.first != way {
		m.parted = true
	}
}

// Ways that are none of a branch.
const (
	straight = ^uint64(0) - iota
	called
)

// warp is what the lanes of a warp share: most of them are told the same one after another. What the one that is first
// is told is the trace, by which the others find their moments without a search.
type warp struct {
	trace []event
	cur   int32  // where lanes are that have come to the end of the trace
	way   uint64 // that they have taken since
	top   int32  // the innermost branch, in the trace, whose ways have not met yet, or call; -1 for none
}

// event is something that a lane is told.
type event struct {
	what   uint64 // see the kinds below
	way    uint64 // that is taken, of a fork; of a step moment.words
	before uint64 // warp.way in front of it
	cur    int32  // and warp.cur
	top    int32  // and warp.top
	moment int32  // of a step
	mask   uint32 // of a step: lanes that have followed the first one
	guards int32  // of a step: where those of the moment are behind its words
	back   int32  // of a fork or call: what comes in the trace behind the ways' meeting, or the return; 0 where that is not there
}

// Kinds of events, with a number in the lower half: of a step, or of the block where ways meet.
const (
	stepped = (iota + 1) << 32
	forking
	meeting
	calling
	returning
)

func (e *event) call() bool { return e.what == calling }

// joins reports whether the event is a branch whose ways meet at a block.
func (e *event) joins(block uint32) bool { return e.what == forking|uint64(block) }

// fork is a branch whose ways have not met yet, or a call.
type fork struct {
	at   int32 // the moment in front of it
	join uint32
	call bool
}

// Thread is where a thread is.
type Thread struct {
	cta    *CTA
	warp   *warp
	bit    uint32
	lane   int
	words  int // of the moment of its last step
	guards int
	at     uint // what it is told next in the trace, as long as it is told the same, else apart

	// Of a thread that has been told something else, which is apart until ways meet:
	cur   int32  // the moment of its last step
	way   uint64 // that it has taken since
	base  int32  // the innermost branch or call in the trace that it has come by; -1 for none
	forks []fork // inside of that
}

// apart is Thread.at of a thread that is told something else than what stands in the trace.
const apart = ^uint(0)

// leave has the thread go on by itself from where it is in the trace, at what it has not been told.
func (t *Thread) leave() {
	e := &t.warp.trace[t.at]
	t.at, t.cur, t.way, t.base, t.forks = apart, e.cur, e.before, e.top, t.forks[:0]
}

// follows reports whether the thread is in the trace and is told what stands there.
func (t *Thread) follows(what uint64) bool {
	trace := t.warp.trace
	if t.at >= uint(len(trace)) || trace[t.at].what != what {
		return false
	}
	t.at++
	return true
}

// first reports whether the thread goes on at the end of the trace. If it is elsewhere, it is apart.
func (t *Thread) first() bool {
	switch n := uint(len(t.warp.trace)); {
	case t.at < n:
		t.leave()
		return false
	case t.at == n:
		t.at++
		return true
	}
	return false
}

// add appends an event to the trace.
func (w *warp) add(what, way uint64) *event {
	w.trace = append(w.trace, event{what: what, way: way, before: w.way, cur: w.cur, top: w.top})
	return &w.trace[len(w.trace)-1]
}

// Step says that the thread makes a step.
func (t *Thread) Step(step int) {
	if trace := t.warp.trace; t.at < uint(len(trace)) && trace[t.at].what == stepped|uint64(step) {
		e := &trace[t.at]
		e.mask |= t.bit
		t.at++
		t.words, t.guards = int(e.way), int(e.way)+int(e.guards)
		return
	}
	t.stepAhead(step)
}

// stepAhead is Step for a thread that is the first with it.
func (t *Thread) stepAhead(step int) {
	c, w := t.cta, t.warp
	var m *moment
	if t.first() {
		e := w.add(stepped|uint64(step), 0)
		e.moment = c.step(t.bit, w.cur, w.way, step)
		w.cur, w.way = e.moment, straight
		m = &c.moments[e.moment]
		e.way, e.guards = uint64(m.words), int32(m.guards-m.words)
	} else {
		t.cur, t.way = c.step(t.bit, t.cur, t.way, step), straight
		m = &c.moments[t.cur]
	}
	t.words, t.guards = m.words, m.guards
}

// step returns the moment that a lane comes to with a step.
func (c *CTA) step(lane uint32, cur int32, way uint64, step int) int32 {
	last := int32(0)
	for i := c.moments[cur].kids; i != 0; i = c.moments[i].sibling {
		m := &c.moments[i]
		if m.way == way && m.step == int32(step) {
			m.mask |= lane
			return i
		}
		last = i
	}
	i := int32(len(c.moments))
	s := &c.steps[step]
	c.moments = append(c.moments, moment{step: int32(step), mask: lane, words: len(c.words), guards: len(c.words) + lanes*len(s.Requests), way: way})
	c.room(s.words())
	if last == 0 {
		c.moments[cur].kids = i
	} else {
		c.moments[last].sibling = i
	}
	return i
}

// Guard says whether a guard of the step lets the thread execute its instruction.
func (t *Thread) Guard(number int, lets bool) {
	if lets {
		t.cta.words[t.guards+number] |= uint64(t.bit)
	}
}

// Touch tells the address of a request of the step.
func (t *Thread) Touch(number int, addr uint64) { t.cta.words[t.words+lanes*number+t.lane] = addr }

// Fork says that the thread takes a way at a branch whose ways meet at a block, -1 for none.
//
// Of several branches on the way to one block only the first matters: there all go on from.
func (t *Thread) Fork(join, way uint64) {
	if trace := t.warp.trace; t.at < uint(len(trace)) && trace[t.at].what == forking|uint64(uint32(join)) && trace[t.at].way == way {
		t.at++
		return
	}
	t.forkAhead(uint32(join), way)
}

// forkAhead is Fork for a thread that is the first with it.
func (t *Thread) forkAhead(block uint32, way uint64) {
	c, w := t.cta, t.warp
	what := forking | uint64(block)
	if at := t.at; at < uint(len(w.trace)) && w.trace[at].what == what {
		c.moments[w.trace[at].cur].forked(way)
		t.leave()
		t.way, t.base = way, w.inside(int32(at))
		return
	}
	if t.first() {
		c.moments[w.cur].forked(way)
		w.add(what, way)
		w.top, w.way = w.inside(int32(len(w.trace)-1)), way
		return
	}
	c.moments[t.cur].forked(way)
	n := len(t.forks)
	known := n > 0 && !t.forks[n-1].call && t.forks[n-1].join == block || n == 0 && t.base >= 0 && w.trace[t.base].joins(block)
	if !known {
		t.forks = append(t.forks, fork{at: t.cur, join: block})
	}
	t.way = way
}

// inside returns the innermost branch or call behind a fork of the trace.
func (w *warp) inside(i int32) int32 {
	if e := &w.trace[i]; e.top >= 0 && w.trace[e.top].what == e.what {
		return e.top
	}
	return i
}

// Meet says that the thread is at a block at which ways of branches meet.
func (t *Thread) Meet(block uint64) {
	if !t.follows(meeting | uint64(uint32(block))) {
		t.meetAhead(uint32(block))
	}
}

// meetAhead is Meet for a thread that is the first with it.
func (t *Thread) meetAhead(join uint32) {
	w := t.warp
	if t.first() {
		w.add(meeting|uint64(join), 0)
		if w.top >= 0 && w.trace[w.top].joins(join) {
			w.leave(w.top)
		}
		return
	}
	if n := len(t.forks); n > 0 {
		if f := t.forks[n-1]; !f.call && f.join == join {
			t.cur, t.way, t.forks = f.at, straight, t.forks[:n-1]
		}
	} else if t.base >= 0 && w.trace[t.base].joins(join) {
		t.rejoin(t.base)
	}
}

// leave says that the ways of a fork of the trace have met at its end, or that a call is back.
func (w *warp) leave(i int32) {
	e := &w.trace[i]
	e.back = int32(len(w.trace))
	w.cur, w.way, w.top = e.cur, straight, e.top
}

// rejoin is leave for a thread that is apart.
func (t *Thread) rejoin(i int32) {
	e := &t.warp.trace[i]
	if e.back != 0 {
		t.at = uint(e.back)
		return
	}
	t.cur, t.way, t.base = e.cur, straight, e.top
}

// Call says that the thread has called a function, and Return that it is back: ways meet there.
func (t *Thread) Call() {
	w := t.warp
	if t.follows(calling) {
		return
	} else if t.first() {
		w.add(calling, 0)
		w.top, w.way = int32(len(w.trace)-1), called
		return
	}
	t.forks = append(t.forks, fork{at: t.cur, call: true})
	t.way = called
}

// Return is documented at Call.
func (t *Thread) Return() {
	w := t.warp
	if t.follows(returning) {
		return
	} else if t.first() {
		w.add(returning, 0)
		if i := w.callOf(w.top); i >= 0 {
			w.leave(i)
		}
		return
	}
	for n := len(t.forks); n > 0; n = len(t.forks) {
		f := t.forks[n-1]
		t.forks = t.forks[:n-1]
		if f.call {
			t.cur, t.way = f.at, straight
			return
		}
	}
	if i := w.callOf(t.base); i >= 0 {
		t.rejoin(i)
	}
}

// callOf returns the innermost call that is under way at a place of the trace, -1 if there is none.
func (w *warp) callOf(i int32) int32 {
	for i >= 0 && !w.trace[i].call() {
		i = w.trace[i].top
	}
	return i
}

// CTA is one while it runs.
type CTA struct {
	launch  *Launch
	locate  Locate
	steps   []Step // of the program
	threads []Thread
	warps   []warp
	moments []moment // the first of each warp is of no step
	words   []uint64
	found   memory
	tally   tally
}

// Locate tells what is at an address of a space: the space itself, and where the memory begins, and its size, of which
// the address is a part. The size is 0 where nobody knows.
type Locate func(space Space, addr uint64) (Space, uint64, uint64)

// room appends so many zeros to the words.
func (c *CTA) room(n int) {
	for len(c.words)+n > cap(c.words) {
		c.words = append(c.words[:cap(c.words)], 0)[:len(c.words)]
	}
	from := len(c.words)
	c.words = c.words[:from+n]
	clear(c.words[from:])
}

// begin makes the CTA one of which nothing has happened.
func (c *CTA) begin(locate Locate) {
	c.locate, c.found = locate, memory{}
	c.moments, c.words = c.moments[:0], c.words[:0]
	for i := range c.warps {
		// A step of a warp is never the moment 0, which stands for none: that is the root of the first.
		w := &c.warps[i]
		*w = warp{trace: w.trace[:0], cur: int32(i), way: straight, top: -1}
		c.moments = append(c.moments, moment{step: -1})
	}
	for i := range c.threads {
		c.threads[i].at = 0
	}
}

// Thread returns a thread of the CTA.
func (c *CTA) Thread(i int) *Thread { return &c.threads[i] }
