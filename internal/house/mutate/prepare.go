package mutate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/mutate/selected"
)

// test is a test program, with the mistakes that it meets.
type test struct {
	bin     string
	reached []int
	took    time.Duration // of processor time
}

// run runs tests until one fails. One that takes far longer than without a mistake is one that
// does not end.
func (t *test) run(ctx context.Context, r *Rig, p program, dir string, args ...string) (string, error) {
	p.dir = dir
	if t.took > 0 {
		p.limit = 10*time.Second + 10*t.took
	}
	return r.command(ctx, p, t.bin, append([]string{"-test.failfast", "-test.timeout=0"}, args...)...)
}

// Build builds the programs of a batch in a folder of its own, and finds out which of them meet
// which of its mistakes: with none of them made, all must be as it is without them.
func (r *Rig) Build(ctx context.Context, b *Batch) error {
	dir, err := os.MkdirTemp(r.Dir, "batch")
	if err != nil {
		return err
	}
	if err := b.write(r.Root, dir); err != nil {
		return err
	}
	runtime, compiler := false, false
	b.tests = map[string]test{}
	for _, m := range b.Mutants {
		b.tests[m.Package] = test{bin: filepath.Join(dir, strings.ReplaceAll(m.Package, "/", "_")+".test")}
		runtime = runtime || m.Package == "runtime/gen"
		compiler = compiler || m.Package != "runtime/gen"
	}
	b.judge, b.fault.bin = filepath.Join(dir, "judge"), filepath.Join(dir, "fault.test")
	p := program{overlay: b.overlay}
	build := func(args ...string) error {
		if out, err := r.command(ctx, p, "go", args...); err != nil {
			return fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	err = errors.Join(build("build", "-o", b.judge, judgePackage), build("test", "-c", "-vet=off", "-o", b.fault.bin, "./"+faultPackage))
	for name, t := range b.tests {
		err = errors.Join(err, build("test", "-c", "-vet=off", "-o", t.bin, "./"+name))
	}
	if err != nil || b.Always {
		return err
	}
	for name, t := range b.tests {
		var took time.Duration
		t.reached, err = b.record(func(env string) (string, error) {
			p.env, p.used = []string{env}, &took
			return t.run(ctx, r, p, name, "-test.skip="+goldens)
		})
		if err != nil {
			return err
		}
		t.took = took
		b.tests[name] = t
	}
	p.used = nil
	b.fault.reached, err = b.record(func(env string) (string, error) {
		p.env = []string{env}
		return b.fault.run(ctx, r, p, faultPackage, "-test.run=TestGenerated|TestGangs")
	})
	if err == nil && runtime {
		b.inCases, err = b.record(func(env string) (string, error) {
			p.env = []string{env}
			return b.runCases(ctx, r, p)
		})
	}
	if err == nil && compiler {
		_, err = b.record(func(env string) (out string, err error) {
			p.env = []string{env}
			if out, err = r.command(ctx, p, b.judge, "texts", r.Root); err != nil {
				return out, err
			}
			var now map[string]text
			if now, b.inTexts, err = lines(out); err != nil {
				return out, err
			}
			for name, x := range now {
				if r.before[name] != x {
					return name, errors.New("another text although no mistake is made")
				}
			}
			return "", nil
		})
	}
	return err
}

// runCases runs all cases as generated code, in one program that is built once.
func (b *Batch) runCases(ctx context.Context, r *Rig, p program) (string, error) {
	b.kept.Lock()
	defer b.kept.Unlock()
	return r.command(ctx, p, b.judge, "kept", r.Root, filepath.Join(b.dir, "kept"))
}

// record runs something, and returns the mistakes that it meets.
func (b *Batch) record(run func(env string) (string, error)) ([]int, error) {
	file := path.Join(b.dir, "reached")
	if out, err := run(selected.Record + "=" + file); err != nil {
		return nil, fmt.Errorf("no mistake is made: %w: %s", err, out)
	}
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var list []int
	for line := range strings.Lines(string(data)) {
		n, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return slices.Compact(list), os.RemoveAll(file)
}

// Forget removes what was built for a batch.
func (b *Batch) Forget() error { return os.RemoveAll(b.dir) }
