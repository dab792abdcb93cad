package pass

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestLockstepOrder makes random kernels whose lanes exchange data through
// shared memory, and executes them in two ways: all lanes of the warp together,
// as a GPU does, and each lane to its next sync point before the next lane
// starts, as generated code does. With the Locksteps in place, memory must come
// out the same.
func TestLockstepOrder(t *testing.T) {
	kernels := 800
	if testmode.Long() {
		kernels = 60_000
	}
	inserted, free := 0, 0
	for seed := range 2 * kernels {
		seed, wide := seed/2, seed%2 == 1
		shapes := [][3]int{{32, 1, 1}, {13, 1, 1}, {8, 2, 2}}
		o := &Options{AnyShape: seed%4 == 0}
		var f *ir.Func
		if wide {
			g := newWide(seed)
			f = g.kernel()
			if shapes = wideShapes; g.shape != [3]int{} {
				shapes = [][3]int{g.shape}
			}
			o.Independent = g.strong && seed%2 == 0
		} else {
			g := &kernelGen{rng: rand.New(rand.NewPCG(uint64(seed), 1))}
			if f = g.kernel(); g.rows {
				shapes = [][3]int{{8, 4, 1}, {16, 2, 1}, {4, 8, 1}, {5, 6, 1}, {32, 1, 1}, {9, 3, 1}, {31, 1, 1}, {8, 2, 2}, {4, 2, 4}}
			}
		}
		if err := ir.Verify(f); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, ir.PrintFunc(f))
		}
		layout(f, &Options{})
		before := map[[3]int]map[int64]byte{}
		for _, s := range shapes {
			before[s] = (&warp{f: f, nx: s[0], ny: s[1], nz: s[2]}).lockstep(t)
		}
		lockstep(f, o)
		if slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool {
			return slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return v.Op == ir.OpLockstep })
		}) {
			inserted++
		} else {
			free++
		}
		for _, s := range shapes {
			if s[1]*s[2] > 1 && (f.RowWarps || f.MaxRow != 0 && (int64(s[0]) < f.MinRow || int64(s[0]) > f.MaxRow)) || s[2] > 1 && f.LayerWarps {
				continue // not what the pass assumed
			}
			got := (&warp{f: f, nx: s[0], ny: s[1], nz: s[2]}).sequential(t)
			if !maps.Equal(got, before[s]) {
				diff := ""
				for a, v := range before[s] {
					if got[a] != v {
						diff += fmt.Sprintf(" [%#x] = %d, want %d", a, got[a], v)
					}
				}
				t.Fatalf("seed %d, wide %v, block %v: memory differs:%s\n%s", seed, wide, s, diff, ir.PrintFunc(f))
			}
		}
	}
	if inserted < kernels/20 || free < kernels/20 {
		t.Errorf("of %d kernels %d got sync points and %d none: the test does not test", kernels, inserted, free)
	}
}

// kernelGen makes a random kernel.
type kernelGen struct {
	rng    *rand.Rand
	f      *ir.Func
	b      *ir.Block
	shared []*ir.Symbol
	out    *ir.Symbol
	tid    *ir.Value
	index  []*ir.Value // lane-dependent and uniform numbers, in scope
	data   []*ir.Value // loaded and computed values, in scope
	rows   bool        // looks at tid.y
	loops  int
	many   int // more statements
}

func (g *kernelGen) add(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	return g.b.Add(op, t, 0, args...)
}
func (g *kernelGen) c(n int) *ir.Value { return g.b.Const(ir.I32, uint64(uint32(int32(n))), 0) }
func (g *kernelGen) pick(list []*ir.Value) *ir.Value {
	return list[g.rng.IntN(len(list))]
}
func (g *kernelGen) sreg(name string) *ir.Value {
	v := g.add(ir.OpSReg, ir.I32)
	v.Attr.SReg = name
	return v
}
func (g *kernelGen) cmp(c ir.Cmp, x, y *ir.Value) *ir.Value {
	v := g.add(ir.OpICmp, ir.I1, x, y)
	v.Attr.Cmp = c
	return v
}

