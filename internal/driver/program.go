package driver

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/scratch"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

const modulePath = "github.com/ptx2go/ptx2go"

// programPath is the module of built programs. It lies below internal/ of
// ptx2go, so that they may import caserun.
const programPath = modulePath + "/internal/verifyrun"

// unit is one module in a program that is built from generated code, and the
// one case that it runs.
type unit struct {
	name    string // for people
	source  string // base name of the PTX file
	sched   *schedule.Schedule
	caseDir string // absolute
	rounded bool   // nothing is contracted
	forms   []kernelForm
	watched
	allGangs bool   // gangs where threads one by one take less time too
	steps    int64  // of a launch, 0 for any number
	dump     string // folder for the final buffers; "" compares them with the case

	pkg  string
	err  error     // why there is no program of it
	runs []unitRun // one for each limit of vectors; of seeds the last one, which is the first that has failed
	seed uint64    // of the next run
}

// watched is what code tells of itself.
type watched struct {
	notes *sanitize.Options // of code that passes notes to a sanitizer
	count bool              // of code that is counted
	seeds iter.Seq[uint64]  // of code whose order they decide: it runs once for each

	// ended is called after the run of a seed, which goes on with the next then whether it has failed or not.
	ended func(seed uint64, r unitRun) error

	independent bool // lanes of a warp go on their own then
}

// any reports whether the code tells anything.
func (w watched) any() bool { return w.notes != nil || w.count || w.seeds != nil }

// unitRun is what became of a unit in one run of the program.
type unitRun struct {
	err      error
	ran      bool
	took     time.Duration
	launches casefile.Launched
	found    []*sanitize.Finding
	counts   *counters.Report // nil where nothing was counted
}

// runProgram writes and builds a program with one package per unit, and runs it with each limit of
// vectors, "" for none. What becomes of each unit is in the units; the error is for what concerns them
// all. The program is left in the folder keep, if that is not "", with what it reads as jobs.json.
func runProgram(ctx context.Context, units []*unit, keep string, limit time.Duration, limits []string, stderr io.Writer) error {
	root, err := moduleRoot(ctx)
	if err != nil {
		return err
	}
	dir := keep
	if dir == "" {
		var remove func()
		if dir, remove, err = scratch.Dir("ptx2go-"); err != nil {
			return err
		}
		defer remove()
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	for i, u := range units {
		u.pkg = packageFor(i, u.name)
	}
	if err := writePackages(ctx, units, dir, stderr); err != nil {
		return err
	}
	// A package that does not compile must not hide the others.
	for {
		list := healthy(units)
		if len(list) == 0 {
			return nil
		}
		if err := writeProgram(dir, root, list); err != nil {
			return err
		}
		bin := filepath.Join(dir, "program.bin")
		out, err := buildProgram(ctx, dir, bin)
		if err == nil {
			if keep != "" {
				if err := os.WriteFile(filepath.Join(dir, "jobs.json"), jobLines(list, limit), 0o644); err != nil {
					return err
				}
			}
			for _, v := range limits {
				if err := executeSeeds(ctx, bin, list, limit, v); err != nil {
					return err
				}
			}
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !blame(out, list) {
			return fmt.Errorf("building the generated program: %w\n%s", err, firstLines(out, 40))
		}
	}
}

// healthy lists the units without an error.
func healthy(units []*unit) []*unit {
	var list []*unit
	for _, u := range units {
		if u.err == nil {
			list = append(list, u)
		}
	}
	return list
}

// writeProgram writes go.mod and main.go.
func writeProgram(dir, root string, list []*unit) error {
	mod := fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", programPath, modulePath, modulePath, root)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
		return err
	}
	var imports, entries bytes.Buffer
	for _, u := range list {
		fmt.Fprintf(&imports, "\t%q\n", programPath+"/"+u.pkg)
		fmt.Fprintf(&entries, "\t\t%q: %s.Module.Module,\n", u.pkg, u.pkg)
	}
	src := fmt.Sprintf("package main\n\nimport (\n\t%q\n\tptx %q\n\n%s)\n\nfunc main() {\n\tcaserun.Main(map[string]*ptx.Module{\n%s\t})\n}\n",
		modulePath+"/internal/cases/caserun", modulePath+"/runtime", imports.String(), entries.String())
	return os.WriteFile(filepath.Join(dir, "main.go"), []byte(src), 0o644)
}

// buildProgram runs the Go compiler. Without the folder's name in the result,
// packages that have not changed come from its cache.
func buildProgram(ctx context.Context, dir, bin string) ([]byte, error) {
	cmd := scratch.Ask(exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", bin, "."))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod=mod"))
	return cmd.CombinedOutput()
}

// blame gives the compiler's messages to the units whose packages they are
// about. It reports whether there was one.
func blame(out []byte, list []*unit) bool {
	found := false
	for section := range strings.SplitSeq("\n"+string(out), "\n# ") {
		path, msg, _ := strings.Cut(section, "\n")
		for _, u := range list {
			if strings.TrimSpace(path) == programPath+"/"+u.pkg {
				u.err = fmt.Errorf("the generated code does not compile:\n%s", firstLines([]byte(msg), 10))
				found = true
			}
		}
	}
	return found
}

