package sanitize

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Severity is how bad a finding is.
type Severity uint8

// The severities. A warning is what works by habit, or on the GPUs of today; an info is what may be meant.
const (
	Info Severity = iota + 1
	Warning
	Error
)

var severityNames = [...]string{Info: "info", Warning: "warning", Error: "error"}

func (s Severity) String() string { return severityNames[s] }

// Side is one of the two sides of a finding: a place in the program, and the thread that was there.
type Side struct {
	File   string // of the PTX
	Line   int
	Text   string // of the instruction
	Source string // what it was compiled from, "" where nobody knows
	Op     string // read, write, atomic, barrier
	Block  [3]uint32
	Thread [3]uint32

	order [2]int64 // CTA and thread, to tell which is first
}

// Finding is what all threads do wrong at a place, or at a pair of places.
type Finding struct {
	Kind     string
	Space    Space
	Severity Severity
	Kernel   string
	A        Side
	B        *Side  // nil where there is only one
	From     *Side  // what has read the uninitialised value that is used at A, where that is another place
	Across   string // of a race: lanes, warps or ctas; launches
	Addr     uint64 // the first address where it happens
	Size     int    // bytes of the access
	Threads  int    // of a barrier: how many have ended
	Note     string // the variable that was left, or what a fault says
	Fault    bool   // the launch has ended with it
	Count    int    // words where it happens; times where it is not about memory

	words   map[wordKey]struct{}
	guesses map[guess]struct{} // of which it is a warning if all were checked
	sure    bool               // it is not only about guesses
}

// key is what makes a finding one finding.
type key struct {
	kernel, kind string
	space        Space
	a, b         lineKey
	across       string
}

type lineKey struct {
	file string
	line int
	op   string
}

// wordKey is a word of memory; of shared memory that of one CTA.
type wordKey struct {
	cta  int64
	word uint64
}

func (s *Side) key() lineKey {
	if s == nil {
		return lineKey{}
	}
	return lineKey{s.File, s.Line, s.Op}
}

// place is where a side is in a kernel.
func (s *Side) place(kernel string) lineKey { return lineKey{s.File, s.Line, kernel} }

func (s *Side) compare(o *Side) int {
	if s == nil || o == nil {
		return 0
	}
	return cmp.Or(cmp.Compare(s.order[0], o.order[0]), cmp.Compare(s.order[1], o.order[1]))
}

// side is where a thread is.
func (t *Thread) side(s *Site) Side {
	return Side{File: s.File, Line: s.Line, Text: s.Text, Source: s.Source, Op: s.op(), Block: t.cta.id, Thread: t.place(), order: [2]int64{t.cta.number, int64(t.index)}}
}

func sidePtr(s Side) *Side { return &s }

// pairKey is a finding before its sides are spelled out.
type pairKey struct {
	a, b         *Site
	aRead, bRead bool // atomics that did not store
	kind, across string
	launch       int
}

// again counts a race that was reported before, unless it is one of threads that come first.
func (t *Thread) again(k pairKey, p *record, s Severity, g *guess, w wordKey) bool {
	f := t.cta.launch.s.pairs[k]
	if f == nil || f.Severity < s || g != nil {
		return false
	}
	_, counted := f.words[w]
	if !counted {
		return false
	}
	f.sure = true
	for _, u := range [2]*Thread{t, p.m.t} {
		if cmp.Or(cmp.Compare(u.cta.number, f.A.order[0]), cmp.Compare(int64(u.index), f.A.order[1])) <= 0 {
			return false
		}
	}
	return true
}

// pair reports a race of an access with one before it.
func (t *Thread) pair(kind string, severity Severity, space Space, word uint64, ps *Site, p *record, s *Site, r *record, g *guess) {
	across := "lanes"
	switch {
	case p.m.t.cta.launch != t.cta.launch:
		across = "launches"
	case p.m.t.cta != t.cta:
		across = "ctas"
	case p.m.t.warp != t.warp:
		across = "warps"
	}
	where := int64(0)
	if space == Shared {
		where = t.cta.number
	}
	k := pairKey{ps, s, ps.atomic() && !p.wrote, s.atomic() && !r.wrote, kind, across, t.cta.launch.number}
	if t.again(k, p, severity, g, wordKey{where, word}) {
		return
	}
	a, b := p.m.t.side(ps), t.side(s)
	if ps.atomic() && !p.wrote {
		a.Op = "read"
	}
	if s.atomic() && !r.wrote {
		b.Op = "read"
	}
	x := cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Op, b.Op), a.compare(&b))
	if x > 0 {
		a, b = b, a
	}
	f := Finding{Kind: kind, Space: space, Severity: severity, A: a, B: &b, Across: across, Addr: max(r.addr, p.addr), Size: min(ps.Size, s.Size), sure: g == nil}
	if g != nil {
		f.guesses = map[guess]struct{}{*g: {}}
	}
	t.cta.launch.s.pairs[k] = t.report(f, wordKey{where, word})
}

