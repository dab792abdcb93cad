package sanitize

import (
	"slices"
	"sync"
)

// Options say what is looked for, and by which rules.
type Options struct {
	Race, Init, Sync bool

	// Strict takes the memory model by the letter: only an acquire, or a fence after it, orders what
	// follows a strong read behind the write that it observes. Otherwise observing a flag is enough,
	// except for an atomic that compares; and strong accesses that nothing orders are reported apart.
	Strict bool

	// Ordered promises that no launch is beside another (Config.Beside), so that generated code passes no notes of
	// what only a launch beside it could race with.
	Ordered bool

	// Independent does not take instructions that the lanes of a warp execute together for an order.
	// What only that finds is a warning.
	Independent bool
}

// State is what lasts from launch to launch: findings, and what is known of global memory.
type State struct {
	mu       sync.Mutex
	opt      Options
	sites    []*Site
	tables   map[*Table][]*Site
	global   shadow
	unset    *byteSet          // bytes of global memory that nobody has written
	heap     map[uint64]uint64 // bytes of the blocks of malloc, by address
	freed    map[uint64]uint64 // of those that were given back
	messages map[uint64]message
	synced   bool // threads have synchronised otherwise than by barriers of whole CTAs
	launches int
	found    map[key]*Finding
	pairs    map[pairKey]*Finding
	checked  map[guess]struct{} // places at which threads have compared and swapped

	// Of launches in which nothing but barriers orders threads, see touch.
	quick  bool
	words  words
	links  []*[1 << linkBits]link
	linked uint32  // links that there are
	spare  uint32  // the first that nobody uses
	ctas   []owner // by slot, from 1
	idle   []*CTA
}

// New returns the state of a program that has done nothing yet.
func New(opt Options) *State {
	return &State{opt: opt, unset: &byteSet{}, messages: map[uint64]message{}, heap: map[uint64]uint64{}, freed: map[uint64]uint64{}, found: map[key]*Finding{}, pairs: map[pairKey]*Finding{}, checked: map[guess]struct{}{}}
}

// Options returns what is looked for.
func (s *State) Options() Options { return s.opt }

// Add registers a site, before its first note.
func (s *State) Add(site *Site) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sites = append(s.sites, site)
	site.id = uint32(len(s.sites))
}

// Table is the sites of a program, of which several states may be told.
type Table struct{ sites []*Site }

// NewTable makes a table. The sites are used by nobody else from then on.
func NewTable(list []Site) *Table {
	t := &Table{make([]*Site, len(list))}
	for i := range list {
		t.sites[i] = &list[i]
		list[i].id = uint32(i + 1)
	}
	return t
}

// Table registers the sites of a program, once, and returns them in their order: those of the first as they are, as
// most states are told of one program only, and copies of those of others.
func (s *State) Table(t *Table) []*Site {
	s.mu.Lock()
	defer s.mu.Unlock()
	if list, ok := s.tables[t]; ok {
		return list
	}
	list := slices.Clip(t.sites)
	if len(s.sites) > 0 {
		list = nil
		for _, x := range t.sites {
			site := *x
			site.id = uint32(len(s.sites) + len(list) + 1)
			list = append(list, &site)
		}
	}
	if s.sites == nil {
		s.sites = list
	} else {
		s.sites = append(s.sites, list...)
	}
	if s.tables == nil {
		s.tables = map[*Table][]*Site{}
	}
	s.tables[t] = list
	return list
}

// Lock is for engines that run threads on several goroutines: who has it runs, so that nobody comes between an
// access and its note. It passes its notes by Thread.Tell, and begins and ends CTAs by Launch.Begin and CTA.Ended; all else that a State is asked
// waits until it has called Unlock.
func (s *State) Lock() { s.mu.Lock() }

// Unlock is the end of what Lock begins.
func (s *State) Unlock() { s.mu.Unlock() }

// Unwritten says that nobody has written to a piece of global memory yet.
func (s *State) Unwritten(base, size uint64) { s.unset.set(base, size, true) }

// Config is a launch.
type Config struct {
	Kernel      string
	Grid, Block [3]uint32

	// Locate finds the space of a generic address, and the address there.
	Locate func(addr uint64) (Space, uint64)

	Shared uint64 // bytes of shared memory of a CTA

	// Beside says that the launch is not ordered behind those before it, as on another stream.
	Beside bool

	// BarriersOnly says that nothing orders the threads of the kernel but barriers of all threads of a CTA.
	BarriersOnly bool
}

