package asm_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// known are the reasons why gang functions of the cases are no assembly.
var known = []struct{ why, because string }{
	{`it calls gang(8|16)_inTurn[UIF](32|64): it calls what is in [A-Z0-9]+$`, "atomic operations go lane by lane, by a function that is given"},
	{`it calls gang(8|16)_run[34]: it calls what is in [A-Z0-9]+$`, "so does what has no vector form"},
	{`^gen\.fence is written by the program$|/gen\.fence is written by the program$`, "fences write a variable of the runtime"},
}

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
	r.Options = codegen.Options{Package: "kernel", Source: "kernel.ptx", Output: "kernel_ptx.go", Asm: "kernel_ptx_amd64.go", Command: "ptx2go kernel.ptx", Comments: true}
	for _, path := range x.paths[1:] {
		r.Options.Linked = append(r.Options.Linked, codegen.Linked{Name: filepath.Base(path)})
	}
	return r, true
}

// TestRefused makes assembly of the gangs of the cases: none is refused for a reason that is not known.
// With PTX2GO_LONG=1 these are all cases, and there are no other reasons in the list.
func TestRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many packages")
	}
	var requests []asm.Request
	var names []string
	taken, seen := 0, make([]int, len(known))
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
			if m.Go != nil {
				taken++
			}
			for _, r := range m.Refused {
				at := slices.IndexFunc(known, func(x struct{ why, because string }) bool { return regexp.MustCompile(x.why).MatchString(r.Why) })
				if at < 0 {
					t.Errorf("%s: %s: %s", names[i], r.Kernel, r.Refusal)
					continue
				}
				seen[at]++
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
	t.Logf("%d modules have assembly", taken)
	if taken < 10 {
		t.Errorf("only %d modules have assembly", taken)
	}
	for i, n := range seen {
		if n > 0 {
			t.Logf("%d functions have none: %s", n, known[i].because)
		} else if testmode.Long() {
			t.Errorf("no function is refused any more as %s", known[i].why)
		}
	}
}
