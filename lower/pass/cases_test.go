package pass_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

var cases = flag.String("cases", "../../../shared/cases", "folder of the conformance cases")

// TestCases runs the whole pipeline over the conformance cases and compares what
// the interpreter computes from the result with what it computes from the input:
// no pass may change a bit of memory.
func TestCases(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(*cases, "*", "case.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) == 0 {
		t.Skip("SKIPPED: the conformance cases are not here")
	}
	for _, d := range testmode.Pick(dirs, 14, func(path string) string { return path }) {
		dir := filepath.Dir(d)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			c, err := casefile.Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range c.PTX {
				t.Run(p.File, func(t *testing.T) { compare(t, dir, p.File) })
			}
		})
	}
}

// compare executes one file before and after the passes.
func compare(t *testing.T, dir, file string) {
	path := filepath.Join(dir, file)
	before, unsupported := buildModule(t, path)
	if unsupported != "" {
		t.Skip(unsupported)
	}
	after, _ := buildModule(t, path)
	start := time.Now()
	pass.Run(after, pass.Standard, pass.Options{Verify: true})
	if d := time.Since(start); d > time.Second {
		t.Logf("passes took %v", d)
	}
	again, _ := buildModule(t, path)
	pass.Run(again, pass.Standard, pass.Options{})
	if ir.Print(again) != ir.Print(after) {
		t.Error("a second run of the passes has another result")
	}
	c, err := casefile.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	memBefore := execute(t, c, before)
	memAfter := execute(t, c, after)
	if memBefore == nil || memAfter == nil {
		return
	}
	for _, b := range c.Buffers {
		x, y := memBefore.Bytes(b.Name), memAfter.Bytes(b.Name)
		if b.Expect == "" || len(b.Ptrs) > 0 {
			continue
		}
		if !bytes.Equal(x, y) {
			for i := range x {
				if x[i] != y[i] {
					t.Errorf("buffer %s differs from byte %d: %x, want %x", b.Name, i, y[i:min(i+8, len(y))], x[i:min(i+8, len(x))])
					break
				}
			}
		}
	}
}

func execute(t *testing.T, c *casefile.Case, m *ir.Module) *casefile.Memory {
	t.Helper()
	x, err := interp.New(m, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	mem, err := casefile.Execute(t.Context(), c, engine{x, m})
	if err != nil {
		t.Error(err)
		return nil
	}
	return mem
}

// buildModule builds the SSA form of a PTX file, or returns what is not
// supported in it.
func buildModule(t *testing.T, path string) (m *ir.Module, unsupported string) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l := diag.NewList(diag.NewFile(path, string(src)))
	m = pipeline.Lower(l.File, l, pipeline.Options{Passes: pass.List{}})
	for _, d := range l.Sorted() {
		if d.Severity == diag.Error {
			unsupported = d.Msg
		}
	}
	return m, unsupported
}

// engine is a Machine behind casefile.Engine.
type engine struct {
	x *interp.Machine
	m *ir.Module
}

func (e engine) Global(name string) ([]byte, error) {
	b, ok := e.x.Global(name)
	if !ok {
		return nil, fmt.Errorf("the module has no variable %s", name)
	}
	return b, nil
}

func (e engine) Address(mem []byte) (uint64, error) { return e.x.Address(mem) }

func (e engine) Launch(ctx context.Context, l *casefile.Launch, args, bufs [][]byte) error {
	for _, f := range e.m.Funcs {
		if !f.Entry || f.Name != l.Kernel {
			continue
		}
		if len(args) != len(f.Params) {
			return fmt.Errorf("%d arguments for %d parameters of %s", len(args), len(f.Params), l.Kernel)
		}
		var params []byte
		for i, p := range f.Params {
			params = append(params, make([]byte, max(0, p.Off+p.Size-int64(len(params))))...)
			copy(params[p.Off:p.Off+p.Size], args[i])
		}
		ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
		defer cancel()
		return e.x.Launch(ctx, l.Kernel, interp.Config{Grid: l.Grid, Block: l.Block, Shared: l.Shared, Stdout: l.Stdout}, params, bufs)
	}
	return fmt.Errorf("no kernel %s", l.Kernel)
}
