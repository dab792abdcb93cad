package pass

import (
	"fmt"
	"math/rand/v2"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// wideGen makes kernels as kernelGen does, with more of everything: blocks of known shape and of
// three dimensions, numbers of lanes and threads, memory of several sizes by shared, generic
// and volatile accesses, arrays at one place, exchanges between pairs of elements, loops that count
// down, have two ways back or steps that differ between lanes, and words that lanes add to by
// compare-and-swap.
type wideGen struct {
	kernelGen
	views  []*ir.Value // addresses of arrays, computed at the start
	spaces []ir.Space  // by which they are accessed
	global []bool      // they are no shared memory: other lanes see what is volatile there
	strong bool        // all accesses that lanes see each other by are volatile
	shape  [3]int      // of .reqntid
	tall   int         // 1 where it asks for tid.y, 2 where also for tid.z
}

var wideShapes = [][3]int{{32, 1, 1}, {8, 4, 1}, {16, 2, 1}, {4, 4, 2}, {5, 6, 1}, {9, 3, 1}, {4, 2, 4}, {2, 8, 2}, {1, 32, 1}, {13, 1, 1}, {1, 1, 9}}

func (g *wideGen) kernel() *ir.Func {
	m := &ir.Module{Name: "t", PtrBits: 64}
	g.out = &ir.Symbol{Name: "out", Space: ir.Global, Size: 1 << 20, Align: 4, Elem: ir.I32}
	seen := &ir.Symbol{Name: "seen", Space: ir.Global, Size: 1 << 16, Align: 8, Elem: ir.I32}
	m.Symbols = append(m.Symbols, g.out, seen)
	g.f = &ir.Func{Name: "k", Entry: true, Module: m}
	m.Funcs = append(m.Funcs, g.f)
	for i := range 2 {
		g.f.Params = append(g.f.Params, &ir.Param{Name: fmt.Sprintf("p%d", i), Type: ir.I64, PTX: "u64", Size: 8, Align: 8, Off: int64(8 * i)})
	}
	if g.rng.IntN(2) == 0 {
		g.shape = wideShapes[g.rng.IntN(len(wideShapes))]
		g.f.ReqNTID = [3]int64{int64(g.shape[0]), int64(g.shape[1]), int64(g.shape[2])}
	}
	g.tall = g.rng.IntN(3)
	g.strong = g.rng.IntN(4) == 0
	for i := range 3 {
		s := &ir.Symbol{Name: fmt.Sprintf("s%d", i), Space: ir.Shared, Size: 4096, Align: 8, Elem: ir.I32}
		if i > 0 && g.rng.IntN(2) == 0 {
			s.Extern, s.Size = true, 0 // at one place, as all of these
		}
		g.shared = append(g.shared, s)
	}
	g.f.Shared = g.shared
	g.b = g.f.NewBlock("")
	g.tid = g.sreg("tid.x")
	g.index = []*ir.Value{g.tid, g.tid, g.c(g.rng.IntN(40))}
	for range 2 {
		g.index = append(g.index, g.place())
	}
	g.data = []*ir.Value{g.tid, g.c(7)}
	for _, s := range append(g.shared, seen) {
		a := g.add(ir.OpSymAddr, ir.I64)
		a.Attr.Sym = s
		space := s.Space
		if space == ir.Shared && g.rng.IntN(4) == 0 {
			a = g.add(ir.OpToGeneric, ir.I64, a)
			a.Attr.Space, space = ir.Shared, ir.Generic
		}
		g.views, g.spaces = append(g.views, a), append(g.spaces, space)
	}
	g.global = []bool{false, false, false, true, true}
	p := g.add(ir.OpParam, ir.I64)
	p.Attr.Index = g.rng.IntN(2)
	g.views, g.spaces = append(g.views, p), append(g.spaces, []ir.Space{ir.Global, ir.Generic}[g.rng.IntN(2)])
	if g.rng.IntN(3) == 0 { // a place in an array that all lanes know, whose number nobody does
		u := g.add(ir.OpZext, ir.I64, g.add(ir.OpAnd, ir.I32, g.sreg("ctaid.x"), g.c(64)))
		k := g.rng.IntN(len(g.views))
		g.views, g.spaces = append(g.views, g.add(ir.OpAdd, ir.I64, g.views[k], u)), append(g.spaces, g.spaces[k])
		g.global = append(g.global, g.global[k])
	}
	g.wide(2+g.rng.IntN(4), 0)
	g.b.SetTerm(ir.Ret, 0)
	return g.f
}

// place returns a number of the thread, in its warp or in its block, or one by several
// coordinates and pitches that may be too small for the block.
func (g *wideGen) place() *ir.Value {
	swap := func(op ir.Op, a, b *ir.Value) *ir.Value {
		if g.rng.IntN(2) == 0 {
			a, b = b, a
		}
		return g.add(op, ir.I32, a, b)
	}
	pitch := func(name string, of ...int) *ir.Value {
		return g.add(ir.OpMul, ir.I32, g.sreg(name), g.c(of[g.rng.IntN(len(of))]))
	}
	row := func() *ir.Value { return swap(ir.OpMul, g.sreg("ntid.x"), g.sreg("tid.y")) }
	block := func() *ir.Value {
		y, z := g.sreg("tid.y"), swap(ir.OpMul, g.sreg([]string{"ntid.y", "ntid.y", "ntid.y", "ntid.x"}[g.rng.IntN(4)]), g.sreg("tid.z"))
		return swap(ir.OpMul, g.sreg("ntid.x"), swap(ir.OpAdd, y, z))
	}
	switch g.rng.IntN([]int{5, 9, 12}[g.tall]) {
	case 0:
		return g.sreg("laneid")
	case 1:
		return g.add(ir.OpAnd, ir.I32, g.tid, g.c([]int{31, 31, 15}[g.rng.IntN(3)]))
	case 2:
		return g.add([]ir.Op{ir.OpRemU, ir.OpRemS}[g.rng.IntN(2)], ir.I32, g.tid, g.c([]int{32, 32, 16}[g.rng.IntN(3)]))
	case 3: // the same for the warp where it is a piece of a row
		return g.add(ir.OpSub, ir.I32, g.tid, g.sreg("laneid"))
	case 4:
		return g.add(ir.OpMul, ir.I32, g.tid, g.c([]int{2, 3, -1}[g.rng.IntN(3)]))
	case 5:
		return swap(ir.OpAdd, g.tid, row())
	case 6:
		return g.add(ir.OpAnd, ir.I32, swap(ir.OpAdd, g.tid, row()), g.c(31))
	case 7, 8:
		return g.add(ir.OpAdd, ir.I32, g.tid, pitch("tid.y", 8, 9, 16, 17, 33, 4, 70, -16))
	case 9:
		return swap(ir.OpAdd, g.tid, block())
	case 10:
		return g.add(ir.OpAnd, ir.I32, swap(ir.OpAdd, g.tid, block()), g.c(31))
	}
	return g.add(ir.OpAdd, ir.I32, g.add(ir.OpAdd, ir.I32, g.tid, pitch("tid.y", 4, 8, 9, 16)), pitch("tid.z", 8, 16, 64, 81))
}

// slot returns the address of an element, of which array, and its type.
func (g *wideGen) slot() (a *ir.Value, k int, t ir.Type) {
	k = g.rng.IntN(len(g.views))
	log := []int{2, 2, 2, 0, 1, 3}[g.rng.IntN(6)]
	t = []ir.Type{ir.I8, ir.I16, ir.I32, ir.I64}[log]
	i := g.pick(g.index)
	if g.rng.IntN(2) == 0 {
		i = g.number()
	}
	if g.rng.IntN(4) == 0 {
		i = g.add(ir.OpMul, ir.I32, i, g.c([]int{1, 3, -1, -2, 8}[g.rng.IntN(5)]))
	}
	a = g.add(ir.OpSext, ir.I64, i)
	if g.rng.IntN(6) == 0 {
		a = g.add(ir.OpZext, ir.I64, i)
	}
	a = g.add(ir.OpAdd, ir.I64, g.views[k], g.add(ir.OpShl, ir.I64, a, g.c(log)))
	if g.rng.IntN(3) == 0 {
		a = g.add(ir.OpAdd, ir.I64, a, g.b.Const(ir.I64, uint64(int64((g.rng.IntN(9)-4)*8)), 0))
	}
	return a, k, t
}

// touch accesses the array k.
func (g *wideGen) touch(op ir.Op, t ir.Type, k int, mem ir.Type, args ...*ir.Value) *ir.Value {
	v := g.add(op, t, args...)
	v.Attr.Space, v.Attr.Mem = g.spaces[k], mem
	v.Attr.Volatile = g.strong || g.global[k] || g.rng.IntN(10) == 0
	return v
}

func (g *wideGen) load() *ir.Value {
	a, k, t := g.slot()
	return g.resize(g.touch(ir.OpLoad, t, k, t, a), ir.I32)
}

func (g *wideGen) resize(v *ir.Value, t ir.Type) *ir.Value {
	switch {
	case v.Type.Bits() < t.Bits():
		return g.add(ir.OpZext, t, v)
	case v.Type.Bits() > t.Bits():
		return g.add(ir.OpTrunc, t, v)
	}
	return v
}

func (g *wideGen) store(v *ir.Value) {
	a, k, t := g.slot()
	g.touch(ir.OpStore, ir.Void, k, t, a, g.resize(v, t))
}

// wide makes n random statements, as stmts does.
func (g *wideGen) wide(n, depth int) {
	index, data := len(g.index), len(g.data)
	for range n {
		switch k := g.rng.IntN(14); {
		case k < 4:
			g.store(g.pick(g.data))
		case k < 7:
			v := g.load()
			g.data = append(g.data, v, g.add(ir.OpAdd, ir.I32, v, g.pick(g.data)))
		case k == 7:
			g.exchange()
		case k == 8 && depth == 0:
			v := g.add(ir.OpBarrier, ir.Void, g.c(0), g.c(0))
			v.Attr.Aligned = true
		case k == 8:
			g.observe(g.pick(g.data))
		case k == 9:
			g.swap()
		case k < 12 && depth < 3:
			g.fork(depth)
		case depth < 2:
			g.around(depth)
		}
	}
	g.observe(g.pick(g.data))
	g.index, g.data = g.index[:index], g.data[:data]
}

// condition compares numbers of lanes.
func (g *wideGen) condition(deep int) *ir.Value {
	x := g.pick(g.index)
	switch k := g.rng.IntN(10); {
	case k < 2 && deep > 0:
		return g.add([]ir.Op{ir.OpAnd, ir.OpOr}[k], ir.I1, g.condition(deep-1), g.condition(deep-1))
	case k == 2 && deep > 0:
		return g.add(ir.OpNot, ir.I1, g.condition(deep-1))
	case k < 6:
		return g.cmp([]ir.Cmp{ir.Eq, ir.Eq, ir.Ne}[k%3], []*ir.Value{x, g.tid, g.place()}[g.rng.IntN(3)], g.c(g.rng.IntN(3)))
	case k == 6:
		return g.cmp(ir.GtS, g.add(ir.OpXor, ir.I32, x, g.c(1<<g.rng.IntN(5))), x)
	}
	return g.cmp([]ir.Cmp{ir.LtU, ir.GeS, ir.Ne}[g.rng.IntN(3)], g.add(ir.OpAnd, ir.I32, x, g.c(1+g.rng.IntN(31))), g.c(g.rng.IntN(9)))
}

// fork makes a branch with one side or two, both of which may be the same, or a table of three.
func (g *wideGen) fork(depth int) {
	from, join := g.b, g.f.NewBlock("")
	sides := []*ir.Block{g.f.NewBlock(""), join}
	kind := g.rng.IntN(6)
	if kind == 0 {
		sides = []*ir.Block{sides[0], g.f.NewBlock(""), join}
		from.Ctrl = []*ir.Value{g.add(ir.OpRemU, ir.I32, g.pick(g.index), g.c(3))}
		from.SetTerm(ir.Switch, 0, sides...)
	} else {
		if kind == 1 {
			sides[1] = g.f.NewBlock("")
		} else if g.rng.IntN(2) == 0 {
			sides[0], sides[1] = sides[1], sides[0]
		}
		from.Ctrl = []*ir.Value{g.condition(2)}
		from.SetTerm(ir.If, 0, sides...)
	}
	first := true // only one side does what the other lanes see: nobody knows which runs first
	for _, b := range sides {
		if b != join {
			if g.b = b; first {
				g.wide(1+g.rng.IntN(2), depth+1)
				first = false
			} else {
				g.observe(g.pick(g.data))
			}
			g.b.SetTerm(ir.Jump, 0, join)
		}
	}
	g.b = join
}

// exchange lets one thread of each pair exchange two elements, or, with some luck, not quite.
func (g *wideGen) exchange() {
	k := g.rng.IntN(len(g.views))
	i := g.tid
	if g.rng.IntN(2) == 0 {
		i = g.pick(g.index)
	}
	j := []*ir.Value{g.c(1 << g.rng.IntN(5)), g.pick(g.index)}[min(1, g.rng.IntN(4))]
	x := g.add(ir.OpXor, ir.I32, i, j)
	if g.rng.IntN(2) == 0 {
		x = g.add(ir.OpXor, ir.I32, j, i)
	}
	a, b := x, i
	if g.rng.IntN(2) == 0 {
		a, b = i, x
	}
	cmps := []ir.Cmp{ir.GtS, ir.GtU, ir.LtS, ir.LtU, ir.GeU, ir.LeS, ir.Ne}
	cond := g.cmp(cmps[g.rng.IntN(len(cmps))], a, b)
	from, then, join := g.b, g.f.NewBlock(""), g.f.NewBlock("")
	from.Ctrl = []*ir.Value{cond}
	if g.rng.IntN(3) == 0 {
		from.SetTerm(ir.If, 0, join, then)
	} else {
		from.SetTerm(ir.If, 0, then, join)
	}
	g.b = then
	scale := g.c([]int{4, 4, 8, 2}[g.rng.IntN(4)])
	at := func(n *ir.Value) *ir.Value {
		off := g.add(ir.OpMul, ir.I32, n, scale)
		return g.add(ir.OpAdd, ir.I64, g.views[k], g.add(ir.OpSext, ir.I64, off))
	}
	p, q := at(i), at(x)
	v, w := g.touch(ir.OpLoad, ir.I32, k, ir.I32, p), g.touch(ir.OpLoad, ir.I32, k, ir.I32, q)
	g.touch(ir.OpStore, ir.Void, k, ir.I32, p, g.add(ir.OpMinS, ir.I32, v, w))
	g.touch(ir.OpStore, ir.Void, k, ir.I32, q, g.add(ir.OpMaxS, ir.I32, v, w))
	g.b.SetTerm(ir.Jump, 0, join)
	g.b = join
}

// swap adds to a word of shared memory, whose result nobody uses: atomically, or by
// compare-and-swap, in a loop that guesses what is there.
func (g *wideGen) swap() {
	at := g.add(ir.OpAnd, ir.I32, g.number(), g.c(12))
	a := g.add(ir.OpAdd, ir.I64, g.views[0], g.add(ir.OpSext, ir.I64, at))
	space := g.spaces[0]
	by := g.pick(g.data)
	if g.rng.IntN(2) == 0 {
		v := g.add(ir.OpAtomic, ir.Void, a, by)
		v.Attr.Space, v.Attr.Mem, v.Attr.Atom, v.Attr.Order = space, ir.I32, ir.AtomAdd, ir.Relaxed
		return
	}
	guess := g.touch(ir.OpLoad, ir.I32, 0, ir.I32, a)
	guess.Attr.Volatile = g.rng.IntN(3) == 0
	head, exit := g.f.NewBlock(""), g.f.NewBlock("")
	g.b.SetTerm(ir.Jump, 0, head)
	g.b = head
	x := g.add(ir.OpPhi, ir.I32, guess)
	old := g.add(ir.OpAtomic, ir.I32, a, x, g.add(ir.OpAdd, ir.I32, x, by))
	old.Attr.Space, old.Attr.Mem, old.Attr.Atom, old.Attr.Order = space, ir.I32, ir.AtomCAS, ir.Relaxed
	again := g.cmp(ir.Ne, old, x)
	g.b.Ctrl = []*ir.Value{again}
	g.b.SetTerm(ir.If, 0, head, exit)
	x.Args = append(x.Args, old)
	g.b = exit
}

// around makes a loop that counts up or down, by a number on which the lanes agree or by one of
// their own, with one way back or two.
func (g *wideGen) around(depth int) {
	entry, head := g.b, g.f.NewBlock("")
	rounds := g.c(2 + g.rng.IntN(3))
	init := []*ir.Value{g.c(g.rng.IntN(3)), g.tid, g.pick(g.index), g.add(ir.OpAdd, ir.I32, g.tid, g.c(8))}[g.rng.IntN(4)]
	step := []*ir.Value{g.c(1), g.c(32), g.c(-2), g.sreg("ntid.x"), g.add(ir.OpMul, ir.I32, g.sreg("ntid.x"), g.c(2)),
		g.sreg("ntid.y"), g.tid, g.add(ir.OpAdd, ir.I32, g.sreg("ntid.x"), g.c(1))}[g.rng.IntN(8)]
	if g.rng.IntN(3) == 0 { // over the block
		init, step = g.tid, g.sreg("ntid.x")
	}
	zero := g.c(0)
	entry.SetTerm(ir.Jump, 0, head)
	g.b = head
	n := g.add(ir.OpPhi, ir.I32, zero)
	phi := g.add(ir.OpPhi, ir.I32, init)
	g.index = append(g.index, phi, phi)
	g.wide(1+g.rng.IntN(2), depth+1)
	g.index = g.index[:len(g.index)-2]
	next := func() *ir.Value {
		switch g.rng.IntN(5) {
		case 0:
			return g.add(ir.OpSub, ir.I32, phi, step)
		case 1:
			return g.add(ir.OpAdd, ir.I32, step, phi)
		case 2:
			if g.rng.IntN(3) == 0 {
				return g.add(ir.OpSub, ir.I32, step, phi)
			}
		}
		return g.add(ir.OpAdd, ir.I32, phi, step)
	}
	more := func() *ir.Value { return g.cmp(ir.LtU, g.add(ir.OpAdd, ir.I32, n, g.c(1)), rounds) }
	exit := g.f.NewBlock("")
	if g.rng.IntN(4) == 0 { // another way back
		short, long := g.f.NewBlock(""), g.f.NewBlock("")
		plus := g.add(ir.OpAdd, ir.I32, n, g.c(1))
		// On which the lanes agree: of those that go back by different blocks nobody knows who is first.
		cond := g.add(ir.OpAnd, ir.I1, more(), g.cmp(ir.LtU, n, g.c(1)))
		g.b.Ctrl = []*ir.Value{cond}
		g.b.SetTerm(ir.If, 0, short, long)
		g.b = short
		n.Args, phi.Args = append(n.Args, plus), append(phi.Args, next())
		g.b.SetTerm(ir.Jump, 0, head)
		g.b = long
	}
	plus := g.add(ir.OpAdd, ir.I32, n, g.c(1))
	n.Args, phi.Args = append(n.Args, plus), append(phi.Args, next())
	g.b.Ctrl = []*ir.Value{more()}
	g.b.SetTerm(ir.If, 0, head, exit)
	g.b = exit
}

func newWide(seed int) *wideGen {
	return &wideGen{kernelGen: kernelGen{rng: rand.New(rand.NewPCG(uint64(seed), 2))}}
}
