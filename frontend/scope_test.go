package frontend

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/isa"
)

func reg(name string, n int) *Var {
	return &Var{Name: name, Space: isa.SpaceReg, Type: isa.B32, Vec: 1, Range: n}
}

func TestScopeLookup(t *testing.T) {
	outer := newScope(nil)
	inner := newScope(outer)
	for _, v := range []*Var{reg("%r", 100000), reg("%r1x", 3), reg("%f1", 5), reg("one", 0)} {
		if old := outer.declareVar(v); old != nil {
			t.Fatalf("%s is a duplicate of %s", v.Name, old.SymbolName())
		}
	}
	inner.declareVar(reg("%r", 10))
	for _, c := range []struct {
		scope *Scope
		name  string
		num   int
		size  int // of the range it is in
	}{
		{outer, "%r0", 0, 100000}, {outer, "%r99999", 99999, 100000}, {outer, "%r1x2", 2, 3}, {outer, "%f14", 4, 5}, {outer, "one", -1, 0},
		{inner, "%r9", 9, 10}, {inner, "%r10", 10, 100000}, {inner, "one", -1, 0},
	} {
		r, ok := c.scope.Lookup(c.name).(*Reg)
		if !ok || r.Num != c.num || r.Var.Range != c.size || r.SymbolName() != c.name {
			t.Errorf("%s: got %+v", c.name, r)
		}
		if c.scope.Lookup(c.name) != Symbol(r) {
			t.Errorf("%s: not the same register the second time", c.name)
		}
	}
	for _, name := range []string{"%r100000", "%r", "%r01", "%r00", "%r-1", "%f1", "%f15", "two", "%r99999999999999999999", "0", ""} {
		if s := outer.Lookup(name); s != nil {
			t.Errorf("%s is %s", name, s.SymbolName())
		}
	}
}

func TestScopeDuplicates(t *testing.T) {
	for i, c := range []struct {
		decls []*Var
		want  string
	}{
		{[]*Var{reg("a", 0), reg("a", 0)}, "a"},
		{[]*Var{reg("%r", 5), reg("%r", 6)}, "%r"},
		{[]*Var{reg("%r", 5), reg("%r4", 0)}, "%r"},
		{[]*Var{reg("%r", 5), reg("%r5", 0)}, ""},
		{[]*Var{reg("%r4", 0), reg("%r", 5)}, "%r4"},
		{[]*Var{reg("%r5", 0), reg("%r", 5)}, ""},
		{[]*Var{reg("%r05", 0), reg("%r", 50)}, ""},
		{[]*Var{reg("%r1", 5), reg("%r", 10)}, ""},
		{[]*Var{reg("%r1", 5), reg("%r", 11)}, "%r"},
		{[]*Var{reg("%r", 11), reg("%r1", 5)}, "%r"},
		{[]*Var{reg("%r", 10), reg("%r1", 5)}, ""},
		{[]*Var{reg("%r", 10), reg("%r", 0)}, ""},
		{[]*Var{reg("%r", 0), reg("%r", 10)}, ""},
	} {
		s := newScope(nil)
		var old Symbol
		for _, v := range c.decls {
			old = s.declareVar(v)
		}
		got := ""
		if old != nil {
			got = old.SymbolName()
		}
		if got != c.want {
			t.Errorf("%d: got %q, want %q", i, got, c.want)
		}
	}
}

// TestBlocks checks what names mean in nested blocks.
func TestBlocks(t *testing.T) {
	m := check(t, header+`.visible .entry k() {
	.reg .b32 %r<3>;
	.reg .pred %p<2>;
	mov.b32 %r1, 1;
	{
		mov.b32 %r1, 2;
		.reg .b32 %r1;
		mov.b32 %r1, 3;
		L: @%p1 bra L;
	}
	{
		.reg .b32 %r<2>;
		mov.b32 %r1, %r2;
		L: bra L;
		@%p1 bra M;
	}
	M: bra IN;
	{ IN: ret; }
}
`)
	body := m.Decls[0].(*Func).Body
	inst := func(b *Block, i int) *Inst {
		n := 0
		for _, s := range b.Stmts {
			if s.Kind == StmtInst {
				if n == i {
					return s.Inst
				}
				n++
			}
		}
		t.Fatal("no such instruction")
		return nil
	}
	blocks := []*Block{}
	for _, s := range body.Stmts {
		if s.Kind == StmtBlock {
			blocks = append(blocks, s.Block)
		}
	}
	outer := inst(body, 0).Ops[0].Sym
	if inst(blocks[0], 0).Ops[0].Sym != outer {
		t.Error("a register is shadowed before its declaration")
	}
	if inst(blocks[0], 1).Ops[0].Sym == outer {
		t.Error("a register is not shadowed")
	}
	two := inst(blocks[1], 0)
	if two.Ops[0].Sym == outer || two.Ops[1].Sym.(*Reg).Var.Range != 3 {
		t.Error("a smaller range hides too little or too much")
	}
	l0, l1 := inst(blocks[0], 2).Ops[0].Sym, inst(blocks[1], 1).Ops[0].Sym
	if l0 == nil || l1 == nil || l0 == l1 {
		t.Error("labels of sibling blocks are not apart")
	}
	if inst(blocks[1], 2).Ops[0].Sym == nil || inst(body, 1).Ops[0].Sym == nil {
		t.Error("labels are not visible in the whole function")
	}
	if g := inst(blocks[0], 2).Guard.Pred.Sym.(*Reg); g.SymbolName() != "%p1" || g != inst(blocks[1], 2).Guard.Pred.Sym {
		t.Error("the guard is not the shared register")
	}
}

// TestManyRegisters checks that a range costs nothing but what is used of it,
// and that single registers are fast too.
func TestManyRegisters(t *testing.T) {
	var src strings.Builder
	src.WriteString(header + ".visible .entry k() {\n.reg .b32 %big<2147483647>;\nmov.b32 %big2147483646, %big0;\n")
	for i := range 20000 {
		fmt.Fprintf(&src, ".reg .b32 x%d, y%d_<1000000>;\n", i, i)
	}
	src.WriteString("mov.b32 x19999, y777_999999;\nret;\n}\n")
	m := check(t, src.String())
	if m.Decls[0].(*Func).Body.Scope.Lookup("y19999_123456") == nil {
		t.Error("no y19999_123456")
	}
}
