package analysis

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/internal/testmode"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// randomFunc makes a kernel with a random graph of blocks, phis, sums, and now
// and then a synchronisation. Its values stay small, so that branches are taken
// both ways.
func randomFunc(r *rand.Rand) *ir.Func {
	f := &ir.Func{Name: "random", Entry: true, Module: &ir.Module{}}
	f.Params = []*ir.Param{{Name: "p", Type: ir.I32, PTX: "u32", Size: 4, Align: 4}}
	n := 3 + r.IntN(10)
	for range n {
		f.NewBlock("")
	}
	succs := make([][]int, n)
	for i := range n {
		k := [...]int{0, 1, 1, 2, 2, 2, 2, 2}[r.IntN(8)]
		if i == n-1 {
			k = 0
		}
		if i == 0 && k == 0 {
			k = 2
		}
		for j := range k {
			to := min(n-1, i+1+r.IntN(3))
			if j > 0 && r.IntN(3) == 0 && i > 1 {
				to = 1 + r.IntN(i)
			}
			succs[i] = append(succs[i], to)
		}
	}
	reach := map[int]bool{}
	var visit func(i int)
	visit = func(i int) {
		if !reach[i] {
			reach[i] = true
			for _, s := range succs[i] {
				visit(s)
			}
		}
	}
	visit(0)
	for i, b := range f.Blocks {
		if !reach[i] {
			succs[i] = nil
		}
		term := [...]ir.Term{ir.Exit, ir.Jump, ir.If}[len(succs[i])]
		var list []*ir.Block
		for _, s := range succs[i] {
			list = append(list, f.Blocks[s])
		}
		b.SetTerm(term, 0, list...)
	}
	dom := ir.Dominators(f)
	for i, b := range f.Blocks {
		if len(b.Preds) > 1 {
			for range 1 + r.IntN(2) {
				b.Add(ir.OpPhi, ir.I32, 0)
			}
		}
		if i == 0 {
			for _, s := range []string{"tid.x", "tid.y", "ctaid.x"} {
				b.Add(ir.OpSReg, ir.I32, 0).Attr.SReg = s
			}
			b.Add(ir.OpParam, ir.I32, 0)
			b.Const(ir.I32, 0, 0)
			b.Const(ir.I32, 1, 0)
		}
	}
	avail := func(b *ir.Block) (list []*ir.Value) {
		for x := b; x != nil; x = dom.Idom(x) {
			for _, v := range x.Values {
				if v.Type == ir.I32 {
					list = append(list, v)
				}
			}
		}
		return list
	}
	pick := func(b *ir.Block) *ir.Value {
		list := avail(b)
		return list[r.IntN(len(list))]
	}
	for _, b := range ir.ReversePostorder(f) {
		for range r.IntN(3) {
			b.Add([...]ir.Op{ir.OpAdd, ir.OpXor, ir.OpAnd}[r.IntN(3)], ir.I32, 0, pick(b), pick(b))
		}
		if r.IntN(5) == 0 {
			b.Add(ir.OpLockstep, ir.Void, 0)
		}
		if b.Term == ir.If {
			one := f.Blocks[0].Values[slices.IndexFunc(f.Blocks[0].Values, func(v *ir.Value) bool { return v.Op == ir.OpConst })+1]
			low := b.Add(ir.OpAnd, ir.I32, 0, pick(b), one)
			c := b.Add(ir.OpICmp, ir.I1, 0, low, one)
			c.Attr.Cmp = ir.Eq
			b.Ctrl = []*ir.Value{c}
		}
	}
	for _, b := range f.Blocks {
		for _, phi := range b.Phis() {
			for _, p := range b.Preds {
				phi.Args = append(phi.Args, pick(p))
			}
		}
	}
	return f
}

// event is one execution of a block by a thread.
type event struct {
	block  *ir.Block
	turns  string   // of the loops around it, outermost first, a byte each
	values []uint32 // all values that the thread has then, by ID
	at     int      // place in the thread's path
}

