package mutate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/mutate/selected"
)

// Verdict is what became of a mutant.
type Verdict string

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
	Wall  time.Duration // of a stage: longer than it takes on a busy machine, for what waits forever

	before map[string]text
}

// text is what becomes of a text: hashes of the Go code, without that of gangs and with it.
type text struct {
	scalar, all string
	refused     bool
}

// Prepare finds out what becomes of all texts without any mistake.
func (r *Rig) Prepare(ctx context.Context) error {
	judge := filepath.Join(r.Dir, "judge")
	if out, err := r.command(ctx, program{}, "go", "build", "-o", judge, judgePackage); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	out, err := r.command(ctx, program{}, judge, "texts", r.Root)
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	r.before, _, err = lines(out)
	return err
}

const (
	judgePackage = "./internal/house/mutate/judge"
	faultPackage = "internal/cases/faulttable"
)

// lines reads what judge texts prints: what becomes of each text by its name, and the mistakes
// that would have been made while it was compiled.
func lines(out string) (map[string]text, map[string][]int, error) {
	list, reached := map[string]text{}, map[string][]int{}
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 {
			return nil, nil, fmt.Errorf("judge says %q", line)
		}
		list[f[0]] = text{scalar: f[1], all: f[2], refused: f[3] != ""}
		for n := range strings.FieldsSeq(f[4]) {
			i, err := strconv.Atoi(n)
			if err != nil {
				return nil, nil, err
			}
			reached[f[0]] = append(reached[f[0]], i)
		}
	}
	return list, reached, nil
}

// program is how a program is built and runs.
type program struct {
	overlay string   // as go build takes it, or ""
	env     []string // besides that of this program
	dir     string   // from the root of the repository

	limit time.Duration  // of processor time, if it is less than the rig's; 0 is the rig's
	used  *time.Duration // gets the processor time that it took, unless nil
}

// command runs a command of the repository, as a program says, and returns what it
// prints. It is ended, with all that it has started, when its time is up.
func (r *Rig) command(ctx context.Context, p program, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.Wall)
	defer cancel()
	limit := r.Limit
	if p.limit > 0 {
		limit = min(limit, p.limit)
	}
	limited := []string{"-c", fmt.Sprintf(`ulimit -t %d && exec "$@"`, int(limit.Seconds())), "sh", name}
	cmd := exec.CommandContext(ctx, "/bin/sh", append(limited, args...)...)
	cmd.Dir = filepath.Join(r.Root, p.dir)
	cmd.Env = append(os.Environ(), p.env...)
	if p.overlay != "" {
		cmd.Env = append(cmd.Env, "GOFLAGS=-overlay="+p.overlay)
	}
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	if s := cmd.ProcessState; s != nil && p.used != nil {
		*p.used = s.UserTime() + s.SystemTime()
	}
	if ctx.Err() != nil {
		err = errTime
	}
	return b.String(), err
}

var errTime = errors.New("its time is up")

