package schedule

import (
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// testRegion makes a function with a branch, a table, arguments, and loads of two elements at once.
func testRegion() *ir.Func {
	m := &ir.Module{Name: "t", PtrBits: 64}
	f := &ir.Func{Name: "r", Module: m, Part: ir.RegionPart, Args: []ir.Type{ir.I32, ir.I64}, ArgFacts: make([]ir.Fact, 2),
		Registers: map[string]ir.Fact{"tid.x": {Bounded: true, Hi: 31}}}
	b, then, other, join := f.NewBlock(""), f.NewBlock(""), f.NewBlock(""), f.NewBlock("")
	n, a := b.Add(ir.OpArg, ir.I32, 1), b.Add(ir.OpArg, ir.I64, 1)
	a.Attr.Index = 1
	c := b.Add(ir.OpICmp, ir.I1, 2, n, b.Const(ir.I32, 7, 2))
	d := b.Add(ir.OpNot, ir.I1, 2, c)
	b.Ctrl = []*ir.Value{d}
	b.SetTerm(ir.If, 2, then, other)
	x := then.Add(ir.OpLoad, ir.Tuple, 3, a)
	x.Results, x.Attr.Mem, x.Attr.Space, x.Attr.Vec = []ir.Type{ir.I32, ir.I32}, ir.I32, ir.Global, 2
	e := then.Add(ir.OpExtract, ir.I32, 3, x)
	then.SetTerm(ir.Jump, 3, join)
	g := other.Add(ir.OpAdd, ir.I32, 4, n, n)
	other.Ctrl = []*ir.Value{n}
	other.SetTerm(ir.Switch, 4, join)
	phi := join.Add(ir.OpPhi, ir.I32, 5, e, g)
	s := join.Add(ir.OpStore, ir.Void, 5, a, phi)
	s.Attr.Mem, s.Attr.Space = ir.I32, ir.Global
	join.SetTerm(ir.Ret, 5)
	return f
}

// TestSameRegion changes one thing at a time: regions are the same only if nothing is different that
// decides what they do, or which line a fault names.
func TestSameRegion(t *testing.T) {
	if !sameRegion(testRegion(), testRegion()) {
		t.Fatal("a region is not the same as itself")
	}
	value := func(f *ir.Func, op ir.Op) *ir.Value {
		return firstValue(f, func(v *ir.Value) bool { return v.Op == op })
	}
	for name, c := range map[string]struct {
		change func(f *ir.Func)
		same   bool
	}{
		"order":           {func(f *ir.Func) { f.Order = ir.Descending }, false},
		"argument":        {func(f *ir.Func) { f.Args[0] = ir.F32 }, false},
		"fact":            {func(f *ir.Func) { f.ArgFacts[0] = ir.Fact{Bounded: true, Hi: 3} }, false},
		"pointer":         {func(f *ir.Func) { f.ArgFacts[1].Points = &ir.Pointer{Param: 1} }, false},
		"register":        {func(f *ir.Func) { f.Registers["tid.x"] = ir.Fact{Bounded: true, Hi: 15} }, false},
		"values":          {func(f *ir.Func) { f.Blocks[2].Values = f.Blocks[2].Values[:0] }, false},
		"operation":       {func(f *ir.Func) { value(f, ir.OpAdd).Op = ir.OpSub }, false},
		"type":            {func(f *ir.Func) { value(f, ir.OpAdd).Type = ir.I16 }, false},
		"attribute":       {func(f *ir.Func) { value(f, ir.OpICmp).Attr.Cmp = ir.Ne }, false},
		"results":         {func(f *ir.Func) { value(f, ir.OpLoad).Results[1] = ir.F32 }, false},
		"operand":         {func(f *ir.Func) { v := value(f, ir.OpPhi); v.Args[0], v.Args[1] = v.Args[1], v.Args[0] }, false},
		"condition":       {func(f *ir.Func) { f.Blocks[0].Ctrl[0] = value(f, ir.OpICmp) }, false},
		"end":             {func(f *ir.Func) { f.Blocks[3].Term = ir.Exit }, false},
		"successors":      {func(f *ir.Func) { s := f.Blocks[0].Succs; s[0], s[1] = s[1], s[0] }, false},
		"predecessors":    {func(f *ir.Func) { p := f.Blocks[3].Preds; p[0], p[1] = p[1], p[0] }, false},
		"line of a table": {func(f *ir.Func) { f.Blocks[2].Pos = diag.Pos(9) }, false},
		"line of a load":  {func(f *ir.Func) { value(f, ir.OpLoad).Pos = diag.Pos(9) }, false},
		"line of a sum":   {func(f *ir.Func) { value(f, ir.OpAdd).Pos = diag.Pos(9) }, true},
		"line of a jump":  {func(f *ir.Func) { f.Blocks[1].Pos = diag.Pos(9) }, true},
	} {
		f := testRegion()
		c.change(f)
		if got := sameRegion(testRegion(), f); got != c.same {
			t.Errorf("another %s: the same is %v", name, got)
		}
	}
}

// TestJoinFacts: of two numbers that share a slot no more is known than of each.
func TestJoinFacts(t *testing.T) {
	s, u := &ir.Symbol{Name: "s"}, &ir.Symbol{Name: "u"}
	base := ir.Pointer{Sym: s, Space: ir.Shared, Align: 8}
	for _, c := range []struct {
		name  string
		other *ir.Pointer
		same  bool
	}{
		{"itself", &ir.Pointer{Sym: s, Space: ir.Shared, Align: 4}, true},
		{"nothing", nil, false},
		{"another variable", &ir.Pointer{Sym: u, Space: ir.Shared, Align: 8}, false},
		{"another parameter", &ir.Pointer{Sym: s, Param: 1, Space: ir.Shared, Align: 8}, false},
		{"another place in a parameter", &ir.Pointer{Sym: s, Off: 8, Space: ir.Shared, Align: 8}, false},
		{"another space", &ir.Pointer{Sym: s, Space: ir.Generic, Align: 8}, false},
	} {
		x, y := ir.Fact{Bounded: true, Lo: 1, Hi: 3, Points: &base}, ir.Fact{Bounded: true, Lo: -2, Hi: 2, Points: c.other}
		for _, got := range []ir.Fact{joinFacts(x, y), joinFacts(y, x)} {
			if !got.Bounded || got.Lo != -2 || got.Hi != 3 {
				t.Errorf("%s: from %d to %d, %v", c.name, got.Lo, got.Hi, got.Bounded)
			}
			if (got.Points != nil) != c.same || c.same && got.Points.Align != 4 {
				t.Errorf("%s: points to %v", c.name, got.Points)
			}
		}
	}
	if got := joinFacts(ir.Fact{Bounded: true, Hi: 3}, ir.Fact{}); got.Bounded || got.Hi != 0 {
		t.Error("a bound of one is a bound of both")
	}
}

// TestSame: equal constants are one value, where they have one type.
func TestSame(t *testing.T) {
	b := testRegion().Blocks[0]
	x := b.Values[0]
	one, two, wide := b.Const(ir.I32, 1, 0), b.Const(ir.I32, 2, 0), b.Const(ir.I64, 1, 0)
	for _, c := range []struct {
		v, w *ir.Value
		want bool
	}{{x, x, true}, {x, one, false}, {one, x, false}, {one, two, false}, {one, b.Const(ir.I32, 1, 0), true}, {one, wide, false}} {
		if got := same(c.v, c.w); got != c.want {
			t.Errorf("%v and %v are the same: %v", c.v, c.w, got)
		}
	}
}
