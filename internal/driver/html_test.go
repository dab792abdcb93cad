package driver

import (
	"bytes"
	"context"
	"encoding/json"
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
		if most := 30000 + 12*len(ptx); len(page) > most {
			t.Errorf("%s: the page has %d bytes, for %d of PTX", in, len(page), len(ptx))
		}
		files := [][]string{lines(goFile)}
		if gangs, err := os.ReadFile(simdName(out)); err == nil {
			files = append(files, lines(gangs))
			withGangs++
		}
		checkPage(t, in, string(page), lines(ptx), files)
	}
	if withGangs < 3 {
		t.Errorf("%d pages show gangs", withGangs)
	}
}

func lines(text []byte) []string { return strings.Split(strings.TrimRight(string(text), "\n"), "\n") }

func checkPage(t *testing.T, name, page string, ptx []string, files [][]string) {
	t.Helper()
	_, rest, _ := strings.Cut(page, "const data = ")
	text, _, _ := strings.Cut(rest, ";</script>")
	var d struct {
		PTX, Texts []string
		Go         []struct {
			Lines []string
			Pairs [][2]int
		}
		Funcs []struct {
			Name        string
			Kernel      bool
			First, Last int
			Stages      []struct {
				Name  string
				Lines [][2]int
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if len(d.PTX) != len(ptx) || len(d.Go) != len(files) {
		t.Fatalf("%s: the page does not show the files", name)
	}
	if len(d.Funcs) == 0 || !d.Funcs[0].Kernel {
		t.Errorf("%s: %d functions", name, len(d.Funcs))
	}
	for i, g := range d.Go {
		if strings.Join(g.Lines, "\n") != strings.Join(files[i], "\n") || len(g.Pairs) == 0 {
			t.Errorf("%s: the page does not show Go file %d, or %d lines of it have a place", name, i, len(g.Pairs))
		}
		for _, p := range g.Pairs {
			// What came from a PTX line that is shown as a comment says so.
			_, comment, ok := strings.Cut(g.Lines[p[0]-1], "// ")
			want := strings.Join(strings.Fields(strings.TrimSuffix(strings.TrimSpace(d.PTX[p[1]-1]), ";")), " ")
			if ok && want != "" && comment != "..." && !strings.Contains(want, comment) && !strings.Contains(comment, want) {
				t.Errorf("%s: Go line %d %q is said to come from %q", name, p[0], g.Lines[p[0]-1], want)
			}
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
				if l[0] >= len(d.Texts) || l[1] > len(d.PTX) {
					t.Errorf("%s: %s after %s has line %v", name, f.Name, s.Name, l)
				}
			}
		}
	}
}
