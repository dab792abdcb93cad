package sanitize

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// step is a statement of a random kernel: an access of words that lanes have in common, a barrier, or a branch around
// some statements.
type step struct {
	site    *Site
	addr    func(cta, thread int) uint64
	value   func(cta, thread int) uint64
	takes   func(cta, thread int) bool // of a branch: who goes through body, nil where it is none
	body    []step
	barrier bool
}

var spaces = []Space{Global, Shared}

// randomSteps makes statements. A line is one access, so that each thread is at a site once between two barriers.
func randomSteps(r *rand.Rand, line *int, depth int) (list []step) {
	addrs := []func(cta, thread int) uint64{
		func(int, int) uint64 { return 4 },
		func(_, t int) uint64 { return uint64(t) * 4 },
		func(_, t int) uint64 { return uint64(t%4) * 4 },
		func(_, t int) uint64 { return uint64(t^1) * 4 },
		func(_, t int) uint64 { return uint64(t^32) * 4 },
		func(c, t int) uint64 { return uint64(c*64+t) * 4 },
		func(c, _ int) uint64 { return uint64(c) * 4 },
		func(_, t int) uint64 { return uint64(t) },
		func(_, t int) uint64 { return uint64(t) * 2 },
	}
	values := []func(cta, thread int) uint64{
		func(int, int) uint64 { return 1 },
		func(_, t int) uint64 { return uint64(t) },
		func(c, _ int) uint64 { return uint64(c) },
	}
	takes := []func(cta, thread int) bool{
		func(_, t int) bool { return t < 8 },
		func(_, t int) bool { return t < 40 },
		func(_, t int) bool { return t%2 == 0 },
		func(c, _ int) bool { return c == 1 },
		func(c, t int) bool { return t == 7 || c == 0 && t == 9 },
	}
	for range 2 + r.IntN(3) {
		*line++
		switch k := r.IntN(12); {
		case k == 0 && depth == 0:
			list = append(list, step{site: &Site{Kind: Barrier, Line: *line, Aligned: true}, barrier: true})
		case k < 3 && depth < 2:
			branch := &Site{Kind: Branch, Line: *line}
			list = append(list, step{site: branch, takes: takes[r.IntN(len(takes))], body: randomSteps(r, line, depth+1)})
		default:
			i := r.IntN(len(addrs))
			s := &Site{Kind: Load, Space: spaces[r.IntN(2)], Size: 4, Scope: ScopeGPU, Line: *line}
			switch i {
			case 7:
				s.Size = 1
			case 8:
				s.Size = 2
			case 5, 6:
				s.Size = []int{4, 8, 16}[r.IntN(3)]
			}
			switch r.IntN(8) {
			case 0, 1, 2:
				s.Kind = Store
			case 3:
				s.Kind, s.Strong = StrongStore, true
			case 4:
				s.Kind, s.Strong = StrongLoad, true
			case 5:
				s.Kind, s.Strong = Atomic, true
				if r.IntN(2) == 0 {
					s.Scope = ScopeCTA
				}
			}
			list = append(list, step{site: s, addr: addrs[i], value: values[r.IntN(len(values))]})
		}
	}
	return list
}

// act lets a thread execute statements up to a barrier, where it may end instead; it returns those that are left.
func act(t *Thread, cta int, list []step, ends bool) []step {
	for i, s := range list {
		switch {
		case s.barrier:
			if ends {
				return nil
			}
			t.Note(s.site, 0, 0)
			return list[i+1:]
		case s.takes != nil:
			way := uint64(0)
			if s.takes(cta, t.index) {
				way = 1
			}
			t.Note(s.site, uint64(s.site.Line), uint64(1000+s.site.Line), way)
			if way == 1 {
				act(t, cta, s.body, false)
			}
			t.Note(&Site{Kind: Join}, uint64(1000+s.site.Line))
		case s.site.Kind == Load || s.site.Kind == StrongLoad:
			t.Note(s.site, s.addr(cta, t.index))
		case s.site.Kind == Atomic:
			t.Note(s.site, s.addr(cta, t.index), 0, 1)
		default:
			t.Note(s.site, s.addr(cta, t.index), s.value(cta, t.index))
		}
	}
	return nil
}

func addSites(s *State, list []step) {
	for _, x := range list {
		if x.site.id == 0 || x.site.id > uint32(len(s.sites)) || s.sites[x.site.id-1] != x.site {
			s.Add(x.site)
		}
		addSites(s, x.body)
	}
}

// findingsOf runs a kernel of three CTAs in an order, and lists what was found.
func findingsOf(kernel []step, exits, independent, only bool, seed uint64) (out []string) {
	r := rand.New(rand.NewPCG(seed, 7))
	const threads = 64
	s := New(Options{Race: true, Independent: independent})
	addSites(s, kernel)
	l := s.Launch(Config{Kernel: "k", Grid: [3]uint32{3, 1, 1}, Block: [3]uint32{threads, 1, 1}, Shared: 8192, BarriersOnly: only})
	for _, i := range r.Perm(3) {
		c := l.CTA([3]uint32{uint32(i), 0, 0}, int64(i))
		left := make([][]step, threads)
		for k := range left {
			left[k] = kernel
		}
		for first := true; ; first = false {
			more := false
			for _, k := range r.Perm(threads) {
				t := c.Thread(k)
				if t.done {
					continue
				}
				if left[k] = act(t, i, left[k], exits && !first && k%5 == 0); left[k] == nil {
					t.Note(&Site{Kind: End})
				}
				more = more || !t.done
			}
			if !more {
				break
			}
		}
		c.End()
	}
	for _, f := range s.Findings() {
		x := fmt.Sprint(f.Kind, f.Severity, f.Space, f.A.Line, f.A.Op, f.A.Block, f.A.Thread, f.Across, f.Addr, f.Size, " ", f.Count)
		if f.B != nil {
			x += fmt.Sprint(" ", f.B.Line, f.B.Op, f.B.Block, f.B.Thread)
		}
		out = append(out, x)
	}
	return out
}

