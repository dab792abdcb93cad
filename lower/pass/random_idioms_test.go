package pass_test

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// idiom makes what passes look for: operations that cancel each other, chains of constants and of
// conversions, comparisons of what was made of a predicate, questions that were answered before,
// numbers of 128 bits, and addresses of local memory in more ways than one.
func (g *programGen) idiom() {
	switch k := g.rng.IntN(20); {
	case k < 4:
		g.constants()
	case k < 6:
		g.cancel()
	case k < 8:
		g.conversions()
	case k < 12:
		g.compareAgain()
	case k == 12:
		g.floats()
	case k == 13:
		g.wideWord()
	case k < 16:
		g.frameAgain()
	case k < 18 && g.depth < 3:
		g.askAgain()
	case k == 18 && g.depth < 3:
		g.table()
	case k == 19 && g.depth < 2:
		g.countDown()
	}
}

// edge returns a constant at which an operation of the type changes what it does.
func (g *programGen) edge(t ir.Type) *ir.Value {
	top := int64(1) << (t.Bits() - 1)
	n := []int64{0, 1, -1, top, top - 1, 2, 0x55, -5, int64(g.rng.IntN(70))}
	return g.k(t, n[g.rng.IntN(len(n))])
}

func (g *programGen) swapped(op ir.Op, t ir.Type, x, y *ir.Value) *ir.Value {
	if g.rng.IntN(2) == 0 {
		x, y = y, x
	}
	return g.add(op, t, x, y)
}

// constants makes two or three operations with constants, the second of what the first makes.
func (g *programGen) constants() {
	t := ints[g.rng.IntN(len(ints))]
	x := g.val(t)
	op := binaries[g.rng.IntN(len(binaries))]
	for range 2 + g.rng.IntN(2) {
		switch g.rng.IntN(4) {
		case 0:
			op = binaries[g.rng.IntN(len(binaries))]
		case 1:
			op = []ir.Op{ir.OpAdd, ir.OpSub}[g.rng.IntN(2)]
		}
		if g.rng.IntN(4) == 0 {
			shift := []ir.Op{ir.OpShl, ir.OpShrS, ir.OpShrU}[g.rng.IntN(3)]
			by := []int64{0, 1, 7, 8, 33, 64, 1 << 16, 1<<16 - 1, -1}
			x = g.add(shift, t, g.add(shift, t, x, g.k(ir.I32, by[g.rng.IntN(len(by))])), g.k(ir.I32, by[g.rng.IntN(len(by))]))
			continue
		}
		x = g.swapped(op, t, x, g.edge(t))
	}
	g.push(x)
}

// cancel makes sums and chains in which a value occurs twice.
func (g *programGen) cancel() {
	t := ints[g.rng.IntN(len(ints))]
	x, y, z := g.val(t), g.val(t), g.val(t)
	var v *ir.Value
	switch g.rng.IntN(7) {
	case 0:
		v = g.add(ir.OpSub, t, g.swapped(ir.OpAdd, t, x, y), y)
	case 1:
		v = g.swapped(ir.OpAdd, t, g.add(ir.OpSub, t, x, y), y)
	case 2:
		v = g.swapped([]ir.Op{ir.OpAdd, ir.OpSub}[g.rng.IntN(2)], t, x, g.add(ir.OpNeg, t, y))
	case 3:
		v = g.add(ir.OpNeg, t, g.add(ir.OpSub, t, x, y))
	default:
		if g.rng.IntN(3) == 0 {
			t = ir.I1
			x, y, z = g.val(t), g.val(t), g.val(t)
		}
		op := []ir.Op{ir.OpAnd, ir.OpOr}[g.rng.IntN(2)]
		v = g.swapped(op, t, g.swapped(op, t, x, y), g.swapped(op, t, []*ir.Value{x, y, z}[g.rng.IntN(3)], z))
	}
	g.push(v)
}

