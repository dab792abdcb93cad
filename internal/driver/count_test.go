package driver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/runtime/counters"
)

// countedCase is a kernel of testdata/count, with what was counted by hand: in a comment "//= TIMES ACTIVE" behind each
// instruction that is executed, perhaps with more, such as bytes=128.
type countedCase struct {
	name string
	want map[int]string
	c    *casefile.Case
	m    *ir.Module
}

// countedCases reads all of them, compiled to be counted.
func countedCases(t *testing.T) []*countedCase {
	t.Helper()
	paths, _ := filepath.Glob("testdata/count/*.ptx")
	if len(paths) < 12 {
		t.Fatalf("%d kernels", len(paths))
	}
	var all []*countedCase
	for _, path := range paths {
		x := &countedCase{name: strings.TrimSuffix(filepath.Base(path), ".ptx"), want: map[int]string{}}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		opt := runOptions{grid: dims{1, 1, 1}, block: dims{1, 1, 1}, count: countFlags{on: true}}
		var words []string
		line := 0
		for l := range strings.Lines(string(text)) {
			line++
			if args, ok := strings.CutPrefix(l, "//run "); ok {
				words = strings.Fields(args)
			}
			if _, want, ok := strings.Cut(l, "//= "); ok {
				x.want[line] = strings.TrimSpace(want)
			}
		}
		for len(words) > 1 && strings.HasPrefix(words[0], "-") {
			d := map[string]*dims{"-grid": &opt.grid, "-block": &opt.block}[words[0]]
			if err := d.Set(words[1]); err != nil {
				t.Fatal(err)
			}
			words = words[2:]
		}
		var errs strings.Builder
		if x.c, x.m, _, err = opt.fileCase(fileInputs([]string{path}), words, Stdio{Out: &errs, Err: &errs}); err != nil {
			t.Fatalf("%s: %v %s", path, err, errs.String())
		}
		all = append(all, x)
	}
	return all
}

// told is a line of a report as the comments have it.
func told(x *counters.Counted) string {
	var d counters.Demand
	for _, y := range []*counters.Demand{x.Global, x.Shared} {
		if y != nil {
			d.Bytes += y.Bytes
			d.Sectors += y.Sectors
			d.Conflicts += y.Conflicts
			d.Collided += y.Collided
		}
	}
	text := fmt.Sprint(x.Times, " ", x.Active)
	more := func(name string, n int64) {
		if n > 0 {
			text += fmt.Sprint(" ", name, "=", n)
		}
	}
	if x.Threads != x.Active {
		more("threads", x.Threads)
	}
	more("bytes", d.Bytes)
	more("sectors", d.Sectors)
	more("conflicts", d.Conflicts)
	more("collided", d.Collided)
	more("divergent", x.Divergent)
	return text
}

// compare compares a report with the counts by hand.
func (x *countedCase) compare(t *testing.T, engine string, r *counters.Report) {
	t.Helper()
	if len(r.Kernels) != 1 {
		t.Fatalf("%s, %s: %d kernels", x.name, engine, len(r.Kernels))
	}
	got := map[int]string{}
	for i := range r.Kernels[0].Instructions {
		in := &r.Kernels[0].Instructions[i]
		got[in.Line] = told(in)
	}
	for line := 1; line < 100; line++ {
		if got[line] != x.want[line] {
			t.Errorf("%s, %s: line %d: counted %q, by hand %q", x.name, engine, line, got[line], x.want[line])
		}
	}
}