// reportSync reports what concerns a barrier, if these are looked at.
func (t *Thread) reportSync(f Finding) {
	if !t.cta.launch.s.opt.Sync {
		return
	}
	if f.Space == Generic {
		f.Space = BarrierSpace
	}
	t.report(f)
}

// report adds to a finding, or makes it.
func (t *Thread) report(f Finding, words ...wordKey) *Finding {
	s := t.cta.launch.s
	f.Kernel = t.cta.launch.cfg.Kernel
	k := key{f.Kernel, f.Kind, f.Space, f.A.key(), f.B.key(), f.Across}
	old := s.found[k]
	if old == nil {
		f.words = map[wordKey]struct{}{}
		old = &f
		s.found[k] = old
	} else {
		old.merge(&f)
	}
	if len(words) == 0 {
		old.Count++
		return old
	}
	const most = 1 << 16
	for _, w := range words {
		if _, ok := old.words[w]; !ok && len(old.words) < most {
			old.words[w] = struct{}{}
			old.Count++
		}
	}
	return old
}

// merge takes in the same finding once more: what is shown is the first pair of threads.
func (f *Finding) merge(g *Finding) {
	const most = 1 << 16
	keep := *f
	if cmp.Or(g.A.compare(&f.A), g.B.compare(f.B), cmp.Compare(g.Addr, f.Addr)) < 0 {
		*f = *g
	}
	f.Count, f.words = keep.Count, keep.words
	f.Severity, f.Threads = max(keep.Severity, g.Severity), max(keep.Threads, g.Threads)
	f.sure = keep.sure || g.sure || len(keep.guesses) >= most
	if f.guesses = keep.guesses; !f.sure {
		maps.Copy(f.guesses, g.guesses)
	}
}

// settle makes a warning of an error that is only about reads whose threads have checked what they read.
func (f *Finding) settle(s *State) {
	if f.sure || len(f.guesses) == 0 {
		return
	}
	for g := range f.guesses {
		if _, ok := s.checked[g]; !ok {
			return
		}
	}
	f.Severity = Warning
}

// Findings returns all findings so far, in an order that does not depend on that of the threads.
func (s *State) Findings() []*Finding {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*Finding
	racing := map[lineKey]bool{} // reads of what other threads write at the same time
	for _, f := range s.found {
		if f.Kind == "race" || f.Kind == "race-scope" {
			racing[f.A.place(f.Kernel)], racing[f.B.place(f.Kernel)] = true, true
		}
	}
	for k, f := range s.found {
		// Whether such a read comes before the write depends on the order of the threads.
		read := &f.A
		if f.From != nil {
			read = f.From
		}
		if strings.HasPrefix(k.kind, "uninit") && racing[read.place(f.Kernel)] {
			continue
		}
		// Equal values at some words are no news where others differ.
		if k.kind == "race-equal" {
			k.kind = "race"
			if r := s.found[k]; r != nil {
				continue
			}
		}
		f.settle(s)
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b *Finding) int {
		if c := cmp.Or(-cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Kernel, b.Kernel), cmp.Compare(a.A.File, b.A.File),
			cmp.Compare(a.A.Line, b.A.Line), cmp.Compare(a.A.Op, b.A.Op), cmp.Compare(a.Kind, b.Kind)); c != 0 {
			return c
		}
		if a.B != nil && b.B != nil {
			if c := cmp.Or(cmp.Compare(a.B.Line, b.B.Line), cmp.Compare(a.B.Op, b.B.Op)); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(a.Across, b.Across), cmp.Compare(a.Space, b.Space))
	})
	return list
}
