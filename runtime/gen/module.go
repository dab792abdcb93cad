package gen

import (
	"context"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// Module is a module of generated code: what programs see, and where lines of it come from.
type Module struct {
	*ptx.Module

	linked  []linked // further PTX files, in their order
	origins *Origins // what they were compiled from; nil if not known
	gangs   goSource // of bodies that run gangs of threads, if launches call some

	seeded      bool // a seed decides the order of threads, see Seeded
	independent bool // lanes of a warp go on their own then

	// start runs launches of code that passes notes to a sanitizer; nil for other code.
	start func(ctx context.Context, k *Kernel, l *Launch, p *plan, body func(*CTA), args *bound) error
}

// NewModule makes a module and registers it by the hash of its PTX text.
// Of modules with the same hash, programs find the first.
func NewModule(file, hash string) *Module { return &Module{Module: newModule(file, hash)} }

// Rounded says that approximate instructions give correctly rounded results. Generated code calls it before
// the module is used.
func (m *Module) Rounded() *Module {
	m.Accurate = true
	return m
}

// linked is a PTX file that is linked to the module's first.
type linked struct {
	file  string // base name
	lines int    // how many lines of the line table are in front of it
}

// Link says that the module is linked with another PTX file, whose text finds it, too.
// lines is how many lines of the kernels' line tables are in front of those of the
// file. Generated code calls it in the order of the files.
func (m *Module) Link(file, hash string, lines int) *Module {
	m.linked = append(m.linked, linked{file, lines})
	foundBy(m.Module, hash)
	return m
}

// goSource is a generated file, as far as faults want to know it.
type goSource struct {
	file  string // base name
	lines string // as Kernel.Lines
}

// Gangs says that launches of kernels of the module call bodies of a second Go file, in
// which threads run as gangs, and where its lines come from, as [Kernel.Lines] does for
// the first. Generated code calls it before the module is used.
func (m *Module) Gangs(goFile, lines string, kernels ...*Kernel) {
	m.gangs = goSource{goFile, lines}
	for _, k := range kernels {
		k.Gangs = true
		if k.shown != nil {
			k.shown.Gangs = true
		}
	}
}

// Variables says how the variables of an instance of the module are made. load is called
// for each instance, when it is first used or loaded, and makes them with Global, Const,
// Reference and Reloc; what it returns is what VarsOf gives to the module's kernels.
// Generated code calls Variables before the module is used.
func Variables[V any](m *Module, load func(*Instance) *V) {
	loads(m.Module, func(in *Instance) { stateOf(in).Data = unsafe.Pointer(load(in)) })
}

// Add registers kernels with the module, which becomes theirs.
func (m *Module) Add(k ...*Kernel) {
	for _, k := range k {
		k.Module = m
		if k.File == "" {
			k.File = m.File
		}
		k.shown = k.face()
		addKernel(m.Module, k.shown)
	}
}
