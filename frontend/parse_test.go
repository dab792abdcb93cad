package frontend

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

func TestHeader(t *testing.T) {
	m := check(t, ".version 7.8\n.target sm_90a, debug, texmode_independent\n.address_size 64\n.file 1 \"a\\\\b.cu\", 12, 34\n\t.file\t2 \"x y\"\n")
	if m.Version != (isa.Version{Major: 7, Minor: 8}) || m.Target.Arch != 90 || m.Target.Suffix != 'a' || !m.Target.Has("debug") || m.AddressSize != 64 {
		t.Errorf("got %v %v %d", m.Version, m.Target, m.AddressSize)
	}
	if want := map[int]string{1: `a\b.cu`, 2: "x y"}; !reflect.DeepEqual(m.Files, want) {
		t.Errorf("files %v", m.Files)
	}
	// All on one line, and identical repeats, are legal.
	m = check(t, ".version 1.4 .target compute_10, map_f64_to_f32 .version 1.4 .target sm_10, map_f64_to_f32 .entry k { exit; }")
	if m.Version != (isa.Version{Major: 1, Minor: 4}) || m.AddressSize != 32 || len(m.Decls) != 1 {
		t.Errorf("got %v, %d bits, %d declarations", m.Version, m.AddressSize, len(m.Decls))
	}
}

// describeVar writes a variable as text.
func describeVar(v *Var) string {
	s := fmt.Sprintf("%s .%s", v.Name, v.Space)
	if v.Linkage != Internal {
		s = [...]string{"", "extern ", "visible ", "weak ", "common "}[v.Linkage] + s
	}
	if v.Bank >= 0 {
		s += fmt.Sprintf(" bank %d", v.Bank)
	}
	if v.Vec > 1 {
		s += fmt.Sprintf(" .v%d", v.Vec)
	}
	s += fmt.Sprintf(" .%s align %d", v.Type, v.Align)
	if v.Dims != nil {
		s += fmt.Sprint(" ", v.Dims)
	}
	if v.Range > 0 {
		s += fmt.Sprintf(" <%d>", v.Range)
	}
	if v.Ptr != nil {
		s += fmt.Sprintf(" ptr .%s align %d", v.Ptr.Space, v.Ptr.Align)
	}
	if v.Attrs != nil {
		s += fmt.Sprint(" ", v.Attrs)
	}
	return s + fmt.Sprintf(" size %d", v.Size())
}

