package planted

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/cases/planted/plantedrun"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	insert "github.com/ptx2go/ptx2go/lower/sanitize"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// program is a program of generated code, and what it is to launch.
type program struct {
	dir   string
	names map[*ir.Module]string
	forms map[schedule.Form]int
	jobs  []plantedrun.Job
}

// add prints a module, once.
func (p *program) add(t *testing.T, m *ir.Module) string {
	t.Helper()
	if n := p.names[m]; n != "" {
		return n
	}
	name := fmt.Sprintf("K%03d", len(p.names))
	p.names[m] = name
	s := pipeline.Schedule(m, pipeline.Options{Pass: pass.Options{AnyShape: true, Verify: true}})
	for _, k := range s.Kernels {
		p.forms[k.Form]++
	}
	files, err := codegen.Files(s, codegen.Options{
		Package: "main", Source: filepath.Base(m.File.Name), Output: strings.ToLower(name) + "_ptx.go", Command: "ptx2go", Comments: true,
		ModuleVar: name + "Module", Prefix: name, Sanitize: &sanitize.Options{Race: true, Init: true, Sync: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, files[0].Name, files[0].Source)
	return name
}

func (p *program) write(t *testing.T, name string, src []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), src, 0o666); err != nil {
		t.Fatal(err)
	}
}

// run builds the program and lets it do its jobs. It is a module of its own, below internal of ptx2go, so that it
// may import plantedrun.
func (p *program) run(t *testing.T) (results []plantedrun.Result) {
	t.Helper()
	const path = "github.com/ptx2go/ptx2go"
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	var entries strings.Builder
	for _, n := range p.names {
		fmt.Fprintf(&entries, "\t\t%q: %sModule.Module,\n", n, n)
	}
	p.write(t, "main.go", fmt.Appendf(nil, "package main\n\nimport (\n\t%q\n\tptx %q\n)\n\nfunc main() {\n\tplantedrun.Main(map[string]*ptx.Module{\n%s\t})\n}\n",
		path+"/internal/cases/planted/plantedrun", path+"/runtime", entries.String()))
	p.write(t, "go.mod", fmt.Appendf(nil, "module %s/internal/cases/planted/program\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", path, path, path, root))
	build := exec.Command("go", "build", "-trimpath", "-o", "program.bin", ".")
	build.Dir = p.dir
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod=mod"))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.4000s", err, out)
	}
	var in, out, stderr bytes.Buffer
	for _, j := range p.jobs {
		if err := json.NewEncoder(&in).Encode(j); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(p.dir, "program.bin"))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &stderr
	if err := cmd.Run(); err != nil {
		t.Errorf("%v\n%.4000s", err, stderr.String())
	}
	for dec := json.NewDecoder(&out); dec.More(); {
		var r plantedrun.Result
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	if len(results) != len(p.jobs) {
		t.Fatalf("%d results of %d", len(results), len(p.jobs))
	}
	return results
}

// jobArgs are arguments for generated code.
func jobArgs(t *testing.T, args []Arg) (out []plantedrun.Arg) {
	t.Helper()
	at := map[string]int{}
	for i, a := range args {
		x := plantedrun.Arg{}
		switch {
		case a.Buf != "":
			b, err := fill(a)
			if err != nil {
				t.Fatal(err)
			}
			x.Bytes, x.Unwritten = b, a.Fill == "none"
			name := a.Name
			if name == "" {
				name = "arg" + strconv.Itoa(i)
			}
			at[name] = i + 1
		case a.Ptr != "":
			x.In, x.Off = at[a.Ptr], a.Off
		default:
			v, err := number(a.Type, a.Value.String())
			if err != nil {
				t.Fatal(err)
			}
			for range width(a.Type) {
				x.Value, v = append(x.Value, byte(v)), v>>8
			}
		}
		out = append(out, x)
	}
	return out
}

