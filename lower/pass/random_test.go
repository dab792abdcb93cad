package pass_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// TestRandomPrograms makes random kernels of all integer operations,
// conversions, float moves and local memory, with branches and loops, and
// compares what the interpreter computes before and after the passes.
func TestRandomPrograms(t *testing.T) {
	n := 400
	if testmode.Long() {
		n = 20_000
	}
	if testing.Short() {
		n = 50
	}
	for seed := range 2 * n {
		gen := func() *ir.Module {
			return (&programGen{rng: rand.New(rand.NewPCG(uint64(seed/2), uint64(9+seed%2))), idioms: seed%2 == 1}).module()
		}
		before, after := gen(), gen()
		if err := ir.VerifyModule(before); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, ir.Print(before))
		}
		text := ir.Print(before)
		pass.Run(after, pass.Standard, pass.Options{Verify: true})
		for _, in := range []uint64{0, 1, uint64(seed) * 0x9e3779b97f4a7c15} {
			x, y := runProgram(t, before, in), runProgram(t, after, in)
			if !bytes.Equal(x, y) {
				at := 0
				for x[at] == y[at] {
					at++
				}
				t.Fatalf("seed %d, input %#x: byte %d differs (store %d)\n%s\nbecame\n%s", seed, in, at, at/8, text, ir.Print(after))
			}
		}
	}
}

func runProgram(t *testing.T, m *ir.Module, in uint64) []byte {
	t.Helper()
	x, err := interp.New(m, interp.Options{MaxSteps: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]byte, 1<<16)
	at, err := x.Address(out)
	if err != nil {
		t.Fatal(err)
	}
	params := binary.LittleEndian.AppendUint64(nil, at)
	params = binary.LittleEndian.AppendUint64(params, in)
	if err := x.Launch(t.Context(), "k", interp.Config{Block: [3]uint32{2, 1, 1}}, params, [][]byte{out}); err != nil {
		t.Fatalf("%v\n%s", err, ir.Print(m))
	}
	return out
}

type programGen struct {
	rng    *rand.Rand
	f      *ir.Func
	b      *ir.Block
	vals   map[ir.Type][]*ir.Value // in scope
	base   *ir.Value               // where this thread stores
	stores int
	local  *ir.Symbol
	depth  int
	idioms bool // half of the statements are what passes look for
}

var ints = []ir.Type{ir.I8, ir.I16, ir.I32, ir.I64}

func (g *programGen) module() *ir.Module {
	m := &ir.Module{Name: "t", PtrBits: 64}
	g.f = &ir.Func{Name: "k", Entry: true, Module: m}
	m.Funcs = []*ir.Func{g.f}
	g.f.Params = []*ir.Param{
		{Name: "out", Type: ir.I64, PTX: "u64", Size: 8, Align: 8},
		{Name: "in", Type: ir.I64, PTX: "u64", Size: 8, Align: 8, Off: 8},
	}
	g.local = &ir.Symbol{Name: "frame", Space: ir.Local, Size: 64, Align: 8, Elem: ir.I8}
	g.f.Locals = []*ir.Symbol{g.local}
	g.b = g.f.NewBlock("")
	g.vals = map[ir.Type][]*ir.Value{}
	param := func(i int) *ir.Value {
		v := g.add(ir.OpParam, ir.I64)
		v.Attr.Index = i
		return v
	}
	tid := g.add(ir.OpSReg, ir.I32)
	tid.Attr.SReg = "tid.x"
	far := g.add(ir.OpMul, ir.I64, g.add(ir.OpZext, ir.I64, tid), g.k(ir.I64, 1<<15))
	g.base = g.add(ir.OpAdd, ir.I64, param(0), far)
	in := g.add(ir.OpAdd, ir.I64, param(1), far)
	g.vals[ir.I64] = append(g.vals[ir.I64], in)
	g.vals[ir.I32] = append(g.vals[ir.I32], g.add(ir.OpTrunc, ir.I32, in), tid)
	g.vals[ir.I16] = append(g.vals[ir.I16], g.add(ir.OpTrunc, ir.I16, in))
	g.vals[ir.I8] = append(g.vals[ir.I8], g.add(ir.OpTrunc, ir.I8, in))
	g.vals[ir.F32] = append(g.vals[ir.F32], g.add(ir.OpBitcast, ir.F32, g.vals[ir.I32][0]))
	c := g.add(ir.OpICmp, ir.I1, in, g.k(ir.I64, 5))
	c.Attr.Cmp = ir.LtU
	g.vals[ir.I1] = append(g.vals[ir.I1], c)
	g.stmts(12 + g.rng.IntN(30))
	g.b.SetTerm(ir.Ret, 0)
	return m
}

