package ptxtest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

var cases = flag.String("cases", "../../../../shared/cases", "folder of the conformance cases")

// TestCases runs the conformance cases: one variant of each, or all with PTX2GO_LONG=1.
func TestCases(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(*cases, "*", "case.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) == 0 {
		t.Skip("SKIPPED: the conformance cases are not here")
	}
	for _, d := range dirs {
		dir := filepath.Dir(d)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			c, err := casefile.Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			variants := c.PTX
			if !testmode.Long() {
				variants = variants[:1]
			}
			for _, p := range variants {
				t.Run(p.File, func(t *testing.T) { runCase(t, dir, p.File) })
			}
		})
	}
}

// TestCasesAfterPasses runs what the passes have made of the cases: they must not
// change what a kernel does.
func TestCasesAfterPasses(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(*cases, "*", "*.ptx"))
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) == 0 {
		t.Skip("SKIPPED: the conformance cases are not here")
	}
	for _, path := range dirs {
		dir, file := filepath.Split(path)
		if !testmode.Long() && file != "kernel.ptx" && !strings.Contains(file, "O0") {
			continue
		}
		if !testmode.Sampled(path, 2) {
			continue
		}
		t.Run(filepath.Base(dir)+"/"+file, func(t *testing.T) {
			mod, unsupported := buildModule(t, path)
			if unsupported != "" {
				t.Skip(unsupported)
			}
			pass.Run(mod, pass.Standard, pass.Options{Verify: true})
			check(t, filepath.Clean(dir), mod)
		})
	}
}

func runCase(t *testing.T, dir, file string) {
	mod, unsupported := buildModule(t, filepath.Join(dir, file))
	if unsupported != "" {
		t.Skip(unsupported)
	}
	check(t, dir, mod)
}

// check runs a case on a module and compares what it leaves in memory.
func check(t *testing.T, dir string, mod *ir.Module) {
	t.Helper()
	c, err := casefile.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range []bool{false, true} {
		x, err := interp.New(mod, interp.Options{Rows: rows})
		if err != nil {
			t.Fatal(err)
		}
		mem, err := casefile.Execute(t.Context(), c, engine{x, mod})
		if err != nil {
			t.Fatalf("rows %t: %v", rows, err)
		}
		if err := mem.Compare(); err != nil {
			t.Errorf("rows %t: %v", rows, err)
		}
	}
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
			if d.Code != "unsupported" {
				t.Fatalf("%s: %s", l.File.Position(d.Pos), d.Msg)
			}
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
	params, err := pack(e.m, l.Kernel, args)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	return e.x.Launch(ctx, l.Kernel, interp.Config{Grid: l.Grid, Block: l.Block, Shared: l.Shared, Stdout: l.Stdout}, params, bufs)
}

// pack lays the arguments of a kernel out as its parameter buffer.
func pack(m *ir.Module, kernel string, args [][]byte) ([]byte, error) {
	for _, f := range m.Funcs {
		if !f.Entry || f.Name != kernel {
			continue
		}
		if len(args) != len(f.Params) {
			return nil, fmt.Errorf("%d arguments for %d parameters of %s", len(args), len(f.Params), kernel)
		}
		var buf []byte
		for i, p := range f.Params {
			if int64(len(args[i])) != p.Size {
				return nil, fmt.Errorf("argument %d has %d bytes, parameter %s %d", i, len(args[i]), p.Name, p.Size)
			}
			buf = append(buf, make([]byte, max(0, p.Off+p.Size-int64(len(buf))))...)
			copy(buf[p.Off:], args[i])
		}
		return buf, nil
	}
	return nil, fmt.Errorf("no kernel %s", strings.TrimSpace(kernel))
}