// alike is all that findings of two engines have in common: addresses of global memory are their own.
func alike(list []*sanitize.Finding) (out []string) {
	for _, f := range list {
		s := fmt.Sprint(Describe(f), " ", f.Count, f.A.Block, f.A.Thread, f.Threads)
		if f.B != nil {
			s += fmt.Sprint(f.B.Block, f.B.Thread)
		}
		if f.Space == sanitize.Shared {
			s += fmt.Sprintf(" %#x", f.Addr)
		}
		if f.From != nil {
			s += fmt.Sprint(" from ", f.From.Line)
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// racing are the pairs in which what threads write depends on the order of lanes, and with it whether a race is one
// of equal values.
var racing = map[string]string{
	"histogram_plain": "lanes increment a word that they share",
}

// TestGenerated runs all pairs of the material in generated code: what must be found is, nothing else is, and the
// interpreter finds the same.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	if _, err := os.Stat(shared); err != nil {
		t.Skip("SKIPPED: no material of planted kernels beside the checkout")
	}
	cases, err := Load(shared)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{dir: t.TempDir(), names: map[*ir.Module]string{}, forms: map[schedule.Form]int{}}
	type launch struct {
		c      *Case
		m      Mode
		job    int // -1 where there is no code
		refuse error
	}
	var all []launch
	for _, c := range cases {
		for _, clean := range []bool{false, true} {
			for _, independent := range []bool{false, true} {
				mod, err := c.lower(Mode{Independent: independent, Clean: clean}, true)
				for _, strict := range []bool{false, true} {
					m := Mode{Independent: independent, Strict: strict, Clean: clean}
					if err != nil {
						all = append(all, launch{c, m, -1, err})
						continue
					}
					j := plantedrun.Job{Key: p.add(t, mod), Kernels: []string{c.Entry}, Beside: !clean && c.Second != "", Grid: c.Grid, Block: c.Block, Shared: c.Shared,
						Args: jobArgs(t, c.args(m)), Options: m.options(), Limit: time.Minute}
					if c.Endless {
						j.Limit = time.Second
					}
					if c.Second != "" {
						j.Kernels = append(j.Kernels, c.Second)
					}
					all = append(all, launch{c, m, len(p.jobs), nil})
					p.jobs = append(p.jobs, j)
				}
			}
		}
	}
	results := p.run(t)
	t.Logf("%d modules; kernels by form (rows, regions, coroutines): %v", len(p.names), p.forms)
	for _, x := range all {
		found, err := []*sanitize.Finding(nil), x.refuse
		if x.job >= 0 {
			r := results[x.job]
			if found = r.Found; r.Error != "" {
				err = errors.New(r.Error)
			}
		}
		twin := ""
		if x.m.Clean {
			twin = " clean"
		}
		for _, w := range x.c.Judge(x.m, found, err) {
			t.Errorf("%s, %s%s: %s (%v)", x.c.Name, x.m, twin, w, err)
		}
		if ordered[x.c.Name] != "" || racing[x.c.Name] != "" || x.c.Endless {
			continue
		}
		want, _ := x.c.Run(x.m)
		if diff := cmp.Diff(alike(want), alike(found)); diff != "" {
			t.Errorf("%s, %s%s (-interpreter +generated):\n%s", x.c.Name, x.m, twin, diff)
		}
	}
}

// TestOwnGenerated finds what is planted in small kernels in generated code.
func TestOwnGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	p := &program{dir: t.TempDir(), names: map[*ir.Module]string{}, forms: map[schedule.Form]int{}}
	for _, c := range own {
		f := diag.NewFile("own.ptx", ownPTX(c.decl, c.body))
		l := diag.NewList(f)
		m := pipeline.Lower(f, l, pipeline.Options{Pass: pass.Options{AnyShape: true, Independent: c.independent}, Sanitize: insert.Options{Race: true, Init: true, Sync: true, Apart: true}})
		if m == nil {
			t.Fatal(l.Sorted())
		}
		p.jobs = append(p.jobs, plantedrun.Job{Key: p.add(t, m), Kernels: []string{"k"}, Grid: [3]uint32{c.grid, 1, 1}, Block: [3]uint32{c.block, 1, 1},
			Args: jobArgs(t, []Arg{{Buf: "u32", N: 128}}), Limit: time.Minute,
			Options: sanitize.Options{Race: true, Init: true, Sync: true, Independent: c.independent, Strict: c.strict}})
	}
	for i, r := range p.run(t) {
		c := own[i]
		var got []string
		for _, f := range r.Found {
			got = append(got, named(ownPTX(c.decl, c.body), Describe(f)))
		}
		slices.Sort(got)
		if diff := cmp.Diff(c.want, got); diff != "" || r.Error != "" {
			t.Errorf("%s: %s (-want +got):\n%s", c.name, r.Error, diff)
		}
	}
	for _, form := range []schedule.Form{schedule.Rows, schedule.Regions, schedule.Coroutines} {
		if p.forms[form] == 0 {
			t.Errorf("no kernel runs as %s", form)
		}
	}
}
