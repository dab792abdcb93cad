package driver

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHTML makes the pages of the examples and checks what they hold against the
// files that they show.
func TestHTML(t *testing.T) {
	inputs, err := filepath.Glob("../../examples/*/kernel.ptx")
	if err != nil || len(inputs) < 3 {
		t.Fatal("no examples", err)
	}
	withGangs := 0
	for _, in := range inputs {
		ptx, err := os.ReadFile(in)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		out, html := filepath.Join(dir, "k.go"), filepath.Join(dir, "k.html")
		var stderr bytes.Buffer
		std := Stdio{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &stderr}
		if err := generate(context.Background(), []string{"-asm=off", "-simd=on", "-o", out, "-pkg", "p", "-html", html, in}, std); err != nil {
			t.Fatalf("%s: %v\n%s", in, err, stderr.Bytes())
		}
		goFile, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(html)
		if err != nil {
			t.Fatal(err)
		}
		// A stage costs its changes and a few bytes a line, not its whole text.
		code := len(goFile)
		if gangs, err := os.ReadFile(simdName(out)); err == nil {
			code += len(gangs)
		}
		if most := 40000 + 12*len(ptx) + 4*code; len(page) > most {
			t.Errorf("%s: the page has %d bytes, for %d of PTX and %d of Go", in, len(page), len(ptx), code)
		}
		files := [][]string{lines(goFile)}
		if gangs, err := os.ReadFile(simdName(out)); err == nil {
			files = append(files, lines(gangs))
			withGangs++
		}
		checkPage(t, in, html, lines(ptx), files)
	}
	if withGangs < 3 {
		t.Errorf("%d pages show gangs", withGangs)
	}
}

func lines(text []byte) []string { return strings.Split(strings.TrimRight(string(text), "\n"), "\n") }

// shownPage is what the tests look at of what a page is given.
type shownPage struct {
	PTX, Texts []string
	Insts      [][3]int
	Sets       [][]int
	At         [][3]int
	Sources    []struct {
		Name  string
		Lines []string
	}
	Go []struct {
		Lines []string
		Spans [][4]int
	}
	Funcs []struct {
		Name        string
		Kernel      bool
		First, Last int
		Stages      []struct {
			Name  string
			Lines [][3]int
		}
	}
}

func checkPage(t *testing.T, name, page string, ptx []string, files [][]string) {
	t.Helper()
	d := pageData(t, page)
	if len(d.PTX) != len(ptx) || len(d.Go) != len(files) {
		t.Fatalf("%s: the page does not show the files", name)
	}
	if len(d.Funcs) == 0 || !d.Funcs[0].Kernel {
		t.Errorf("%s: %d functions", name, len(d.Funcs))
	}
	for i, g := range d.Go {
		if strings.Join(g.Lines, "\n") != strings.Join(files[i], "\n") || len(g.Spans) == 0 {
			t.Errorf("%s: the page does not show Go file %d, or %d pieces of it have an origin", name, i, len(g.Spans))
		}
		from := map[int]string{} // by line: all statements that it comes from
		for _, s := range g.Spans {
			for _, id := range d.Sets[s[3]] {
				at := d.Insts[id]
				from[s[0]] += "; " + strings.Join(strings.Fields(d.PTX[at[0]-1][at[1]:at[2]]), " ")
			}
		}
		// What is shown as a comment is one of them, but for that of a value that a phi chooses: it is what
		// stands first in the block.
		comments, other := 0, 0
		for n, texts := range from {
			_, comment, ok := strings.Cut(g.Lines[n-1], " // ")
			for part := range strings.SplitSeq(comment, "; ") {
				if ok && !strings.HasSuffix(part, "...") {
					comments++
					if !strings.Contains(texts, part) {
						other++
						t.Logf("%s: Go line %d %q comes from %q", name, n, g.Lines[n-1], texts)
					}
				}
			}
		}
		if 10*other > comments {
			t.Errorf("%s: %d of %d comments in file %d are not of what the line comes from", name, other, comments, i)
		}
	}
	for _, f := range d.Funcs {
		if !strings.Contains(d.PTX[f.First-1], f.Name) || !strings.Contains(d.PTX[f.Last-1], "}") {
			t.Errorf("%s: %s is not in lines %d to %d", name, f.Name, f.First, f.Last)
		}
		if len(f.Stages) < 2 || f.Stages[0].Name != "build" {
			t.Errorf("%s: %s has the stages %v", name, f.Name, f.Stages)
		}
		for _, s := range f.Stages {
			for _, l := range s.Lines {
				if l[0] >= len(d.Texts) || l[1] > len(d.PTX) || l[2] >= len(d.Sets) {
					t.Errorf("%s: %s after %s has line %v", name, f.Name, s.Name, l)
				}
			}
		}
	}
}

// TestPageSource shows the source that the PTX names, beside the PTX, and no file that is not named as
// a source is.
func TestPageSource(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	secret := write("secret.key", "do not show\n")
	write("k.cu", "__global__ void k(unsigned *p)\n{ *p = 7; }\n")
	in := write("k.ptx", ".version 8.0\n.target sm_70\n.address_size 64\n.file 1 \"/lost/k.cu\"\n.file 2 \""+secret+"\"\n.file 3 \"none.cu\"\n"+
		".visible .entry k(.param .u64 p)\n{\n\t.reg .b64 %rd;\n\t.loc 1 1 1\n\tld.param.u64 %rd, [p];\n\t.loc 1 2 3\n\tst.global.u32 [%rd], 7;\n"+
		"\t.loc 2 1 1\n\tbar.sync 0;\n\t.loc 3 1 1\n\tret;\n}\n")
	html := filepath.Join(dir, "k.html")
	if status, _, err := runMain(t, "-asm=off", "-pkg", "p", "-html", html, "-o", filepath.Join(dir, "k.go"), in); status != exitOK {
		t.Fatal(err)
	}
	page, err := os.ReadFile(html)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(page), "do not show") {
		t.Error("the page has a file that is no source")
	}
	d := pageData(t, html)
	if len(d.Sources) != 1 || d.Sources[0].Name != "k.cu" || len(d.Sources[0].Lines) != 2 {
		t.Fatalf("the sources are %v", d.Sources)
	}
	found := false
	for _, at := range d.At {
		s := d.Insts[at[0]]
		found = found || at[2] == 2 && strings.HasPrefix(d.PTX[s[0]-1][s[1]:], "st.global.u32")
	}
	if !found {
		t.Errorf("the store is not of line 2: %v", d.At)
	}
}