// Launch is a kernel that runs.
type Launch struct {
	s       *State
	cfg     Config
	threads int
	number  int
}

// Restart begins the program anew, as for a run in another order: nothing is left but what was found.
func (s *State) Restart() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.global, s.unset, s.launches, s.synced = shadow{}, &byteSet{}, 0, false
	s.untouch()
	clear(s.messages)
	clear(s.heap)
	clear(s.freed)
	clear(s.pairs)
}

// Launch begins a launch. What was launched before has ended, unless Config.Beside says that nothing
// makes it wait.
func (s *State) Launch(cfg Config) *Launch {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cfg.Beside {
		s.settle()
	} else {
		s.global = shadow{}
		s.untouch()
		clear(s.messages)
		s.quick = cfg.BarriersOnly && s.opt.Race && len(s.sites) < maxQuickSite
	}
	s.launches++
	n := 1
	for i := range 3 {
		cfg.Block[i], cfg.Grid[i] = max(cfg.Block[i], 1), max(cfg.Grid[i], 1)
		n *= int(cfg.Block[i])
	}
	return &Launch{s: s, cfg: cfg, threads: n, number: s.launches}
}

const warpSize = 32

// CTA is a CTA of a launch.
type CTA struct {
	launch *Launch
	id     [3]uint32
	number int64  // among all CTAs of all launches, by launch and place in the grid
	epoch  uint32 // barriers of all its threads that are complete

	threads []Thread
	warps   []warp
	ended   int
	first   *Thread // the lowest thread that has ended
	bars    [16]barrier
	open    int   // those that somebody has arrived at
	here    []int // arrivals by warp, see complete
	shared  shadow
	written bitSet // bytes of shared memory

	apiece  bool    // a thread has told something by itself
	reuse   bool    // it may be another when it is over
	quickly bool    // it keeps touches
	slot    uint32  // in State.ctas
	words   []word  // of shared memory
	paths   []*node // by number, from 1

	messages map[uint64]message
	mbars    map[uint64]*mbarrier
	copies   int // asynchronous copies that are pending
}

// warp is up to 32 lanes.
type warp struct {
	cta      *CTA
	index    int
	root     *node
	lanes    int
	ended    uint32
	meets    []*meeting
	spare    []*meeting // that are over
	acquired []acquired // since the last epoch
}

// Thread is a thread of a CTA. Its notes are of one goroutine at a time.
type Thread struct {
	cta   *CTA
	warp  *warp
	lane  int
	index int
	bit   uint32 // of its lane
	what  uint16 // its warp, see touch

	node  *node
	at    uint32
	forks []fork

	seq   uint32 // its accesses
	done  bool
	last  uint32 // the epoch in which it ended
	known [2]*clock

	fences   [ScopeSys + 1]*snapshot // the last fence of at least each scope
	observed []*release              // releases that a fence would acquire

	groups [][]*pending // asynchronous copies by group, the open one last
	taints []uint32     // of arguments and results
	locals bitSet       // bytes of local memory that were written
}

// CTA begins a CTA; linear is its place in the grid.
func (l *Launch) CTA(id [3]uint32, linear int64) *CTA {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	return l.Begin(id, linear)
}

// Begin does the same for who has locked the state.
func (l *Launch) Begin(id [3]uint32, linear int64) *CTA {
	c := l.again()
	if c == nil {
		c = &CTA{launch: l, threads: make([]Thread, l.threads), warps: make([]warp, (l.threads+warpSize-1)/warpSize)}
		for i := range c.warps {
			c.warps[i] = warp{cta: c, index: i, root: newRoot(), lanes: min(warpSize, l.threads-i*warpSize)}
		}
		for i := range c.threads {
			w := &c.warps[i/warpSize]
			c.threads[i] = Thread{cta: c, warp: w, lane: i % warpSize, index: i, bit: 1 << (i % warpSize), what: uint16(i / warpSize), node: w.root}
		}
	}
	c.id, c.number = id, int64(l.number)<<40+linear
	clear(c.written)
	if words := (l.cfg.Shared + 63) / 64; l.s.opt.Init && uint64(len(c.written)) < words {
		c.written = make(bitSet, words)
	}
	c.keepTouches()
	return c
}

