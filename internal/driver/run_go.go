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
)

// executeGenerated runs a case in a program that is built from generated code.
// The case goes there as a folder, and the buffers come back as files, as does
// what kernels print.
func executeGenerated(ctx context.Context, c *casefile.Case, m *ir.Module, source string, limit time.Duration, std Stdio) (*casefile.Memory, error) {
	dir, remove, err := scratch.Dir("ptx2go-run-")
	if err != nil {
		return nil, err
	}
	defer remove()
	if err := c.Save(dir); err != nil {
		return nil, err
	}
	u := &unit{name: c.Name, source: source, sched: scheduled(m, warpMode{anyBlock: true}, false), caseDir: dir, dump: dir}
	if err := runProgram(ctx, []*unit{u}, "", limit, []string{""}, std.Err); err != nil {
		return nil, err
	}
	if u.err != nil {
		return nil, u.err
	}
	failed := u.runs[0].err
	printed, err := os.ReadFile(filepath.Join(dir, casefile.DumpStdout))
	if err != nil && failed == nil {
		return nil, err
	}
	if _, err := std.Out.Write(printed); err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, failed
	}
	data := make([][]byte, len(c.Buffers))
	for i := range data {
		if data[i], err = os.ReadFile(filepath.Join(dir, fmt.Sprintf("%d.bin", i))); err != nil {
			return nil, err
		}
	}
	return casefile.NewMemory(c, data, printed), nil
}
