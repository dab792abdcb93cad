package ir

import (
	"strings"
	"testing"
)

// body is a device function with some values to use and the given lines.
func body(lines string) string {
	return `
global @g size 8 align 4 elem i32
func @callee(i32) -> (i32 f32) extern
kernel @k
  param p i64 ptx u64 size 8 align 8 offset 0
b0:
  v100 = Const <i32> 1
  v101 = Const <i64> 1
  v102 = Const <f32> 0f00000000
  v103 = Const <i1> 1
  v104 = Const <f64> 0d0000000000000000
` + lines
}

// TestViolations gives the verifier one violation each. The last line of each
// case is a terminator where there is none already.
func TestViolations(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		// Types.
		{"v0 = Add <i32> v100 v101", "argument 1 is i64, want i32"},
		{"v0 = Add <f32> v102 v102", "result is f32, want i8 or i16 or i32 or i64 or i128"},
		{"v0 = Add <i32> v100", "1 arguments, want 2"},
		{"v0 = Shl <i64> v101 v101", "argument 1 is i64, want i32"},
		{"v0 = FAdd <f32> v102 v104", "argument 1 is f64"},
		{"v0 = ICmp.eq <i1> v100 v101", "argument 1 is i64, want i32"},
		{"v0 = ICmp.eqf <i1> v100 v100", "not a comparison of integers"},
		{"v0 = FCmp.eq <i1> v102 v102", "not a comparison of floats"},
		{"v0 = FCmp <i1> v102 v102", "not a comparison of floats"},
		{"v0 = Select <i32> v100 v100 v100", "argument 0 is i32, want i1"},
		{"v0 = Zext <i32> v101", "not wider"},
		{"v0 = Trunc <i64> v100", "not narrower"},
		{"v0 = Bitcast <i64> v102", "the widths differ"},
		{"v0 = Canon <f64> v104", "result is f64, want f32"},
		{"v0 = Extract <i32> v100 0", "argument 0 is i32, want tuple"},
		{"v0 = Warp.sync.F <(i32 i1)> v100 v100\n v1 = Extract <i1> v0 0", "the result is i32"},
		{"v0 = Warp.sync.F <(i32 i1)> v100 v100\n v1 = Extract <i1> v0 2", "no such result"},
		{"v0 = Warp.sync.F <(i32 i1)> v100 v100\n v1 = Intrin.F <i32> v0", "only Extract takes a Tuple"},
		{"v0 = Warp <i32> v100", "no name"},
		{"v0 = Warp.F <i32> v100\n v1 = Warp.F <(i32 i1)>\n v2 = Warp.F <i32> v1", "only Extract takes a Tuple"},
		{"v0 = Warp.sync.F <i32>", "no mask"},
		{"v0 = Warp.sync.F <i32> v100 v103", "no mask"},
		{"v0 = Intrin <i32> v100", "no name"},
		{"v0 = SReg <i32>", "no register"},
		{"v0 = Param <i64> 1", "no such parameter"},
		{"v0 = Param <i64> 0 4", "outside the parameter"},
		{"v0 = Arg <i64> 0", "no such argument"},
		{"v0 = Call <(i32 f32)> v101 @callee", "argument 0 is i64, want i32"},
		{"v0 = Call <i32> v100 @callee", "results are"},
		{"v0 = CallIndirect <i32> v101 v100 () -> (i32)", "2 arguments, want 1"},
		// Memory.
		{"v0 = Load.global <i32> v101", "no type in memory"},
		{"v0 = Load.global.i32 <i32> v100", "argument 0 is i32, want i64"},
		{"v0 = Load.global.i64 <i32> v101", "a i32 cannot hold a i64"},
		{"v0 = Load.global.f32 <i32> v101", "a i32 cannot hold a f32"},
		{"v0 = Load.global.v2.i32 <i32> v101", "1 results for 2 elements"},
		{"Store.global.i32 v101", "1 arguments, want 2"},
		{"Store.global.i32 v101 v102", "argument 1 is f32, want i32"},
		{"Store.global.v2.i32 v101 v100", "2 arguments, want 3"},
		{"Store.const.i32 v101 v100", "a write to const memory"},
		{"Atomic.global.relaxed.gpu.i32 v101 v100", "no operation on memory"},
		{"Atomic.global.exch.i32 v101 v100", "an atomic operation without an order"},
		{"Atomic.global.relaxed.gpu.cas.i32 v101 v100", "2 arguments, want 3"},
		{"v0 = Atomic.global.relaxed.gpu.add.i32 <i64> v101 v100", "not of the type in memory"},
		{"v0 = Barrier.sync <i32> v100 v100", "result is i32, want void"},
		{"v0 = Barrier.popc <i32> v100 v100", "2 arguments, want 3"},
		// Graph and dominance.
		{"v0 = Add <i32> v1 v100\n v1 = Add <i32> v100 v100", "v1 is defined later"},
		{"v0 = Add <i32> v0 v100", "v0 is defined later"},
		{"v0 = Phi <i32>", "a phi after other values"},
		{"If v103 b1 b2\nb1:\n v0 = Const <i32> 1\n Jump b2\nb2:\n v1 = Add <i32> v0 v0", "v0 is defined in b1, which does not dominate"},
		{"If v103 b1 b2\nb1:\n v0 = Const <i32> 1\n Jump b2\nb2:\n v1 = Phi <i32> b0:v0 b1:v0", "v0 is defined in b1, which does not dominate"},
		{"Jump b1\nb1: <- b0\n v1 = Phi <i32> v100 v100", "2 arguments for 1 predecessors"},
		{"Jump b1\nb1: <- b0\n v1 = Phi <i32> v101", "argument 0 is i64, want i32"},
		{"Jump b0", "the entry has predecessors"},
		{"If v103 b1\nb1:", "If with 1 successors"},
		{"If v100 b1 b1\nb1:", "If: operand 0 is i32, want i1"},
		{"If b1 b1\nb1:", "If with 0 operands, want 1"},
		{"Switch v100", "Switch with 0 successors"},
		{"Ret v100", "Ret with 1 operands, want 0"},
		{"Jump b1 b1\nb1:", "Jump with 2 successors"},
	} {
		lines := c.lines
		last := strings.Fields(lines[strings.LastIndex(lines, "\n")+1:])
		if terminator(last[0]) == TermNone {
			lines += "\n Exit"
		}
		m := mustParse(t, body(lines))
		err := VerifyModule(m)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\nerror: %v\nwant %q", c.lines, err, c.want)
		}
	}
}