// conversions makes a chain of them, with an operation in between.
func (g *programGen) conversions() {
	all := append([]ir.Type{ir.I1}, ints...)
	x := g.val(all[g.rng.IntN(len(all))])
	if g.rng.IntN(6) == 0 {
		s := g.add(ir.OpSReg, ir.I32)
		s.Attr.SReg = []string{"tid.x", "laneid", "ntid.x", "nctaid.y", "gridid.lo"}[g.rng.IntN(4)]
		x = g.add(ir.OpTrunc, ir.I16, s)
	}
	for range 2 + g.rng.IntN(2) {
		t := all[g.rng.IntN(len(all))]
		switch {
		case t.Bits() > x.Type.Bits():
			x = g.add([]ir.Op{ir.OpZext, ir.OpSext}[g.rng.IntN(2)], t, x)
		case t.Bits() < x.Type.Bits():
			if x.Type != ir.I1 && g.rng.IntN(2) == 0 {
				op := []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl}[g.rng.IntN(7)]
				y := g.edge(x.Type)
				if w := ints[g.rng.IntN(len(ints))]; w.Bits() < x.Type.Bits() && g.rng.IntN(2) == 0 {
					y = g.add(ir.OpZext, x.Type, g.val(w))
				}
				if op == ir.OpShl {
					y = g.k(ir.I32, int64(g.rng.IntN(20)))
				}
				x = g.add(op, x.Type, x, y)
			}
			x = g.add(ir.OpTrunc, t, x)
		}
	}
	g.push(x)
}

func (g *programGen) icmp(c ir.Cmp, x, y *ir.Value) *ir.Value {
	v := g.add(ir.OpICmp, ir.I1, x, y)
	v.Attr.Cmp = c
	return v
}

func (g *programGen) anyCmp() ir.Cmp { return ir.Eq + ir.Cmp(g.rng.IntN(int(ir.GeU-ir.Eq)+1)) }

func (g *programGen) equality() ir.Cmp { return []ir.Cmp{ir.Eq, ir.Ne}[g.rng.IntN(2)] }

// compareAgain compares what a predicate, a sum or an extension has become with a constant.
func (g *programGen) compareAgain() {
	t := ints[g.rng.IntN(len(ints))]
	p := g.val(ir.I1)
	var v *ir.Value
	switch g.rng.IntN(8) {
	case 0:
		v = g.icmp(g.equality(), p, g.k(ir.I1, int64(g.rng.IntN(2))))
	case 1:
		v = g.icmp(g.anyCmp(), g.add(ir.OpSelect, t, p, g.edge(t), g.edge(t)), g.edge(t))
	case 2:
		v = g.icmp(g.anyCmp(), g.add(ir.OpZext, t, p), g.k(t, int64(g.rng.IntN(3))))
	case 3:
		x := g.add(ir.OpZext, ir.I64, g.val(ir.I8))
		v = g.icmp(g.equality(), x, g.k(ir.I64, []int64{0, 5, 255, 256, 1 << 40, -1}[g.rng.IntN(6)]))
	case 4:
		x := g.add(ir.OpZext, ir.I32, []*ir.Value{p, g.val(ir.I16)}[g.rng.IntN(2)])
		x = g.add(ir.OpAnd, ir.I32, x, g.k(ir.I32, int64(1+g.rng.IntN(2))))
		v = g.icmp(g.equality(), x, g.k(ir.I32, int64(g.rng.IntN(3))))
	case 5:
		v = g.icmp(g.equality(), g.swapped([]ir.Op{ir.OpAdd, ir.OpSub}[g.rng.IntN(2)], t, g.val(t), g.edge(t)), g.edge(t))
	case 6:
		v = g.icmp(g.equality(), g.add(ir.OpSub, t, g.val(t), g.val(t)), g.k(t, 0))
	case 7:
		v = g.icmp(g.anyCmp(), g.val(t), g.k(t, int64(g.rng.IntN(2))))
	}
	if g.rng.IntN(3) == 0 {
		v = g.add(ir.OpNot, ir.I1, v)
	}
	g.push(v)
	if g.rng.IntN(2) == 0 { // and a choice by it, twice
		y := g.add(ir.OpSelect, t, v, g.val(t), g.edge(t))
		g.push(g.swappedSelect(v, y, g.val(t)))
		g.push(g.add(ir.OpSelect, ir.I1, v, g.val(ir.I1), g.k(ir.I1, int64(g.rng.IntN(2)))))
		g.push(g.add(ir.OpSelect, t, v, g.k(t, 1), g.k(t, 0)))
	}
}