func (g *kernelGen) kernel() *ir.Func {
	m := &ir.Module{Name: "t", PtrBits: 64}
	g.out = &ir.Symbol{Name: "out", Space: ir.Global, Size: 1 << 20, Align: 4, Elem: ir.I32}
	m.Symbols = append(m.Symbols, g.out)
	g.f = &ir.Func{Name: "k", Entry: true, Module: m}
	m.Funcs = append(m.Funcs, g.f)
	for i := range 1 + g.rng.IntN(2) {
		s := &ir.Symbol{Name: fmt.Sprintf("s%d", i), Space: ir.Shared, Size: 4096, Align: 4, Elem: ir.I32}
		g.shared = append(g.shared, s)
	}
	g.f.Shared = g.shared
	g.b = g.f.NewBlock("")
	g.tid = g.sreg("tid.x")
	g.index = []*ir.Value{g.tid, g.tid, g.c(g.rng.IntN(40))}
	if g.rows = g.rng.IntN(3) == 0; g.rows {
		y := g.sreg("tid.y")
		pitch := g.pick([]*ir.Value{g.c(8), g.c(17), g.c(9), g.sreg("ntid.x"), g.c(33)})
		g.index = append(g.index, g.add(ir.OpAdd, ir.I32, g.tid, g.add(ir.OpMul, ir.I32, y, pitch)), y)
	}
	g.data = []*ir.Value{g.tid, g.c(7)}
	g.stmts(2+g.rng.IntN(4)+g.many, 0)
	g.b.SetTerm(ir.Ret, 0)
	return g.f
}

// number returns a random index expression.
func (g *kernelGen) number() *ir.Value {
	x := g.pick(g.index)
	for range g.rng.IntN(3) {
		k := g.c(1 + g.rng.IntN(33))
		switch g.rng.IntN(14) {
		case 0, 1, 2:
			x = g.add(ir.OpAdd, ir.I32, x, k)
		case 3:
			x = g.add(ir.OpSub, ir.I32, x, k)
		case 4:
			x = g.add(ir.OpXor, ir.I32, x, g.c(1<<g.rng.IntN(5)))
		case 5:
			x = g.add(ir.OpAnd, ir.I32, x, g.c([]int{31, 15, 1, 32, 96}[g.rng.IntN(5)]))
		case 6:
			x = g.add(ir.OpMul, ir.I32, x, g.c(2+g.rng.IntN(3)))
		case 7:
			x = g.add(ir.OpShrU, ir.I32, x, g.c(1+g.rng.IntN(5)))
		case 8:
			x = g.add(ir.OpSub, ir.I32, k, x)
		case 9:
			x = g.add(ir.OpAdd, ir.I32, x, g.pick(g.index))
		case 10:
			x = g.add(ir.OpShl, ir.I32, x, g.c(1+g.rng.IntN(2)))
		case 11:
			x = g.add(ir.OpAnd, ir.I32, g.pick(g.data), g.c(31))
		case 12: // as the butterflies of an FFT take a number apart
			h := g.c(1 << g.rng.IntN(5))
			if g.rng.IntN(3) == 0 {
				h = g.pick(g.index)
			}
			low := g.add(ir.OpSub, ir.I32, h, g.c(1))
			high := g.add(ir.OpAnd, ir.I32, x, g.add(ir.OpNot, ir.I32, low))
			x = g.add(ir.OpOr, ir.I32, g.add(ir.OpShl, ir.I32, high, g.c(1)), g.add(ir.OpAnd, ir.I32, x, low))
			if g.rng.IntN(2) == 0 {
				x = g.add(ir.OpAdd, ir.I32, x, h)
			}
			if g.rng.IntN(2) == 0 {
				g.index = append(g.index, x)
			}
		case 13:
			x = g.add(ir.OpOr, ir.I32, g.add(ir.OpShl, ir.I32, x, g.c(1)), g.c(g.rng.IntN(2)))
		}
	}
	return x
}

