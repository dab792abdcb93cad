package difftest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
	generated "github.com/ptx2go/ptx2go/runtime/gen"
)

const modulePath = "github.com/ptx2go/ptx2go"

// programPath is the module of built programs. It lies below internal/ of
// ptx2go, so that they may import caserun.
const programPath = modulePath + "/internal/diffrun"

// unit is one PTX module of a program of generated code, and the cases that it
// runs.
type unit struct {
	pkg      string
	m        *ir.Module
	anyShape bool  // of the blocks that it is launched with
	err      error // why the code generator or the Go compiler refused it
	gangs    bool  // some kernel has gangs in assembly
	cases    []*runCase
}

// runCase is a case folder with expectations, and what became of it.
type runCase struct {
	dir     string
	line    int   // of the module, from which the lines of the kernel count
	err     error // thread by thread
	gangErr error // with gangs
}

// program is a folder with generated packages.
type program struct {
	dir, root string
	gangs     bool // units are run with gangs too
}

// newProgram prepares a folder. root is the source of ptx2go.
func newProgram(dir, root string, gangs bool) *program { return &program{dir, root, gangs} }

// write generates the packages of units, with gangs in assembly if these are run.
func (p *program) write(ctx context.Context, units []*unit) error {
	var requests []asm.Request
	var of []*unit
	for _, u := range units {
		if u.err != nil {
			continue
		}
		opt := codegen.Options{
			Package: u.pkg, Source: "kernel.ptx", Output: "kernel_ptx.go", Command: "ptx2go kernel.ptx", ModuleVar: "Module", Comments: true,
		}
		if p.gangs {
			opt.Asm, opt.Widest = "kernel_ptx_amd64.go", true
		}
		var s *schedule.Schedule
		if u.err = guard(func() error { s = scheduled(u.m, u.anyShape); return nil }); u.err == nil {
			requests, of = append(requests, asm.Request{Schedule: s, Options: opt, Guard: guard}), append(of, u)
		}
		u.m = nil // hundreds of modules need not stay in memory
	}
	modules, err := asm.All(ctx, requests)
	if err != nil {
		return err
	}
	for i, u := range of {
		if u.err = modules[i].Err; u.err == nil {
			u.gangs, u.err = modules[i].Vectorised(), p.save(u.pkg, modules[i])
		}
	}
	return nil
}