func (g *programGen) swappedSelect(c, x, y *ir.Value) *ir.Value {
	if g.rng.IntN(2) == 0 {
		x, y = y, x
	}
	return g.add(ir.OpSelect, x.Type, c, x, y)
}

// floats makes signs of constants, comparisons with them, and what goes to and fro.
func (g *programGen) floats() {
	bits := []uint64{0, 0x3ff0000000000000, 1 << 63, 0x7ff8000000000001, 0x7ff0000000000000, 0xfff0000000000123}
	a := g.b.Const(ir.F64, bits[g.rng.IntN(len(bits))], 0)
	b := g.add(ir.OpBitcast, ir.F64, g.val(ir.I64))
	if g.rng.IntN(2) == 0 {
		b = g.b.Const(ir.F64, bits[g.rng.IntN(len(bits))], 0)
	}
	sign := []ir.Op{ir.OpFNeg, ir.OpFAbs}[g.rng.IntN(2)]
	c := g.add(ir.OpFCmp, ir.I1, g.add(sign, ir.F64, a), b)
	c.Attr.Cmp = ir.EqF + ir.Cmp(g.rng.IntN(int(ir.NanF-ir.EqF)+1))
	g.push(c)
	g.push(g.add(ir.OpBitcast, ir.I64, g.add(sign, ir.F64, b)))
	g.push(g.add(ir.OpBitcast, ir.I32, g.add(ir.OpBitcast, ir.F32, g.val(ir.I32))))
	g.push(g.add(ir.OpBitcast, ir.I64, g.add(ir.OpBitcast, ir.F64, g.add(ir.OpBitcast, ir.I64, a))))
	g.push(g.add(ir.OpCanon, ir.F32, g.val(ir.F32)))
}

// wideWord computes with a number of 128 bits, which may lie in local memory for a while.
func (g *programGen) wideWord() {
	wide := func() *ir.Value {
		switch g.rng.IntN(4) {
		case 0:
			v := g.b.Const(ir.I128, g.rng.Uint64(), 0)
			v.Attr.Hi = g.rng.Uint64()
			return v
		case 1:
			return g.add(ir.OpSext, ir.I128, g.val(ir.I64))
		}
		return g.add(ir.OpZext, ir.I128, g.val(ir.I32))
	}
	x := wide()
	for range 1 + g.rng.IntN(3) {
		switch g.rng.IntN(5) {
		case 0:
			x = g.add(ir.OpSelect, ir.I128, g.val(ir.I1), x, wide())
		case 1:
			x = g.add(ir.OpNot, ir.I128, x)
		case 2:
			x = g.add([]ir.Op{ir.OpAnd, ir.OpOr, ir.OpXor}[g.rng.IntN(3)], ir.I128, x, wide())
		default:
			n := []int64{0, 1, 8, 63, 64, 65, 127, 128, 200}
			x = g.add([]ir.Op{ir.OpShl, ir.OpShrU}[g.rng.IntN(2)], ir.I128, x, g.k(ir.I32, n[g.rng.IntN(len(n))]))
		}
	}
	if g.rng.IntN(2) == 0 {
		a := g.add(ir.OpSymAddr, ir.I64)
		a.Attr.Sym, a.Attr.Off = g.local, int64(16*g.rng.IntN(4))
		s := g.add(ir.OpStore, ir.Void, a, x)
		s.Attr.Space, s.Attr.Mem = ir.Local, ir.I128
		g.frame()
		x = g.add(ir.OpLoad, ir.I128, a)
		x.Attr.Space, x.Attr.Mem = ir.Local, ir.I128
	}
	g.push(g.add(ir.OpTrunc, ir.I64, x))
	g.push(g.add(ir.OpTrunc, ir.I64, g.add(ir.OpShrU, ir.I128, x, g.k(ir.I32, 64))))
}