func (g *kernelGen) address() *ir.Value {
	s := g.add(ir.OpSymAddr, ir.I64)
	s.Attr.Sym = g.shared[g.rng.IntN(len(g.shared))]
	i := g.add(ir.OpSext, ir.I64, g.number())
	return g.add(ir.OpAdd, ir.I64, s, g.add(ir.OpShl, ir.I64, i, g.c(2)))
}

func (g *kernelGen) access(op ir.Op, t ir.Type, s ir.Space, args ...*ir.Value) *ir.Value {
	v := g.add(op, t, args...)
	v.Attr.Space, v.Attr.Mem = s, ir.I32
	return v
}

// stmts makes n random statements. Values made inside are not used outside.
func (g *kernelGen) stmts(n, depth int) {
	index, data := len(g.index), len(g.data)
	for range n {
		switch k := g.rng.IntN(10); {
		case k < 3:
			g.access(ir.OpStore, ir.Void, ir.Shared, g.address(), g.pick(g.data))
		case k < 6:
			v := g.access(ir.OpLoad, ir.I32, ir.Shared, g.address())
			g.data = append(g.data, v, g.add(ir.OpAdd, ir.I32, v, g.pick(g.data)))
		case k == 6: // load, add, store
			a := g.address()
			x := g.access(ir.OpLoad, ir.I32, ir.Shared, g.address())
			y := g.access(ir.OpLoad, ir.I32, ir.Shared, a)
			g.access(ir.OpStore, ir.Void, ir.Shared, a, g.add(ir.OpAdd, ir.I32, x, y))
		case k == 7 && depth == 0:
			z := g.c(0)
			v := g.add(ir.OpBarrier, ir.Void, z, z)
			v.Attr.Aligned = true
		case k == 7 && g.rng.IntN(2) == 0: // of the lanes that come here
			g.add(ir.OpWarp, ir.Void, g.c(-1)).Attr = ir.Attr{Name: "BarWarp", Sync: true}
		case k == 7:
			g.observe(g.pick(g.data))
		case k == 8 && depth < 3:
			g.branch(depth)
		case k == 9 && depth < 2:
			g.loop(depth)
		}
	}
	g.observe(g.pick(g.data))
	g.index, g.data = g.index[:index], g.data[:data]
}

// observe stores a value in global memory, which each thread has for itself here.
func (g *kernelGen) observe(v *ir.Value) {
	s := g.add(ir.OpSymAddr, ir.I64)
	s.Attr.Sym = g.out
	g.loops++
	off := g.b.Const(ir.I64, uint64(4*g.loops), 0)
	g.access(ir.OpStore, ir.Void, ir.Global, g.add(ir.OpAdd, ir.I64, s, off), v)
}

func (g *kernelGen) branch(depth int) {
	var cond *ir.Value
	x := g.pick(g.index)
	switch g.rng.IntN(4) {
	case 0:
		cond = g.cmp(ir.Eq, x, g.c(g.rng.IntN(3)))
	case 1:
		cond = g.cmp(ir.LtU, x, g.c(1+g.rng.IntN(32)))
	case 2:
		cond = g.cmp(ir.GtS, g.add(ir.OpXor, ir.I32, x, g.c(1<<g.rng.IntN(5))), x)
	case 3:
		cond = g.cmp(ir.Ne, g.add(ir.OpAnd, ir.I32, x, g.c(1+g.rng.IntN(5))), g.c(0))
	}
	from, then, join := g.b, g.f.NewBlock(""), g.f.NewBlock("")
	from.Ctrl = []*ir.Value{cond}
	from.SetTerm(ir.If, 0, then, join)
	g.b = then
	g.stmts(1+g.rng.IntN(3), depth+1)
	g.b.SetTerm(ir.Jump, 0, join)
	g.b = join
}

