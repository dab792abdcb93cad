// Package caseinterp runs conformance cases in the reference interpreter: it is the casefile.Engine of the
// command and of the fuzzers. Package caserun is that of generated code.
package caseinterp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Engine is the reference interpreter as casefile.Engine.
type Engine struct {
	m       *ir.Module
	machine *interp.Machine
	notes   *sanitize.State
	bind    map[string]any // what the references of the module stand for
	ran     casefile.Launched
}

// Launched says how many launches there were, and in how many of them threads ran as lanes of gangs.
func (e *Engine) Launched() casefile.Launched { return e.ran }

// New makes the engine that runs a module.
func New(m *ir.Module, opt interp.Options) (*Engine, error) {
	x, err := interp.New(m, opt)
	if err != nil {
		return nil, err
	}
	return &Engine{m: m, machine: x, notes: opt.Sanitizer, bind: map[string]any{}}, nil
}

// Global returns the memory of a variable.
func (e *Engine) Global(name string) ([]byte, error) {
	b, ok := e.machine.Global(name)
	if !ok {
		return nil, fmt.Errorf("the module has no variable %s", name)
	}
	return b, nil
}

// Launch runs a kernel. What a thread does wrong is a casefile.FaultError.
func (e *Engine) Launch(ctx context.Context, l *casefile.Launch, args, bufs [][]byte) error {
	k := kernelOf(e.m, l.Kernel)
	if k == nil {
		return fmt.Errorf("the module has no kernel %s", l.Kernel)
	}
	params, err := packParams(k, args)
	if err != nil {
		return err
	}
	before := e.machine.InLanes()
	err = e.machine.Launch(ctx, l.Kernel, interp.Config{Grid: l.Grid, Block: l.Block, Shared: l.Shared, Stdout: l.Stdout, Bind: e.bind}, params, bufs)
	if e.ran.Launches++; e.machine.InLanes() > before {
		e.ran.Vectors++
	}
	var f *interp.Fault
	if errors.As(err, &f) {
		where := casefile.Fault{CTA: f.CTA, Thread: f.Thread, File: filepath.Base(f.Pos.File), Line: f.Pos.Line, What: f.Msg}
		return &casefile.FaultError{Kernel: f.Kernel, Fault: where, Err: err}
	}
	return err
}

// Address returns the address of memory as kernels see it.
func (e *Engine) Address(mem []byte) (uint64, error) { return e.machine.Address(mem) }

// Unwritten says that nobody has written to memory.
func (e *Engine) Unwritten(mem []byte) {
	if addr, err := e.machine.Address(mem); err == nil && e.notes != nil {
		e.notes.Unwritten(addr, uint64(len(mem)))
	}
}

// kernelOf returns the entry of that name, or nil.
func kernelOf(m *ir.Module, name string) *ir.Func {
	for _, f := range m.Funcs {
		if f.Entry && f.Name == name {
			return f
		}
	}
	return nil
}

// packParams lays the bytes of each parameter out as the kernel reads them.
func packParams(k *ir.Func, args [][]byte) ([]byte, error) {
	if len(args) != len(k.Params) {
		return nil, fmt.Errorf("kernel %s has %d parameters, %d are given", k.Name, len(k.Params), len(args))
	}
	size := int64(0)
	for _, p := range k.Params {
		size = max(size, p.Off+p.Size)
	}
	buf := make([]byte, size)
	for i, p := range k.Params {
		if int64(len(args[i])) != p.Size {
			return nil, fmt.Errorf("kernel %s: parameter %d has %d bytes, %d are given", k.Name, i, p.Size, len(args[i]))
		}
		copy(buf[p.Off:], args[i])
	}
	return buf, nil
}