// TestBroken breaks what the text form cannot break.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		want string
		harm func(f *Func)
	}{
		{"a field of Attr is set", func(f *Func) { f.Blocks[0].Values[0].Attr.Index = 1 }},
		{"wider than its type", func(f *Func) { f.Blocks[0].Values[0].Attr.Bits = 1 << 32 }},
		{"its Block is another one", func(f *Func) { f.Blocks[0].Values[0].Block = nil }},
		{"second value of this number", func(f *Func) { f.Blocks[0].Values[1].ID = f.Blocks[0].Values[0].ID }},
		{"the number is out of range", func(f *Func) { f.Blocks[0].Values[0].ID = 1 << 20 }},
		{"the number is out of range", func(f *Func) { f.Blocks[0].ID = 1 << 20 }},
		{"second block of this number", func(f *Func) { f.Blocks[1].ID = 0 }},
		{"no terminator", func(f *Func) { f.Blocks[1].Term = TermNone }},
		{"more than it is listed", func(f *Func) { f.Blocks[1].Preds = nil }},
		{"more than it jumps", func(f *Func) { b := f.Blocks[1]; b.Preds = append(b.Preds, b.Preds[0]) }},
		{"a successor is not in the function", func(f *Func) { f.Blocks = f.Blocks[:1] }},
		{"belongs to another function", func(f *Func) { f.Blocks[1].Func = nil }},
		{"argument 0: is nil", func(f *Func) { f.Blocks[1].Values[0].Args[0] = nil }},
		{"is not in the function", func(f *Func) { f.Blocks[0].Values = f.Blocks[0].Values[1:] }},
		{"no operation", func(f *Func) { f.Blocks[0].Values[0].Op = numOps }},
		{"result is", func(f *Func) { f.Blocks[0].Values[0].Type = numTypes }},
		{"the variable is not in scope", func(f *Func) {
			v := f.Blocks[0].Add(OpSymAddr, I64, 0)
			v.Attr.Sym = &Symbol{Name: "x"}
		}},
		{"has a list of results", func(f *Func) { f.Blocks[0].Values[0].Results = []Type{I32} }},
		{"second variable s", func(f *Func) {
			f.Locals = []*Symbol{{Name: "s", Space: Local, Align: 1}, {Name: "s", Space: Local, Align: 1}}
		}},
		{"variable s in local memory", func(f *Func) { f.Shared = []*Symbol{{Name: "s", Space: Local, Align: 1}} }},
		{"alignment 0", func(f *Func) { f.Shared = []*Symbol{{Name: "s", Space: Shared}} }},
		{"second function k", func(f *Func) { f.Module.Funcs = append(f.Module.Funcs, f) }},
		{"belongs to another module", func(f *Func) { f.Module.Funcs[0].Module = nil }},
		{"second variable g", func(f *Func) { m := f.Module; m.Symbols = append(m.Symbols, m.Symbols[0]) }},
		{"bad address", func(f *Func) { f.Module.Symbols[0].Relocs = []Reloc{{Off: 4, Width: 8, Func: f}} }},
		{"no body", func(f *Func) { f.Module.Funcs[0].Extern = false }},
	} {
		m := mustParse(t, body("Jump b1\nb1:\n v0 = Add <i32> v100 v100\n Exit"))
		if err := VerifyModule(m); err != nil {
			t.Fatal(err)
		}
		c.harm(m.Funcs[1])
		err := VerifyModule(m)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error: %v, want %q", err, c.want)
		}
	}
}

// TestManyViolations checks that the error names several, and not all of very
// many.
func TestManyViolations(t *testing.T) {
	f := &Func{Name: "f", Entry: true}
	b := f.NewBlock("")
	for range 1000 {
		b.Const(I8, 256, 0)
	}
	b.SetTerm(Exit, 0)
	err := Verify(f)
	if err == nil || strings.Count(err.Error(), "\n") != maxViolations || !strings.Contains(err.Error(), "and 950 more") {
		t.Errorf("error: %v", err)
	}
}

// TestRules checks that every operation has a row.
func TestRules(t *testing.T) {
	for op := OpInvalid + 1; op < numOps; op++ {
		r := rules[op]
		if r.result == 0 {
			t.Errorf("%s has no type", op)
		}
		if n := Ops[op].Args; n < 0 && r.check == nil || n >= 0 && len(r.args) != n {
			t.Errorf("%s takes %d arguments and has types for %d", op, n, len(r.args))
		}
	}
}
