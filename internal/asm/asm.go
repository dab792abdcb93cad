package asm

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/pinned"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// ErrUnavailable is that there is no compiler for it.
var ErrUnavailable = pinned.ErrUnavailable

// Module is a module whose gangs are assembly.
type Module struct {
	// Files are what codegen.Files gives without assembly, whatever has become of the gangs.
	Files []codegen.File
	// Assemblies are those of the targets for which a kernel has gangs.
	Assemblies []*Assembly
	// Refused says of gang functions why they are no assembly. The gangs of its width in its kernel are none at all.
	Refused []Refusal
	// Err is what is wrong with this module, in a batch.
	Err error
}

// Assembly is what a module has for a target.
type Assembly struct {
	Target harvest.Target
	// Go, of the name in codegen.Options, and Source, of the same name but .s, are the assembly; nil where that was
	// not asked for, or each kernel's is refused. Where there is no compiler Source is nil, and Head is what it begins
	// with if nothing is refused.
	Go     *codegen.File
	Source []byte
	Head   []byte
	// Vector is what Source is made of, or would be: package vector.
	Vector *codegen.File
}

// For returns what there is for a target, an empty one where that is nothing.
func (m *Module) For(t harvest.Target) *Assembly {
	for _, a := range m.Assemblies {
		if a.Target == t {
			return a
		}
	}
	return &Assembly{Target: t}
}

// Vectorised reports whether there is assembly.
func (m *Module) Vectorised() bool {
	return slices.ContainsFunc(m.Assemblies, func(a *Assembly) bool { return a.Source != nil })
}

// All are the files that a program is built of: Files, and after them the assembly if there is any.
func (m *Module) All() []codegen.File {
	list := slices.Clip(m.Files)
	for _, a := range m.Assemblies {
		if a.Source != nil {
			list = append(list, *a.Go, codegen.File{Name: SourceName(a.Go.Name), Source: a.Source})
		}
	}
	return list
}

// Refusal is a gang function that is no assembly.
type Refusal struct {
	codegen.Gangs
	harvest.Refusal
}

// Request is a module that is to be printed.
type Request struct {
	Schedule *schedule.Schedule
	Options  codegen.Options // AsmTags and ARM64Tags are those builds, among the ones that can, that are to have the assembly; "" for all
	// Guard, where not nil, calls what is done for this module alone, and may take panics for errors.
	Guard func(func() error) error
}

// Files prints a module. The error is ErrUnavailable where there is no compiler: the module then has
// its Files, and Go and Head of each target.
func Files(ctx context.Context, s *schedule.Schedule, opt codegen.Options) (*Module, error) {
	list, err := All(ctx, []Request{{Schedule: s, Options: opt}})
	if err == nil {
		err = list[0].Err
	}
	return list[0], err
}

// All prints many modules, and compiles what is to be assembly all at once, which takes less time. None
// of them is another one than alone. The error is for what concerns them all, and is ErrUnavailable where
// there is no compiler: the modules without an error then have their Files, and Go and Head of each target.
func All(ctx context.Context, requests []Request) ([]*Module, error) {
	return inParts(ctx, requests, partSize)
}

// inParts is All with parts of another size.
func inParts(ctx context.Context, requests []Request, size int) ([]*Module, error) {
	list := make([]*Module, len(requests))
	open := make([]*work, len(requests))
	for i, r := range requests {
		list[i] = &Module{}
		open[i] = newWork(r, list[i], size)
	}
	var batches []*batch
	for _, t := range targets {
		b := &batch{target: t}
		defer b.forget()
		batches = append(batches, b)
	}
	for len(open) > 0 {
		each(open, func(w *work) { w.Err = w.guarded(w.print) })
		open = slices.DeleteFunc(open, func(w *work) bool { return w.Err != nil || len(w.sides) == 0 })
		if err := compile(ctx, batches, open); err != nil {
			for _, w := range open {
				w.unavailable()
			}
			return list, err
		}
		// What is refused leaves kernels without assembly: the rest is printed again.
		open = slices.DeleteFunc(open, func(w *work) bool { return !w.settle() || w.Err != nil })
	}
	return list, nil
}

// target is a processor that modules have assembly for.
type target struct {
	harvest.Target
	vector  string                                                 // the name of the source
	options func(opt *codegen.Options) (file string, tags *string) // the Go file beside the assembly, and which builds have it
}

var targets = []*target{
	{harvest.AMD64, codegen.Vector, func(opt *codegen.Options) (string, *string) { return opt.Asm, &opt.AsmTags }},
	{harvest.ARM64, codegen.VectorARM64, func(opt *codegen.Options) (string, *string) { return opt.ARM64, &opt.ARM64Tags }},
}

// work is what is done for a module.
type work struct {
	Request
	*Module
	builds map[*target]string // which are to have the assembly, besides the target's
	sides  []*side            // as last printed
	size   int                // of parts
}

// side is what a module has for a target.
type side struct {
	*target
	*work
	*Assembly
	calls, leaves *codegen.File     // calls is nil where only the source is asked for
	parts         [][]byte          // of the source of leaves
	refused       []harvest.Refusal // functions
	err           error             // what goes wrong in the harvest
}