// frameAgain reads or writes local memory by an address that is masked, chosen, cut to 32 bits or
// asked about, several elements at once, or as volatile.
func (g *programGen) frameAgain() {
	a := g.add(ir.OpSymAddr, ir.I64)
	a.Attr.Sym, a.Attr.Off = g.local, int64(8*g.rng.IntN(8))
	space := ir.Local
	switch g.rng.IntN(6) {
	case 0:
		a.Attr.Off &^= 8
		a = g.add(ir.OpOr, ir.I64, a, g.k(ir.I64, int64(g.rng.IntN(2)*8)))
	case 1:
		b := g.add(ir.OpSymAddr, ir.I64)
		b.Attr.Sym = g.local
		a = g.add(ir.OpSelect, ir.I64, g.val(ir.I1), a, b)
	case 2:
		a = g.add(ir.OpZext, ir.I64, g.add(ir.OpTrunc, ir.I32, a))
	case 3:
		g.push(g.icmp(g.anyCmp(), a, g.val(ir.I64)))
	case 4:
		a = g.add(ir.OpToGeneric, ir.I64, a)
		a.Attr.Space, space = ir.Local, ir.Generic
		is := g.add(ir.OpIsSpace, ir.I1, a)
		is.Attr.Space = []ir.Space{ir.Local, ir.Shared, ir.Global, ir.Const}[g.rng.IntN(4)]
		g.push(is)
	case 5:
		a.Attr.Off &^= 8
		a = g.add(ir.OpSub, ir.I64, g.add(ir.OpAdd, ir.I64, a, g.k(ir.I64, 12)), g.k(ir.I64, int64(g.rng.IntN(2)*4)))
		a = g.add(ir.OpSub, ir.I64, a, g.k(ir.I64, 4))
		space = ir.Local
		t := []ir.Type{ir.I32, ir.I16, ir.I8}[g.rng.IntN(3)]
		g.access(a, space, t)
		return
	}
	types := append([]ir.Type{ir.F32, ir.F64}, ints...)
	if t := types[g.rng.IntN(len(types))]; g.rng.IntN(4) > 0 || t.Bytes() > 4 {
		v := g.access(a, space, t)
		v.Attr.Volatile = g.rng.IntN(12) == 0
	} else if g.rng.IntN(2) == 0 {
		v := g.add(ir.OpStore, ir.Void, a, g.val(ir.I32), g.val(ir.I32))
		v.Attr.Space, v.Attr.Mem, v.Attr.Vec = space, ir.I32, 2
	} else {
		v := g.add(ir.OpLoad, ir.Tuple, a)
		v.Results = []ir.Type{ir.I32, ir.I32}
		v.Attr.Space, v.Attr.Mem, v.Attr.Vec = space, ir.I32, 2
		x, y := g.add(ir.OpExtract, ir.I32, v), g.add(ir.OpExtract, ir.I32, v)
		y.Attr.Index = 1
		g.push(x)
		g.push(y)
	}
}

// access loads or stores a value of a type.
func (g *programGen) access(a *ir.Value, space ir.Space, t ir.Type) *ir.Value {
	var v *ir.Value
	if g.rng.IntN(2) == 0 {
		x := g.val(t)
		if t == ir.F64 {
			x = g.add(ir.OpBitcast, ir.F64, g.val(ir.I64))
		}
		v = g.add(ir.OpStore, ir.Void, a, x)
	} else if v = g.add(ir.OpLoad, t, a); t == ir.F64 {
		g.push(g.add(ir.OpBitcast, ir.I64, v))
	} else {
		g.push(v)
	}
	v.Attr.Space, v.Attr.Mem = space, t
	return v
}