// variables are the same at module level, which participle parses, and in a
// body, which the hand-written parser does.
func TestVariables(t *testing.T) {
	for _, c := range []struct {
		decl, want string
		version    string
		where      string // "module", "body", or "" for both
	}{
		{decl: ".global .u32 x;", want: "x .global .u32 align 4 size 4"},
		{decl: ".global .align 16 .b8 x[3][4], y;", want: "x .global .b8 align 16 [3 4] size 12; y .global .b8 align 16 size 1"},
		{decl: ".const .v4 .f32 x[2];", want: "x .const .v4 .f32 align 16 [2] size 32"},
		{decl: ".shared .align 128 .b8 x[1 << 10];", want: "x .shared .b8 align 128 [1024] size 1024"},
		{decl: ".extern .shared .align 8 .b8 x[];", want: "extern x .shared .b8 align 8 [0] size 0"},
		{decl: ".visible .global .attribute(.managed) .align 8 .u64 x;", want: "visible x .global .u64 align 8 [managed] size 8", where: "module"},
		{decl: ".global .attribute(.unified(19, 95)) .u32 x;", want: "x .global .u32 align 4 [unified(19,95)] size 4", version: ".version 8.0 .target sm_90"},
		{decl: ".weak .global .f64 x;", want: "weak x .global .f64 align 8 size 8", where: "module"},
		{decl: ".common .global .b16 x[5];", want: "common x .global .b16 align 2 [5] size 10", where: "module"},
		{decl: ".const[3] .u32 x;", want: "x .const bank 3 .u32 align 4 size 4", version: ".version 1.4 .target sm_10"},
		{decl: ".tex .u32 a, b;", want: "a .tex .u32 align 4 size 4; b .tex .u32 align 4 size 4", version: ".version 1.4 .target sm_10", where: "module"},
		{decl: ".tex[7] .u32 a;", want: "a .tex bank 7 .u32 align 4 size 4", version: ".version 1.4 .target sm_10", where: "module"},
		{decl: ".reg .b32 %r<100>, x;", want: "%r .reg .b32 align 4 <100> size 4; x .reg .b32 align 4 size 4", where: "body"},
		{decl: ".reg .v2 .f16 h;", want: "h .reg .v2 .f16 align 4 size 4", where: "body"},
		{decl: ".reg .pred %p<3>;", want: "%p .reg .pred align 1 <3> size 0", where: "body"},
		{decl: ".local .align 8 .b8 __local_depot0[48];", want: "__local_depot0 .local .b8 align 8 [48] size 48", where: "body"},
		{decl: ".param .align 4 .b8 p[12];", want: "p .param .b8 align 4 [12] size 12", where: "body"},
		{decl: ".global .samplerref s = { addr_mode_0 = clamp_to_border, filter_mode = nearest };",
			want: "s .global .samplerref align 8 [addr_mode_0=clamp_to_border filter_mode=nearest] size 8", where: "module"},
		{decl: ".global .u64 // comment\n /* another */ x [ 2 ] ;", want: "x .global .u64 align 8 [2] size 16"},
	} {
		if c.version == "" {
			c.version = ".version 8.0 .target sm_80"
		}
		if c.where != "body" {
			m := check(t, c.version+"\n"+c.decl+"\n")
			var got []string
			for _, d := range m.Decls {
				got = append(got, describeVar(d.(*Var)))
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("module level: %s\n got %s\nwant %s", c.decl, s, c.want)
			}
		}
		if c.where != "module" {
			m := check(t, c.version+"\n.entry k {"+c.decl+" exit; }\n")
			var got []string
			for _, s := range m.Decls[0].(*Func).Body.Stmts {
				if s.Kind == StmtVar {
					got = append(got, describeVar(s.Var))
					if s.Var.InFunc != m.Decls[0] {
						t.Errorf("%s: not in its function", s.Var.Name)
					}
				}
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("in a body: %s\n got %s\nwant %s", c.decl, s, c.want)
			}
		}
	}
}

func describeFunc(f *Func) string {
	list := func(vs []*Var) string {
		var s []string
		for i, v := range vs {
			if v.Index != i || v.InFunc != f {
				s = append(s, "misplaced")
			}
			s = append(s, describeVar(v))
		}
		return "(" + strings.Join(s, "; ") + ")"
	}
	s := "func "
	if f.Entry {
		s = "entry "
	}
	s += f.Name + list(f.Results) + list(f.Params)
	if f.Variadic {
		s += " variadic"
	}
	if f.NoReturn {
		s += " noreturn"
	}
	for _, d := range f.Perf {
		s += fmt.Sprint(" ", d.Name, d.Args)
		if d.Text != nil {
			s += fmt.Sprintf("%q", d.Text)
		}
	}
	if f.HasBody != (f.Body != nil) {
		s += " HasBody wrong"
	}
	if f.HasBody {
		s += fmt.Sprintf(" {%d}", len(f.Body.Stmts))
	}
	return s
}

