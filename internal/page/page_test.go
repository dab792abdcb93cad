package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// hostile is a text that must not end a script or begin a tag.
const hostile = `</script><script>alert("1")</script><!-- & ]]>`

const source = `.version 7.0 // ` + hostile + `
.func f { ret; }
.visible .entry k(.param .u64 p) // { not a brace
{
	/* } nor this */
	{ .pragma "}"; }
	ret;
}
.func after { ret; }
`

func at(word string) diag.Pos { return diag.At(strings.Index(source, word)) }

// readSource is the source that the PTX was compiled from.
func readSource(name string) ([]byte, bool) { return []byte("a\n" + hostile + "\nc\n"), name == "k.cu" }

// build returns a page of a device function and a kernel at their places in
// source; a pass changed the kernel.
func build(t *testing.T) *Page {
	t.Helper()
	f := diag.NewFile("<k>.ptx", source)
	m := &ir.Module{Name: f.Name, File: f}
	add := func(name string, entry bool, ret diag.Pos) *ir.Func {
		fn := &ir.Func{Name: name, Entry: entry, Module: m, Pos: at(name)}
		b := fn.NewBlock("")
		b.Const(ir.I32, 7, ret)
		b.SetTerm(ir.Ret, ret)
		m.Funcs = append(m.Funcs, fn)
		return fn
	}
	device := add("f {", false, at("ret; }"))
	device.Name = "f"
	kernel := add("k(", true, at("ret;\n}"))
	kernel.Name = "k"
	p := New(f)
	for _, fn := range []*ir.Func{device, kernel} {
		p.Add("build", fn)
	}
	kernel.Blocks[0].Values = nil
	p.Add("dce", kernel)
	p.Add("build", &ir.Func{Name: "external", Extern: true})
	return p
}

// read returns the page's text and what its script is given.
func read(t *testing.T, p *Page, files ...GoFile) (string, data) {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b, files, readSource); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	_, rest, ok := strings.Cut(html, "<script>const data = ")
	text, _, ok2 := strings.Cut(rest, ";</script>")
	if !ok || !ok2 {
		t.Fatalf("no data in\n%s", html)
	}
	var d data
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	return html, d
}

func TestPage(t *testing.T) {
	p := build(t)
	_, d := read(t, p, GoFile{"Go", []byte("package p\n\nvar x\U0001F600 = 1 // " + hostile + "\n"), []Span{{3, 0, 5, nil}, {3, 5, 9, []diag.Pos{at("ret;\n}"), at("k(")}}}}, GoFile{"gangs", []byte("package q\n"), nil})
	if got := strings.Join(d.PTX, "\n") + "\n"; got != source {
		t.Errorf("the PTX is %q", got)
	}
	if want := []string{"package p", "", "var x\U0001F600 = 1 // " + hostile}; len(d.Go) != 2 || d.Go[0].Title != "Go" || !slices.Equal(d.Go[0].Lines, want) {
		t.Fatalf("the Go is %v", d.Go)
	}
	// Columns count as JavaScript does, and a set has the statements in the order of the text.
	if s := d.Go[0].Spans; len(s) != 2 || s[1][1] != 5 || s[1][2] != 7 || len(d.Sets[s[0][3]]) != 0 {
		t.Errorf("the spans are %v, the sets %v", s, d.Sets)
	} else if set := d.Sets[s[1][3]]; len(set) != 2 || d.Insts[set[0]] != [3]int{3, 16, 32} || d.Insts[set[1]] != [3]int{7, 1, 4} {
		t.Errorf("the set is %v of the statements %v", set, d.Insts)
	}
	if g := d.Go[1]; g.Title != "gangs" || !slices.Equal(g.Lines, []string{"package q"}) || g.Spans == nil {
		t.Errorf("the second file is %v", g)
	}
	var got []string
	for _, f := range d.Funcs {
		got = append(got, fmt.Sprintf("%s %v lines %d to %d", f.Name, f.Kernel, f.First, f.Last))
		for _, s := range f.Stages {
			text := s.Name + ":"
			for _, l := range s.Lines {
				text += fmt.Sprintf(" [%d %s]", l[1], d.Texts[l[0]])
				for _, id := range d.Sets[l[2]] {
					text += fmt.Sprint(" of ", d.Insts[id][0])
				}
			}
			got = append(got, text)
		}
	}
	want := []string{
		"k true lines 3 to 8",
		"build: [3 kernel @k] of 3 [0 b0:] [7   v0 = Const <i32> 7] of 7 [7   Ret] of 7",
		"dce: [3 kernel @k] of 3 [0 b0:] [7   Ret] of 7",
		"f false lines 2 to 2",
		"build: [2 func @f() -> ()] of 2 [0 b0:] [2   v0 = Const <i32> 7] of 2 [2   Ret] of 2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := len(d.Texts); n != 5 {
		t.Errorf("%d texts, each of the 5 different lines should be there once", n)
	}
}