// execute lets the program run the units, with at most these vectors. When it dies, the unit that it was
// at has failed, and it is started again for the rest.
func execute(ctx context.Context, bin string, list []*unit, limit time.Duration, most string) error {
	var env []string
	if most != "" {
		env = []string{asm.LimitVariable + "=" + most}
	}
	for len(list) > 0 {
		done, err := executeOnce(ctx, bin, list, limit, env)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if done < len(list) {
			if err == nil {
				err = errors.New("the program stopped early")
			}
			list[done].runs = append(list[done].runs, unitRun{err: err, ran: true})
			done++
		}
		list = list[done:]
	}
	return nil
}

// executeSeeds is execute, for each seed where there are some: they are the same for all units.
func executeSeeds(ctx context.Context, bin string, list []*unit, limit time.Duration, most string) error {
	if list[0].seeds == nil {
		return execute(ctx, bin, list, limit, most)
	}
	for seed := range list[0].seeds {
		for _, u := range list {
			u.runs, u.seed = nil, seed
		}
		if err := execute(ctx, bin, list, limit, most); err != nil {
			return err
		}
		var left []*unit
		for _, u := range list {
			if u.ended != nil {
				if err := u.ended(seed, u.runs[0]); err != nil {
					return err
				}
			}
			if u.ended != nil || u.runs[0].err == nil {
				left = append(left, u)
			}
		}
		if list = left; len(list) == 0 {
			break
		}
	}
	return nil
}

// builtFor is the processor that the go command builds programs for.
func builtFor() string { return cmp.Or(os.Getenv("GOARCH"), runtime.GOARCH) }

// runner is the command that runs programs for another processor, as the go command finds it; "" where they run by
// themselves.
func runner() string {
	if builtFor() == runtime.GOARCH {
		return ""
	}
	path, err := exec.LookPath("go_" + runtime.GOOS + "_" + builtFor() + "_exec")
	if err != nil {
		return ""
	}
	return path
}

// jobLines is what the program reads.
func jobLines(list []*unit, limit time.Duration) []byte {
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, u := range list {
		var notes json.RawMessage
		if u.notes != nil {
			notes, _ = json.Marshal(u.notes) // of bools
		}
		if err := enc.Encode(casefile.Job{Key: u.pkg, Dir: casefile.Path(u.caseDir), Rounded: u.rounded, Dump: casefile.Path(u.dump), Sanitize: notes, Count: u.count, Seed: u.seed, Steps: u.steps, Limit: int64(limit)}); err != nil {
			panic(err) // strings and numbers
		}
	}
	return in.Bytes()
}

// executeOnce starts the program and returns how many units it has finished.
func executeOnce(ctx context.Context, bin string, list []*unit, limit time.Duration, env []string) (done int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	cmd := exec.CommandContext(ctx, bin)
	if by := runner(); by != "" {
		cmd = exec.CommandContext(ctx, by, bin)
	}
	cmd.Env = append(os.Environ(), env...)
	var stderr opening
	cmd.Stdin, cmd.Stderr = bytes.NewReader(jobLines(list, limit)), &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	// The program keeps to the limit itself. This is for one that hangs.
	var watchdog *time.Timer
	if limit > 0 {
		watchdog = time.AfterFunc(limit+grace, func() { cancel(fmt.Errorf("killed %v after its limit of %v", grace, limit)) })
		defer watchdog.Stop()
	}
	sc := bufio.NewScanner(out)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var r casefile.Result
		if json.Unmarshal(sc.Bytes(), &r) != nil || done >= len(list) || r.Key != list[done].pkg {
			continue
		}
		run := unitRun{ran: true, took: time.Duration(r.Nanos), launches: r.Launched}
		if err := json.Unmarshal(r.Found, &run.found); len(r.Found) > 0 && err != nil {
			return done, err
		}
		if err := json.Unmarshal(r.Counts, &run.counts); len(r.Counts) > 0 && err != nil {
			return done, err
		}
		if r.Error != "" {
			run.err = errors.New(r.Error)
		}
		list[done].runs = append(list[done].runs, run)
		done++
		if watchdog != nil {
			watchdog.Reset(limit + grace)
		}
	}
	err = cmd.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return done, cause
	}
	if err != nil {
		return done, fmt.Errorf("%w\n%s", err, firstLines(stderr.head, 25))
	}
	return done, nil
}

// grace is how much longer than its limit a unit may take before the program is
// killed.
const grace = 5 * time.Second

// opening keeps the beginning of what is written to it and drops the rest: a Go
// program that dies says first what happened.
type opening struct{ head []byte }

func (t *opening) Write(p []byte) (int, error) {
	const most = 64 << 10
	t.head = append(t.head, p[:min(len(p), max(0, most-len(t.head)))]...)
	return len(p), nil
}

// moduleRoot finds the source of ptx2go, which the built program needs.
func moduleRoot(ctx context.Context) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", modulePath)
	out, err := cmd.Output()
	dir := strings.TrimSpace(string(out))
	if err != nil || dir == "" {
		return "", fmt.Errorf("-engine=go builds a program against the runtime of ptx2go: run it inside ptx2go or a module that requires %s", modulePath)
	}
	return dir, nil
}

func firstLines(b []byte, n int) string {
	lines := strings.SplitN(strings.TrimRight(string(b), "\n"), "\n", n+1)
	if len(lines) > n {
		lines[n] = "..."
	}
	return strings.Join(lines, "\n")
}