func TestFunctions(t *testing.T) {
	for _, c := range []struct{ decl, want string }{
		{".entry k { exit; }", "entry k()() {1}"},
		{".visible .entry k() { ret; }", "entry k()() {1}"},
		{".entry k(.param .u64 a, .param .align 8 .b8 b[24]) {}", "entry k()(a .param .u64 align 8 size 8; b .param .b8 align 8 [24] size 24) {0}"},
		{".entry k(.param .u64 .ptr .global .align 16 a, .param .u32 .ptr b, .param .u64 .ptr.shared c) { ret; }",
			"entry k()(a .param .u64 align 8 ptr .global align 16 size 8; b .param .u32 align 4 ptr .generic align 4 size 4; c .param .u64 align 8 ptr .shared align 4 size 8) {1}"},
		{".entry k() .maxntid 256, 1, 1 .minnctapersm 2 .maxnreg 32 .pragma \"a\", \"b;\"; .language \"C++\", 3 { ret; }",
			`entry k()() .maxntid[256 1 1] .minnctapersm[2] .maxnreg[32] .pragma[]["a" "b;"] .language[3]["C++"] {1}`},
		{".entry k() .reqntid 8, 8 .reqnctapercluster 2 .explicitcluster { ret; }", "entry k()() .reqntid[8 8] .reqnctapercluster[2] .explicitcluster[] {1}"},
		{".func f;", "func f()()"},
		{".extern .func (.param .b32 r) f (.param .b64 a, .param .b64 b) ;", "func f(r .param .b32 align 4 size 4)(a .param .b64 align 8 size 8; b .param .b64 align 8 size 8)"},
		{".func f(.param .b32 n, .param .b8 rest[]) .noreturn { trap; }", "func f()(n .param .b32 align 4 size 4; rest .param .b8 align 1 [0] size 0) variadic noreturn .noreturn[] {1}"},
		{".func (.reg .u32 r) f (.reg .pred p, .reg .f64 a) { ret; }", "func f(r .reg .u32 align 4 size 4)(p .reg .pred align 1 size 0; a .reg .f64 align 8 size 8) {1}"},
		{".func .attribute(.unified(1,2)) (.param .b32 _) f () .abi_preserve 3 .abi_preserve_control 4;", "func f(_ .param .b32 align 4 size 4)() .abi_preserve[3] .abi_preserve_control[4]"},
	} {
		m := check(t, ".version 9.4\n.target sm_90\n"+c.decl+"\n")
		if got := describeFunc(m.Decls[0].(*Func)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.decl, got, c.want)
		}
	}
}

// describeOperand writes an operand in a fixed way.
func describeOperand(o *Operand) string {
	s := [...]string{"name", "const", "addr", "vec", "list", "pair", "sink", "index"}[o.Kind]
	if o.Neg {
		s += " neg"
	}
	if o.Name != "" {
		s += " " + o.Name
	}
	if o.Comp != "" {
		s += "." + o.Comp
	}
	if o.Path != nil {
		for _, step := range o.Path.Steps {
			if step.Index != nil {
				s += "[" + describeOperand(step.Index) + "]"
			} else {
				s += "." + step.Member
			}
		}
	}
	if c := o.Const; c != nil {
		s += " " + c.Kind.String() + fmt.Sprintf(":%#x", c.Bits)
		if c.Sym != "" {
			s += "@" + c.Sym
		}
	}
	if o.Unified {
		s += " unified"
	}
	for i := range o.Elems {
		s += " <" + describeOperand(&o.Elems[i]) + ">"
	}
	return s
}