// loop makes a loop: counting, striding over the block, halving or doubling.
func (g *kernelGen) loop(depth int) {
	entry, head := g.b, g.f.NewBlock("")
	kind := g.rng.IntN(4)
	var init, limit, step *ir.Value
	switch kind {
	case 0:
		init, limit, step = g.c(g.rng.IntN(3)), g.c(3+g.rng.IntN(3)), g.c(1)
	case 1:
		init, limit, step = g.tid, g.c(40+g.rng.IntN(60)), g.sreg("ntid.x")
	case 2:
		init = g.c(1 << (1 + g.rng.IntN(5)))
	case 3:
		init, limit = g.c(1), g.c(4<<g.rng.IntN(4))
	}
	entry.SetTerm(ir.Jump, 0, head)
	g.b = head
	phi := g.add(ir.OpPhi, ir.I32, init)
	g.index = append(g.index, phi, phi)
	g.stmts(1+g.rng.IntN(3), depth+1)
	g.index = g.index[:len(g.index)-2]
	var next, more *ir.Value
	switch kind {
	case 2:
		next = g.add(ir.OpShrU, ir.I32, phi, g.c(1))
		more = g.cmp(ir.Ne, next, g.c(0))
	case 3:
		next = g.add(ir.OpShl, ir.I32, phi, g.c(1))
		more = g.cmp(ir.LtS, next, limit)
	default:
		next = g.add(ir.OpAdd, ir.I32, phi, step)
		more = g.cmp(ir.LtS, next, limit)
	}
	exit := g.f.NewBlock("")
	g.b.Ctrl = []*ir.Value{more}
	g.b.SetTerm(ir.If, 0, head, exit)
	phi.Args = append(phi.Args, next)
	g.b = exit
}

// warp executes the kernels of kernelGen for one warp. Memory is sparse: any
// address is good.
type warp struct {
	f      *ir.Func
	nx, ny int
	nz     int
	mem    map[int64]byte
	lanes  []*lane
	order  map[*ir.Block]int
	base   map[*ir.Symbol]int64
	steps  int
}

type lane struct {
	x, y, z int
	n       int // in the warp
	regs    []uint64
	b       *ir.Block
	i       int
	done    bool
}

func (w *warp) start() {
	w.mem, w.order, w.base = map[int64]byte{}, map[*ir.Block]int{}, map[*ir.Symbol]int64{}
	for i, b := range w.f.Blocks {
		w.order[b] = i
	}
	for i := range w.ny * w.nz {
		for x := range w.nx {
			w.lanes = append(w.lanes, &lane{x: x, y: i % w.ny, z: i / w.ny, n: len(w.lanes), regs: make([]uint64, w.f.NumValues()), b: w.f.Blocks[0]})
		}
	}
	for i, s := range append(w.f.Shared, w.f.Module.Symbols...) {
		w.base[s] = int64(i+1) << 36 // farther apart than what a number of 32 bits without a sign reaches
		if s.Extern {                // all at the end of shared memory
			w.base[s] = 1 << 40
		}
	}
}

func (w *warp) less(a, b *lane) bool {
	if a.b != b.b {
		return w.order[a.b] < w.order[b.b]
	}
	return a.i < b.i
}

// lockstep executes one value at a time in all lanes at the lowest place.
func (w *warp) lockstep(t *testing.T) map[int64]byte {
	w.start()
	for {
		var low *lane
		for _, l := range w.lanes {
			if !l.done && (low == nil || w.less(l, low)) {
				low = l
			}
		}
		if low == nil {
			return w.mem
		}
		b, i := low.b, low.i
		for _, l := range w.lanes {
			if !l.done && l.b == b && l.i == i {
				w.step(t, l)
			}
		}
	}
}

// sequential executes each lane to its next sync point; then the lanes at the
// lowest sync point go on, at a barrier all.
func (w *warp) sequential(t *testing.T) map[int64]byte {
	w.start()
	at := func(l *lane) *ir.Value {
		if l.i < len(l.b.Values) && analysis.Aligns(l.b.Values[l.i]) {
			return l.b.Values[l.i]
		}
		return nil
	}
	for {
		var low *lane
		live := 0
		for _, l := range w.lanes {
			for !l.done && at(l) == nil {
				w.step(t, l)
			}
			if l.done {
				continue
			}
			live++
			if low == nil || w.less(l, low) {
				low = l
			}
		}
		if live == 0 {
			return w.mem
		}
		v := at(low)
		for _, l := range w.lanes {
			if !l.done && at(l) == v {
				w.step(t, l)
			} else if !l.done && v.Op == ir.OpBarrier {
				t.Fatal("a barrier in divergent control flow")
			}
		}
	}
}

