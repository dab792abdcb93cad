package analysis

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
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
			sreg := map[string]*ir.Value{}
			for _, s := range []string{"tid.x", "tid.y", "tid.z", "ctaid.x", "laneid", "warpid", "ntid.x", "ntid.y"} {
				sreg[s] = b.Add(ir.OpSReg, ir.I32, 0)
				sreg[s].Attr.SReg = s
			}
			b.Add(ir.OpParam, ir.I32, 0)
			b.Const(ir.I32, 0, 0)
			b.Const(ir.I32, 1, 0)
			// The numbers of threads that the analysis knows.
			five, x := b.Const(ir.I32, 5, 0), sreg["tid.x"]
			mul := func(x, y *ir.Value) *ir.Value { return b.Add(ir.OpMul, ir.I32, 0, x, y) }
			add := func(x, y *ir.Value) *ir.Value { return b.Add(ir.OpAdd, ir.I32, 0, x, y) }
			for k := range 1 + r.IntN(3) {
				n := [...]func() *ir.Value{
					func() *ir.Value { return x },
					func() *ir.Value { return add(x, mul(sreg["ntid.x"], sreg["tid.y"])) },
					func() *ir.Value {
						return add(mul(add(mul(sreg["ntid.y"], sreg["tid.z"]), sreg["tid.y"]), sreg["ntid.x"]), x)
					},
				}[r.IntN(3)]()
				if r.IntN(2) == 0 {
					b.Add(ir.OpShrU, ir.I32, 0, n, five)
					continue
				}
				c := b.Add(ir.OpICmp, ir.I1, 0, n, b.Const(ir.I32, []uint64{32, 32, 8}[k], 0))
				c.Attr.Cmp = [...]ir.Cmp{ir.LtU, ir.GeU}[r.IntN(2)]
				b.Add(ir.OpZext, ir.I32, 0, c)
			}
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
	one := f.Blocks[0].Values[slices.IndexFunc(f.Blocks[0].Values, func(v *ir.Value) bool { return v.Op == ir.OpConst })+1]
	phis := func(b *ir.Block) []*ir.Value {
		return slices.DeleteFunc(avail(b), func(v *ir.Value) bool { return v.Op != ir.OpPhi })
	}
	for _, b := range ir.ReversePostorder(f) {
		for range r.IntN(3) {
			b.Add([...]ir.Op{ir.OpAdd, ir.OpXor, ir.OpAnd}[r.IntN(3)], ir.I32, 0, pick(b), pick(b))
		}
		if r.IntN(5) == 0 {
			b.Add(ir.OpLockstep, ir.Void, 0)
		}
		if b.Term == ir.If {
			x := pick(b)
			if list := phis(b); len(list) > 0 && r.IntN(2) == 0 {
				// A different turn for each thread.
				x = b.Add(ir.OpAdd, ir.I32, 0, list[r.IntN(len(list))], x)
			}
			low := b.Add(ir.OpAnd, ir.I32, 0, x, one)
			c := b.Add(ir.OpICmp, ir.I1, 0, low, one)
			c.Attr.Cmp = ir.Eq
			b.Ctrl = []*ir.Value{c}
		}
	}
	for _, b := range f.Blocks {
		for i, phi := range b.Phis() {
			for _, p := range b.Preds {
				if i == 0 && dom.Reachable(p) && dom.Dominates(b, p) && r.IntN(2) == 0 {
					phi.Args = append(phi.Args, p.Add(ir.OpAdd, ir.I32, 0, phi, one))
					continue
				}
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

type thread struct {
	tid    [3]uint32
	ntid   [3]uint32
	ctaid  uint32
	param  uint32
	number uint32 // in the CTA
}

func (th *thread) sreg(name string) uint32 {
	switch name {
	case "tid.x", "tid.y", "tid.z":
		return th.tid[name[4]-'x']
	case "ntid.x", "ntid.y":
		return th.ntid[name[5]-'x']
	case "ctaid.x":
		return th.ctaid
	case "laneid":
		return th.number % 32
	case "warpid":
		return th.number / 32
	}
	panic(name)
}

// blocks are shapes of blocks of 64 threads, and some of their threads: a warp that is
// a piece of a row, of a layer, and neither.
var blocks = []struct {
	ntid [3]uint32
	tid  [][3]uint32
}{
	{[3]uint32{64, 1, 1}, [][3]uint32{{0, 0, 0}, {1, 0, 0}, {31, 0, 0}, {32, 0, 0}, {33, 0, 0}}},
	{[3]uint32{16, 4, 1}, [][3]uint32{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {15, 1, 0}, {0, 2, 0}, {1, 3, 0}}},
	{[3]uint32{8, 2, 4}, [][3]uint32{{0, 0, 0}, {1, 1, 0}, {0, 0, 1}, {7, 1, 1}, {0, 0, 2}, {3, 1, 3}}},
}

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
				vals[v.ID] = th.sreg(v.Attr.SReg)
			case ir.OpAdd:
				vals[v.ID] = arg(0) + arg(1)
			case ir.OpMul:
				vals[v.ID] = arg(0) * arg(1)
			case ir.OpShrU:
				vals[v.ID] = arg(0) >> arg(1)
			case ir.OpZext:
				vals[v.ID] = arg(0)
			case ir.OpXor:
				vals[v.ID] = arg(0) ^ arg(1)
			case ir.OpAnd:
				vals[v.ID] = arg(0) & arg(1)
			case ir.OpICmp:
				is := arg(0) == arg(1)
				switch v.Attr.Cmp {
				case ir.LtU:
					is = arg(0) < arg(1)
				case ir.GeU:
					is = arg(0) >= arg(1)
				}
				if vals[v.ID] = 0; is {
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

// groups are those that a level may be about, each with what its threads have in
// common; false where there is no such group in a block of that shape.
var groups = []struct {
	level Level
	key   func(th *thread) ([6]uint32, bool)
}{
	{Constant, func(*thread) ([6]uint32, bool) { return [6]uint32{}, true }},
	{Grid, func(th *thread) ([6]uint32, bool) { return [6]uint32{1, th.param}, true }},
	{CTA, func(th *thread) ([6]uint32, bool) { return [6]uint32{2, th.param, th.ctaid}, true }},
	{Row, func(th *thread) ([6]uint32, bool) {
		return [6]uint32{3, th.param, th.ctaid, th.tid[1], th.tid[2]}, true
	}},
	{Warp, func(th *thread) ([6]uint32, bool) { return th.warp(true) }},
	{LayerWarp, func(th *thread) ([6]uint32, bool) { return th.warp(th.ntid[0]*th.ntid[1]%32 == 0) }},
	{RowWarp, func(th *thread) ([6]uint32, bool) { return th.warp(th.ntid[0]%32 == 0) }},
	{Gang, func(th *thread) ([6]uint32, bool) {
		return [6]uint32{5, th.param, th.ctaid, th.tid[1], th.tid[2], th.tid[0] / GangWidth}, true
	}},
}

func (th *thread) warp(is bool) ([6]uint32, bool) {
	return [6]uint32{4, th.param, th.ctaid, th.number / 32}, is
}

// agree reports whether two threads are in a group that a level is about.
func agree(l Level, a, b *thread) bool {
	for _, g := range groups {
		x, is := g.key(a)
		if y, _ := g.key(b); l.In(g.level) && is && x == y {
			return true
		}
	}
	return false
}

// TestUniformity runs random kernels with some threads and compares what they
// do with what the analysis promises. It also counts the promises.
func TestUniformity(t *testing.T) {
	counts := map[string]int{}
	seeds := uint64(600)
	if testmode.Long() {
		seeds = 50000
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 5))
		f := randomFunc(r)
		shape := blocks[seed%uint64(len(blocks))]
		if r.IntN(3) == 0 {
			for i, n := range shape.ntid {
				f.ReqNTID[i] = int64(n)
			}
		}
		if err := ir.Verify(f); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, ir.PrintFunc(f))
		}
		var threads []thread
		for param := range uint32(2) {
			for ctaid := range uint32(2) {
				for _, x := range shape.tid {
					n := x[0] + shape.ntid[0]*(x[1]+shape.ntid[1]*x[2])
					threads = append(threads, thread{x, shape.ntid, ctaid, param, n})
				}
			}
		}
		u := NewUniformity(f, nil)
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
			if u.Exec(b) != Varying && !cut {
				together(t, u, traces, threads, b)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, ir.PrintFunc(f))
		}
	}
	t.Log(counts)
	for _, want := range []string{
		"constant", "grid", "cta", "part", "layer", "row", "warp", "layerwarp", "rowwarp", "rowwarp or gang", "gang", "varying", "raised",
		"exec cta", "exec row", "exec warp", "exec layerwarp", "exec rowwarp", "exec varying",
	} {
		if counts[want] < 40 {
			t.Errorf("only %d times %s", counts[want], want)
		}
	}
}

