package ir

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ptx2go/ptx2go/internal/diag"
)

func mustParse(t testing.TB, text string) *Module {
	t.Helper()
	m, err := Parse("test.ir", text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestRoundTrip reads a file that has every feature of the text form, in the
// very form that Print gives it.
func TestRoundTrip(t *testing.T) {
	text, err := os.ReadFile("testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	m := mustParse(t, string(text))
	if err := VerifyModule(m); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(string(text), Print(m)); diff != "" {
		t.Errorf("printed anew (-file +printed):\n%s", diff)
	}
	used := map[Op]bool{}
	for _, f := range m.Funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				used[v.Op] = true
			}
		}
	}
	for op := range numOps {
		if len(attrFields[op]) > 0 && !used[op] {
			t.Errorf("the file lacks %s, which has modifiers", op)
		}
	}
}

func TestParseMeaning(t *testing.T) {
	m := mustParse(t, `
// No module line, predecessors left out.
func @f(i32) -> (i32)
b0:
  v9 = Arg <i32> 0 ; 7
  v1 = Const <i32> -1 ; 8
  v2 = ICmp.lts <i1> v9 v1
  If v2 b7 b3
b3:
  Store.global.volatile.i32 v4 v1
  v4 = Const <i64> 64
  Jump b7
b7:
  v5 = Phi <i32> v9 v1
  Ret v5`)
	f := m.Funcs[0]
	if f.NumValues() != 11 || f.NumBlocks() != 8 {
		t.Errorf("%d values and %d blocks", f.NumValues(), f.NumBlocks())
	}
	b0, b3, b7 := f.Blocks[0], f.Blocks[1], f.Blocks[2]
	if b7.Preds[0] != b0 || b7.Preds[1] != b3 || b0.Succs[0] != b7 {
		t.Error("edges")
	}
	c := b0.Values[1]
	if c.Attr.Bits != 0xffffffff || c.Pos != 8 || c.Block != b0 {
		t.Errorf("constant %+v", c)
	}
	if a := b3.Values[0].Attr; a.Space != Global || !a.Volatile || a.Mem != I32 {
		t.Errorf("store %+v", a)
	}
	if phi := b7.Values[0]; phi.Args[0] != b0.Values[0] || phi.Args[1] != c {
		t.Error("phi")
	}
}

func TestPositions(t *testing.T) {
	f := &Func{Name: "f", Module: &Module{File: diag.NewFile("k.ptx", "one\ntwo\nthree\n")}}
	b := f.NewBlock("")
	v := b.Const(I32, 1, diag.At(9))
	b.SetTerm(Exit, diag.At(4))
	want := "func @f() -> ()\nb0:\n  v0 = Const <i32> 1 ; 3\n  Exit ; 2\n"
	if got := PrintFunc(f); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := v.String(); got != "v0 = Const <i32> 1 ; 3" {
		t.Errorf("value prints as %q", got)
	}
}

func TestParseErrors(t *testing.T) {
	body := func(lines string) string { return "func @f()\nb0:\n" + lines + "\n  Exit\n" }
	for _, c := range []struct{ text, want string }{
		{"func @f(", "1:8"},
		{"func @f(i33)\nb0:\n Exit", "unknown type i33"},
		{"func @f()\nfunc @f()\n", "2:1: second function f"},
		{"global @a size 1 align 1 elem i8\nconst @a size 1 align 1 elem i8\n", "second variable a"},
		{"global @a size 1 align 1 elem i8 init \"0g\"\n", "bad initialiser"},
		{"global @a size 9 align 1 elem i8 reloc 0 8 @x 0 shift 0\n", "unknown name x"},
		{"global @a size 99999999999999999999 align 1 elem i8\n", "value out of range"},
		{"func @f()\nb0:\n", "b0 has no terminator"},
		{"func @f()\nb0:\n  Jump b1\n", "there is no block b1"},
		{"func @f()\nb0:\n  Exit\nb0:\n  Exit\n", "second block b0"},
		{"func @f()\nb0: <- b0\n  Exit\n", "not the blocks that jump to it"},
		{"func @f()\nb99999999:\n  Exit\n", "out of range"},
		{"func @f()\n  global @g size 4 align 4 elem i8\nb0:\n Exit\n", "global variable inside a function"},
		{body("  Frob"), "unknown operation Frob"},
		{body("  Jump b0"), "unknown operation Jump"},
		{body("  Const 3"), ""},
		{body("  v0 = Fence"), "needs a type and a number"},
		{body("  v0 = Const <tuple> 3"), "needs a type and a number"},
		{body("  v0 = Const <i8> 256"), "a number that fits"},
		{body("  v0 = Const <i8> -129"), "a number that fits"},
		{body("  v0 = Const <i32>"), "a number that fits"},
		{body("  v0 = Const <i128> 0x100000000000000000000000000000000"), "a number that fits"},
		{body("  v0 = Const <i32> 1 2"), "operands that it does not take"},
		{body("  v0 = Add <i32> v1 v1"), "v1 is not defined"},
		{body("  v0 = Const <i32> 1\n  v0 = Const <i32> 1"), "second definition of v0"},
		{body("  v9999999 = Const <i32> 1"), "out of range"},
		{body("  Fence.volatile"), "no modifier .volatile"},
		{body("  Fence.gpu.sc"), "no modifier .sc"},
		{body("  Fence.sc.sc"), "no modifier .sc"},
		{body("  v0 = SymAddr <i64> @x"), "name of a variable"},
		{body("  v0 = Call <i32> @x"), "name of a function"},
		{body("  CallIndirect"), "a signature"},
		{body("  v0 = Arg <i32> -1"), "an index"},
		{body("  v0 = Phi <i32> b0:v0"), "b0 is not predecessor 0 of b0"},
		{body("  ~"), "unexpected \"~\""},
		{body("  v0 = Const <i32> 0x"), "unexpected"},
		{body("  v0 = Const <i32> \"abc"), "unexpected"},
	} {
		m, err := Parse("in.ir", c.text)
		switch {
		case err == nil && c.want == "":
			if VerifyModule(m) == nil {
				t.Errorf("%q: the verifier has nothing to say", c.text)
			}
		case err == nil:
			t.Errorf("%q: no error", c.text)
		case !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: error %q, want %q", c.text, err, c.want)
		case c.want == "" && err != nil && !strings.HasPrefix(err.Error(), "in.ir:"):
			t.Errorf("%q: error without a place: %v", c.text, err)
		}
	}
}

// FuzzParse checks that no text harms the reader, and that what it reads prints
// to a text that reads as the same.
func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/all.ir")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	for _, part := range strings.Split(string(text), "\n\n") {
		f.Add(part)
	}
	f.Add("func @f()\nb0:\n  v0 = Phi <f32>\n  Ret v0 b0 b0 ; 3")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse("fuzz", text)
		if err != nil {
			return
		}
		first := Print(m)
		again, err := Parse("fuzz", first)
		if err != nil {
			t.Fatalf("%v\n%s", err, first)
		}
		if second := Print(again); second != first {
			t.Fatalf("first:\n%s\nsecond:\n%s", first, second)
		}
		err1, err2 := VerifyModule(m), VerifyModule(again)
		if (err1 == nil) != (err2 == nil) {
			t.Fatalf("the verifier says %v, then %v", err1, err2)
		}
	})
}
