package asm

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/pinned"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

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
	// Vector is what Source is made of, or would be: package vector; nil where no kernel has gangs.
	Vector *codegen.File
	// VectorARM64 is the same for arm64, where codegen.Options.Leaves asks for it; there is no assembly of it.
	VectorARM64 *codegen.File
	// Refused says of gang functions why they are no assembly. The gangs of its width in its kernel are none at all.
	Refused []Refusal
	// Err is what is wrong with this module, in a batch.
	Err error
}

// All are the files that a program is built of: Files, and after them the assembly if there is any.
func (m *Module) All() []codegen.File {
	if m.Source == nil {
		return m.Files
	}
	return append(slices.Clip(m.Files), *m.Go, codegen.File{Name: SourceName(m.Go.Name), Source: m.Source})
}

// Refusal is a gang function that is no assembly.
type Refusal struct {
	codegen.Gangs
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
	return inParts(ctx, requests, partSize)
}

// inParts is All with parts of another size.
func inParts(ctx context.Context, requests []Request, size int) ([]*Module, error) {
	list := make([]*Module, len(requests))
	open := make([]*work, len(requests))
	for i, r := range requests {
		list[i] = &Module{}
		open[i] = &work{Request: r, Module: list[i], size: size, builds: r.Options.AsmTags}
		open[i].Options.AsmTags = codegen.Both(harvest.AMD64.Constraint(), r.Options.AsmTags)
	}
	b := &batch{}
	defer b.forget()
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
	builds        string        // which are to have the assembly, besides harvest.AMD64.Constraint()
	calls, leaves *codegen.File // as last printed; nil without gangs
	parts         [][]byte      // of the source of leaves
	size          int           // of these
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
	if last := len(files) - 1; files[last].Name == codegen.VectorARM64 {
		w.VectorARM64, files = &files[last], files[:last]
	}
	if at := slices.IndexFunc(files, func(f codegen.File) bool { return f.Name == codegen.Vector }); at >= 0 {
		w.calls, w.leaves = &files[at-1], &files[at]
		files = files[:at-1]
	}
	if w.Module.Files == nil {
		w.Module.Files = files
	}
	w.Options.After = nil // not twice
	if w.Vector = nil; w.leaves == nil {
		return nil
	}
	w.Vector = &codegen.File{Name: w.leaves.Name, Source: w.leaves.Source, Lines: w.leaves.Lines, Spans: w.leaves.Spans}
	parts, large, err := split(w.leaves, w.size)
	if len(large) > 0 { // the rest is printed again
		w.refuse(large)
		return w.print()
	}
	w.parts = parts
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

// harvest are the options of the harvest.
func (w *work) harvest() harvest.Options {
	opt := harvest.Options{
		Target:  harvest.AMD64,
		Package: pinned.Package, File: w.leaves.Name, Source: w.leaves.Source,
		Gang: pinned.Runtime + "/gen.CTA", Called: pinned.Runtime + "/internal/leaf", Rounds: rounds,
		Command: w.Options.Command, Toolchain: goversion.Pinned, Tags: codegen.Both(w.Options.Tags, w.builds),
		Place: places(w.leaves), Lines: true, Whole: w.Options.Line != "", Output: SourceName(w.calls.Name),
	}
	for _, x := range w.leaves.Leaves {
		opt.Funcs = append(opt.Funcs, x.Name)
	}
	return opt
}

// rounds are how often loops of functions that are called go round at most, for one file of a package or for
// its others: once for each lane, or for each bit; 1 where there is none. An atomic operation that is made of several
// instructions is tried again where another thread has changed the word in between.
var rounds = map[string]int{
	pinned.Runtime + "/gang8": 8, pinned.Runtime + "/gang16": 16,
	pinned.Runtime + "/intops": 1, pinned.Runtime + "/intops/bits.go": 32, pinned.Runtime + "/intops/mul.go": 64, pinned.Runtime + "/intops/packed.go": 4,
	pinned.Runtime + "/fpops": 1, pinned.Runtime + "/internal/mufu": 1, pinned.Runtime + "/internal/powers": 1,
	pinned.Runtime + "/gen/atomics.go": tries, pinned.Runtime + "/gen/zatomics.go": tries,
}

// tries is how often an atomic operation is tried. There is no bound, but each time that one fails another
// thread has gone on: where all are to stop the others do so at their polls, and the last one succeeds.
const tries = 8

// SourceName is the file of assembly beside a Go file.
func SourceName(goFile string) string { return strings.TrimSuffix(goFile, ".go") + ".s" }
