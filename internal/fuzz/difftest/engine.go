package difftest

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// maxSteps bounds a launch in the interpreter; no generated kernel needs as
// many. As parts it takes a step for each thread instead of one
// for a warp.
const maxSteps = 20e6

// Case returns the kernel as a conformance case without expectations. entry is
// the name of the kernel in its module.
func (k *Kernel) Case(entry string) *casefile.Case {
	c := &casefile.Case{
		Format: 1, Name: fmt.Sprintf("%v_%d", k.Class, k.Seed), Contract: k.contract(),
		PTX: []casefile.PTX{{File: "kernel.ptx", Target: eras[k.era].target.String(), Version: eras[k.era].version.String(), Producer: "difftest"}},
	}
	l := &casefile.Launch{Kernel: entry, Grid: k.Grid, Block: k.Block, Shared: k.Shared}
	for _, p := range k.params {
		switch {
		case p.buf != nil:
			b := *p.buf
			if !slices.ContainsFunc(c.Buffers, func(o *casefile.Buffer) bool { return o.Name == b.Name }) {
				b.Contents = bytes.Clone(b.Contents)
				c.Buffers = append(c.Buffers, &b)
			}
			l.Args = append(l.Args, casefile.Arg{Buf: b.Name, Type: "u64"})
		case p.typ == "b8":
			l.Args = append(l.Args, casefile.Arg{Type: "bytes", Hex: hex.EncodeToString(p.value), Align: p.align})
		default:
			l.Args = append(l.Args, casefile.Arg{Type: p.typ, Hex: hex.EncodeToString(p.value)})
		}
	}
	c.Launches = []*casefile.Launch{l}
	return c
}

// interpret runs a case in the interpreter and returns the memory afterwards.
func interpret(ctx context.Context, m *ir.Module, c *casefile.Case, o interp.Options) (mem *casefile.Memory, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError("the interpreter", r)
		}
	}()
	o.MaxSteps = maxSteps
	if o.Parts != nil {
		o.MaxSteps *= 4
	}
	e, err := caseinterp.New(m, o)
	if err != nil {
		return nil, err
	}
	return casefile.Execute(ctx, c, e)
}

// differ says where two memories of a case differ, "" if nowhere.
func differ(k *Kernel, c *casefile.Case, got, want *casefile.Memory) string {
	for _, b := range c.Buffers {
		g, w := got.Bytes(b.Name), want.Bytes(b.Name)
		for i := range w {
			if g[i] != w[i] {
				at := i / 8 * 8
				return fmt.Sprintf("%s+%d: %x, want %x%s", b.Name, at, g[at:min(at+8, len(g))], w[at:min(at+8, len(w))], k.thread(b.Name, i))
			}
		}
	}
	return ""
}

// thread says whose memory a byte of the output is.
func (k *Kernel) thread(buf string, i int) string {
	if buf != "out0" {
		return ""
	}
	return fmt.Sprintf(" (thread %d, its byte %d)", i/k.slot, i%k.slot)
}

// save writes a case folder with what the memory must hold after the run.
func save(dir string, c *casefile.Case, text string, want *casefile.Memory) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i, b := range c.Buffers {
		b.Expect = ""
		if want != nil {
			b.Expect = fmt.Sprintf("out_%d.bin", i)
			if err := os.WriteFile(filepath.Join(dir, b.Expect), want.Bytes(b.Name), 0o644); err != nil {
				return err
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "kernel.ptx"), []byte(text), 0o644); err != nil {
		return err
	}
	return c.Save(dir)
}
