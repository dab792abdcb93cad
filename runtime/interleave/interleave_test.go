package interleave_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/interleave"
)

// engine runs a program of so many points, the last of which may be a barrier of the CTA.
type engine struct {
	plan    *interleave.Plan
	points  int
	barrier bool
	at      map[*interleave.CTA][]int
	waiting map[*interleave.CTA]int
	trace   []string
}

func (e *engine) run(t *testing.T, ctas, threads int) {
	ended := 0
	for {
		s, ok := e.plan.Next()
		if !ok {
			break
		}
		if e.at[s.CTA] == nil {
			e.at[s.CTA] = make([]int, threads)
		}
		if len(e.trace) > 100*ctas*threads*e.points {
			t.Fatal("no end")
		}
		for _, lane := range s.Lanes {
			i := 32*s.Warp + lane
			e.trace = append(e.trace, fmt.Sprint(s.CTA.Index, " ", i))
			th := s.CTA.Thread(i)
			e.at[s.CTA][i]++
			switch n := e.at[s.CTA][i]; {
			case n < e.points:
				th.Point(n, interleave.Access)
			case n == e.points && e.barrier:
				th.Wait()
				if e.waiting[s.CTA]++; e.waiting[s.CTA] == threads {
					for k := range threads {
						s.CTA.Thread(k).Wake()
					}
				}
			default:
				th.End()
			}
		}
		if s.CTA.Stuck() {
			t.Fatal("stuck")
		}
		if s.CTA.Ended() {
			ended++
		}
	}
	if ended != ctas {
		t.Errorf("%d CTAs have ended, want %d", ended, ctas)
	}
}

func trace(t *testing.T, o interleave.Options, ctas, threads int, barrier bool) []string {
	e := &engine{plan: interleave.New(o, 5, int64(ctas), threads), points: 4, barrier: barrier, at: map[*interleave.CTA][]int{}, waiting: map[*interleave.CTA]int{}}
	e.run(t, ctas, threads)
	return e.trace
}

// TestReplay runs seeds twice: all threads of all CTAs come to their ends, in the same order both times.
func TestReplay(t *testing.T) {
	orders := map[string]bool{}
	for seed := range uint64(16) {
		o := interleave.Options{Seed: seed, Independent: seed%2 == 1}
		a, b := trace(t, o, 10, 70, true), trace(t, o, 10, 70, true)
		if !slices.Equal(a, b) {
			t.Errorf("seed %d: two orders", seed)
		}
		if want := 10 * 70 * 5; len(a) != want {
			t.Errorf("seed %d: %d steps of threads, want %d", seed, len(a), want)
		}
		orders[fmt.Sprint(a)] = true
	}
	if len(orders) != 16 {
		t.Errorf("%d orders of 16 seeds", len(orders))
	}
}

// TestUsual checks that seed 0 leaves nothing to chance.
func TestUsual(t *testing.T) {
	var want []string
	for range 5 {
		for i := range 32 {
			want = append(want, fmt.Sprint("5 ", i))
		}
	}
	if got := trace(t, interleave.Options{}, 1, 32, true); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// TestJoin checks that lanes wait where ways meet for those that are on another one, in lockstep, but not for ever.
func TestJoin(t *testing.T) {
	for seed := range uint64(20) {
		p := interleave.New(interleave.Options{Seed: seed}, 0, 1, 2)
		s, _ := p.Next()
		c := s.CTA
		c.Thread(0).Point(9, interleave.Join)
		c.Thread(1).Point(3, interleave.Access)
		const spins = 5000
		alone := 0
		for n := range spins {
			s, _ := p.Next()
			if slices.Contains(s.Lanes, 0) {
				alone++
				if n < 100 {
					t.Errorf("seed %d: goes on behind the join after %d steps", seed, n)
				}
			}
		}
		if alone == 0 || alone > spins/100 {
			t.Errorf("seed %d: goes on %d times in %d steps", seed, alone, spins)
		}
		c.Thread(1).Point(9, interleave.Join)
		if s, _ := p.Next(); len(s.Lanes) != 2 {
			t.Errorf("seed %d: lanes %v go on, want both", seed, s.Lanes)
		}
	}
}

// TestCalls checks that lanes stand together by the same calls only, and that who has waited is behind the point.
func TestCalls(t *testing.T) {
	p := interleave.New(interleave.Options{}, 0, 1, 4)
	s, _ := p.Next()
	c := s.CTA
	for i := range 4 {
		c.Thread(i).Call(5 + i/2)
		c.Thread(i).Point(9, interleave.Access)
	}
	c.Thread(1).Wait()
	c.Thread(1).Wake()
	for _, want := range []int{0, 1, 2} {
		s, _ := p.Next()
		if s.Lanes[0] != want || len(s.Lanes) != 1+want/2 {
			t.Errorf("lanes %v, want from %d on", s.Lanes, want)
		}
		for _, i := range s.Lanes {
			c.Thread(i).Return()
			c.Thread(i).Point(20, interleave.Access)
		}
	}
	if s, _ := p.Next(); len(s.Lanes) != 4 {
		t.Errorf("lanes %v, want all", s.Lanes)
	}
}
