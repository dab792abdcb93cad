package driver

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/scratch"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// executeGenerated runs a case in a program that is built from generated code.
// The case goes there as a folder, and the buffers come back as files, as do
// what kernels print, what the sanitizer finds and what is counted.
func executeGenerated(ctx context.Context, c *casefile.Case, m *ir.Module, source string, watch watched, steps int64, limit time.Duration, std Stdio) (*casefile.Memory, []*sanitize.Finding, *counters.Report, error) {
	dir, remove, err := scratch.Dir("ptx2go-run-")
	if err != nil {
		return nil, nil, nil, err
	}
	defer remove()
	if err := c.Save(dir); err != nil {
		return nil, nil, nil, err
	}
	u := &unit{name: c.Name, source: source, sched: scheduled(m, warpMode{anyBlock: true}, false), caseDir: dir, dump: dir, watched: watch, steps: steps}
	if err := runProgram(ctx, []*unit{u}, "", limit, []string{""}, std.Err); err != nil {
		return nil, nil, nil, err
	}
	if u.err != nil {
		return nil, nil, nil, u.err
	}
	failed, found := u.runs[0].err, u.runs[0].found
	printed, err := os.ReadFile(filepath.Join(dir, casefile.DumpStdout))
	if err != nil && failed == nil {
		return nil, nil, nil, err
	}
	if _, err := std.Out.Write(printed); err != nil {
		return nil, nil, nil, err
	}
	if failed != nil {
		return nil, found, nil, failed
	}
	mem, err := dumped(c, dir, printed)
	if err != nil {
		return nil, nil, nil, err
	}
	return mem, found, u.runs[0].counts, nil
}

// dumped is the memory whose buffers a program has left in a folder.
func dumped(c *casefile.Case, dir string, printed []byte) (*casefile.Memory, error) {
	data := make([][]byte, len(c.Buffers))
	for i := range data {
		var err error
		if data[i], err = os.ReadFile(filepath.Join(dir, fmt.Sprintf("%d.bin", i))); err != nil {
			return nil, err
		}
	}
	return casefile.NewMemory(c, data, printed), nil
}

// runSeeds runs a case in a program that is built from generated code, in the order of each seed, and returns the endings
// that are different.
func (opt *runOptions) runSeeds(ctx context.Context, c *casefile.Case, m *ir.Module, source string) ([]*ending, error) {
	dir, remove, err := scratch.Dir("ptx2go-run-")
	if err != nil {
		return nil, err
	}
	defer remove()
	var all []*ending
	u, err := newSeeded(c, m, source, dir, opt.sched.all(), opt.warp.independent, opt.steps, func(e *ending) { all = opt.join(c, all, e) })
	if err != nil {
		return nil, err
	}
	if err := runProgram(ctx, []*unit{u}, "", opt.timeout, []string{""}, opt.std.Err); err != nil {
		return nil, err
	}
	return all, u.err
}

// newSeeded is the unit of a case that runs once for each seed, and tells of each how it has ended. All leave their buffers
// in the same folder, one after the other.
func newSeeded(c *casefile.Case, m *ir.Module, source, dir string, all iter.Seq[uint64], independent bool, steps int64, tell func(*ending)) (*unit, error) {
	if err := c.Save(dir); err != nil {
		return nil, err
	}
	u := &unit{name: c.Name, source: source, sched: scheduled(m, warpMode{anyBlock: true}, false), caseDir: dir, dump: filepath.Join(dir, "out")}
	u.seeds, u.independent, u.steps = all, independent, steps
	u.ended = func(seed uint64, r unitRun) error {
		x, err := u.ending(c, seed, r)
		if err != nil {
			return err
		}
		tell(x)
		return u.clear()
	}
	return u, u.clear()
}

// clear removes what a run has left.
func (u *unit) clear() error {
	if err := os.RemoveAll(u.dump); err != nil {
		return err
	}
	return os.Mkdir(u.dump, 0o755)
}

// ending is how the run of a seed has ended.
func (u *unit) ending(c *casefile.Case, seed uint64, r unitRun) (x *ending, err error) {
	x = &ending{seed: seed, same: 1, fault: r.err}
	if x.printed, err = os.ReadFile(filepath.Join(u.dump, casefile.DumpStdout)); err != nil {
		return nil, err
	}
	if x.fault != nil {
		x.failed = strings.TrimSuffix(x.fault.Error(), fmt.Sprintf(", with seed %d", seed))
		return x, nil
	}
	x.mem, err = dumped(c, u.dump, x.printed)
	return x, err
}