// save writes a package.
func (p *program) save(pkg string, m *asm.Module) error {
	d := filepath.Join(p.dir, pkg)
	if err := os.MkdirAll(d, 0o755); err != nil {
		return err
	}
	for _, f := range m.All() {
		if err := os.WriteFile(filepath.Join(d, f.Name), f.Source, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// guard takes a panic of the code generator for an error.
func guard(fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError("the code generator", r)
		}
	}()
	return fn()
}

// run builds a program of the units and runs their cases, thread by thread and then with gangs, of the
// units that have some. The error is for what concerns them all.
func (p *program) run(ctx context.Context, units []*unit) error {
	if err := p.write(ctx, units); err != nil {
		return err
	}
	bin, err := p.build(ctx, units)
	if err != nil {
		return err
	}
	good := slices.DeleteFunc(slices.Clone(units), func(u *unit) bool { return u.err != nil })
	if err := execute(ctx, bin, good, 0); err != nil {
		return err
	}
	good = slices.DeleteFunc(good, func(u *unit) bool { return !u.gangs })
	for _, lanes := range []int{8, 16} {
		if lanes > generated.Vectors() {
			break
		}
		if err := execute(ctx, bin, good, lanes); err != nil {
			return err
		}
	}
	return nil
}

// build builds a program of the units.
func (p *program) build(ctx context.Context, units []*unit) (bin string, err error) {
	for {
		var good []*unit
		for _, u := range units {
			if u.err == nil {
				good = append(good, u)
			}
		}
		if len(good) == 0 {
			return "", nil
		}
		if err := p.writeMain(good); err != nil {
			return "", err
		}
		bin := filepath.Join(p.dir, "program.bin")
		cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin, ".")
		cmd.Dir = p.dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		out, err := cmd.CombinedOutput()
		if err == nil {
			return bin, nil
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		// A package that does not compile must not hide the others.
		blamed := false
		for section := range strings.SplitSeq("\n"+string(out), "\n# ") {
			path, msg, _ := strings.Cut(section, "\n")
			for _, u := range good {
				if strings.TrimSpace(path) == programPath+"/"+u.pkg {
					u.err = fmt.Errorf("the generated code does not compile:\n%s", msg)
					blamed = true
				}
			}
		}
		if !blamed {
			return "", fmt.Errorf("building the generated program: %w\n%s", err, out)
		}
	}
}

func (p *program) writeMain(list []*unit) error {
	mod := fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", programPath, modulePath, modulePath, p.root)
	if err := os.WriteFile(filepath.Join(p.dir, "go.mod"), []byte(mod), 0o644); err != nil {
		return err
	}
	var imports, entries bytes.Buffer
	for _, u := range list {
		fmt.Fprintf(&imports, "\t%q\n", programPath+"/"+u.pkg)
		fmt.Fprintf(&entries, "\t\t%q: %s.Module.Module,\n", u.pkg, u.pkg)
	}
	src := fmt.Sprintf("package main\n\nimport (\n\t%q\n\tptx %q\n\n%s)\n\nfunc main() {\n\tcaserun.Main(map[string]*ptx.Module{\n%s\t})\n}\n",
		modulePath+"/internal/cases/caserun", modulePath+"/runtime", imports.String(), entries.String())
	return os.WriteFile(filepath.Join(p.dir, "main.go"), []byte(src), 0o644)
}

// job is a case of a unit.
type job struct {
	pkg, dir string
	err      *error // what becomes of it
}

// perCase is how long one case may run.
const perCase = 10 * time.Second

// execute lets the program run the cases, with gangs of so many threads or, 0, without. When it dies, the case that it was at
// has failed, and it is started again for the rest.
func execute(ctx context.Context, bin string, units []*unit, lanes int) error {
	limit := "off"
	if lanes > 0 {
		limit = fmt.Sprint(lanes)
	}
	var jobs []job
	for _, u := range units {
		for _, c := range u.cases {
			j := job{u.pkg, c.dir, &c.err}
			if lanes > 0 {
				if c.gangErr != nil {
					continue // with fewer threads already
				}
				j.err = &c.gangErr
			}
			jobs = append(jobs, j)
		}
	}
	for len(jobs) > 0 {
		done, err := executeOnce(ctx, bin, jobs, limit)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if done < len(jobs) {
			if err == nil {
				err = errors.New("the program stopped early")
			}
			*jobs[done].err = err
			done++
		}
		jobs = jobs[done:]
	}
	return nil
}

// executeOnce starts the program and returns how many cases it has finished.
func executeOnce(ctx context.Context, bin string, jobs []job, limit string) (done int, err error) {
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, j := range jobs {
		if err := enc.Encode(casefile.Job{Key: j.pkg, Dir: casefile.Path(j.dir), Limit: int64(perCase)}); err != nil {
			return 0, err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	cmd := exec.CommandContext(ctx, bin)
	cmd.Env = append(os.Environ(), asm.LimitVariable+"="+limit)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = &in, &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	watchdog := time.AfterFunc(2*perCase, func() { cancel(fmt.Errorf("still running after %v", 2*perCase)) })
	defer watchdog.Stop()
	sc := bufio.NewScanner(out)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var r casefile.Result
		if json.Unmarshal(sc.Bytes(), &r) != nil || done >= len(jobs) {
			continue
		}
		if r.Error != "" {
			*jobs[done].err = errors.New(r.Error)
		}
		done++
		watchdog.Reset(2 * perCase)
	}
	err = cmd.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return done, cause
	}
	if err != nil {
		msg := stderr.String()
		return done, fmt.Errorf("%w\n%s", err, msg[:min(len(msg), 4000)])
	}
	return done, nil
}