func TestOperands(t *testing.T) {
	for _, c := range []struct{ ops, want string }{
		{"%r1", "name %r1"}, {"x, y", "name x; name y"}, {"_", "sink"}, {"!%p1", "name neg %p1"}, {"-%r1", "name neg %r1"},
		{"%tid.x", "name %tid.x"}, {"%r1.b0", "name %r1.b0"}, {"V.w", "name V.w"},
		{"5", "const s64:0x5"}, {"-5", "const s64:0xfffffffffffffffb"}, {"- 5", "const s64:0xfffffffffffffffb"}, {"0f3f800000", "const f32:0x3f800000"},
		{"!0", "const s64:0x1"}, {"WARP_SZ", "const s64:0x20"}, {"-WARP_SZ", "const s64:0xffffffffffffffe0"}, {"WARP_SZ-1", "const s64:0x1f"}, {"(1+2)*3", "const s64:0x9"},
		{"sym+4", "const addr:0x4@sym"}, {"sym-4", "const addr:0xfffffffffffffffc@sym"}, {"sym", "name sym"}, {"generic(sym)", "const addr:0x0@sym"},
		{"[%rd1]", "addr %rd1"}, {"[%rd1+8]", "addr %rd1 s64:0x8"}, {"[%rd1+-8]", "addr %rd1 s64:0xfffffffffffffff8"}, {"[%rd1-8]", "addr %rd1 s64:0xfffffffffffffff8"},
		{"[ %rd1 + 4*2 - 1 ]", "addr %rd1 s64:0x7"}, {"[sym]", "addr sym"}, {"[sym+4]", "addr sym s64:0x4"}, {"[4+sym]", "addr sym s64:0x4"}, {"[4096]", "addr s64:0x1000"}, {"[-4]", "addr s64:0xfffffffffffffffc"},
		{"[WARP_SZ]", "addr s64:0x20"}, {"[V.x+4]", "addr V.x s64:0x4"}, {"[%rd1].unified", "addr %rd1 unified"},
		{"[%rd1, {%r1, %r2}]", "addr %rd1 <vec <name %r1> <name %r2>>"}, {"[t, s, {%f1}]", "addr t <name s> <vec <name %f1>>"}, {"[%rd1, %rd2]", "addr %rd1 <name %rd2>"},
		{"a[3]", "index a[const s64:0x3]"}, {"a[%r1]", "index a[name %r1]"}, {"[a[3]]", "addr a[const s64:0x3]"},
		{"[a[r+4]-8]", "addr a[name r s64:0x4] s64:0xfffffffffffffff8"}, {"a[%r1-4]+8", "index a[name %r1 s64:0xfffffffffffffffc] s64:0x8"},
		{"p.x.y", "name p.x.y"}, {"[p.x.y+4]", "addr p.x.y s64:0x4"}, {"[p.x]", "addr p.x"}, {"a[1][2].x[WARP_SZ].y, b", "name a[const s64:0x1][const s64:0x2].x[const s64:0x20].y; name b"},
		{"{%r1, _, 5}", "vec <name %r1> <sink> <const s64:0x5>"}, {"{}", "vec"}, {"{{%r1}}", "vec <vec <name %r1>>"},
		{"{%r1, %r2}|%p1", "pair <vec <name %r1> <name %r2>> <name %p1>"},
		{"%p1|%p2", "pair <name %p1> <name %p2>"}, {"_|%p2", "pair <sink> <name %p2>"}, {"%r1|_", "pair <name %r1> <sink>"}, {"%p1 | %p2, 3", "pair <name %p1> <name %p2>; const s64:0x3"},
		{"+5", "const s64:0x5"}, {"~0", "const u64:0xffffffffffffffff"}, {"1.5, .5", "const f64:0x3ff8000000000000; const f64:0x3fe0000000000000"},
	} {
		src := header + ".entry k() { op " + c.ops + "; }"
		f := diag.NewFile("t", src)
		l := diag.NewList(f)
		m := Parse(f, l)
		if l.Errors() > 0 {
			t.Errorf("%s: %s", c.ops, render(l))
			continue
		}
		var got []string
		in := m.Decls[0].(*Func).Body.Stmts[0].Inst
		for i := range in.Ops {
			got = append(got, describeOperand(&in.Ops[i]))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: got %s, want %s", c.ops, s, c.want)
		}
	}
}

