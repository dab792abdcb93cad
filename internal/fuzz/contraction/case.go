package contraction

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// Text is the module of kernels.
func Text(t *Type, kernels []*Kernel) string {
	var b strings.Builder
	version, target, _ := strings.Cut(t.target, " ")
	fmt.Fprintf(&b, ".version %s\n.target %s\n", version, target)
	if !t.old() {
		b.WriteString(".address_size 64\n")
	}
	b.WriteString("\n")
	functions := t.functions()
	for _, k := range kernels {
		if strings.Contains(k.Body, "CALL(") {
			b.WriteString(functions)
			functions = ""
		}
		fmt.Fprintf(&b, "// %s\n%s\n", k.Body, k.text(t))
	}
	return b.String()
}

// Write makes a case folder. Each kernel has a buffer of its own, so that all that differ are
// told apart, or all share one, for fewer files.
func (s *Set) Write(dir string, shared bool) error {
	name, t, kernels := s.Name, s.Type, s.Kernels
	dir = filepath.Join(dir, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	text := Text(t, kernels)
	if err := os.WriteFile(filepath.Join(dir, "kernel.ptx"), []byte(text), 0o644); err != nil {
		return err
	}
	version, target, _ := strings.Cut(t.target, " ")
	c := &casefile.Case{
		Dir: dir, Format: 1, Name: name, Tolerance: "bits", Contract: casefile.ContractPtxas,
		Notes: "Written by internal/fuzz/contraction. Each kernel asks which products an assembler fuses.",
		PTX:   []casefile.PTX{{File: "kernel.ptx", Target: target, Version: version, Opt: "hand", Producer: "hand"}},
	}
	in := t.input()
	c.Buffers = append(c.Buffers, &casefile.Buffer{Name: "in", Elem: "bytes", Count: len(in), Bytes: len(in), Contents: in})
	const each = threads * outs
	buffer := func(name string, kernels int) {
		n := each * kernels
		c.Buffers = append(c.Buffers, &casefile.Buffer{Name: name, Elem: fmt.Sprintf("b%d", t.Bits), Count: n, Bytes: n * t.Bits / 8, Init: "zero"})
	}
	if shared {
		buffer("out", len(kernels))
	}
	for i, k := range kernels {
		out := casefile.Arg{Buf: "out", Offset: i * each * t.Bits / 8, Type: "u64"}
		if !shared {
			out = casefile.Arg{Buf: "out_" + k.Name, Type: "u64"}
			buffer(out.Buf, 1)
		}
		c.Launches = append(c.Launches, &casefile.Launch{
			Kernel: k.Name, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{threads, 1, 1},
			Args: []casefile.Arg{{Buf: "in", Type: "u64"}, out},
		})
	}
	l := diag.NewList(diag.NewFile("kernel.ptx", text))
	m := pipeline.Lower(l.File, l, pipeline.Options{Passes: pass.Standard})
	if m == nil {
		var b strings.Builder
		l.Print(&b)
		return errors.New(name + ": " + b.String())
	}
	mem, err := run(m, c)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, b := range c.Buffers[1:] {
		b.Expect = b.Name + ".bin"
		if err := os.WriteFile(filepath.Join(dir, b.Expect), mem.Bytes(b.Name), 0o644); err != nil {
			return err
		}
	}
	return c.Save(dir)
}

func run(m *ir.Module, c *casefile.Case) (*casefile.Memory, error) {
	e, err := caseinterp.New(m, interp.Options{MaxSteps: 1 << 22})
	if err != nil {
		return nil, err
	}
	return casefile.Execute(context.Background(), c, e)
}