func newWork(r Request, m *Module, size int) *work {
	w := &work{Request: r, Module: m, size: size, builds: map[*target]string{}}
	for _, t := range targets {
		_, tags := t.options(&w.Options)
		w.builds[t] = *tags
		*tags = codegen.Both(t.Constraint(), *tags)
	}
	return w
}

// asked returns what is to be compiled for a target.
func (w *work) asked(t *target) []*side {
	i := slices.IndexFunc(w.sides, func(s *side) bool { return s.target == t && s.calls != nil })
	if i < 0 {
		return nil
	}
	return w.sides[i : i+1]
}

// unavailable says what there would be with a compiler.
func (w *work) unavailable() {
	for _, s := range w.sides {
		if s.calls != nil {
			of := s.harvest()
			s.Assembly.Go, s.Assembly.Source, s.Assembly.Head = s.calls, nil, []byte(of.Head())
		}
	}
}

// settle notes what has become of the sides: what went wrong, and which functions are refused. Their gangs poll more
// often if that may help, and else they and those of the same width in their kernels are none. It reports whether some are.
func (w *work) settle() (refused bool) {
	polled := w.Options.Polled
	for _, s := range w.sides {
		w.Err = cmp.Or(w.Err, s.err)
		for _, r := range s.refused {
			i := slices.IndexFunc(s.leaves.Leaves, func(l codegen.Leaf) bool { return l.Name == r.Func })
			of := s.leaves.Leaves[i].Gangs
			refused = true
			if r.Long && !polled[of] {
				note(&w.Options.Polled, of)
				continue
			}
			w.Refused = append(w.Refused, Refusal{of, r})
			note(&w.Options.NoAsm, of)
		}
	}
	return refused
}

// note adds gangs to a set of options, which others may have too.
func note(set *map[codegen.Gangs]bool, of codegen.Gangs) {
	own := maps.Clone(*set)
	if own == nil {
		own = map[codegen.Gangs]bool{}
	}
	own[of] = true
	*set = own
}

// guarded calls a function that is for this module alone.
func (r *Request) guarded(fn func() error) error {
	if r.Guard == nil {
		return fn()
	}
	return r.Guard(fn)
}

func (w *work) print() error {
	w.sides, w.Assemblies = nil, nil
	files, err := codegen.Files(w.Schedule, w.Options)
	if err != nil {
		return err
	}
	first := len(files)
	for i := range files {
		at := slices.IndexFunc(targets, func(t *target) bool { return t.vector == files[i].Name })
		if at < 0 {
			continue
		}
		s := &side{target: targets[at], work: w, leaves: &files[i]}
		first = min(first, i)
		if file, _ := s.options(&w.Options); file != "" {
			s.calls = &files[i-1]
			first = min(first, i-1)
		}
		s.Assembly = &Assembly{Target: s.target.Target, Vector: &codegen.File{Name: s.leaves.Name, Source: s.leaves.Source, Lines: s.leaves.Lines, Spans: s.leaves.Spans}}
		w.sides, w.Assemblies = append(w.sides, s), append(w.Assemblies, s.Assembly)
	}
	if w.Module.Files == nil {
		w.Module.Files = files[:first:first]
	}
	w.Options.After = nil // not twice
	for _, s := range w.sides {
		if s.calls == nil {
			continue
		}
		parts, large, err := split(s.leaves, w.size)
		if err != nil {
			return err
		}
		if len(large) > 0 { // the rest is printed again
			s.refused = large
			w.settle()
			return w.print()
		}
		s.parts = parts
	}
	return nil
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
func (w *side) harvest() harvest.Options {
	opt := harvest.Options{
		Target:  w.target.Target,
		Package: pinned.Package, File: w.leaves.Name, Source: w.leaves.Source,
		Gang: pinned.Runtime + "/gen.CTA", Called: pinned.Runtime + "/internal/leaf", Rounds: rounds,
		Command: w.Options.Command, Toolchain: goversion.Pinned, Tags: codegen.Both(w.Options.Tags, w.builds[w.target]),
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
	pinned.Runtime + "/gang4": 4, pinned.Runtime + "/gang8": 8, pinned.Runtime + "/gang16": 16,
	pinned.Runtime + "/gang4/framewords.go": frameWords, pinned.Runtime + "/gang8/framewords.go": frameWords, pinned.Runtime + "/gang16/framewords.go": frameWords,
	pinned.Runtime + "/intops": 1, pinned.Runtime + "/intops/bits.go": 32, pinned.Runtime + "/intops/mul.go": 64, pinned.Runtime + "/intops/packed.go": 4,
	pinned.Runtime + "/fpops": 1, pinned.Runtime + "/internal/mufu": 1, pinned.Runtime + "/internal/powers": 1,
	pinned.Runtime + "/gen/atomics.go": tries, pinned.Runtime + "/gen/zatomics.go": tries,
}

// frameWords is how many words of local memory a lane has at most.
const frameWords = gang.MaxFrame / 4

// tries is how often an atomic operation is tried. There is no bound, but each time that one fails another
// thread has gone on: where all are to stop the others do so at their polls, and the last one succeeds.
const tries = 8

// SourceName is the file of assembly beside a Go file.
func SourceName(goFile string) string { return strings.TrimSuffix(goFile, ".go") + ".s" }
