package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

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

// build returns a page of a device function and a kernel at their places in
// source; a pass changed the kernel.
func build(t *testing.T) *Page {
	t.Helper()
	f := diag.NewFile("<k>.ptx", source)
	m := &ir.Module{Name: f.Name, File: f}
	at := func(word string) diag.Pos { return diag.At(strings.Index(source, word)) }
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
	if err := p.Write(&b, files); err != nil {
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
	_, d := read(t, p, GoFile{"Go", []byte("package p\n\nvar x = 1 // " + hostile + "\n"), []Pair{{3, 7}}}, GoFile{"gangs", []byte("package q\n"), nil})
	if got := strings.Join(d.PTX, "\n") + "\n"; got != source {
		t.Errorf("the PTX is %q", got)
	}
	if want := []string{"package p", "", "var x = 1 // " + hostile}; len(d.Go) != 2 || d.Go[0].Title != "Go" || !slices.Equal(d.Go[0].Lines, want) {
		t.Fatalf("the Go is %v", d.Go)
	}
	if want := [][2]int{{3, 7}}; !slices.Equal(d.Go[0].Pairs, want) {
		t.Errorf("the pairs are %v", d.Go[0].Pairs)
	}
	if g := d.Go[1]; g.Title != "gangs" || !slices.Equal(g.Lines, []string{"package q"}) || g.Pairs == nil {
		t.Errorf("the second file is %v", g)
	}
	var got []string
	for _, f := range d.Funcs {
		got = append(got, fmt.Sprintf("%s %v lines %d to %d", f.Name, f.Kernel, f.First, f.Last))
		for _, s := range f.Stages {
			text := s.Name + ":"
			for _, l := range s.Lines {
				text += fmt.Sprintf(" [%d %s]", l[1], d.Texts[l[0]])
			}
			got = append(got, text)
		}
	}
	want := []string{
		"k true lines 3 to 8",
		"build: [3 kernel @k] [0 b0:] [7   v0 = Const <i32> 7] [7   Ret]",
		"dce: [3 kernel @k] [0 b0:] [7   Ret]",
		"f false lines 2 to 2",
		"build: [2 func @f() -> ()] [0 b0:] [2   v0 = Const <i32> 7] [2   Ret]",
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
