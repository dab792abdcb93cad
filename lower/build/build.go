package build

import (
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Options change what Module builds.
type Options struct {
	// Entries names the entries to build, with everything that they reach. Empty
	// means everything in the module.
	Entries []string
	// Externs names the functions without a body that the program supplies, in
	// place of CUDA's own (ir.DeviceFuncs) where they have such a name. Any other
	// function without a body cannot be called.
	Externs map[string]bool
	// Model says whose results approximate instructions have.
	Model intrin.Model
	// Probe, if set, is called for every instruction that is built, with an I1
	// that is true in a thread that executes the instruction. Nothing uses these
	// values, so passes remove them.
	Probe func(*frontend.Inst, *ir.Value)
}

// Module builds the SSA form of every function and variable of a checked module.
// What cannot be lowered is reported in l with the code "unsupported", all of it
// in one run; the result is of use only if nothing was reported.
func Module(m *frontend.Module, l *diag.List, opt Options) *ir.Module {
	b := &module{
		ast: m,
		l:   l,
		opt: opt,
		out: &ir.Module{
			File:    m.File,
			Version: m.Version.String(),
			Target:  m.Target.String(),
			PtrBits: m.AddressSize,
		},
		funcs:   map[string]*function{},
		alias:   map[string]string{},
		symbols: map[*frontend.Var]*ir.Symbol{},
		globals: map[string]*frontend.Var{},
		refs:    map[*frontend.Var]*ir.Ref{},
		names:   symbolNames{},
		protos:  map[frontend.Symbol]*frontend.Func{},
		hints:   map[string]*hint{},
	}
	if m.File != nil {
		b.out.Name = m.File.Name
	}
	b.declare()
	for _, f := range b.order {
		if f.ast.HasBody {
			b.function(f)
		}
	}
	for _, v := range b.inits {
		b.initialise(v)
	}
	b.noteHints()
	layout(b.out)
	return b.out
}

// module is the state of building one module.
type module struct {
	ast *frontend.Module
	l   *diag.List
	opt Options
	out *ir.Module

	funcs map[string]*function
	order []*function       // in the order of the text
	alias map[string]string // alias to function name

	globals   map[string]*frontend.Var // module variables by name, the definition where there is one
	symbols   map[*frontend.Var]*ir.Symbol
	inits     []*frontend.Var // variables with a symbol and an initialiser, in order
	initBytes int64           // bytes of initialisers so far, see initialise
	varBytes  int64           // bytes of .global and .const variables so far, see room
	refs      map[*frontend.Var]*ir.Ref
	names     symbolNames                        // of symbols in use
	protos    map[frontend.Symbol]*frontend.Func // the signatures of tables, see prototype
	inFuncs   map[*frontend.Var]bool             // see sharedWithFunctions
	hints     map[string]*hint                   // what is left out, by what it is

	// What has been built so far of what is limited, see tooLarge.
	words, edges int
	stopped      bool
}

// function is a function of the module: its declaration with a body if there is
// one, and what it becomes.
type function struct {
	ast *frontend.Func
	ir  *ir.Func
}

func (b *module) errorf(pos diag.Pos, code, format string, args ...any) {
	b.l.Errorf(pos, code, format, args...)
}

// unsupported reports what cannot be lowered yet.
func (b *module) unsupported(pos diag.Pos, what string) {
	b.l.Errorf(pos, "unsupported", "not supported yet: %s", what)
}

// declare makes the functions and symbols of module scope.
func (b *module) declare() {
	for _, d := range b.ast.Decls {
		switch d := d.(type) {
		case *frontend.Func:
			if old := b.funcs[d.Name]; old == nil {
				b.funcs[d.Name] = &function{ast: d}
			} else if !old.ast.HasBody {
				old.ast = d
			}
		case *frontend.Alias:
			b.alias[d.Name] = d.Aliasee
		case *frontend.Var:
			if old := b.globals[d.Name]; old == nil || old.Linkage == frontend.Extern {
				b.globals[d.Name] = d
			}
		}
	}
	keep := b.reachable()
	for _, d := range b.ast.Decls {
		switch d := d.(type) {
		case *frontend.Func:
			f := b.funcs[d.Name]
			if f.ast == d && keep.has(d.Name) {
				b.declareFunc(f)
			}
		case *frontend.Var:
			if b.globals[d.Name] == d && keep.has(d.Name) {
				b.declareVar(d)
			}
		}
	}
}

func (b *module) declareFunc(f *function) {
	a := f.ast
	f.ir = &ir.Func{
		Name:     a.Name,
		Entry:    a.Entry,
		Module:   b.out,
		Pos:      a.Pos,
		NoReturn: a.NoReturn,
		Extern:   !a.HasBody,
	}
	if !a.Entry {
		sig := SigOf(a)
		f.ir.Args, f.ir.Results = sig.Params, sig.Results
		if a.HasBody && slices.Contains(append(slices.Clone(sig.Params), sig.Results...), ir.I128) {
			b.unsupported(a.Pos, "128-bit registers as parameters")
		}
		for _, p := range a.Params {
			f.ir.ArgNames = append(f.ir.ArgNames, argNames(p)...)
		}
	}
	if _, isAlias := b.alias[a.Name]; isAlias || !a.HasBody && a.Entry {
		// The prototype of an alias, or a kernel that another module defines.
		f.ir = nil
		return
	}
	b.perf(f)
	b.order = append(b.order, f)
	b.out.Funcs = append(b.out.Funcs, f.ir)
}

// perf takes the performance directives that mean something on a CPU.
func (b *module) perf(f *function) {
	for i := range f.ast.Perf {
		switch d := &f.ast.Perf[i]; d.Name {
		case ".maxntid":
			f.ir.MaxNTID = dims(d.Args)
		case ".reqntid":
			f.ir.ReqNTID = dims(d.Args)
		case ".reqnctapercluster", ".explicitcluster", ".maxclusterrank", ".blocksareclusters", ".minperctamemory":
			b.unsupported(d.Pos, d.Name)
		case ".noreturn":
		default:
			b.directiveHint(d)
		}
	}
}

// dims completes the sizes of one to three dimensions with ones.
func dims(args []int64) [3]int64 {
	d := [3]int64{1, 1, 1}
	copy(d[:], args)
	return d
}

// lookup returns the function that a name means, aliases followed, or nil.
func (b *module) lookup(name string) *function {
	if a, ok := b.alias[name]; ok {
		name = a
	}
	return b.funcs[name]
}

// before reports whether the module's version is below major.minor.
func (b *module) before(major, minor int) bool {
	return b.ast.Version.Less(isa.Version{Major: major, Minor: minor})
}