// askAgain makes a branch, and after it one that the first has decided, perhaps.
func (g *programGen) askAgain() {
	g.depth++
	t := ints[g.rng.IntN(len(ints))]
	x, y := g.val(t), g.edge(t)
	cmp := g.anyCmp()
	first := g.icmp(cmp, x, y)
	if g.rng.IntN(4) == 0 {
		first = g.add(ir.OpNot, ir.I1, first)
	}
	arm := func(cond *ir.Value, both bool) {
		from, then, join := g.b, g.f.NewBlock(""), g.f.NewBlock("")
		from.Ctrl = []*ir.Value{cond}
		if !both {
			from.SetTerm(ir.If, 0, then, join)
		} else {
			other := g.f.NewBlock("")
			from.SetTerm(ir.If, 0, then, other)
			g.b = other
			g.stmts(g.rng.IntN(2))
			g.b.SetTerm(ir.Jump, 0, join)
		}
		g.b = then
		g.stmts(g.rng.IntN(3))
		g.b.SetTerm(ir.Jump, 0, join)
		g.b = join
	}
	arm(first, g.rng.IntN(2) == 0)
	second := first
	again := g.b.Const(t, y.Attr.Bits, 0)
	switch g.rng.IntN(6) {
	case 0:
		second = g.add(ir.OpNot, ir.I1, first)
	case 1:
		second = g.icmp(cmp, x, again)
	case 2:
		second = g.icmp(cmp.Mirrored(), again, x)
	case 3:
		second = g.icmp(cmp.Negated(), x, again)
	case 4:
		second = g.swapped([]ir.Op{ir.OpAnd, ir.OpOr}[g.rng.IntN(2)], ir.I1, g.icmp(cmp, x, again), g.val(ir.I1))
	}
	arm(second, g.rng.IntN(2) == 0)
	g.depth--
}

// table makes a switch of three ways, two of which may be the same.
func (g *programGen) table() {
	g.depth++
	from, join := g.b, g.f.NewBlock("")
	ways := []*ir.Block{g.f.NewBlock(""), g.f.NewBlock(""), join}
	i := g.add(ir.OpRemU, ir.I32, g.val(ir.I32), g.k(ir.I32, 3))
	if g.rng.IntN(4) == 0 {
		i = g.k(ir.I32, int64(g.rng.IntN(3)))
	}
	from.Ctrl = []*ir.Value{i}
	from.SetTerm(ir.Switch, 0, ways...)
	for _, b := range ways[:2] {
		g.b = b
		g.stmts(g.rng.IntN(3))
		g.b.SetTerm(ir.Jump, 0, join)
	}
	g.b = join
	g.depth--
}

// countDown makes a loop that counts down, and may be left in its middle.
func (g *programGen) countDown() {
	g.depth++
	entry, head, latch, exit := g.b, g.f.NewBlock(""), g.f.NewBlock(""), g.f.NewBlock("")
	n := g.k(ir.I32, int64(1+g.rng.IntN(4)))
	entry.SetTerm(ir.Jump, 0, head)
	g.b = head
	i := g.add(ir.OpPhi, ir.I32, n)
	g.stmts(g.rng.IntN(3))
	g.b.Ctrl = []*ir.Value{g.val(ir.I1)}
	g.b.SetTerm(ir.If, 0, latch, exit)
	g.b = latch
	g.stmts(g.rng.IntN(2))
	next := g.add(ir.OpSub, ir.I32, i, g.k(ir.I32, 1))
	more := g.icmp([]ir.Cmp{ir.Ne, ir.GtS, ir.GtU}[g.rng.IntN(3)], next, g.k(ir.I32, 0))
	g.b.Ctrl = []*ir.Value{more}
	g.b.SetTerm(ir.If, 0, head, exit)
	i.Args = append(i.Args, next)
	g.b = exit
	g.depth--
}
