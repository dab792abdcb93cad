package analysis

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// addGatherings makes some branches of a random function depend on what threads found
// out together.
func addGatherings(r *rand.Rand, f *ir.Func) {
	entry := f.Blocks[0]
	for _, b := range f.Blocks {
		if b.Term != ir.If || r.IntN(2) == 0 {
			continue
		}
		low := b.Ctrl[0].Args[0]
		x, one := low.Args[0], low.Args[1]
		at := slices.Index(b.Values, low)
		if b == entry && at < 12 {
			continue
		}
		add := func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
			v := f.NewValue(op, t, 0, args...)
			b.Insert(at, v)
			at++
			return v
		}
		konst := func(n uint32) *ir.Value {
			v := add(ir.OpConst, ir.I32)
			v.Attr.Bits = uint64(n)
			return v
		}
		mask := konst(1<<32 - 1)
		switch r.IntN(8) {
		case 0: // of half a warp
			lane := add(ir.OpSReg, ir.I32)
			lane.Attr.SReg = "laneid"
			mask = add(ir.OpShl, ir.I32, konst(0xffff), add(ir.OpAnd, ir.I32, lane, konst(16)))
		case 1:
			mask = add(ir.OpAdd, ir.I32, mask, konst(0)) // not known
		}
		p := add(ir.OpICmp, ir.I1, add(ir.OpAnd, ir.I32, x, one), one)
		p.Attr.Cmp = ir.Eq
		warp := func(name string, t ir.Type, args ...*ir.Value) *ir.Value {
			sync := r.IntN(2) == 0
			if sync {
				args = append(args, mask)
			}
			v := add(ir.OpWarp, t, args...)
			v.Attr.Name, v.Attr.Sync = name, sync
			if t == ir.Tuple {
				v.Results = []ir.Type{ir.I32, ir.I1}
			}
			return v
		}
		var v *ir.Value
		switch r.IntN(10) {
		case 0:
			v = add(ir.OpBarrier, ir.I1, konst(0), konst(0), p)
			v.Attr.Bar = ir.BarRedOr
			v = add(ir.OpZext, ir.I32, v)
		case 1, 2:
			v = add(ir.OpZext, ir.I32, warp("VoteAnyPred", ir.I1, p))
		case 3:
			v = warp("VoteBallotB32", ir.I32, p)
		case 4:
			v = warp("ReduxAddU32", ir.I32, x)
		case 5, 6:
			v = add(ir.OpExtract, ir.I32, warp("ShflIdxB32", ir.Tuple, x, konst(uint32(r.IntN(3))), konst(31)))
			if r.IntN(4) == 0 {
				s := v.Args[0]
				v = add(ir.OpExtract, ir.I1, s)
				v.Attr.Index = 1
				v = add(ir.OpZext, ir.I32, v)
			}
		case 7:
			v = add(ir.OpWarp, ir.I32)
			v.Attr.Name = "ActivemaskB32"
		case 8:
			v = add(ir.OpExtract, ir.I32, warp("MatchAllB32", ir.Tuple, x))
		case 9:
			v = add(ir.OpExtract, ir.I32, warp("Elect", ir.Tuple))
		}
		low.Args[0] = v
	}
}

// walk is where a thread is: the block and the turns of the loops around it.
type walk struct {
	block *ir.Block
	ended bool // the block
	turn  map[*ir.Loop]uint16
}

// enter moves a thread to the next block.
func (w *walk) enter(loops *ir.LoopNest, b *ir.Block) {
	if l := loops.Headed(b); l != nil {
		if w.block != nil && loops.Contains(l, w.block) {
			w.turn[l]++
		} else {
			w.turn[l] = 0
		}
	}
	w.block, w.ended = b, false
}

func (w *walk) turns(loops *ir.LoopNest) string {
	var s []byte
	for l := loops.Of(w.block); l != nil; l = l.Parent {
		s = append(s, byte(w.turn[l]>>8), byte(w.turn[l]))
	}
	return string(s)
}