// step executes one value or the terminator of a lane.
func (w *warp) step(t *testing.T, l *lane) {
	if w.steps++; w.steps > 1<<22 {
		t.Fatal("the kernel does not end")
	}
	if l.i == len(l.b.Values) {
		to := l.b
		switch l.b.Term {
		case ir.Ret:
			l.done = true
			return
		case ir.Jump:
			to = l.b.Succs[0]
		case ir.If:
			to = l.b.Succs[1-int(l.regs[l.b.Ctrl[0].ID]&1)]
		case ir.Switch:
			to = l.b.Succs[l.regs[l.b.Ctrl[0].ID]]
		}
		k := slices.Index(to.Preds, l.b)
		vals := make([]uint64, len(to.Phis()))
		for n, phi := range to.Phis() {
			vals[n] = l.regs[phi.Args[k].ID]
		}
		for n, phi := range to.Phis() {
			l.regs[phi.ID] = vals[n]
		}
		l.b, l.i = to, len(vals)
		return
	}
	v := l.b.Values[l.i]
	l.i++
	arg := func(i int) uint64 { return l.regs[v.Args[i].ID] }
	r := uint64(0)
	switch v.Op {
	case ir.OpConst:
		r = v.Attr.Bits
	case ir.OpSReg:
		r = uint64(map[string]int{"tid.x": l.x, "tid.y": l.y, "tid.z": l.z, "ntid.x": w.nx, "ntid.y": w.ny, "laneid": l.n, "ctaid.x": 64}[v.Attr.SReg])
	case ir.OpParam:
		r = uint64(v.Attr.Index+1) << 41
	case ir.OpToGeneric:
		r = arg(0)
	case ir.OpNot:
		r, _ = ir.EvalInt(ir.OpNot, v.Type, arg(0), 0)
	case ir.OpSymAddr:
		r = uint64(w.base[v.Attr.Sym] + v.Attr.Off)
	case ir.OpICmp:
		is, _ := v.Attr.Cmp.Eval(v.Args[0].Type, arg(0), arg(1))
		r = bit(is)
	case ir.OpSext, ir.OpZext, ir.OpTrunc:
		r = ir.EvalConv(v.Op, v.Args[0].Type, v.Type, arg(0))
	case ir.OpLoad:
		r = w.read(int64(arg(0)), v.Attr.Mem)
	case ir.OpStore:
		at := int64(arg(0))
		if at >= w.base[w.f.Module.Symbols[0]] && at < w.base[w.f.Module.Symbols[0]]+1<<31 {
			at += int64(l.n) << 48 // see observe
		}
		w.write(at, v.Attr.Mem, arg(1))
	case ir.OpAtomic:
		r = w.read(int64(arg(0)), v.Attr.Mem)
		if v.Attr.Atom == ir.AtomAdd {
			w.write(int64(arg(0)), v.Attr.Mem, r+arg(1))
		} else if r == arg(1) {
			w.write(int64(arg(0)), v.Attr.Mem, arg(2))
		}
	case ir.OpBarrier, ir.OpLockstep, ir.OpWarp:
	default:
		var ok bool
		if r, ok = ir.EvalInt(v.Op, v.Type, arg(0), arg(1)); !ok {
			t.Fatalf("no rule for %v", v)
		}
	}
	l.regs[v.ID] = r
}

func (w *warp) read(at int64, t ir.Type) (v uint64) {
	for i := range int64(t.Bytes()) {
		v |= uint64(w.mem[at+i]) << (8 * i)
	}
	return v
}

func (w *warp) write(at int64, t ir.Type, v uint64) {
	for i := range int64(t.Bytes()) {
		w.mem[at+i] = byte(v >> (8 * i))
	}
}
