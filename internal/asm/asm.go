// Package asm makes assembly of the gangs of a module, for builds of every version of Go: package
// codegen prints their functions, pinned compiles them, and harvest writes what the compiler makes of
// them. It decides what has no gangs where one of its functions is refused. It knows nothing of
// folders, or of flags.
package asm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/pinned"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/runtime"
)

// ordinary are builds without the experiment, which has the gangs in Go.
const ordinary = "!goexperiment.simd"

// ErrUnavailable is that there is no compiler for it.
var ErrUnavailable = pinned.ErrUnavailable

// Module is a module whose gangs are assembly.
type Module struct {
	// Files are what codegen.Files gives without assembly, whatever has become of the gangs.
	Files []codegen.File
	// Go, of the name in codegen.Options.Asm, and Source, of the same name but .s, are the assembly;
	// nil where no kernel has any. Where there is no compiler Source is nil, and Head is what it begins
	// with if nothing is refused.
	Go     *codegen.File
	Source []byte
	Head   []byte
	// Refused says of gang functions why they are no assembly. Their kernels have none at all.
	Refused []Refusal
	// Err is what is wrong with this module, in a batch.
	Err error
}

// Refusal is a gang function that is no assembly.
type Refusal struct {
	Kernel string // by its name in the PTX
	harvest.Refusal
}

// Request is a module that is to be printed.
type Request struct {
	Schedule *schedule.Schedule
	Options  codegen.Options // AsmTags are those builds, among the ones that can, that are to have the assembly; "" for all
	// Guard, where not nil, calls what is done for this module alone, and may take panics for errors.
	Guard func(func() error) error
}

// Files prints a module. The error is ErrUnavailable where there is no compiler: the module then has
// its Files, Go and Head.
func Files(ctx context.Context, s *schedule.Schedule, opt codegen.Options) (*Module, error) {
	list, err := All(ctx, []Request{{Schedule: s, Options: opt}})
	if err == nil {
		err = list[0].Err
	}
	return list[0], err
}

// All prints many modules, and compiles what is to be assembly all at once, which takes less time. None
// of them is another one than alone. The error is for what concerns them all, and is ErrUnavailable where
// there is no compiler: the modules without an error then have their Files, Go and Head.
func All(ctx context.Context, requests []Request) ([]*Module, error) {
	list := make([]*Module, len(requests))
	open := make([]*work, len(requests))
	for i, r := range requests {
		list[i] = &Module{}
		open[i] = &work{Request: r, Module: list[i], builds: codegen.Both(r.Options.AsmTags, ordinary)}
		open[i].Options.AsmTags = codegen.Both(harvest.Constraint, open[i].builds)
	}
	b := &batch{}
	for len(open) > 0 {
		each(open, func(w *work) { w.guard(w.print) })
		open = slices.DeleteFunc(open, func(w *work) bool { return w.Err != nil || w.leaves == nil })
		if err := b.compile(ctx, open); err != nil {
			for _, w := range open {
				of := w.harvest()
				w.Go, w.Head = w.calls, []byte(of.Head())
			}
			return list, err
		}
		// What is refused leaves kernels without assembly: the rest is printed again.
		open = slices.DeleteFunc(open, func(w *work) bool { return w.Err != nil || w.Go != nil })
	}
	return list, nil
}

// work is what is done for a module.
type work struct {
	Request
	*Module
	builds        string        // which are to have the assembly, besides harvest.Constraint
	calls, leaves *codegen.File // as last printed; nil without gangs
}

// guard notes what goes wrong.
func (w *work) guard(fn func() error) {
	guard := w.Guard
	if guard == nil {
		guard = func(fn func() error) error { return fn() }
	}
	if err := guard(fn); err != nil {
		w.Err = err
	}
}

func (w *work) print() error {
	w.calls, w.leaves = nil, nil
	files, err := codegen.Files(w.Schedule, w.Options)
	if err != nil {
		return err
	}
	if at := slices.IndexFunc(files, func(f codegen.File) bool { return f.Name == codegen.Vector }); at >= 0 {
		w.calls, w.leaves = &files[at-1], &files[at]
		files = files[:at-1]
	}
	if w.Module.Files == nil {
		w.Module.Files = files
	}
	w.Options.After = nil // not twice
	return nil
}