func (g *programGen) add(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	return g.b.Add(op, t, 0, args...)
}

func (g *programGen) k(t ir.Type, n int64) *ir.Value {
	bits := uint64(n)
	if t.Bits() < 64 {
		bits &= 1<<t.Bits() - 1
	}
	return g.b.Const(t, bits, 0)
}

// val returns a value of the type: one in scope, or an interesting constant.
func (g *programGen) val(t ir.Type) *ir.Value {
	if list := g.vals[t]; len(list) > 0 && g.rng.IntN(3) > 0 {
		return list[len(list)-1-min(g.rng.IntN(len(list)), g.rng.IntN(len(list)))]
	}
	if t == ir.F32 {
		return g.b.Const(t, []uint64{0, 0x3f800000, 0x80000000, 0x7fc00001, 0x7f800000, 0xff800001}[g.rng.IntN(6)], 0)
	}
	n := []int64{0, 1, -1, 2, 3, 4, 7, 8, 31, 32, 63, 64, 255, 0x7f, 0x80, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, 1 << 62, -1 << 63}
	return g.k(t, n[g.rng.IntN(len(n))])
}

func (g *programGen) push(v *ir.Value) { g.vals[v.Type] = append(g.vals[v.Type], v) }

func (g *programGen) stmts(n int) {
	saved := map[ir.Type]int{}
	for t, list := range g.vals {
		saved[t] = len(list)
	}
	for range n {
		g.stmt()
	}
	for t, list := range g.vals {
		g.vals[t] = list[:saved[t]]
	}
}

var binaries = []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpMulHiS, ir.OpMulHiU, ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU,
	ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU, ir.OpAnd, ir.OpOr, ir.OpXor}

func (g *programGen) stmt() {
	if g.idioms && g.rng.IntN(2) == 0 {
		g.idiom()
		return
	}
	t := ints[g.rng.IntN(len(ints))]
	switch k := g.rng.IntN(20); {
	case k < 5:
		g.push(g.add(binaries[g.rng.IntN(len(binaries))], t, g.val(t), g.val(t)))
	case k == 5:
		g.push(g.add([]ir.Op{ir.OpShl, ir.OpShrS, ir.OpShrU}[g.rng.IntN(3)], t, g.val(t), g.val(ir.I32)))
	case k == 6:
		g.push(g.add([]ir.Op{ir.OpNeg, ir.OpAbs, ir.OpNot}[g.rng.IntN(3)], t, g.val(t)))
	case k < 9:
		from := ints[g.rng.IntN(len(ints))]
		if g.rng.IntN(5) == 0 {
			from = ir.I1
		}
		switch {
		case from.Bits() < t.Bits():
			g.push(g.add([]ir.Op{ir.OpZext, ir.OpSext}[g.rng.IntN(2)], t, g.val(from)))
		case from.Bits() > t.Bits():
			g.push(g.add(ir.OpTrunc, t, g.val(from)))
		}
	case k == 9:
		if g.rng.IntN(2) == 0 {
			g.push(g.add([]ir.Op{ir.OpAnd, ir.OpOr, ir.OpXor}[g.rng.IntN(3)], ir.I1, g.val(ir.I1), g.val(ir.I1)))
			g.push(g.add(ir.OpNot, ir.I1, g.val(ir.I1)))
		}
		c := g.add(ir.OpICmp, ir.I1, g.val(t), g.val(t))
		c.Attr.Cmp = ir.Eq + ir.Cmp(g.rng.IntN(int(ir.GeU-ir.Eq)+1))
		g.push(c)
	case k == 10:
		if g.rng.IntN(3) == 0 {
			t = []ir.Type{ir.I1, ir.F32}[g.rng.IntN(2)]
		}
		g.push(g.add(ir.OpSelect, t, g.val(ir.I1), g.val(t), g.val(t)))
	case k == 11: // floats that move, and some that do not
		switch g.rng.IntN(4) {
		case 0:
			g.push(g.add(ir.OpBitcast, ir.I32, g.val(ir.F32)))
		case 1:
			g.push(g.add(ir.OpBitcast, ir.F32, g.val(ir.I32)))
		case 2:
			g.push(g.add([]ir.Op{ir.OpFNeg, ir.OpFAbs}[g.rng.IntN(2)], ir.F32, g.val(ir.F32)))
		case 3:
			g.push(g.add([]ir.Op{ir.OpFAdd, ir.OpFMul}[g.rng.IntN(2)], ir.F32, g.val(ir.F32), g.val(ir.F32)))
		}
	case k < 14:
		g.observe()
	case k < 17:
		g.frame()
	case k == 17 && g.depth < 3:
		g.branch()
	case k == 18 && g.depth < 2:
		g.loop()
	}
}