// place identifies an execution among threads.
type place struct {
	block *ir.Block
	turns string
}

// trace is what a thread did.
type trace struct {
	events map[place]*event
	path   []*event
	cut    bool // ran too long
}

type thread struct{ tidx, tidy, ctaid, param uint32 }

// execute runs one thread.
func execute(f *ir.Func, loops *ir.LoopNest, th thread) *trace {
	t := &trace{events: map[place]*event{}}
	vals := make([]uint32, f.NumValues())
	turn := map[*ir.Loop]byte{}
	b := f.Blocks[0]
	var from *ir.Block
	var edge int
	for range 100 {
		if l := loops.Headed(b); l != nil && from != nil {
			if loops.Contains(l, from) {
				turn[l]++
			} else {
				turn[l] = 0
			}
		}
		if from != nil {
			var next []uint32
			for _, phi := range b.Phis() {
				next = append(next, vals[phi.Args[edge].ID])
			}
			for i, phi := range b.Phis() {
				vals[phi.ID] = next[i]
			}
		}
		for _, v := range b.Values {
			arg := func(i int) uint32 { return vals[v.Args[i].ID] }
			switch v.Op {
			case ir.OpConst:
				vals[v.ID] = uint32(v.Attr.Bits)
			case ir.OpParam:
				vals[v.ID] = th.param
			case ir.OpSReg:
				vals[v.ID] = map[string]uint32{"tid.x": th.tidx, "tid.y": th.tidy, "ctaid.x": th.ctaid}[v.Attr.SReg]
			case ir.OpAdd:
				vals[v.ID] = (arg(0) + arg(1)) & 7
			case ir.OpXor:
				vals[v.ID] = arg(0) ^ arg(1)
			case ir.OpAnd:
				vals[v.ID] = arg(0) & arg(1)
			case ir.OpICmp:
				vals[v.ID] = 0
				if arg(0) == arg(1) {
					vals[v.ID] = 1
				}
			}
		}
		var turns []byte
		for l := loops.Of(b); l != nil; l = l.Parent {
			turns = append([]byte{turn[l]}, turns...)
		}
		e := &event{b, string(turns), slices.Clone(vals), len(t.path)}
		t.events[place{b, e.turns}] = e
		t.path = append(t.path, e)
		if len(b.Succs) == 0 {
			return t
		}
		i := 0
		if b.Term == ir.If && vals[b.Ctrl[0].ID] == 0 {
			i = 1
		}
		from, edge = b, b.PredIndex(i)
		b = b.Succs[i]
	}
	t.cut = true
	return t
}

// sameGroup says which threads a level is about.
func sameGroup(l Level, a, b thread) bool {
	switch l {
	case Grid:
		return a.param == b.param
	case CTA:
		return a.param == b.param && a.ctaid == b.ctaid
	case Row:
		return a.param == b.param && a.ctaid == b.ctaid && a.tidy == b.tidy
	}
	return true // Constant
}

// TestUniformity runs random kernels with some threads and compares what they
// do with what the analysis promises. It also counts the promises.
func TestUniformity(t *testing.T) {
	var threads []thread
	for param := range uint32(2) {
		for ctaid := range uint32(2) {
			for tidy := range uint32(2) {
				for tidx := range uint32(4) {
					threads = append(threads, thread{tidx, tidy, ctaid, param})
				}
			}
		}
	}
	counts := map[string]int{}
	seeds := uint64(400)
	if testmode.Long() {
		seeds = 50000
	}
	for seed := range seeds {
		f := randomFunc(rand.New(rand.NewPCG(seed, 5)))
		if err := ir.Verify(f); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, ir.PrintFunc(f))
		}
		u := NewUniformity(f)
		var traces []*trace
		cut := false
		for _, th := range threads {
			tr := execute(f, u.loops, th)
			traces = append(traces, tr)
			cut = cut || tr.cut
		}
		dom := ir.Dominators(f)
		for _, b := range ir.ReversePostorder(f) {
			counts["exec "+u.Exec(b).String()]++
			for _, x := range f.Blocks {
				if !dom.Dominates(x, b) {
					continue
				}
				for _, v := range x.Values {
					if v.Type != ir.Void {
						level := u.At(v, b)
						if x == b {
							counts[level.String()]++
						} else if level != u.Of(v) {
							counts["raised"]++
						}
						compare(t, traces, threads, b, v, level)
					}
				}
			}
			if u.Exec(b) < Varying && !cut {
				together(t, u, traces, threads, b)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, ir.PrintFunc(f))
		}
	}
	t.Log(counts)
	for _, want := range []string{"constant", "grid", "cta", "row", "varying", "raised", "exec cta", "exec varying"} {
		if counts[want] < 100 {
			t.Errorf("only %d times %s", counts[want], want)
		}
	}
}

