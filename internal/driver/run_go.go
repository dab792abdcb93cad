package driver

import (
	"context"
	"fmt"
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

// executeSeeds runs a case in a program that is built from generated code, in the order of each seed.
func (opt *runOptions) executeSeeds(ctx context.Context, c *casefile.Case, m *ir.Module, source string) ([]*ending, error) {
	dir, remove, err := scratch.Dir("ptx2go-run-")
	if err != nil {
		return nil, err
	}
	defer remove()
	u, err := newSeeded(c, m, source, dir, opt.sched, opt.warp.independent, opt.steps)
	if err != nil {
		return nil, err
	}
	if err := runProgram(ctx, []*unit{u}, "", opt.timeout, []string{""}, opt.std.Err); err != nil {
		return nil, err
	}
	if u.err != nil {
		return nil, u.err
	}
	return u.endings(c)
}

// newSeeded is the unit of a case that runs once for each seed. Each leaves its buffers in a folder of its own.
func newSeeded(c *casefile.Case, m *ir.Module, source, dir string, s seeds, independent bool, steps int64) (*unit, error) {
	if err := c.Save(dir); err != nil {
		return nil, err
	}
	u := &unit{name: c.Name, source: source, sched: scheduled(m, warpMode{anyBlock: true}, false), caseDir: dir, dump: dir}
	u.independent, u.steps = independent, steps
	for seed := range s.all() {
		if err := os.Mkdir(filepath.Join(dir, folderOf(len(u.seeds))), 0o755); err != nil {
			return nil, err
		}
		u.seeds = append(u.seeds, seed)
	}
	return u, nil
}

// folderOf is where the run of a seed leaves its buffers, below the folder of its unit.
func folderOf(run int) string { return fmt.Sprint("seed", run) }

// endings are how the runs have ended.
func (u *unit) endings(c *casefile.Case) ([]*ending, error) {
	var all []*ending
	for i, r := range u.runs {
		x := &ending{seed: u.seeds[i], same: 1, fault: r.err}
		all = append(all, x)
		folder := filepath.Join(u.dump, folderOf(i))
		var err error
		if x.printed, err = os.ReadFile(filepath.Join(folder, casefile.DumpStdout)); err != nil {
			return nil, err
		}
		if x.fault != nil {
			x.failed = strings.TrimSuffix(x.fault.Error(), fmt.Sprintf(", with seed %d", x.seed))
			continue
		}
		if x.mem, err = dumped(c, folder, x.printed); err != nil {
			return nil, err
		}
	}
	return all, nil
}