// TestGatherings runs random kernels with barriers and warp operations in the
// interpreter, where their threads wait for each other, and compares the results of
// each turn with what the analysis promises.
func TestGatherings(t *testing.T) {
	counts := map[string]int{}
	seeds := uint64(600)
	if testmode.Long() {
		seeds = 100_000
	}
	whole, deadlocks := 0, 0
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 6))
		f := randomFunc(r)
		addGatherings(r, f)
		f.Blocks = ir.ProgramOrder(f, ir.Loops(f, ir.Dominators(f)))
		if err := ir.Verify(f); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, ir.PrintFunc(f))
		}
		u := NewUniformity(f, nil)
		shape := blocks[seed%uint64(len(blocks))].ntid
		err := interpret(t, f, u, shape, counts)
		if t.Failed() {
			t.Fatalf("seed %d, block %v:\n%s", seed, shape, ir.PrintFunc(f))
		}
		var fault *interp.Fault
		switch {
		case err == nil:
			whole++
		case errors.As(err, &fault):
			deadlocks++
		default:
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	t.Log(whole, deadlocks, counts)
	if whole < int(seeds)/4 {
		t.Errorf("only %d of %d kernels run to their end", whole, seeds)
	}
	for _, want := range []string{
		"Barrier cta", "Barrier varying", "VoteAnyPred sync warp", "VoteAnyPred sync varying", "VoteAnyPred warp", "VoteAnyPred varying",
		"ReduxAddU32 sync warp", "ReduxAddU32 varying", "ShflIdxB32 sync warp", "ShflIdxB32 varying",
		"ActivemaskB32 warp", "ActivemaskB32 varying", "MatchAllB32 sync warp", "MatchAllB32 varying", "Elect sync warp", "Elect varying",
	} {
		if counts[want] < int(seeds)/200 {
			t.Errorf("only %d times %s", counts[want], want)
		}
	}
}

func interpret(t *testing.T, f *ir.Func, u *Uniformity, shape [3]uint32, counts map[string]int) error {
	type turn struct {
		v     *ir.Value
		key   [6]uint32
		turns string
	}
	first := map[turn]uint64{}
	walks := map[uint32]*walk{} // by number of the thread in the grid
	counted := map[*ir.Value]bool{}
	trace := func(e *interp.Event) {
		for lane := range 32 {
			if e.Lanes>>lane&1 == 0 {
				continue
			}
			n := uint32(32*e.Warp + lane)
			th := thread{ntid: shape, ctaid: e.CTA[0], number: n}
			th.tid = [3]uint32{n % shape[0], n / shape[0] % shape[1], n / shape[0] / shape[1]}
			w := walks[64*e.CTA[0]+n]
			if w == nil {
				w = &walk{turn: map[*ir.Loop]uint16{}}
				walks[64*e.CTA[0]+n] = w
			}
			if w.block != e.Block || w.ended {
				w.enter(u.loops, e.Block)
			}
			switch v := e.Value; {
			case v == nil:
				w.ended = true
			case v.Type != ir.Void:
				if !counted[v] {
					counted[v] = true
					counts[kindOf(v)+" "+u.Of(v).String()]++
				}
				got := e.Result(lane)
				for _, g := range groups {
					if key, is := g.key(&th); is && u.Of(v).In(g.level) {
						at := turn{v, key, w.turns(u.loops)}
						x, ok := first[at]
						if !ok {
							first[at] = got[0]
						} else if x != got[0] && !t.Failed() {
							t.Errorf("%s is %s, but %d in thread %v and %d in one before it", v, u.Of(v), got[0], th.tid, x)
						}
					}
				}
			}
		}
	}
	x, err := interp.New(&ir.Module{Name: "t", PtrBits: 64, Funcs: []*ir.Func{f}}, interp.Options{MaxSteps: 1000, Trace: trace})
	if err != nil {
		t.Fatal(err)
	}
	return x.Launch(t.Context(), f.Name, interp.Config{Grid: [3]uint32{2, 1, 1}, Block: shape}, make([]byte, 4), nil)
}

func kindOf(v *ir.Value) string {
	if v.Op == ir.OpExtract {
		if v.Attr.Index > 0 {
			return "second"
		}
		v = v.Args[0]
	}
	switch {
	case v.Op != ir.OpWarp:
		return v.Op.String()
	case v.Attr.Sync:
		return v.Attr.Name + " sync"
	}
	return v.Attr.Name
}