func compare(t *testing.T, traces []*trace, threads []thread, b *ir.Block, v *ir.Value, level Level) {
	if level == Varying {
		return
	}
	for i, tr := range traces {
		for _, e := range tr.path {
			if e.block != b {
				continue
			}
			x := e.values[v.ID]
			for j, other := range traces[:i] {
				o := other.events[place{b, e.turns}]
				if o != nil && sameGroup(level, threads[i], threads[j]) && o.values[v.ID] != x {
					t.Errorf("%s is %s in %s, but %d in thread %v and %d in thread %v at turn %v", v, level, b, x, threads[i], o.values[v.ID], threads[j], []byte(e.turns))
					return
				}
			}
		}
	}
}

// together checks that a thread which misses an execution of the block has ended,
// or does not synchronise at or behind the block after its ways parted.
func together(t *testing.T, u *Uniformity, traces []*trace, threads []thread, b *ir.Block) {
	ahead := forward(u, b)
	for i, tr := range traces {
		for _, e := range tr.path {
			if e.block != b {
				continue
			}
			for j, other := range traces {
				if other.events[place{b, e.turns}] != nil || !sameGroup(max(u.Exec(b), Grid), threads[i], threads[j]) {
					continue
				}
				if u.class[b.ID] != toSync {
					t.Errorf("%s is executed at level %s, but not by thread %v", b, u.Exec(b), threads[j])
					return
				}
				parted := e.at
				for other.events[place{tr.path[parted].block, tr.path[parted].turns}] == nil {
					parted--
				}
				p := tr.path[parted]
				for _, o := range other.path[other.events[place{p.block, p.turns}].at+1:] {
					sync := slices.ContainsFunc(o.block.Values, (*ir.Value).Convergent)
					if sync && behind(u, e, o, ahead) {
						t.Errorf("%s is executed at level %s, but thread %v is there at turn %v and thread %v synchronises in %s", b, u.Exec(b), threads[i], []byte(e.turns), threads[j], o.block)
						return
					}
				}
			}
		}
	}
}

// forward returns the blocks that b leads to without going back in a loop.
func forward(u *Uniformity, b *ir.Block) map[*ir.Block]bool {
	seen := map[*ir.Block]bool{}
	var visit func(x *ir.Block)
	visit = func(x *ir.Block) {
		if seen[x] {
			return
		}
		seen[x] = true
		for _, s := range x.Succs {
			if !u.dom.Dominates(s, x) {
				visit(s)
			}
		}
	}
	visit(b)
	return seen
}

// behind reports whether the execution o comes at or after e in the program.
func behind(u *Uniformity, e, o *event, ahead map[*ir.Block]bool) bool {
	var common int
	for l := u.loops.Of(e.block); l != nil; l = l.Parent {
		if u.loops.Contains(l, o.block) {
			common = l.Depth
			break
		}
	}
	for i := range common {
		if e.turns[i] != o.turns[i] {
			return o.turns[i] > e.turns[i]
		}
	}
	return ahead[o.block]
}