// batch compiles for many modules.
type batch struct{ runtime *harvest.Listing }

// compile makes assembly of what was printed.
func (b *batch) compile(ctx context.Context, list []*work) error {
	if len(list) == 0 {
		return nil
	}
	var packages []map[string][]byte
	for _, w := range list {
		packages = append(packages, map[string][]byte{w.leaves.Name: w.leaves.Source})
	}
	type compiled struct {
		*work
		listing []byte
	}
	next := make(chan compiled)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for c := range next {
				c.guard(func() error { return c.assemble(b.runtime, c.listing) })
			}
		})
	}
	err := pinned.Listings(ctx, runtime.Sources(), packages, func(n int, listing []byte, err error) error {
		switch {
		case n != pinned.OfRuntime && err != nil:
			list[n].Err = err
		case n != pinned.OfRuntime:
			next <- compiled{list[n], listing}
		case b.runtime == nil:
			b.runtime, err = harvest.Parse(bytes.NewReader(listing))
			return err
		}
		return nil
	})
	close(next)
	workers.Wait()
	if err != nil && !errors.Is(err, ErrUnavailable) && ctx.Err() == nil {
		return fmt.Errorf("asm: %w", err)
	}
	return err
}

// jobs is how many modules are printed or made assembly of at a time.
const jobs = 2

// each calls a function for some modules at a time.
func each(list []*work, fn func(*work)) {
	var workers sync.WaitGroup
	next := make(chan *work)
	for range min(jobs, len(list)) {
		workers.Go(func() {
			for w := range next {
				fn(w)
			}
		})
	}
	for _, w := range list {
		next <- w
	}
	close(next)
	workers.Wait()
}

// assemble makes assembly of gang functions. Where some are refused, their kernels have none from now on.
func (w *work) assemble(runtime *harvest.Listing, listing []byte) error {
	l, err := runtime.Beside(bytes.NewReader(listing))
	if err != nil {
		return fmt.Errorf("asm: %w", err)
	}
	out, err := harvest.Harvest(l, w.harvest())
	switch {
	case err != nil:
		return err
	case len(out.Refused) == 0:
		w.Go, w.Source = w.calls, out.Asm
		return nil
	}
	w.refuse(out.Refused)
	return nil
}

// harvest are the options of the harvest.
func (w *work) harvest() harvest.Options {
	opt := harvest.Options{
		Package: pinned.Package, File: w.leaves.Name, Source: w.leaves.Source,
		Gang: pinned.Runtime + "/gen.CTA", Called: pinned.Runtime + "/internal/leaf", Rounds: rounds,
		Toolchain: goversion.Pinned, Tags: codegen.Both(w.Options.Tags, w.builds),
	}
	for _, x := range w.leaves.Leaves {
		opt.Funcs = append(opt.Funcs, x.Name)
	}
	return opt
}

// refuse notes why functions are refused, and the kernels that have any.
func (w *work) refuse(list []harvest.Refusal) {
	w.Options.NoAsm = maps.Clone(w.Options.NoAsm)
	if w.Options.NoAsm == nil {
		w.Options.NoAsm = map[string]bool{}
	}
	for _, r := range list {
		i := slices.IndexFunc(w.leaves.Leaves, func(l codegen.Leaf) bool { return l.Name == r.Func })
		kernel := w.leaves.Leaves[i].Kernel
		w.Refused = append(w.Refused, Refusal{kernel, r})
		w.Options.NoAsm[kernel] = true
	}
}

// rounds are how often loops of functions that are called go round at most: once for each lane, or for each
// bit.
var rounds = map[string]int{pinned.Runtime + "/gang8": 8, pinned.Runtime + "/gang16": 16, pinned.Runtime + "/intops": 64}

// SourceName is the file of assembly beside a Go file.
func SourceName(goFile string) string { return strings.TrimSuffix(goFile, ".go") + ".s" }