// TestTouches compares what is found where only barriers order threads with and without knowing that, in random
// kernels and orders of CTAs and threads.
func TestTouches(t *testing.T) {
	found, most := 0, 120
	if testing.Short() {
		most = 40
	}
	for seed := range uint64(most) {
		r := rand.New(rand.NewPCG(seed, 3))
		line := 0
		var kernel []step
		for range 2 {
			kernel = append(kernel, randomSteps(r, &line, 0)...)
		}
		if seed%2 == 0 { // the same once more, behind a barrier
			barrier := step{site: &Site{Kind: Barrier, Line: line + 1, Aligned: true}, barrier: true}
			kernel = append(append(slices.Clone(kernel), barrier), kernel...)
		}
		kernel = append(kernel, step{site: &Site{Kind: Load, Space: Global, Size: 4, Line: line + 2}, addr: func(int, int) uint64 { return 0 }})
		exits, independent := seed%4 == 1, seed%3 == 1
		want := findingsOf(kernel, exits, independent, false, seed)
		got := findingsOf(kernel, exits, independent, true, seed)
		for _, f := range want {
			if !slices.Contains(got, f) {
				t.Errorf("seed %d: found with clocks only: %s", seed, f)
			}
		}
		for _, f := range got {
			if !slices.Contains(want, f) {
				t.Errorf("seed %d: found with touches only: %s", seed, f)
			}
		}
		found += len(got)
	}
	if found < 2*most {
		t.Errorf("only %d findings", found)
	}
}

// sitesOf makes sites of a read, a write, a barrier and a branch, of lines 1 to 4.
func sitesOf(s *State) (read, write, barrier, branch *Site) {
	read, write = &Site{Kind: Load, Space: Global, Size: 4, Line: 1}, &Site{Kind: Store, Space: Global, Size: 4, Line: 2}
	barrier, branch = &Site{Kind: Barrier, Line: 3}, &Site{Kind: Branch, Line: 4}
	for _, x := range []*Site{read, write, barrier, branch} {
		s.Add(x)
	}
	return
}

// TestKeptReads lets many CTAs read a word, and again and again one that comes before them in the grid: it does not
// stand for the others where it writes itself.
func TestKeptReads(t *testing.T) {
	for _, only := range []bool{false, true} {
		s := New(Options{Race: true})
		read, write, barrier, _ := sitesOf(s)
		const ctas = 8 * crowd
		l := s.Launch(Config{Kernel: "k", Grid: [3]uint32{ctas, 1, 1}, Block: [3]uint32{32, 1, 1}, BarriersOnly: only})
		first := l.CTA([3]uint32{}, 0)
		for n := range uint32(ctas - 1) {
			c := l.CTA([3]uint32{n + 1}, int64(n+1))
			c.Thread(3).Note(read, 0)
			c.End()
			first.Thread(int(n)%32).Note(read, 0)
			for i := range 32 {
				first.Thread(i).Note(barrier, 0, 0)
			}
		}
		first.Thread(5).Note(write, 0, 1)
		list := s.Findings()
		if len(list) != 1 || list[0].A.Block != [3]uint32{1} || list[0].A.Thread != [3]uint32{3} || list[0].Across != "ctas" {
			t.Errorf("barriers only %v: %+v", only, list)
		}
		if only && s.linked > 2*crowd {
			t.Errorf("%d touches of one word", s.linked)
		}
	}
}

// TestEpochsApart lets lanes of a warp read a word before a barrier and behind it, and another warp write it then: only
// the second read races.
func TestEpochsApart(t *testing.T) {
	for _, only := range []bool{false, true} {
		s := New(Options{Race: true})
		read, write, barrier, _ := sitesOf(s)
		c := s.Launch(Config{Kernel: "k", Block: [3]uint32{64, 1, 1}, BarriersOnly: only}).CTA([3]uint32{}, 0)
		c.Thread(0).Note(read, 0)
		for i := range 64 {
			c.Thread(i).Note(barrier, 0, 0)
		}
		c.Thread(1).Note(read, 0)
		c.Thread(40).Note(write, 0, 1)
		if list := s.Findings(); len(list) != 1 || list[0].A.Thread != [3]uint32{1} {
			t.Errorf("barriers only %v: %+v", only, list)
		}
	}
}

// TestWaysApart lets lanes of a warp read a word at one place on two ways, and another lane write it on the second:
// only the first read races.
func TestWaysApart(t *testing.T) {
	for _, only := range []bool{false, true} {
		s := New(Options{Race: true})
		read, write, _, branch := sitesOf(s)
		c := s.Launch(Config{Kernel: "k", Block: [3]uint32{32, 1, 1}, BarriersOnly: only}).CTA([3]uint32{}, 0)
		for i := range 3 {
			c.Thread(i).Note(branch, 4, 5, uint64(min(i, 1)))
		}
		c.Thread(0).Note(read, 0)
		c.Thread(1).Note(read, 0)
		c.Thread(2).Note(&Site{Kind: Join}, 1) // of no branch: the write comes behind the read of its way
		c.Thread(2).Note(write, 0, 1)
		if list := s.Findings(); len(list) != 1 || list[0].A.Thread != [3]uint32{0} || list[0].Across != "lanes" {
			t.Errorf("barriers only %v: %+v", only, list)
		}
	}
}