// TestSelfContained checks that the page is one document that loads nothing and
// whose texts cannot become markup.
func TestSelfContained(t *testing.T) {
	p := build(t)
	html, _ := read(t, p, GoFile{Title: hostile, Source: []byte(hostile)})
	if !strings.HasPrefix(html, "<!DOCTYPE html>") || !strings.HasSuffix(html, "</html>\n") {
		t.Error("not one HTML document")
	}
	if !strings.Contains(html[:200], Generator) {
		t.Error("the head does not name the generator")
	}
	for tag, n := range map[string]int{"<script": 2, "</script": 2, "<style": 1, "<main": 1, "<!--": 0} {
		if got := strings.Count(html, tag); got != n {
			t.Errorf("%s is there %d times, not %d", tag, got, n)
		}
	}
	if m := regexp.MustCompile(`(?i)(src|href)\s*=|url\(|@import|https?:|fetch\(|XMLHttp|innerHTML|eval\(`).FindString(html); m != "" {
		t.Errorf("the page has %q", m)
	}
	if !strings.Contains(html, "<title>&lt;k&gt;.ptx</title>") {
		t.Error("the title is not escaped")
	}
}

// TestEmpty writes the page of a module without functions.
func TestEmpty(t *testing.T) {
	_, d := read(t, New(diag.NewFile("e.ptx", "")))
	if d.Funcs == nil || len(d.Funcs) != 0 || d.Go == nil || len(d.PTX) != 1 {
		t.Errorf("%+v", d)
	}
}

// TestSources shows a source where the PTX says what it was compiled from, and it can be read.
func TestSources(t *testing.T) {
	p := build(t)
	inlined := &diag.Origin{File: "k.cu", Line: 3, At: &diag.Origin{File: "k.cu", Line: 2}}
	p.file.SetOrigins([]diag.OriginFrom{{Pos: at("ret; }"), Origin: &diag.Origin{File: "lost.cu", Line: 1}}, {Pos: at("k("), Origin: inlined}})
	_, d := read(t, p)
	if len(d.Sources) != 1 || d.Sources[0].Name != "k.cu" || !slices.Equal(d.Sources[0].Lines, []string{"a", hostile, "c"}) {
		t.Fatalf("the sources are %v", d.Sources)
	}
	var got []string
	for _, x := range d.At {
		got = append(got, fmt.Sprint(d.Insts[x[0]][0], " of ", x[2]))
	}
	if want := []string{"3 of 3", "3 of 2", "7 of 3", "7 of 2"}; !slices.Equal(got, want) {
		t.Errorf("lines of the PTX are of %v, not %v", got, want)
	}
}

// TestStatement finds where a statement is on its line.
func TestStatement(t *testing.T) {
	for _, c := range []struct{ src, opcode, want string }{
		{"x; @%p1 bra L;\n", "bra", "@%p1 bra L"}, {"@ !%q\tadd.s32 %a, %b, 1 ; // c", "add", "@ !%q\tadd.s32 %a, %b, 1"},
		{"é\r\n\tst [a], b // x", "st", "st [a], b"}, {"call f,\n(a);", "call", "call f,"}, {"\xff ret;", "ret", "ret"}, {"\U0001F600 ret", "ret", "ret"},
	} {
		f := diag.NewFile("x", c.src)
		s := statement(f, diag.At(strings.Index(c.src, c.opcode)))
		text := utf16.Encode([]rune(splitLines(c.src)[s[0]-1]))
		if got := string(utf16.Decode(text[s[1]:s[2]])); got != c.want {
			t.Errorf("%q: %q", c.src, got)
		}
	}
}

func TestCutPos(t *testing.T) {
	for _, c := range []struct {
		in, text string
		at       int
	}{
		{"  v1 = Const <i32> 7 ; 12", "  v1 = Const <i32> 7", 12}, {"b0:", "b0:", 0},
		{`kernel @"a ; b"`, `kernel @"a ; b"`, 0}, {`kernel @"a ; 1" ; 2`, `kernel @"a ; 1"`, 2},
	} {
		if text, at := cutPos(c.in); text != c.text || at != c.at {
			t.Errorf("%s: got %q, %d", c.in, text, at)
		}
	}
}

func TestExtent(t *testing.T) {
	for _, c := range []struct {
		src         string
		first, last int
	}{
		{source, 2, 2},
		{"f\n{\n{}\n// }\n\"}\"\n/* }\n*/\n}\n\n", 1, 8},
		{"f {\n/* never closed }\n", 1, 2},
		{"f {\r// }\r}\r", 1, 3},
		{"f", 1, 1}, {"", 1, 1},
	} {
		f := diag.NewFile("x", c.src)
		if first, last := extent(f, diag.At(max(strings.Index(c.src, "f"), 0))); first != c.first || last != c.last {
			t.Errorf("%q: lines %d to %d", c.src, first, last)
		}
	}
}
