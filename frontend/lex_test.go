package frontend

import (
	"fmt"
	"strings"
	"testing"
)

var kindNames = [...]string{"eof", "bad", "id", "dot", "int", "float", "str", "p", "raw", "body"}

func lexAll(src string) string {
	var out []string
	s := newScanner(src, 0, len(src))
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		out = append(out, kindNames[t.kind]+":"+s.text(t))
	}
	return strings.Join(out, " ")
}

func TestLex(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", ""},
		{" \t\r\n\f\v", ""},
		{"add.rn.ftz.f32 %f1, %f2;", "id:add dot:.rn dot:.ftz dot:.f32 id:%f1 p:, id:%f2 p:;"},
		{"_ $ $L__BB0_1: %tid.x", "id:_ id:$ id:$L__BB0_1 p:: id:%tid dot:.x"},
		{"% %, 5 %3", "p:% p:% p:, int:5 id:%3"},
		{"ld.shared::cta.L2::cache_hint.b32", "id:ld dot:.shared::cta dot:.L2::cache_hint dot:.b32"},
		{"spcompress.sp::2:4.x", "id:spcompress dot:.sp::2:4 dot:.x"},
		{"tex.2d.v4 tcgen05.ld.16x64b.x2", "id:tex dot:.2d dot:.v4 id:tcgen05 dot:.ld dot:.16x64b dot:.x2"},
		{"L:.reg", "id:L p:: dot:.reg"},
		{".v4:", "dot:.v4 p::"},
		{"0 017 0x1F 0x1FU 0b101 10U 08 0x 0b2 12ab", "int:0 int:017 int:0x1F int:0x1FU int:0b101 int:10U int:08 int:0x int:0b2 int:12ab"},
		{"1.5 1. .5 1e5 1.5e-3 1E+3 .5e2 0f3F800000 0D3FF0000000000000 1e", "float:1.5 float:1. float:.5 float:1e5 float:1.5e-3 float:1E+3 float:.5e2 float:0f3F800000 float:0D3FF0000000000000 int:1e"},
		{"1.x 1._", "int:1 dot:.x int:1 dot:._"},
		{"7.8", "float:7.8"},
		{"[%rd+-8] a[-1]", "p:[ id:%rd p:+ p:- int:8 p:] id:a p:[ p:- int:1 p:]"},
		{"<< >> <= >= == != && || < > = ! & | ~ ^ ? : + - * / % ( ) { } [ ] , ; @",
			"p:<< p:>> p:<= p:>= p:== p:!= p:&& p:|| p:< p:> p:= p:! p:& p:| p:~ p:^ p:? p:: p:+ p:- p:* p:/ p:% p:( p:) p:{ p:} p:[ p:] p:, p:; p:@"},
		{"a//b\nc /* d\n */ e /**/ f /* /* */ g", "id:a id:c id:e id:f id:g"},
		{"# 12 \"x.cu\"\nadd\n  #line 5\nsub # x", "id:add id:sub bad:# id:x"},
		{"@@DWARF .byte 1\n  @@dwarf x\n@%p1 @!%p2 @@x", "p:@ id:%p1 p:@ p:! id:%p2 p:@ p:@ id:x"},
		{`"a b" "a\"b" "open`, `str:"a b" str:"a\"b" str:"open`},
		{"\"open\nnext", "str:\"open id:next"},
		{"a /* open", "id:a"},
		{"é ` \x00 \xff \\", "bad:é bad:` bad:\x00 bad:\xff bad:\\"},
		{".", "bad:."}, {". x", "bad:. id:x"}, {"..x", "bad:. dot:.x"},
	} {
		if got := lexAll(c.src); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

// TestLexLines checks the mark on tokens that are first of their line.
func TestLexLines(t *testing.T) {
	s := newScanner("a b\nc /*\n*/ d // x\n\n e", 0, 22)
	var got string
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		got += fmt.Sprintf("%s%t ", s.text(t), t.nl)
	}
	if want := "atrue bfalse ctrue dtrue etrue "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLexAllocatesNothing(t *testing.T) {
	src := strings.Repeat("\tadd.rn.f32 \t%f1, %f2, 0f3F800000; // comment\n", 100)
	if n := testing.AllocsPerRun(10, func() {
		s := newScanner(src, 0, len(src))
		for t := s.next(); t.kind != tokEOF; t = s.next() {
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
