package frontend

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

const structSource = `.version 1.4
.target sm_13
.struct pair { .s32 i; .f32 x; };
.union word { .u32 u; .f64 d; .u8 b[9]; };
.struct outer {
	.u8 tag;
	pair p[3];
	.struct pair q;
	.v4 .u16 uv;
	.union word w[2];
	.u8 name[2][3]
}
.global outer a[2] = { {1, {{2, 1.0}, {3}}, {}, {4, 5}, {{6}}, {{7}, {8, 9}}}, {255} };
.global pair b[] = { {1}, {2} };
.global .align 64 pair c;
.entry k (.param pair arg)
{
	.struct pair { .u64 wide; .struct outer o; };
	.local pair l;
	{
		.struct pair { .u8 small; };
		.local .struct pair m[7];
	}
	.shared pair n;
	ret;
}
`

// TestStructLayout compares with what C does.
func TestStructLayout(t *testing.T) {
	m := check(t, structSource)
	var got []string
	for _, s := range append(m.structs, m.Decls[3].(*Func).structs...) {
		line := fmt.Sprintf("%s %s %d/%d:", s.kind(), s.Name, s.Size, s.Align)
		for _, f := range s.Fields {
			line += fmt.Sprintf(" %s@%d+%d", f.Name, f.Offset, f.Size())
		}
		got = append(got, line)
	}
	want := []string{
		".struct pair 8/4: i@0+4 x@4+4",
		".union word 16/8: u@0+4 d@0+8 b@0+9",
		".struct outer 88/8: tag@0+1 p@4+24 q@28+8 uv@40+8 w@48+32 name@80+6",
		".struct pair 96/8: wide@0+8 o@8+88",
		".struct pair 1/1: small@0+1",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	sizes := map[string]string{"a": "176/8", "b": "16/4", "c": "8/64", "l": "96/8", "m": "7/1", "n": "96/8", "arg": "8/4"}
	visit := func(v *Var) {
		if w, ok := sizes[v.Name]; ok {
			if g := fmt.Sprintf("%d/%d", v.Size(), v.Align); g != w {
				t.Errorf("%s has size and alignment %s, want %s", v.Name, g, w)
			}
			delete(sizes, v.Name)
		}
	}
	var block func(b *Block)
	block = func(b *Block) {
		for i := range b.Stmts {
			switch s := &b.Stmts[i]; s.Kind {
			case StmtVar:
				visit(s.Var)
			case StmtBlock:
				block(s.Block)
			}
		}
	}
	for _, d := range m.Decls {
		switch d := d.(type) {
		case *Var:
			visit(d)
		case *Func:
			for _, v := range d.Params {
				visit(v)
			}
			block(d.Body)
		}
	}
	if len(sizes) > 0 {
		t.Errorf("not seen: %v", sizes)
	}
}

func TestStructImage(t *testing.T) {
	m := check(t, structSource)
	data, relocs := m.Image(m.Decls[0].(*Var))
	// tag, p[0], p[1], p[2], q, pad, uv, w[0], w[1], name, pad; the second element.
	want := "01000000" + "020000000000803f" + "0300000000000000" + "0000000000000000" + "0000000000000000" + "00000000" +
		"0400050000000000" + "06000000000000000000000000000000" + "00000000000000000000000000000000" + "070000080900" + "0000" + "ff"
	if got := hex.EncodeToString(data); got != want || relocs != nil {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPlaces checks what paths become: [a+n], the constant a+n, or a[register] with
// an offset.
func TestPlaces(t *testing.T) {
	prelude := strings.Replace(structSource, ".entry k", ".shared .u8 bytes[4][16];\n.shared .u32 words[4][16];\n.entry f (.param .u64 x)\n{\n.reg .u32 r;\n.reg .u64 d;\n.reg .f32 f;\n", 1)
	prelude = prelude[:strings.Index(prelude, " (.param pair arg)")]
	for _, c := range []struct{ in, want string }{
		{"ld.global.s32 r, [b[1].i]", "addr b s64:0x8"},
		{"ld.global.f32 f, [a[1].p[2].x]", "addr a s64:0x70"},
		{"ld.global.f32 f, [a[1].p[2].x+4]", "addr a s64:0x74"},
		{"ld.global.f32 f, [a[1].p[2]+4]", "addr a s64:0x70"},
		{"ld.global.u8 r, [a[0].name[1][2]]", "addr a s64:0x55"},
		{"ld.global.u8 r, a[0].name[1][2]", "addr a s64:0x55"},
		{"ld.global.u32 r, [c.i-0]", "addr c s64:0x0"},
		{"ld.global.u16 r, [a[0].uv+2]", "addr a s64:0x2a"},
		{"mov.u64 d, a[1].w[1].b[8]", "const addr:0xa0@a"},
		{"mov.u64 d, a[1].w[1].b[8]+1", "const addr:0xa1@a"},
		{"mov.u64 d, c.x", "const addr:0x4@c"},
		{"mov.u32 r, words[3][15]", "const addr:0xfc@words"},
		{"mov.u32 r, words", "name words"},
		{"ld.shared.u32 r, words[WARP_SZ/16][1]", "addr words s64:0x84"},
		{"ld.shared.u8 r, [bytes[2][r]]", "index bytes s64:0x20 <name r>"},
		{"ld.shared.u8 r, bytes[2][r-3]", "index bytes s64:0x1d <name r>"},
		{"ld.shared.u8 r, [bytes[2][d+3]+1]", "index bytes s64:0x24 <name d>"},
		{"ld.global.u8 r, [a[1].w[0].b[r]]", "index a s64:0x88 <name r>"},
		{"mov.u32 r, bytes[1][r]", "index bytes s64:0x10 <name r>"},
	} {
		m := check(t, prelude+c.in+";\n}\n")
		f := m.Decls[len(m.Decls)-1].(*Func)
		in := f.Body.Stmts[len(f.Body.Stmts)-1].Inst
		if got := describeOperand(&in.Ops[1]); got != c.want {
			t.Errorf("%s: got %s, want %s", c.in, got, c.want)
		}
	}
}

// TestLinks checks the linking directives of PTX 1.x that only name a declaration.
func TestLinks(t *testing.T) {
	m := check(t, ".version 1.2\n.target sm_13\n.visible g // comment\n.global .u32 g;\n.extern h;\n.global .u32 h;\n.func f { ret; }\n.visible f\n")
	var got []Linkage
	for _, d := range m.Decls {
		switch d := d.(type) {
		case *Var:
			got = append(got, d.Linkage)
		case *Func:
			got = append(got, d.Linkage)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint([]Linkage{Visible, Extern, Visible}) {
		t.Errorf("got %v", got)
	}
}

// TestInferredDimensions checks arrays of which more than one dimension is left out.
func TestInferredDimensions(t *testing.T) {
	m := check(t, ".version 1.2\n.target sm_13\n.global .s32 a[][] = { {1, 2}, {3}, {4, 5, 6} };\n.global .u8 b[][2][] = { {{1}, {2, 3}}, {{4}} };\n")
	for i, want := range []string{"[3 3] 010000000200000000000000030000000000000000000000040000000500000006000000", "[2 2 2] 0100020304"} {
		v := m.Decls[i].(*Var)
		data, _ := m.Image(v)
		if got := fmt.Sprint(v.Dims, " ", hex.EncodeToString(data)); got != want {
			t.Errorf("%s: got %s, want %s", v.Name, got, want)
		}
	}
}
