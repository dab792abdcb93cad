package counters

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// lanePath is where a lane is, spelled out: lanes with the same text are there together.
type lanePath struct {
	here string // where the lane is: steps and ways since the root, without those of branches whose ways have met
	open []string
	join []uint64 // of the branch in front of what is open; callJoin for a call
}

const callJoin = 1 << 40

// told is one thing that a thread is told.
type told struct {
	kind   int // step, fork, meet, call, return
	n, way uint64
	at     uint64
	guard  bool
}

// walk makes random control flow: what a lane is told in a region with so many levels of others inside. As in notes of
// kernels there is a step in front of each branch. shape says what the code is, r what the lane does there.
func walk(r *rand.Rand, shape *rand.Rand, depth int, next *uint64, out *[]told) {
	for range 1 + shape.IntN(3) {
		*next++
		at := *next
		*out = append(*out, told{kind: 0, n: at % 6, at: uint64(r.IntN(1 << 12)), guard: r.IntN(2) == 0})
		if depth == 0 {
			continue
		}
		switch shape.IntN(5) {
		case 0, 1: // a branch of several ways
			ways := 2 + shape.IntN(2)
			seed := shape.Uint64()
			way := r.IntN(ways)
			if r.IntN(3) > 0 {
				way = 0
			}
			*out = append(*out, told{kind: 1, n: at, way: uint64(way)})
			k := at*10 + uint64(way)
			walk(r, rand.New(rand.NewPCG(seed, uint64(way))), depth-1, &k, out)
			*out = append(*out, told{kind: 2, n: at})
		case 2: // a loop
			rounds := 1
			for r.IntN(2) == 0 && rounds < 5 {
				rounds++
			}
			seed := shape.Uint64()
			for i := range rounds {
				k := at * 10
				walk(r, rand.New(rand.NewPCG(seed, 1)), depth-1, &k, out)
				*out = append(*out, told{kind: 0, n: at % 6}, told{kind: 1, n: at, way: uint64(min(1, rounds-1-i))})
			}
			*out = append(*out, told{kind: 2, n: at})
		case 3: // a call, which may return from inside of a branch
			seed := shape.Uint64()
			*out = append(*out, told{kind: 3})
			k := at * 10
			walk(r, rand.New(rand.NewPCG(seed, 1)), depth-1, &k, out)
			if early := r.IntN(2); shape.IntN(2) == 0 {
				*out = append(*out, told{kind: 0, n: at % 6}, told{kind: 1, n: 1 << 30, way: uint64(early)})
				if early == 0 {
					walk(r, rand.New(rand.NewPCG(seed, 2)), depth-1, &k, out)
				}
			}
			*out = append(*out, told{kind: 4})
		}
	}
}

// TestPaths tells the lanes of warps random paths, in several orders, and compares what is counted with what follows
// from where lanes are, which is told apart by all that they have come by.
func TestPaths(t *testing.T) {
	prog := &Program{Instructions: make([]Instruction, 6)}
	for i := range 6 {
		prog.Steps = append(prog.Steps, Step{First: int32(i), End: int32(i + 1), Branch: true, Guards: []int32{int32(i)}, Requests: []Request{{Instruction: int32(i), Space: Space(1 + 2*(i%2)), Bytes: 4 << (i % 3), Atomic: i > 3}}})
	}
	locate := func(_ Space, addr uint64) (Space, uint64, uint64) { return Global, addr &^ 1023, 1024 }
	tell := func(th *Thread, x told) {
		switch x.kind {
		case 0:
			th.Step(int(x.n))
			th.Guard(0, x.guard)
			th.Touch(0, x.at)
		case 1:
			th.Fork(x.n, x.way)
		case 2:
			th.Meet(x.n)
		case 3:
			th.Call()
		case 4:
			th.Return()
		}
	}
	parted, left := int64(0), false
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 1))
		const threads = 50
		var paths [threads][]told
		for i := range paths {
			next := uint64(0)
			walk(r, rand.New(rand.NewPCG(seed, 2)), 3, &next, &paths[i])
		}
		// The oracle: moments by all that has led to them.
		type together struct {
			step   uint64
			mask   uint32
			guards int64
			addrs  [lanes]uint64
			ways   map[uint64]bool
		}
		all := map[string]*together{}
		for i, path := range paths {
			p := lanePath{here: fmt.Sprint("warp ", i/lanes)}
			last := (*together)(nil)
			for _, x := range path {
				switch x.kind {
				case 0:
					p.here += fmt.Sprint(" s", x.n)
					if all[p.here] == nil {
						all[p.here] = &together{step: x.n, ways: map[uint64]bool{}}
					}
					last = all[p.here]
					last.mask |= 1 << (i % lanes)
					last.addrs[i%lanes] = x.at
					if x.guard {
						last.guards++
					}
				case 1:
					if at := all[lastStep(p.here)]; at != nil {
						at.ways[x.way] = true
					}
					if n := len(p.join); n == 0 || p.join[n-1] != x.n {
						p.open, p.join = append(p.open, p.here), append(p.join, x.n)
					}
					p.here += fmt.Sprint(" w", x.way)
				case 2:
					if n := len(p.join); n > 0 && p.join[n-1] == x.n {
						p.here, p.open, p.join = p.open[n-1]+" m", p.open[:n-1], p.join[:n-1]
					}
				case 3:
					p.open, p.join = append(p.open, p.here), append(p.join, callJoin)
					p.here += " c"
				case 4:
					for n := len(p.join); n > 0; n = len(p.join) {
						call := p.join[n-1] == callJoin
						p.here, p.open, p.join = p.open[n-1]+" m", p.open[:n-1], p.join[:n-1]
						if call {
							break
						}
					}
				}
			}
		}
		want := newTally(prog)
		for _, m := range all {
			s := want.of(int32(m.step), &prog.Steps[m.step])
			s.times++
			s.lanes += int64(bits.OnesCount32(m.mask))
			if len(m.ways) > 1 {
				s.divergent++
				parted++
			}
			s.guards[0] += m.guards
			plain(&prog.Steps[m.step].Requests[0], &s.requests[0], m.mask, m.addrs[:])
		}
		for how := range 4 {
			l := New().Launch("k", prog, threads)
			for range 2 { // the second CTA takes the place of the first
				c := l.Begin(locate)
				var at [threads]int
				for rest := threads; rest > 0; {
					i := slices.IndexFunc(at[:], func(n int) bool { return n >= 0 })
					switch how {
					case 1:
						for i = threads - 1; at[i] < 0; i-- {
						}
					case 2, 3:
						for i = r.IntN(threads); at[i] < 0; i = (i + 1) % threads {
						}
					}
					for n := 1; n > 0; n-- {
						if how == 3 {
							n = 1 + r.IntN(9)
						}
						if at[i] == len(paths[i]) {
							at[i], n = -1, 0
							rest--
							break
						}
						tell(c.Thread(i), paths[i][at[i]])
						left = left || c.Thread(i).at == apart
						at[i]++
					}
				}
				c.count()
				if !reflect.DeepEqual(c.tally.steps, want.steps) {
					t.Fatalf("seed %d, order %d:\n%s\nwant\n%s", seed, how, spell(&c.tally), spell(&want))
				}
				c.tally = newTally(prog)
				l.free = append(l.free, c)
			}
		}
	}
	if parted < 1000 || !left {
		t.Errorf("%d branches parted lanes", parted)
	}
}