// observe stores a value where the caller sees it.
func (g *programGen) observe() {
	types := append([]ir.Type{ir.F32}, ints...)
	v := g.val(types[g.rng.IntN(len(types))])
	a := g.add(ir.OpAdd, ir.I64, g.base, g.k(ir.I64, int64(8*g.stores)))
	g.stores++
	s := g.add(ir.OpStore, ir.Void, a, v)
	s.Attr.Space, s.Attr.Mem = ir.Global, v.Type
}

// frame reads or writes local memory, at a constant place or an indexed one.
func (g *programGen) frame() {
	a := g.add(ir.OpSymAddr, ir.I64)
	a.Attr.Sym = g.local
	types := append([]ir.Type{ir.F32}, ints...)
	t := types[g.rng.IntN(len(types))]
	off := int64(g.rng.IntN(64/t.Bytes()) * t.Bytes())
	space := ir.Local
	if g.rng.IntN(2) == 0 {
		a = g.add(ir.OpToGeneric, ir.I64, a)
		a.Attr.Space = ir.Local
		space = ir.Generic
	}
	a = g.add(ir.OpAdd, ir.I64, a, g.k(ir.I64, off))
	if g.rng.IntN(60) == 0 {
		i := g.add(ir.OpAnd, ir.I64, g.val(ir.I64), g.k(ir.I64, 56))
		s := g.add(ir.OpSymAddr, ir.I64)
		s.Attr.Sym = g.local
		a, space = g.add(ir.OpAdd, ir.I64, s, i), ir.Local
	}
	var v *ir.Value
	if g.rng.IntN(2) == 0 {
		v = g.add(ir.OpStore, ir.Void, a, g.val(t))
	} else {
		v = g.add(ir.OpLoad, t, a)
		g.push(v)
	}
	v.Attr.Space, v.Attr.Mem = space, t
}

func (g *programGen) branch() {
	g.depth++
	from, then, other, join := g.b, g.f.NewBlock(""), g.f.NewBlock(""), g.f.NewBlock("")
	from.Ctrl = []*ir.Value{g.val(ir.I1)}
	from.SetTerm(ir.If, 0, then, other)
	t := ints[g.rng.IntN(len(ints))]
	arm := func(b *ir.Block) *ir.Value {
		g.b = b
		g.stmts(g.rng.IntN(4))
		v := g.val(t)
		if v.Block != g.b && v.Block != from {
			v = g.k(t, 3)
		}
		g.b.SetTerm(ir.Jump, 0, join)
		return v
	}
	x, y := arm(then), arm(other)
	g.b = join
	g.push(g.add(ir.OpPhi, t, x, y))
	g.depth--
}

func (g *programGen) loop() {
	g.depth++
	entry, head, exit := g.b, g.f.NewBlock(""), g.f.NewBlock("")
	t := ints[g.rng.IntN(len(ints))]
	zero, first := g.k(ir.I32, 0), g.val(t)
	entry.SetTerm(ir.Jump, 0, head)
	g.b = head
	i := g.add(ir.OpPhi, ir.I32, zero)
	x := g.add(ir.OpPhi, t, first)
	saved := map[ir.Type]int{}
	for t, list := range g.vals {
		saved[t] = len(list)
	}
	g.push(i)
	g.push(x)
	g.stmts(1 + g.rng.IntN(4))
	y := g.add(ir.OpXor, t, x, g.k(t, 5))
	next := g.add(ir.OpAdd, ir.I32, i, g.k(ir.I32, 1))
	more := g.add(ir.OpICmp, ir.I1, next, g.k(ir.I32, int64(1+g.rng.IntN(4))))
	more.Attr.Cmp = ir.LtS
	g.b.Ctrl = []*ir.Value{more}
	g.b.SetTerm(ir.If, 0, head, exit)
	i.Args, x.Args = append(i.Args, next), append(x.Args, y)
	for t, list := range g.vals {
		g.vals[t] = list[:saved[t]]
	}
	g.b = exit
	g.push(y)
	g.depth--
}