// Judge runs a mutant of a batch through the stages.
func (r *Rig) Judge(ctx context.Context, b *Batch, m *Mutant) (Result, error) {
	start := time.Now()
	res := Result{Mutant: m, Texts: -1}
	dir, err := os.MkdirTemp(r.Dir, "mutant")
	if err != nil {
		return res, err
	}
	defer os.RemoveAll(dir)
	j := &judging{r, b, dir, program{overlay: b.overlay, env: []string{fmt.Sprintf("%s=%d", selected.Number, b.number(m))}}, &res}
	res.Verdict = Survives
	for _, s := range j.stages() {
		out, err := s.run(ctx)
		if ctx.Err() != nil {
			return res, ctx.Err()
		}
		if err == nil {
			continue
		}
		res.Verdict, res.Stage, res.Says = Killed, s.name, last(out)
		if errors.Is(err, errTime) {
			res.Says = errTime.Error()
		}
		if s.golden {
			res.Verdict = Golden
		}
		break
	}
	res.Took = time.Since(start)
	return res, nil
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

// goldens are the tests that compare a text with one of a file, which -update rewrites.
const goldens = "Golden"

// must is the test of what an -update does not rewrite, of all golden files of package codegen.
const must = "^TestMust$"

// judging is a mutant on its way through the stages.
type judging struct {
	*Rig
	b   *Batch
	dir string
	program
	res *Result
}

// stages lists those of a mutant, the cheap ones first.
func (j *judging) stages() []stage {
	own := stage{name: "tests of " + j.res.Package, run: func(ctx context.Context) (string, error) {
		return j.test(ctx, j.b.tests[j.res.Package], j.res.Package, "-test.skip="+goldens)
	}}
	table := func(ctx context.Context) (string, error) {
		return j.test(ctx, j.b.fault, faultPackage, "-test.run=TestGenerated|TestGangs")
	}
	if j.res.Package == "runtime/gen" {
		return []stage{own, {name: "fault table", run: table}, {name: "cases", run: func(ctx context.Context) (string, error) {
			if !j.meets(j.b.inCases) {
				return "", nil
			}
			return j.b.runCases(ctx, j.Rig, j.program)
		}}}
	}
	list := []stage{own}
	first, rest, random := j.groups()
	for _, names := range [][]string{first, rest, random} {
		if len(names) > 0 {
			list = append(list, j.group(names, table)...)
		}
	}
	list = append(list, stage{name: "what must be in golden files", run: func(ctx context.Context) (string, error) {
		return j.command(ctx, j.program, "go", "test", "-count=1", "-vet=off", "-run="+must, "./codegen")
	}})
	return append(list, stage{name: "golden files", golden: true, run: func(ctx context.Context) (string, error) {
		return j.command(ctx, j.program, "go", "test", "-count=1", "-vet=off", "-run="+goldens, "./lower/...", "./codegen/...")
	}})
}

// few is how many cases are asked first: most mistakes show in any.
const few = 12

// groups are the texts that meet the mutant: a few of the cases, other cases and the fault table,
// and random kernels.
func (j *judging) groups() (first, rest, random []string) {
	for _, name := range slices.Sorted(maps.Keys(j.before)) {
		switch {
		case !j.meets(j.b.inTexts[name]):
		case strings.HasPrefix(name, "random "):
			random = append(random, name)
		default:
			rest = append(rest, name)
		}
	}
	if len(rest) <= few {
		return nil, rest, random
	}
	for i := range few {
		first = append(first, rest[i*len(rest)/few])
	}
	return first, slices.DeleteFunc(rest, func(n string) bool { return slices.Contains(first, n) }), random
}

// group are the stages for texts: all are compiled, and those run that have become others.
func (j *judging) group(names []string, table func(ctx context.Context) (string, error)) []stage {
	changed := map[string]text{}
	list := []stage{{name: "what becomes of texts", run: func(ctx context.Context) (string, error) { return j.texts(ctx, names, changed) }}}
	scalar := func(a, b text) bool { return a.scalar != b.scalar }
	all := func(a, b text) bool { return a.all != b.all }
	ask := func(what, name, kind string, differ func(a, b text) bool) {
		list = append(list, stage{name: name, run: func(ctx context.Context) (string, error) {
			names := j.named(kind, changed, differ)
			if len(names) == 0 {
				return "", nil
			}
			return j.command(ctx, j.program, j.b.judge, append([]string{what, j.Root}, names...)...)
		}})
	}
	if !gangs[j.res.Package] {
		ask("cut", "cases, cut", "case", scalar)
		ask("cases", "cases", "case", scalar)
	}
	ask("gangs", "cases with gangs", "case", all)
	list = append(list, stage{name: "fault table", run: func(ctx context.Context) (string, error) {
		if len(j.named("fault", changed, all)) == 0 {
			return "", nil
		}
		return table(ctx)
	}})
	ask("random", "random programs", "random", all)
	return list
}

// meets reports whether something meets the mutant; all may, where nobody knows.
func (j *judging) meets(reached []int) bool {
	return j.b.Always || slices.Contains(reached, j.b.number(j.res.Mutant))
}

// test runs the tests of a package, if they meet the mutant.
func (j *judging) test(ctx context.Context, t test, dir string, args ...string) (string, error) {
	if !j.meets(t.reached) {
		return "", nil
	}
	return t.run(ctx, j.Rig, j.program, dir, args...)
}

// texts compiles texts, and puts those that have become others among what has changed. One that
// is refused now is not what anybody wants.
func (j *judging) texts(ctx context.Context, names []string, changed map[string]text) (string, error) {
	j.res.Texts = max(j.res.Texts, 0)
	out, err := j.command(ctx, j.program, j.b.judge, append([]string{"texts", j.Root}, names...)...)
	if err != nil {
		return out, err
	}
	now, _, err := lines(out)
	if err != nil {
		return out, err
	}
	for name, x := range now {
		if x.refused && !j.before[name].refused {
			return name + " is refused", errors.New("refused")
		}
		if x != j.before[name] {
			changed[name] = x
			j.res.Texts++
		}
	}
	return "", nil
}

// named lists the names of a kind among the texts that have changed: of cases, or classes of
// random kernels.
func (j *judging) named(kind string, changed map[string]text, differ func(a, b text) bool) []string {
	set := map[string]bool{}
	for name, x := range changed {
		if k, n, _ := strings.Cut(name, " "); k == kind && differ(x, j.before[name]) {
			n, _, _ = strings.Cut(n, "/")
			n, _, _ = strings.Cut(n, ":")
			set[n] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}