func TestInstructions(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"ret;", "ret"}, {"@%p1 ret;", "@%p1 ret"}, {"@!%p1 bra L;", "@!%p1 bra (name L)"}, {"@ ! p bra.uni L ;", "@!p bra|uni (name L)"},
		{"ld.const[3].u32 %r1, [x];", "ld|const[3]|u32 (name %r1) (addr x)"}, {"ld.const [ 3 ] .u32 %r1, [x];", "ld|const[3]|u32 (name %r1) (addr x)"},
		{"ld.shared::cta.L2::cache_hint.b32 %r1, [x];", "ld|shared::cta|L2::cache_hint|b32 (name %r1) (addr x)"},
		{"add\n.s32 %r1,\n%r2,\n%r3\n;", "add|s32 (name %r1) (name %r2) (name %r3)"},
		{"call (%r1), f, (%r2, 5), proto;", "call (list <name %r1>) (name f) (list <name %r2> <const s64:0x5>) (name proto)"},
		{"call.uni \nf, \n(\n)\n;", "call|uni (name f) (list)"},
		{"mov (1), 2;", "mov (const s64:0x1) (const s64:0x2)"},
		{";;ret;", "ret"},
	} {
		f := diag.NewFile("t", header+".entry k() { "+c.src+" }")
		l := diag.NewList(f)
		m := Parse(f, l)
		if l.Errors() > 0 {
			t.Errorf("%s: %s", c.src, render(l))
			continue
		}
		in := m.Decls[0].(*Func).Body.Stmts[0].Inst
		got := in.Opcode
		if g := in.Guard; g != nil {
			neg := ""
			if g.Neg {
				neg = "!"
			}
			got = "@" + neg + g.Pred.Text + " " + got
		}
		for _, m := range in.Mods {
			got += "|" + m.Text
		}
		for i := range in.Ops {
			got += " (" + describeOperand(&in.Ops[i]) + ")"
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.src, got, c.want)
		}
	}
}