// Thread returns a thread of the CTA by its number.
func (c *CTA) Thread(i int) *Thread {
	c.apiece = true
	return &c.threads[i]
}

// End is the end of a CTA: what still waits is for nobody.
func (c *CTA) End() {
	c.launch.s.mu.Lock()
	defer c.launch.s.mu.Unlock()
	c.Ended()
}

// Ended does the same for who has locked the state.
func (c *CTA) Ended() {
	for id := 0; c.open > 0 && id < len(c.bars); id++ {
		c.leftOver(&c.bars[id])
	}
	c.finish()
}

// place is where a thread is in its CTA.
func (t *Thread) place() [3]uint32 {
	b := t.cta.launch.cfg.Block
	i := uint32(t.index)
	return [3]uint32{i % b[0], i / b[0] % b[1], i / b[0] / b[1]}
}

// Note tells what the thread does at a site. The result is the taint that the note is asked for: 0 of what
// is initialised.
func (t *Thread) Note(site *Site, args ...uint64) uint32 {
	s := t.cta.launch.s
	if site.Kind == Begin {
		return 0 // the engine lets nobody come between the access and its note
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.Tell(site, args)
}

// Tell is Note for who has locked the state.
func (t *Thread) Tell(site *Site, args []uint64) uint32 {
	if site.Kind == Begin {
		return 0
	}
	if site.Kind < Undefined { // the others say nothing of where a thread is
		t.at++
	}
	return notes[site.Kind](t, site, args)
}

// Branch is Tell of a branch.
func (t *Thread) Branch(branch, join, way uint64) {
	t.at++
	t.branch(branch, join, way)
}

// Join is Tell of the place where the ways of branches meet.
func (t *Thread) Join(block uint64) {
	t.at++
	t.join(block)
}

// InitLoad is Tell of what an element holds.
func (t *Thread) InitLoad(site *Site, addr uint64) uint32 { return t.initLoad(site, addr) }

// InitStore is Tell of what an element becomes.
func (t *Thread) InitStore(site *Site, addr uint64, taint uint32) { t.initStore(site, addr, taint) }

// Written tells, by a bit for each byte, which of the CTA's shared memory somebody has written; who knows that values
// without a taint are stored may set some. It is of no length where nobody asks.
func (c *CTA) Written() []uint64 { return c.written }

// AllWritten reports whether there is no global memory that nobody has written, so that a load of it has no taint,
// and the store of a value without one tells nothing.
func (s *State) AllWritten() bool { return len(s.unset.pages) == 0 }

// Read is Tell of a plain load.
func (t *Thread) Read(site *Site, addr uint64) {
	t.at++
	if t.cta.quickly && site.Space == Global {
		t.quick(site, Global, addr, false, 0, false)
		return
	}
	t.plain(site, addr, false, 0, false)
}

// Write is Tell of a plain store of one value.
func (t *Thread) Write(site *Site, addr, value uint64) {
	t.at++
	if t.cta.quickly && site.Space == Global {
		t.quick(site, Global, addr, true, value, true)
		return
	}
	t.plain(site, addr, true, value, true)
}

// notes are what the kinds do.
var notes = [numKinds]func(t *Thread, site *Site, a []uint64) uint32{
	None:        func(*Thread, *Site, []uint64) uint32 { return 0 },
	Load:        do(func(t *Thread, s *Site, a []uint64) { t.plain(s, a[0], false, 0, false) }),
	Store:       do(func(t *Thread, s *Site, a []uint64) { t.plain(s, a[0], true, valueOf(a[1:]), true) }),
	Copy:        do(func(t *Thread, s *Site, a []uint64) { t.copy(s, a[0]) }),
	StrongLoad:  do(func(t *Thread, s *Site, a []uint64) { t.strongLoad(s, a[0]) }),
	StrongStore: do(func(t *Thread, s *Site, a []uint64) { t.strongStore(s, a[0], a[1:]) }),
	Atomic:      do(func(t *Thread, s *Site, a []uint64) { t.atomic(s, a[0], a[1], a[2:]) }),
	Fence:       do(func(t *Thread, s *Site, a []uint64) { t.fence(s) }),
	Barrier:     do(func(t *Thread, s *Site, a []uint64) { t.barrier(s, a[0], a[1]) }),
	Warp:        do(func(t *Thread, s *Site, a []uint64) { t.meet(s, uint32(a[0]), a[1:]) }),
	Commit:      do(func(t *Thread, _ *Site, _ []uint64) { t.groups = append(t.groups, nil) }),
	Wait:        do(func(t *Thread, _ *Site, a []uint64) { t.wait(int(a[0]), a[1] != 0) }),
	Arrive:      do(func(t *Thread, s *Site, a []uint64) { t.arrive(s, a[0], a[1]) }),
	Waited:      do(func(t *Thread, s *Site, a []uint64) { t.waited(s, a[0], a[1], a[2] != 0) }),
	Branch:      do(func(t *Thread, _ *Site, a []uint64) { t.branch(a[0], a[1], a[2]) }),
	Join:        do(func(t *Thread, _ *Site, a []uint64) { t.join(a[0]) }),
	Enter:       do(func(t *Thread, _ *Site, _ []uint64) { t.enter() }),
	Leave:       do(func(t *Thread, _ *Site, _ []uint64) { t.leave() }),
	End:         do(func(t *Thread, _ *Site, _ []uint64) { t.end() }),
	Frame:       do(func(t *Thread, _ *Site, a []uint64) { t.locals.set(a[0], a[1], false) }),
	Alloc:       do(func(t *Thread, _ *Site, a []uint64) { t.alloc(a[0], a[1]) }),
	Free:        do(func(t *Thread, _ *Site, a []uint64) { t.free(a[0]) }),
	Fill:        do(func(t *Thread, s *Site, a []uint64) { t.fill(s, a[0], a[1]) }),
	Undefined:   func(_ *Thread, s *Site, _ []uint64) uint32 { return taintOf(s, Register) },
	InitLoad:    func(t *Thread, s *Site, a []uint64) uint32 { return t.initLoad(s, a[0]+a[1]) },
	InitStore:   do(func(t *Thread, s *Site, a []uint64) { t.initStore(s, a[0]+a[1], uint32(a[2])) }),
	InitAtomic:  func(t *Thread, s *Site, a []uint64) uint32 { return t.initAtomic(s, a[0], uint32(a[1])) },
	UsedAddress: do(func(t *Thread, s *Site, a []uint64) { t.used(s, uint32(a[0]), "uninit-address", true) }),
	UsedBranch:  do(func(t *Thread, s *Site, a []uint64) { t.used(s, uint32(a[0]), "uninit-predicate", true) }),
	SetTaint:    do(func(t *Thread, _ *Site, a []uint64) { t.setTaint(int(a[0]), uint32(a[1])) }),
	GetTaint:    func(t *Thread, _ *Site, a []uint64) uint32 { return t.taint(int(a[0])) },
	Bounds: do(func(t *Thread, s *Site, a []uint64) {
		space, off := t.locate(s, a[0])
		t.bounds(s, space, off)
	}),
	Place: func(*Thread, *Site, []uint64) uint32 { return 0 },
}

// do makes a note of what has no result.
func do(f func(*Thread, *Site, []uint64)) func(*Thread, *Site, []uint64) uint32 {
	return func(t *Thread, s *Site, a []uint64) uint32 {
		f(t, s, a)
		return 0
	}
}

// locate finds the space and the address there of an access.
func (t *Thread) locate(s *Site, addr uint64) (Space, uint64) {
	space := s.Space
	if space == Generic {
		space, addr = t.cta.launch.cfg.Locate(addr)
	}
	return space, addr
}

// end is the end of the thread.
func (t *Thread) end() {
	if t.done {
		return
	}
	c := t.cta
	t.done, t.last = true, c.epoch
	t.warp.ended |= 1 << t.lane
	c.ended++
	if c.first == nil || t.index < c.first.index {
		c.first = t
	}
	for len(t.groups) > 0 {
		c.copies -= len(t.groups[0])
		t.groups = t.groups[1:]
	}
	t.warp.gather()
	for id := 0; c.open > 0 && id < len(c.bars); id++ {
		c.complete(uint64(id))
	}
}
