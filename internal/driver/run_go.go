package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
func executeGenerated(ctx context.Context, c *casefile.Case, m *ir.Module, source string, watch watched, limit time.Duration, std Stdio) (*casefile.Memory, []*sanitize.Finding, *counters.Report, error) {
	dir, remove, err := scratch.Dir("ptx2go-run-")
	if err != nil {
		return nil, nil, nil, err
	}
	defer remove()
	if err := c.Save(dir); err != nil {
		return nil, nil, nil, err
	}
	u := &unit{name: c.Name, source: source, sched: scheduled(m, warpMode{anyBlock: true}, false), caseDir: dir, dump: dir, watched: watch}
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
	data := make([][]byte, len(c.Buffers))
	for i := range data {
		if data[i], err = os.ReadFile(filepath.Join(dir, fmt.Sprintf("%d.bin", i))); err != nil {
			return nil, nil, nil, err
		}
	}
	return casefile.NewMemory(c, data, printed), found, u.runs[0].counts, nil
}