func spell(t *tally) string {
	var b strings.Builder
	for i, s := range t.steps {
		fmt.Fprintf(&b, "%d: %+v\n", i, s)
	}
	return b.String()
}

// lastStep cuts what has come behind the last step of a path without those that have met.
func lastStep(here string) string {
	for i := len(here); i > 0; i-- {
		if here[i-1] == ' ' && here[i] == 's' {
			for k := i; k <= len(here); k++ {
				if k == len(here) || here[k] == ' ' {
					return here[:k]
				}
			}
		}
	}
	return here
}

// plain counts a request as the documentation says, with maps.
func plain(r *Request, d *demand, mask uint32, addrs []uint64) {
	n := int64(bits.OnesCount32(mask))
	size := uint64(r.Bytes)
	sectors, places := map[uint64]bool{}, map[uint64]bool{}
	turns := map[int]map[uint64]map[uint64]bool{}
	for i := range lanes {
		if mask>>i&1 == 0 {
			continue
		}
		a := addrs[i]
		places[a] = true
		for b := a; b < a+size; b++ {
			// Memories begin at multiples of 1024 bytes, and with a sector; what reaches into the next is of the first.
			sectors[a>>10<<32|(b-a>>10<<10)/sectorBytes] = true
		}
		group := i / (lanes / max(1, int(size)/wordBytes))
		if turns[group] == nil {
			turns[group] = map[uint64]map[uint64]bool{}
		}
		for w := a / wordBytes; w < a/wordBytes+max(1, size/wordBytes); w++ {
			if turns[group][w%banks] == nil {
				turns[group][w%banks] = map[uint64]bool{}
			}
			turns[group][w%banks][w] = true
		}
	}
	x := &d.Global
	if r.Space == Shared {
		x = &d.Shared
		for _, g := range turns {
			most := 0
			for _, words := range g {
				most = max(most, len(words))
			}
			x.Conflicts += int64(most - 1)
		}
	} else {
		x.Sectors += int64(len(sectors))
	}
	x.Requests++
	x.Bytes += n * int64(size)
	if r.Atomic {
		x.Collided += n - int64(len(places))
	}
}

// TestDemand counts random requests, most of which are regular, in two ways.
func TestDemand(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 20000 {
		q := Request{Space: Space(1 + 2*r.IntN(2)), Bytes: 1 << r.IntN(6), Atomic: r.IntN(2) == 0}
		base, stride := uint64(r.IntN(1<<13)), uint64(r.IntN(80))
		if r.IntN(3) == 0 {
			stride = -stride
		}
		noise := 1 + r.IntN(2)*r.IntN(400)
		var addrs [lanes]uint64
		for k := range addrs {
			addrs[k] = (base + 1<<14 + stride*uint64(k) + uint64(r.IntN(noise))) &^ uint64(q.Bytes-1)
		}
		mask := r.Uint32() | -uint32(r.IntN(2))
		if mask == 0 {
			continue
		}
		c := &CTA{locate: func(_ Space, addr uint64) (Space, uint64, uint64) { return Global, addr &^ 1023, 1024 }}
		var got, want demand
		c.request(&q, &got, mask, addrs[:])
		plain(&q, &want, mask, addrs[:])
		if got != want {
			t.Fatalf("%d: %+v of %+v, lanes %#x at %d: want %+v", i, got, q, mask, addrs, want)
		}
	}
}
