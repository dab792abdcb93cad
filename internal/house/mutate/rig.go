package mutate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Verdict is what became of a mutant.
type Verdict string

// The verdicts.
const (
	Killed   Verdict = "killed"
	Golden   Verdict = "by golden text only" // which an -update lets through
	Survives Verdict = "survives"
	NoMutant Verdict = "does not compile"
)

// Result is a mutant and its end.
type Result struct {
	*Mutant
	Verdict Verdict
	Stage   string // that killed it, and what that said
	Says    string
	Texts   int // how many texts have become others; -1 where nobody asked
	Took    time.Duration
}

// Rig runs mutants.
type Rig struct {
	Root  string        // of the repository
	Dir   string        // for what is built
	Limit time.Duration // processor time of each program of a stage
	Wall  time.Duration // of a stage: longer than it takes on a busy machine, for what waits for ever

	before map[string]string // what becomes of each text, by name
}

// Prepare finds out what becomes of all texts without any mistake.
func (r *Rig) Prepare(ctx context.Context) error {
	judge := filepath.Join(r.Dir, "judge")
	if out, err := r.command(ctx, "", "go", "build", "-o", judge, "./internal/house/mutate/judge"); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	out, err := r.command(ctx, "", judge, "texts", r.Root)
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	r.before = lines(out)
	return nil
}

// lines reads what judge texts prints.
func lines(out string) map[string]string {
	list := map[string]string{}
	for line := range strings.Lines(out) {
		if name, hash, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			list[name] = hash
		}
	}
	return list
}

// command runs a command of the repository, with the overlay where one is given, and returns
// what it prints. It is ended, with all that it has started, when its time is up.
func (r *Rig) command(ctx context.Context, overlay, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.Wall)
	defer cancel()
	limited := []string{"-c", fmt.Sprintf(`ulimit -t %d && exec "$@"`, int(r.Limit.Seconds())), "sh", name}
	cmd := exec.CommandContext(ctx, "/bin/sh", append(limited, args...)...)
	cmd.Dir = r.Root
	cmd.Env = os.Environ()
	if overlay != "" {
		cmd.Env = append(cmd.Env, "GOFLAGS=-overlay="+overlay)
	}
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		err = errTime
	}
	return b.String(), err
}

var errTime = errors.New("its time is up")

// Judge runs a mutant through the stages.
func (r *Rig) Judge(ctx context.Context, m *Mutant) (Result, error) {
	start := time.Now()
	res := Result{Mutant: m, Texts: -1}
	dir, err := os.MkdirTemp(r.Dir, "mutant")
	if err != nil {
		return res, err
	}
	defer os.RemoveAll(dir)
	overlay, err := r.overlay(dir, m)
	if err != nil {
		return res, err
	}
	if out, err := r.command(ctx, overlay, "go", "build", "./"+m.Package); err != nil {
		res.Verdict, res.Says = NoMutant, last(out)
		return res, nil
	}
	for _, s := range r.stages(dir, overlay, &res) {
		out, err := s.run(ctx)
		if ctx.Err() != nil {
			return res, ctx.Err()
		}
		if err != nil {
			res.Verdict, res.Stage, res.Says = Killed, s.name, last(out)
			if errors.Is(err, errTime) {
				res.Says = errTime.Error()
			}
			if s.golden {
				res.Verdict = Golden
			}
			res.Took = time.Since(start)
			return res, nil
		}
	}
	res.Verdict, res.Took = Survives, time.Since(start)
	return res, nil
}

// overlay writes the file with the mistake, and says where it is for the right one.
func (r *Rig) overlay(dir string, m *Mutant) (string, error) {
	src, err := m.Apply()
	if err != nil {
		return "", err
	}
	file, list := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, src, 0o600); err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(r.Root, m.File): file}})
	if err != nil {
		return "", err
	}
	return list, os.WriteFile(list, data, 0o600)
}

// last is the end of an output, in one line.
func last(out string) string {
	const most = 300
	for line := range strings.Lines(out) { // what a test says comes first
		if l := strings.TrimSpace(line); strings.Contains(l, "_test.go:") || strings.HasPrefix(l, "FAIL ") || strings.Contains(l, "panic: ") {
			return l[:min(len(l), most)]
		}
	}
	out = flat(out)
	return out[max(0, len(out)-most):]
}

// stage is something that may notice.
type stage struct {
	name   string
	golden bool // it compares texts
	run    func(ctx context.Context) (string, error)
}

// texts are the tests that compare a text with one of a file.
const texts = "Golden|TestLayout|TestCoalesce|TestCounts"

// stages lists those of a mutant, the cheap ones first.
func (r *Rig) stages(dir, overlay string, res *Result) []stage {
	test := func(args ...string) func(ctx context.Context) (string, error) {
		return func(ctx context.Context) (string, error) {
			return r.command(ctx, overlay, "go", append([]string{"test"}, args...)...)
		}
	}
	own := stage{name: "tests of " + res.Package, run: test("-skip="+texts, "./"+res.Package)}
	table := stage{name: "fault table", run: test("-run=TestGenerated|TestGangs", "./internal/cases/faulttable")}
	judge := filepath.Join(dir, "judge")
	asked := func(what string, names func() []string) func(ctx context.Context) (string, error) {
		return func(ctx context.Context) (string, error) {
			list := names()
			if len(list) == 0 {
				return "", nil
			}
			return r.command(ctx, overlay, judge, append([]string{what, r.Root}, list...)...)
		}
	}
	build := stage{name: "build of the compiler", run: func(ctx context.Context) (string, error) {
		return r.command(ctx, overlay, "go", "build", "-o", judge, "./internal/house/mutate/judge")
	}}
	if res.Package == "runtime/gen" {
		all := func() []string { return named("case", r.before) }
		return []stage{own, table, build, {name: "cases", run: asked("cases", all)}}
	}
	var changed map[string]string
	differ := func(kind string) func() []string { return func() []string { return named(kind, changed) } }
	list := []stage{own, build, {name: "all texts", run: func(ctx context.Context) (string, error) {
		out, err := r.command(ctx, overlay, judge, "texts", r.Root)
		if err != nil {
			return out, err
		}
		changed = lines(out)
		for name, hash := range changed {
			if strings.HasSuffix(hash, "refused") && hash != r.before[name] {
				return name + " is refused", errors.New("refused")
			}
		}
		maps.DeleteFunc(changed, func(name, hash string) bool { return r.before[name] == hash })
		res.Texts = len(changed)
		return "", nil
	}}}
	if !gangs[res.Package] {
		list = append(list, stage{name: "cases, cut", run: asked("cut", differ("case"))}, stage{name: "cases", run: asked("cases", differ("case"))})
	}
	return append(list,
		stage{name: "cases with gangs", run: asked("gangs", differ("case"))},
		stage{name: "fault table", run: func(ctx context.Context) (string, error) {
			if len(named("fault", changed)) == 0 {
				return "", nil
			}
			return table.run(ctx)
		}},
		stage{name: "random programs", run: asked("random", differ("random"))},
		stage{name: "golden files", golden: true, run: test("-run="+texts, "./lower/...", "./codegen/...")})
}

// named lists the names of a kind among texts: of cases, or classes of random kernels.
func named(kind string, list map[string]string) []string {
	set := map[string]bool{}
	for name := range list {
		if k, n, _ := strings.Cut(name, " "); k == kind {
			n, _, _ = strings.Cut(n, "/")
			n, _, _ = strings.Cut(n, ":")
			set[n] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}