// interpreted counts a kernel in the interpreter.
func (x *countedCase) interpreted(t *testing.T, seed uint64) *counters.Report {
	t.Helper()
	state := counters.New()
	e, err := caseinterp.New(x.m, interp.Options{Counters: state, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := casefile.ExecuteTo(t.Context(), x.c, e, &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	return state.Report()
}

// TestCount compares what the interpreter counts with counts by hand, with warps in two orders.
func TestCount(t *testing.T) {
	for _, x := range countedCases(t) {
		for seed := range uint64(2) {
			x.compare(t, fmt.Sprint("interpreter, seed ", seed), x.interpreted(t, seed))
		}
	}
}

// TestCountGenerated does the same of generated code, in all forms, and compares whole reports.
func TestCountGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	all := countedCases(t)
	var units []*unit
	forms := map[schedule.Form]bool{}
	for _, x := range all {
		dir := t.TempDir()
		if err := x.c.Save(dir); err != nil {
			t.Fatal(err)
		}
		for _, debug := range []bool{false, true} {
			s := scheduled(x.m, warpMode{anyBlock: true}, debug)
			forms[s.Kernels[0].Form] = true
			units = append(units, &unit{name: x.name, source: x.name + ".ptx", sched: s, caseDir: dir, dump: dir, watched: watched{count: true}})
		}
	}
	if len(forms) != 3 {
		t.Errorf("only the forms %v", forms)
	}
	var errs strings.Builder
	if err := runProgram(t.Context(), units, "", 0, []string{""}, &errs); err != nil {
		t.Fatal(err, errs.String())
	}
	for i, u := range units {
		x := all[i/2]
		if u.err != nil || u.runs[0].err != nil {
			t.Fatalf("%s: %v", x.name, u)
		}
		got := u.runs[0].counts
		x.compare(t, "generated code", got)
		a, _ := json.Marshal(got)
		if b, _ := json.Marshal(x.interpreted(t, 0)); !bytes.Equal(a, b) {
			t.Errorf("%s: generated code reports\n%s\nthe interpreter\n%s", x.name, a, b)
		}
	}
}

// TestCountFlags checks the reports of run -count, and what -count goes with.
func TestCountFlags(t *testing.T) {
	dir := t.TempDir()
	file := "testdata/count/banks.ptx"
	report, profile := filepath.Join(dir, "report.json"), filepath.Join(dir, "profile.pb.gz")
	launch := []string{"-grid", "2", "-block", "32", file, "buf:u32:32"}
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{append([]string{"run", "-count"}, launch...), exitOK, "         2   32.0        256                62                      banks.ptx:21: ld.shared.u32 %r8, [%r7];"},
		{append([]string{"run", "-count", "-profile", report}, launch...), exitOK, ""},
		{append([]string{"run", "-count", "-profile", profile}, launch...), exitOK, ""},
		{append([]string{"run", "-count", "-profile", "-"}, launch...), exitOK, `"op": "ld.shared.v4.u32"`},
		{append([]string{"run", "-profile", report}, launch...), exitUsage, "-count"},
		{append([]string{"run", "-count", "-sched=1"}, launch...), exitUsage, "-sched"},
		{append([]string{"run", "-count", "-sanitize=race"}, launch...), exitUsage, "-sanitize"},
		{[]string{"-pkg=p", "-o=-", "-count", file}, exitOK, "c.CountTouch("},
		{[]string{"-pkg=p", "-o=-", "-count", "-asm=on", file}, exitUsage, "-asm"},
		{[]string{"-pkg=p", "-o=-", "-count", "-sanitize=race", file}, exitUsage, "-sanitize"},
	} {
		var out strings.Builder
		status := Main(t.Context(), c.args, Stdio{In: strings.NewReader(""), Out: &out, Err: &out})
		if status != c.status || !strings.Contains(out.String(), c.says) {
			t.Errorf("%v: status %d, want %d, and %q in\n%s", c.args, status, c.status, c.says, out.String())
		}
	}
	schema, err := os.ReadFile("../../docs/counters.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	var s, r map[string]any
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	conform(t, s, s, r, "report")

	top, err := exec.Command("go", "tool", "pprof", "-sample_index=conflicts", "-lines", "-top", profile).CombinedOutput()
	if err != nil {
		t.Fatal(err, string(top))
	}
	if want := regexp.MustCompile(`(?m)^ +62 91\.18% .* banks .*banks\.ptx:21$`); !want.Match(top) {
		t.Errorf("pprof shows\n%s", top)
	}
}

// TestCountMix checks that the lines of a report are in the order of the text, and that its opcodes are by how often they
// were executed: as often as their instructions.
func TestCountMix(t *testing.T) {
	for _, x := range countedCases(t) {
		k := x.interpreted(t, 0).Kernels[0]
		if !slices.IsSortedFunc(k.Instructions, func(a, b counters.Counted) int { return a.Line - b.Line }) ||
			!slices.IsSortedFunc(k.Mix, func(a, b counters.Mixed) int { return int(b.Times - a.Times) }) {
			t.Errorf("%s: another order", x.name)
		}
		left := map[string]int64{}
		for _, m := range k.Mix {
			left[m.Op] += m.Times
		}
		for _, in := range k.Instructions {
			left[in.Op] -= in.Times
		}
		for op, n := range left {
			if n != 0 {
				t.Errorf("%s: %s is %d times more often in the mix than in the lines", x.name, op, n)
			}
		}
	}
}
