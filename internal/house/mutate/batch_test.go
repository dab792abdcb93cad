package mutate

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/mutate/selected"
)

// TestBatches builds a program with mistakes in it, and selects each of them: what it prints
// must be what it prints with that mistake alone.
func TestBatches(t *testing.T) {
	const src = `package main

var said = "nothing"

func f(a, b int) int {
	var list [2]int
	if a < b && b > 1 {
		said = "less"
	}
	return max(a, b) + len(list)
}

func main() { println(f(1, 2), f(3, 1), said) }
`
	dir := t.TempDir()
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	in := &checked{path: "main", fset: token.NewFileSet(), sizes: types.SizesFor("gc", "amd64")}
	f, err := parser.ParseFile(in.fset, file, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	in.files = []*ast.File{f}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.Default()}
	if _, err := conf.Check("main", in.fset, in.files, info); err != nil {
		t.Fatal(err)
	}
	w := &walker{fset: in.fset, info: info, src: []byte(src), file: file, in: in}
	w.walk(f)
	list := w.out[:0]
	for _, m := range w.out {
		if ok, err := m.Compiles(); err != nil {
			t.Fatal(err)
		} else if ok && m.Func == "f" {
			list = append(list, m)
		}
	}
	batches, err := Batches(list)
	if err != nil {
		t.Fatal(err)
	}
	prints := programs(t, dir)
	right := prints([]byte(src))(0)
	judged := map[*Mutant]bool{}
	for i, b := range batches {
		to := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(to, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := b.write("/", to); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(to, "mutant0.go"))
		if err != nil {
			t.Fatal(err)
		}
		run := prints(text)
		if got := run(0); !b.Always && got != right {
			t.Errorf("none of %d: %q, want %q", len(b.Mutants), got, right)
		}
		for _, m := range b.Mutants {
			judged[m] = true
			if b.Always != (m.Old == "2") {
				t.Errorf("%s is there always: %v", m.ID(), b.Always)
			}
			alone, err := m.Apply()
			if err != nil {
				t.Fatal(err)
			}
			if got, want := run(b.number(m)), prints(alone)(0); got != want {
				t.Errorf("%s: %q, want %q", m.ID(), got, want)
			}
		}
	}
	if len(judged) != len(list) || len(list) < 12 || len(batches) < 3 || len(batches) > 12 {
		t.Errorf("%d of %d mutants in %d batches", len(judged), len(list), len(batches))
	}
}

// programs returns what builds a program of one file, which returns what runs it with a number
// in the environment.
func programs(t *testing.T, dir string) func(text []byte) func(number int) string {
	n := 0
	return func(text []byte) func(number int) string {
		n++
		file, bin := filepath.Join(dir, fmt.Sprintf("program%d.go", n)), filepath.Join(dir, fmt.Sprintf("program%d", n))
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		at, err := filepath.Abs("_run/main.go") // in the module, where it may import what is internal
		if err != nil {
			t.Fatal(err)
		}
		overlay, err := json.Marshal(map[string]map[string]string{"Replace": {at: file}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(bin+".json", overlay, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "build", "-overlay="+bin+".json", "-o", bin, "./_run").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s\n%s", err, out, text)
		}
		return func(number int) string {
			cmd := exec.Command(bin)
			cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", selected.Number, number))
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			return strings.TrimSpace(string(out))
		}
	}
}

// TestResults reads what was written, and believes the last line of a mutant.
func TestResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results")
	a, b := &Mutant{File: "a.go", before: "x"}, &Mutant{File: "b.go", before: "x"}
	for _, v := range []Verdict{Killed, Survives} {
		r, err := OpenResults(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := r.Killed(a); ok == (v == Killed) {
			t.Errorf("a is killed: %v", ok)
		}
		if _, ok := r.Killed(b); ok {
			t.Error("b is killed")
		}
		for _, x := range []Result{{Mutant: a, Verdict: v}, {Mutant: b, Verdict: Survives}} {
			if err := r.Add(x); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	r, err := OpenResults(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := r.Killed(a); ok {
		t.Error("a is killed, although it survived later")
	}
}
