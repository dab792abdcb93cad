package counters

const lanes = 32

// moment is a step that lanes of a warp make together.
type moment struct {
	step    int32
	mask    uint32 // the lanes
	words   int    // where its own are in CTA.words
	way     uint64 // from the moment before
	kids    int32  // the first of those that follow, 0 for none
	sibling int32  // the next of those that follow the same one
	first   uint64 // the way that the first lane has taken behind it, if it forks
	forks   bool
	parted  bool // another lane has taken another way
}

// Ways that are none of a branch.
const (
	straight = ^uint64(0) - iota
	called
)

// fork is a branch whose ways have not met yet, or a call.
type fork struct {
	at   int32 // the moment in front of it
	join uint64
	call bool
}

// Thread is where a thread is.
type Thread struct {
	cta   *CTA
	bit   uint32
	lane  int
	cur   int32  // the moment of its last step
	way   uint64 // that it has taken since
	forks []fork
}

// Step says that the thread makes a step.
func (t *Thread) Step(step int) {
	c := t.cta
	last := int32(0)
	for i := c.moments[t.cur].kids; i != 0; i = c.moments[i].sibling {
		m := &c.moments[i]
		if m.way == t.way && m.step == int32(step) {
			m.mask |= t.bit
			t.cur, t.way = i, straight
			return
		}
		last = i
	}
	i := int32(len(c.moments))
	c.moments = append(c.moments, moment{step: int32(step), mask: t.bit, words: len(c.words), way: t.way})
	c.room(c.launch.k.program.Steps[step].words())
	if last == 0 {
		c.moments[t.cur].kids = i
	} else {
		c.moments[last].sibling = i
	}
	t.cur, t.way = i, straight
}

// Guard says whether a guard of the step lets the thread execute its instruction.
func (t *Thread) Guard(number int, lets bool) {
	if lets {
		m := &t.cta.moments[t.cur]
		t.cta.words[m.words+lanes*len(t.cta.launch.k.program.Steps[m.step].Requests)+number] |= uint64(t.bit)
	}
}

// Touch tells the address of a request of the step.
func (t *Thread) Touch(number int, addr uint64) {
	t.cta.words[t.cta.moments[t.cur].words+lanes*number+t.lane] = addr
}

// Fork says that the thread takes a way at a branch whose ways meet at a block, -1 for none.
func (t *Thread) Fork(join, way uint64) {
	if m := &t.cta.moments[t.cur]; !m.forks {
		m.forks, m.first = true, way
	} else if m.first != way {
		m.parted = true
	}
	// Of several branches on the way to one block only the first matters: there all go on from.
	if n := len(t.forks); n == 0 || t.forks[n-1].call || t.forks[n-1].join != join {
		t.forks = append(t.forks, fork{at: t.cur, join: join})
	}
	t.way = way
}

// Meet says that the thread is at a block at which ways of branches meet.
func (t *Thread) Meet(block uint64) {
	for n := len(t.forks); n > 0 && !t.forks[n-1].call && t.forks[n-1].join == block; n = len(t.forks) {
		t.cur, t.way = t.forks[n-1].at, straight
		t.forks = t.forks[:n-1]
	}
}

// Call says that the thread has called a function, and Return that it is back: ways meet there.
func (t *Thread) Call() {
	t.forks = append(t.forks, fork{at: t.cur, call: true})
	t.way = called
}

// Return is documented at Call.
func (t *Thread) Return() {
	for n := len(t.forks); n > 0; n = len(t.forks) {
		f := t.forks[n-1]
		t.forks = t.forks[:n-1]
		t.cur, t.way = f.at, straight
		if f.call {
			return
		}
	}
}

// CTA is one while it runs.
type CTA struct {
	launch  *Launch
	locate  Locate
	threads []Thread
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
	n := c.launch.threads
	c.locate, c.found = locate, memory{}
	if len(c.threads) < n {
		c.threads = make([]Thread, n)
	}
	c.moments, c.words = c.moments[:0], c.words[:0]
	for i := range n {
		if i%lanes == 0 {
			c.moments = append(c.moments, moment{step: -1})
		}
		// A step of a warp is never the moment 0, which stands for none: that is the root of the first.
		c.threads[i] = Thread{cta: c, bit: 1 << (i % lanes), lane: i % lanes, cur: int32(i / lanes), way: straight, forks: c.threads[i].forks[:0]}
	}
}

// Thread returns a thread of the CTA.
func (c *CTA) Thread(i int) *Thread { return &c.threads[i] }
