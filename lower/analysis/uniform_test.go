package analysis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

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
	values map[*ir.Value]uint32 // all values that the thread has so far
	at     int                  // place in the thread's path
	syncs  int                  // synchronisations of the thread up to its end
}

// trace is what a thread did, by block and turn of the loops around it.
type trace struct {
	events map[string]event
	path   []string
	cut    bool // ran too long
	syncs  int
}

type thread struct{ tidx, tidy, ctaid, param uint32 }

// execute runs one thread.
func execute(f *ir.Func, loops *ir.LoopNest, th thread) *trace {
	t := &trace{events: map[string]event{}}
	vals := map[*ir.Value]uint32{}
	turn := map[*ir.Loop]int{}
	b := f.Blocks[0]
	var from *ir.Block
	var edge int
	for range 300 {
		if l := loops.Headed(b); l != nil && from != nil {
			if loops.Contains(l, from) {
				turn[l]++
			} else {
				turn[l] = 0
			}
		}
		if from != nil {
			next := map[*ir.Value]uint32{}
			for _, phi := range b.Phis() {
				next[phi] = vals[phi.Args[edge]]
			}
			for v, x := range next {
				vals[v] = x
			}
		}
		for _, v := range b.Values {
			arg := func(i int) uint32 { return vals[v.Args[i]] }
			switch v.Op {
			case ir.OpConst:
				vals[v] = uint32(v.Attr.Bits)
			case ir.OpParam:
				vals[v] = th.param
			case ir.OpSReg:
				vals[v] = map[string]uint32{"tid.x": th.tidx, "tid.y": th.tidy, "ctaid.x": th.ctaid}[v.Attr.SReg]
			case ir.OpAdd:
				vals[v] = (arg(0) + arg(1)) & 7
			case ir.OpXor:
				vals[v] = arg(0) ^ arg(1)
			case ir.OpAnd:
				vals[v] = arg(0) & arg(1)
			case ir.OpICmp:
				vals[v] = 0
				if arg(0) == arg(1) {
					vals[v] = 1
				}
			case ir.OpLockstep:
				t.syncs++
			}
		}
		key := b.String()
		for l := loops.Of(b); l != nil; l = l.Parent {
			key += fmt.Sprint(" ", turn[l])
		}
		snap := map[*ir.Value]uint32{}
		for v, x := range vals {
			snap[v] = x
		}
		t.events[key] = event{snap, len(t.path), t.syncs}
		t.path = append(t.path, key)
		if len(b.Succs) == 0 {
			return t
		}
		i := 0
		if b.Term == ir.If && vals[b.Ctrl[0]] == 0 {
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
	for seed := range uint64(3000) {
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
						compare(t, f, traces, threads, b, v, level)
					}
				}
			}
			if u.Exec(b) < Varying && !cut {
				together(t, f, traces, threads, b, u.Exec(b), u.class[b.ID] == toSync)
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

// keysOf returns the executions of a block in a trace.
func keysOf(tr *trace, b *ir.Block) (keys []string) {
	for k := range tr.events {
		var name string
		fmt.Sscan(k, &name)
		if name == b.String() {
			keys = append(keys, k)
		}
	}
	return keys
}

func compare(t *testing.T, f *ir.Func, traces []*trace, threads []thread, b *ir.Block, v *ir.Value, level Level) {
	if level == Varying {
		return
	}
	for i, tr := range traces {
		for _, k := range keysOf(tr, b) {
			x := tr.events[k].values[v]
			for j, other := range traces[:i] {
				e, ok := other.events[k]
				if ok && sameGroup(level, threads[i], threads[j]) && e.values[v] != x {
					t.Errorf("%s is %s in %s, but %d in thread %v and %d in thread %v at %s", v, level, b, x, threads[i], e.values[v], threads[j], k)
					return
				}
			}
		}
	}
}

// together checks that a thread which misses an execution of the block has ended,
// or will not synchronise any more after its ways parted.
func together(t *testing.T, f *ir.Func, traces []*trace, threads []thread, b *ir.Block, level Level, syncs bool) {
	for i, tr := range traces {
		for _, k := range keysOf(tr, b) {
			for j, other := range traces {
				if _, ok := other.events[k]; ok || !sameGroup(max(level, Grid), threads[i], threads[j]) {
					continue
				}
				parted := tr.events[k].at
				for parted >= 0 {
					if _, ok := other.events[tr.path[parted]]; ok {
						break
					}
					parted--
				}
				if !syncs || other.syncs > other.events[tr.path[parted]].syncs {
					t.Errorf("%s is executed at level %s, but thread %v is there at %s and thread %v is not", b, level, threads[i], k, threads[j])
					return
				}
			}
		}
	}
}
