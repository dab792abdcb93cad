package counters

import "sync"

// State is what has been counted, of any number of launches. Several may run at a time.
type State struct {
	mu      sync.Mutex
	kernels []*kernel // in the order in which they were launched first
}

// kernel is what has been counted of one.
type kernel struct {
	name     string
	program  *Program
	launches int64
	ctas     int64
	warps    int64
	tally
}

// New makes a state in which nothing has been counted.
func New() *State { return &State{} }

// Launch is one that is counted.
type Launch struct {
	state   *State
	k       *kernel
	threads int // of a CTA

	mu   sync.Mutex
	all  []*CTA
	free []*CTA // of all: those that have ended, for others to take their place
	ctas int64  // that have ended
}

// Launch begins a launch of a kernel of a program, with so many threads in a CTA.
func (s *State) Launch(name string, p *Program, threads int) *Launch {
	s.mu.Lock()
	defer s.mu.Unlock()
	var k *kernel
	for _, x := range s.kernels {
		if x.name == name && x.program == p {
			k = x
		}
	}
	if k == nil {
		k = &kernel{name: name, program: p, tally: newTally(p)}
		s.kernels = append(s.kernels, k)
	}
	k.launches++
	return &Launch{state: s, k: k, threads: threads}
}

// take returns a CTA of so many threads, of which nothing is known.
func (p *Program) take(threads int) *CTA {
	if c, _ := p.spare.Get().(*CTA); c != nil && len(c.threads) == threads {
		return c
	}
	c := &CTA{steps: p.Steps, tally: newTally(p), threads: make([]Thread, threads), warps: make([]warp, (threads+lanes-1)/lanes)}
	for i := range c.threads {
		c.threads[i] = Thread{cta: c, warp: &c.warps[i/lanes], bit: 1 << (i % lanes), lane: i % lanes}
	}
	return c
}

// give lets another launch take a CTA.
func (p *Program) give(c *CTA) {
	c.launch, c.locate = nil, nil
	p.spare.Put(c)
}

// Begin begins a CTA.
func (l *Launch) Begin(locate Locate) *CTA {
	l.mu.Lock()
	var c *CTA
	if n := len(l.free); n > 0 {
		c, l.free = l.free[n-1], l.free[:n-1]
	}
	if c == nil {
		c = l.k.program.take(l.threads)
		c.launch = l
		l.all = append(l.all, c)
	}
	l.mu.Unlock()
	c.begin(locate)
	return c
}

// End ends the CTA, and counts what it has done. Nothing is counted of CTAs that do not come to their end.
func (c *CTA) End() {
	c.count()
	l := c.launch
	l.mu.Lock()
	l.ctas++
	l.free = append(l.free, c)
	l.mu.Unlock()
}

// End ends the launch, when none of its CTAs runs any more.
func (l *Launch) End() {
	s := l.state
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range l.all {
		l.k.add(l.k.program, &c.tally)
		l.k.program.give(c)
	}
	l.all, l.free = nil, nil
	l.k.ctas += l.ctas
	l.k.warps += l.ctas * int64((l.threads+lanes-1)/lanes)
	l.ctas = 0
}
