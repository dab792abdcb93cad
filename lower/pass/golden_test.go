package pass

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/lower/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// options are what the beginning of an input's name asks for.
func options(name string) Options {
	o := Options{Verify: true}
	switch word, _, _ := strings.Cut(name, "-"); word {
	case "independent":
		o.Independent = true
	case "none":
		o.Contract.Off = true
	}
	return o
}

// TestGolden runs passes over IR text and compares the result with IR text. The
// comment of an archive begins with the passes to run; a file NAME.in is the
// input, NAME.want the output. A text without a module line gets one.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	seen := map[string]bool{}
	for _, path := range files {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(a.Comment), "\n")
		names := strings.Fields(strings.TrimPrefix(head, "passes:"))
		var list List
		for _, n := range names {
			i := slices.IndexFunc(Standard, func(p Pass) bool { return p.Name == n })
			if i < 0 {
				t.Fatalf("%s: no pass %q", path, n)
			}
			list = append(list, Standard[i])
			seen[n] = true
		}
		for i := 0; i < len(a.Files); i++ {
			name, ok := strings.CutSuffix(a.Files[i].Name, ".in")
			if !ok {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+name, func(t *testing.T) {
				got := golden(t, string(a.Files[i].Data), list, options(name))
				k := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == name+".want" })
				if *update {
					if k < 0 {
						a.Files = slices.Insert(a.Files, i+1, txtar.File{Name: name + ".want"})
						k = i + 1
					}
					a.Files[k].Data = []byte(got)
					return
				}
				if k < 0 {
					t.Fatalf("no %s.want", name)
				}
				if want := string(a.Files[k].Data); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			})
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, p := range Standard {
		if !strings.Contains(p.Name, " ") && !seen[p.Name] {
			t.Errorf("pass %s has no golden test", p.Name)
		}
	}
}

const header = "module \"t\" version \"7.8\" target \"sm_70\" pointers 64\n"

func golden(t *testing.T, text string, l List, o Options) string {
	t.Helper()
	short := !strings.Contains(text, "module ")
	if short {
		text = header + text
	}
	m, err := ir.Parse("in", text)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.VerifyModule(m); err != nil {
		t.Fatal(err)
	}
	Run(m, l, o)
	out := ir.Print(m)
	if short {
		out = strings.TrimPrefix(out, header)
	}
	return strings.TrimLeft(out, "\n")
}

// TestOrder holds Standard and the constraints together.
func TestOrder(t *testing.T) {
	at := map[string]int{}
	for i, p := range Standard {
		if _, dup := at[p.Name]; dup {
			t.Errorf("two passes are named %q", p.Name)
		}
		at[p.Name] = i
		if p.Doc == "" || p.Func == nil {
			t.Errorf("pass %q is incomplete", p.Name)
		}
	}
	for _, c := range constraints {
		i, ok := at[c.before]
		j, ok2 := at[c.after]
		switch {
		case !ok || !ok2:
			t.Errorf("constraint %q before %q names no pass", c.before, c.after)
		case i >= j:
			t.Errorf("%q must run before %q: %s", c.before, c.after, c.why)
		case c.why == "":
			t.Errorf("constraint %q before %q has no reason", c.before, c.after)
		}
	}
}
