package asm_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// caseFolders have the cases: the project's, and those that are shared, where they are.
var caseFolders = []string{"../cases/casefile/testdata/cases", "../../../shared/cases"}

// module is one of the modules of the cases.
type module struct {
	name  string
	paths []string
}

// modulesOfCases lists those in a sample of the cases; the others than the first of each only in long
// tests.
func modulesOfCases(t *testing.T) (list []module) {
	t.Helper()
	var dirs []string
	for _, folder := range caseFolders {
		found, err := filepath.Glob(folder + "/*/case.json")
		if err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, found...)
	}
	if len(dirs) < 200 {
		t.Fatalf("only %d cases", len(dirs))
	}
	for _, dir := range testmode.Pick(dirs, 48, func(s string) string { return filepath.Base(filepath.Dir(s)) }) {
		c, err := casefile.Load(filepath.Dir(dir))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range c.PTX {
			if i == 0 || testmode.Long() {
				list = append(list, module{c.Name + " " + v.File, c.Paths(v.File)})
			}
		}
	}
	return list
}

// request is the printing of a module, ok false where PTX is not supported.
func request(t *testing.T, x module) (r asm.Request, ok bool) {
	t.Helper()
	var files []*diag.File
	for _, path := range x.paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, diag.NewFile(path, string(text)))
	}
	f := diag.Join(files...)
	m := pipeline.Lower(f, diag.NewList(f), pipeline.Options{})
	if m == nil {
		return r, false
	}
	r.Schedule = schedule.New(m, schedule.Options{})
	r.Options = codegen.Options{Package: "kernel", Source: "kernel.ptx", Output: "kernel_ptx.go", Asm: "kernel_ptx_amd64.go", ARM64: "kernel_ptx_arm64.go", Command: "ptx2go kernel.ptx", Comments: true}
	for _, path := range x.paths[1:] {
		r.Options.Linked = append(r.Options.Linked, codegen.Linked{Name: filepath.Base(path)})
	}
	return r, true
}

// TestRefused makes assembly of the gangs of the cases: none is refused. With PTX2GO_LONG=1 these are all
// cases.
func TestRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many packages")
	}
	var requests []asm.Request
	var names []string
	taken := map[string]int{}
	flush := func() {
		t.Helper()
		list, err := asm.All(t.Context(), requests)
		if errors.Is(err, asm.ErrUnavailable) {
			t.Skipf("SKIPPED: %v", err)
		} else if err != nil {
			t.Fatal(err)
		}
		for i, m := range list {
			if m.Err != nil {
				t.Errorf("%s: %v", names[i], m.Err)
			}
			for _, a := range m.Assemblies {
				if a.Source != nil {
					taken[a.Target.Arch()]++
				}
			}
			for _, r := range m.Refused {
				t.Errorf("%s: %s: %s", names[i], r.Kernel, r.Refusal)
			}
		}
		requests, names = nil, nil
	}
	for _, x := range modulesOfCases(t) {
		if r, ok := request(t, x); ok {
			requests, names = append(requests, r), append(names, x.name)
		}
		if len(requests) == 48 {
			flush()
		}
	}
	flush()
	t.Logf("modules that have assembly: %v", taken)
	if taken["amd64"] < 10 || taken["arm64"] < 10 {
		t.Errorf("modules that have assembly: %v", taken)
	}
}

// TestPolled: gangs that seem to be short and are not are assembly with polls.
func TestPolled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles packages")
	}
	const name = "mem_st_hint_3"
	x := module{name, []string{filepath.Join(caseFolders[0], name, "kernel.ptx")}}
	r, ok := request(t, x)
	if !ok {
		t.Fatal("not supported")
	}
	list, err := asm.All(t.Context(), []asm.Request{r})
	if errors.Is(err, asm.ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	} else if err != nil || list[0].Err != nil {
		t.Fatal(err, list[0].Err)
	}
	for _, r := range list[0].Refused {
		t.Errorf("%s: %s", r.Kernel, r.Refusal)
	}
	files, err := codegen.Files(r.Schedule, r.Options)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name != codegen.Vector {
			continue
		}
		const poll = "if ptx.Leave(c) {"
		before, after := strings.Count(string(f.Source), poll), strings.Count(string(list[0].Assemblies[0].Vector.Source), poll)
		if after <= before {
			t.Errorf("%d polls, %d before the harvest", after, before)
		}
	}
}
