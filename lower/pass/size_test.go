package pass

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestSize runs the pipeline over functions far larger than those that people
// write: no pass may take long because a function is long.
func TestSize(t *testing.T) {
	part := 6
	if testmode.Long() {
		part = 1
	}
	for _, c := range []struct {
		name  string
		build func() *ir.Func
	}{
		{"random", func() *ir.Func {
			g := &kernelGen{rng: rand.New(rand.NewPCG(1, 2)), many: 4000 / part}
			return g.kernel()
		}},
		{"chain", func() *ir.Func { return chain(20_000 / part) }},
		{"early exits", func() *ir.Func { return exits(5000 / part) }},
		{"local slots", func() *ir.Func { return locals(3000 / part) }},
		{"products", func() *ir.Func { return products(20_000 / part) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := c.build()
			n := f.CountValues()
			var slowest string
			var most time.Duration
			start := time.Now()
			for _, p := range Standard {
				at := time.Now()
				p.Func(f, &Options{})
				if d := time.Since(at); d > most {
					slowest, most = p.Name, d
				}
			}
			d := time.Since(start)
			t.Logf("%d values in %d blocks: %v, of that %s %v", n, len(f.Blocks), d, slowest, most)
			if d > 2*time.Minute {
				t.Errorf("took %v", d)
			}
			if err := ir.Verify(f); err != nil {
				t.Error(err)
			}
		})
	}
}

// products is products that each meet one other product in a sum.
func products(n int) *ir.Func {
	f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{PtrBits: 64}}
	f.Params = []*ir.Param{{Name: "p", Type: ir.I64, PTX: "u64", Size: 8, Align: 8}}
	b := f.NewBlock("")
	p := b.Add(ir.OpParam, ir.I64, 0)
	mark := func(v *ir.Value) *ir.Value {
		v.Attr.Contract = true
		return v
	}
	load := func() *ir.Value {
		v := b.Add(ir.OpLoad, ir.F32, 0, p)
		v.Attr.Space, v.Attr.Mem, v.Attr.Volatile = ir.Global, ir.F32, true
		return v
	}
	one := mark(b.Add(ir.OpFMul, ir.F32, 0, load(), load()))
	for range n {
		m := mark(b.Add(ir.OpFMul, ir.F32, 0, load(), load()))
		s := b.Add(ir.OpStore, ir.Void, 0, p, mark(b.Add(ir.OpFSub, ir.F32, 0, m, one)))
		s.Attr.Space, s.Attr.Mem = ir.Global, ir.F32
	}
	b.SetTerm(ir.Ret, 0)
	return f
}

// chain is straight-line code in which each value depends on the one before.
func chain(n int) *ir.Func {
	g := &kernelGen{rng: rand.New(rand.NewPCG(1, 3))}
	f := g.kernel()
	b := f.NewBlock("")
	for _, x := range f.Blocks[:len(f.Blocks)-1] {
		if x.Term == ir.Ret {
			x.SetTerm(ir.Jump, 0, b)
		}
	}
	g.b = b
	v := g.sreg("tid.x")
	for i := range n {
		v = g.add([]ir.Op{ir.OpAdd, ir.OpMul, ir.OpXor}[i%3], ir.I32, v, g.c(i|1))
	}
	g.observe(v)
	b.SetTerm(ir.Ret, 0)
	return f
}

// exits is a kernel that a thread may leave at n places, with shared memory
// between them.
func exits(n int) *ir.Func {
	g := &kernelGen{rng: rand.New(rand.NewPCG(1, 4))}
	f := g.kernel()
	at := f.NewBlock("")
	for _, x := range f.Blocks[:len(f.Blocks)-1] {
		if x.Term == ir.Ret {
			x.SetTerm(ir.Jump, 0, at)
		}
	}
	end := f.NewBlock("")
	end.SetTerm(ir.Ret, 0)
	for i := range n {
		g.b = at
		tid := g.sreg("tid.x")
		g.index, g.data = []*ir.Value{tid}, []*ir.Value{tid}
		if i%4 == 0 {
			g.access(ir.OpStore, ir.Void, ir.Shared, g.address(), tid)
		}
		next := f.NewBlock("")
		at.Ctrl = []*ir.Value{g.cmp(ir.Eq, tid, g.c(i))}
		at.SetTerm(ir.If, 0, end, next)
		at = next
	}
	at.SetTerm(ir.Ret, 0)
	return f
}

// locals is code without optimisation: n variables in local memory, written and
// read in blocks that loop.
func locals(n int) *ir.Func {
	g := &kernelGen{rng: rand.New(rand.NewPCG(1, 5))}
	f := g.kernel()
	depot := &ir.Symbol{Name: "depot", Space: ir.Local, Size: int64(4 * n), Align: 8, Elem: ir.I8}
	f.Locals = append(f.Locals, depot)
	at := f.NewBlock("")
	for _, x := range f.Blocks[:len(f.Blocks)-1] {
		if x.Term == ir.Ret {
			x.SetTerm(ir.Jump, 0, at)
		}
	}
	slot := func(i int) *ir.Value {
		v := g.add(ir.OpSymAddr, ir.I64)
		v.Attr.Sym, v.Attr.Off = depot, int64(4*i)
		return v
	}
	for i := range n {
		g.b = at
		v := g.access(ir.OpLoad, ir.I32, ir.Local, slot(g.rng.IntN(n)))
		g.access(ir.OpStore, ir.Void, ir.Local, slot(i), g.add(ir.OpAdd, ir.I32, v, g.c(i)))
		next := f.NewBlock("")
		back := f.Blocks[len(f.Blocks)-1-g.rng.IntN(min(i+1, 20))]
		at.Ctrl = []*ir.Value{g.cmp(ir.LtS, v, g.c(10))}
		at.SetTerm(ir.If, 0, back, next)
		at = next
	}
	g.b = at
	g.observe(g.access(ir.OpLoad, ir.I32, ir.Local, slot(0)))
	at.SetTerm(ir.Ret, 0)
	return f
}

// masked is a row of n branches around accesses to shared memory.
func masked(n int) *ir.Func {
	g := &kernelGen{rng: rand.New(rand.NewPCG(1, 6))}
	f := g.kernel()
	at := f.NewBlock("")
	for _, x := range f.Blocks[:len(f.Blocks)-1] {
		if x.Term == ir.Ret {
			x.SetTerm(ir.Jump, 0, at)
		}
	}
	for i := range n {
		g.b = at
		tid := g.sreg("tid.x")
		g.index, g.data = []*ir.Value{tid}, []*ir.Value{tid}
		then, next := f.NewBlock(""), f.NewBlock("")
		at.Ctrl = []*ir.Value{g.cmp(ir.Eq, tid, g.c(i))}
		at.SetTerm(ir.If, 0, then, next)
		g.b = then
		g.access(ir.OpStore, ir.Void, ir.Shared, g.address(), tid)
		then.SetTerm(ir.Jump, 0, next)
		at = next
	}
	at.SetTerm(ir.Ret, 0)
	return f
}

// TestLockstepGrowth checks that lockstep takes memory in proportion to a long row of
// branches around accesses.
func TestLockstepGrowth(t *testing.T) {
	bytes := func(n int) float64 {
		f := masked(n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		lockstep(f, &Options{})
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	const n = 5000
	small, large := bytes(n), bytes(2*n)
	t.Logf("%d branches: %.1f MB, %d: %.1f MB", n, small/(1<<20), 2*n, large/(1<<20))
	if large > 2.5*small {
		t.Errorf("%.0f bytes for %d branches, %.0f for %d", small, n, large, 2*n)
	}
}