func TestStatements(t *testing.T) {
	m := check(t, header+`.func f;
.entry k() {
	.loc 1 2 3
	.loc	4 5 6, function_name $L__info+8, inlined_at 7 8 9
	.pragma "nounroll", "x";
L: M:
	tb : .branchtargets L, M;
	tn : .branchtargets N<3>;
	ct: .calltargets f;
	pr: .callprototype _ (.param .b64 _, .param .align 8 .b8 _[16]) .noreturn;
	p2: .callprototype _ ();
	{ ret; { } }
N0: N1: N2:
	# 12 "x.cu"
	@@DWARF junk
}
`)
	var got []string
	for _, s := range m.Decls[1].(*Func).Body.Stmts {
		switch s.Kind {
		case StmtLoc:
			got = append(got, fmt.Sprintf("loc %+v", *s.Loc))
		case StmtPragma:
			got = append(got, fmt.Sprintf("%s %q", s.Dir.Name, s.Dir.Text))
		case StmtLabel:
			got = append(got, "label "+s.Label)
		case StmtTable:
			d := "table " + s.Table.Label + " " + s.Table.Kind
			for _, n := range s.Table.Names {
				d += " " + n.Text
				if n.Sym == nil || n.Sym.SymbolName() != n.Text {
					d += "?"
				}
			}
			if s.Table.Proto != nil {
				d += " " + describeFunc(s.Table.Proto)
			}
			got = append(got, d)
		case StmtBlock:
			got = append(got, fmt.Sprintf("block {%d}", len(s.Block.Stmts)))
		default:
			t.Errorf("statement of kind %d", s.Kind)
		}
	}
	want := []string{
		"loc {File:1 Line:2 Col:3 Func: FuncOff:0 InlinedFile:0 InlinedLine:0 InlinedCol:0}",
		"loc {File:4 Line:5 Col:6 Func:$L__info FuncOff:8 InlinedFile:7 InlinedLine:8 InlinedCol:9}",
		`.pragma ["nounroll" "x"]`, "label L", "label M",
		"table tb .branchtargets L M", "table tn .branchtargets N0 N1 N2", "table ct .calltargets f",
		"table pr .callprototype func pr()(_ .param .b64 align 8 size 8; _ .param .b8 align 8 [16] size 16) noreturn .noreturn[]",
		"table p2 .callprototype func p2()()",
		"block {2}", "label N0", "label N1", "label N2",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCallOf(t *testing.T) {
	m := check(t, header+`.func (.reg .b32 r) f(.reg .b32 a) { ret; }
.func g() { ret; }
.global .u64 tab[1] = {f};
.entry k() {
	.reg .b32 %r<3>;
	.reg .b64 %rd<3>;
	pr: .callprototype (.reg .b32 _) _ (.reg .b32 _);
	ct: .calltargets f;
	call (%r1), f, (%r2);
	call g;
	call g, ();
	call (%r1), %rd1, (5), pr;
	call (%r1), %rd1, (5), ct;
	call (%r1), %rd1, (5), tab;
}
`)
	want := []string{
		"1 results, f, 1 args, callee f, proto f", "0 results, g, 0 args, callee g, proto g", "0 results, g, 0 args, callee g, proto g",
		"1 results, %rd1, 1 args, table pr, proto pr", "1 results, %rd1, 1 args, table ct, proto f", "1 results, %rd1, 1 args, table tab",
	}
	i := 0
	for _, s := range m.Decls[3].(*Func).Body.Stmts {
		if s.Kind != StmtInst {
			continue
		}
		c := CallOf(s.Inst)
		got := fmt.Sprintf("%d results, %s, %d args", len(c.Results), c.Target.Name, len(c.Args))
		if c.Callee != nil {
			got += ", callee " + c.Callee.Name
		}
		if c.Table != nil {
			got += ", table " + c.Table.Name
		}
		if c.Proto != nil {
			got += ", proto " + c.Proto.Name
		}
		if got != want[i] {
			t.Errorf("got %s, want %s", got, want[i])
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d calls, want %d", i, len(want))
	}
}

// TestPrototypes checks that a name means the definition, and which prototype
// a definition had.
func TestPrototypes(t *testing.T) {
	m := check(t, header+`.func f(.param .b32 a);
.extern .func (.param .b32 r) ext();
.func user() { .param .b32 p; call f, (p); ret; }
.func f(.param .b32 a) { ret; }
.func alias2(.param .b32 a);
.alias alias2, f;
.extern .global .u32 v[];
.global .u32 v[4];
`)
	proto, def := m.Decls[0].(*Func), m.Decls[3].(*Func)
	if m.Scope.Lookup("f") != Symbol(def) || def.Proto != proto || proto.Proto != nil {
		t.Error("f does not mean its definition")
	}
	call := m.Decls[2].(*Func).Body.Stmts[1].Inst
	if CallOf(call).Callee != def {
		t.Error("the call does not mean the definition")
	}
	if m.Scope.Lookup("alias2") != Symbol(def) || m.Decls[5].(*Alias).Func != def {
		t.Error("the alias does not mean the function")
	}
	if m.Scope.Lookup("v").(*Var).Size() != 16 {
		t.Error("v does not mean its definition")
	}
}

// TestOldParams checks the parameters that a kernel of PTX 1.x declares in its
// body.
func TestOldParams(t *testing.T) {
	m := check(t, readFile(t, "testdata/accepted/ptx12.ptx"))
	f := m.Scope.Lookup("kern").(*Func)
	want := "entry kern()(__cudaparm_arr .param .u32 align 4 size 4; __cudaparm_f .param .f32 align 4 size 4; __cudaparm_s .param .b8 align 8 [16] size 16) {23}"
	if got := describeFunc(f); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	ld := f.Body.Stmts[7].Inst
	if ld.Opcode != "ld" || ld.Ops[1].Sym != Symbol(f.Params[0]) {
		t.Errorf("%s does not read the parameter", ld.Opcode)
	}
	// From PTX 2.0 on, .param in a body is a place for an argument.
	m = check(t, ".version 2.0\n.target sm_20\n.entry k() { .param .b32 x; exit; }\n")
	if f := m.Decls[0].(*Func); len(f.Params) != 0 {
		t.Errorf("%d parameters", len(f.Params))
	}
}