func compare(t *testing.T, traces []*trace, threads []thread, b *ir.Block, v *ir.Value, level Level) {
	type group struct {
		key   [6]uint32
		turns string
	}
	first := map[group]int{} // the first thread there
	for _, g := range groups {
		if !level.In(g.level) {
			continue
		}
		for i, tr := range traces {
			key, is := g.key(&threads[i])
			if !is {
				continue
			}
			for _, e := range tr.path {
				if e.block != b {
					continue
				}
				j, ok := first[group{key, e.turns}]
				if !ok {
					first[group{key, e.turns}] = i
					continue
				}
				if x, o := e.values[v.ID], traces[j].events[place{b, e.turns}].values[v.ID]; x != o {
					t.Errorf("%s is %s in %s, but %d in thread %v and %d in thread %v at turn %v", v, level, b, x, threads[i], o, threads[j], []byte(e.turns))
					return
				}
			}
		}
		if g.level.In(CTA) {
			return // it holds for the smaller groups
		}
	}
}

// together checks that a thread which misses an execution of the block has ended,
// or does not synchronise at or after the block after its ways parted.
func together(t *testing.T, u *Uniformity, traces []*trace, threads []thread, b *ir.Block) {
	ahead := forward(u, b)
	for i, tr := range traces {
		for _, e := range tr.path {
			if e.block != b {
				continue
			}
			for j, other := range traces {
				if other.events[place{b, e.turns}] != nil || !agree(u.Exec(b)|Grid, &threads[i], &threads[j]) {
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
