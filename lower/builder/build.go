package builder

import (
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/cxx"
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
	// Notes says that a sanitizer is to follow (package lower/sanitize): constants tell where they stand for
	// registers that were never written, and notes tell of what there is no operation for.
	Notes bool
	// Count puts a note in front of every instruction (package lower/counters).
	Count bool
	// Origins keeps all statements that values come from, see ir.Module.
	Origins bool
}

// Module builds the SSA form of every function and variable of a checked module, or of
// several that frontend.Link has linked. Each is built under its own version and target;
// the result is for the latest target of them, which a GPU that runs them all has at
// least. What cannot be lowered is reported in l with the code "unsupported", all of it in
// one run; the result is of use only if nothing was reported.
func Module(mods []*frontend.Module, l *diag.List, opt Options) *ir.Module {
	first := mods[0]
	p := &linked{
		l:   l,
		opt: opt,
		out: &ir.Module{
			File:    first.File,
			PtrBits: first.AddressSize,
			Origins: opt.Origins,
			Notes:   opt.Notes,
		},
		symbols:   map[*frontend.Var]*ir.Symbol{},
		refs:      map[*frontend.Var]*ir.Ref{},
		names:     symbolNames{},
		funcNames: symbolNames{},
	}
	if first.File != nil {
		p.out.Name = first.File.Name
	}
	version, target := first.Version, first.Target
	for _, m := range mods {
		if version.Less(m.Version) {
			version = m.Version
		}
		if target.Arch < m.Target.Arch || target.Arch == m.Target.Arch && m.Target.Suffix == 'a' {
			target = m.Target
		}
		p.modules = append(p.modules, &module{
			linked:  p,
			ast:     m,
			funcs:   map[string]*function{},
			alias:   map[string]string{},
			globals: map[string]*frontend.Var{},
			protos:  map[frontend.Symbol]*frontend.Func{},
			hints:   map[string]*hint{},
			debug:   cxx.ReadDebug(m.DebugSections()),
		})
	}
	p.out.Version, p.out.Target = version.String(), target.String()
	p.declare()
	for _, b := range p.modules {
		for _, f := range b.order {
			if f.ast.HasBody {
				b.function(f)
			}
		}
	}
	for _, b := range p.modules {
		for _, v := range b.inits {
			b.initialise(v)
		}
		b.noteHints()
	}
	layout(p.out)
	return p.out
}

// linked is what the modules of one program share while they are built.
type linked struct {
	l       *diag.List
	opt     Options
	out     *ir.Module
	modules []*module

	symbols   map[*frontend.Var]*ir.Symbol
	refs      map[*frontend.Var]*ir.Ref
	names     symbolNames // of symbols in use
	funcNames symbolNames // of functions in use
	initBytes int64       // bytes of initialisers so far, see initialise
	varBytes  int64       // bytes of .global and .const variables so far, see room

	// What has been built so far of what is limited, see tooLarge.
	words, edges int
	stopped      bool
}

// module is the state of building one module.
type module struct {
	*linked
	ast *frontend.Module

	funcs map[string]*function // by name, those of other modules too where the name means them
	order []*function          // its own, in the order of the text
	alias map[string]string    // alias to function name

	globals map[string]*frontend.Var           // module variables by name, the definition where there is one
	inits   []*frontend.Var                    // variables with a symbol and an initialiser, in order
	protos  map[frontend.Symbol]*frontend.Func // the signatures of tables, see prototype
	inFuncs map[*frontend.Var]bool             // see sharedWithFunctions
	hints   map[string]*hint                   // what is left out, by what it is
	debug   *cxx.Debug                         // types of what is declared; nil without debug information
}

// function is a function of the module: its declaration with a body if there is
// one, and what it becomes.
type function struct {
	in  *module
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
func (p *linked) declare() {
	for _, b := range p.modules {
		b.index()
	}
	for _, b := range p.modules {
		b.link()
	}
	keep := p.reachable()
	for _, b := range p.modules {
		for _, d := range b.ast.Decls {
			switch d := d.(type) {
			case *frontend.Func:
				if b.funcs[d.Name].ast == d && (d.Entry || d.Linkage != frontend.Internal) {
					p.funcNames.unique(d.Name) // what others know by name keeps it
				}
			case *frontend.Var:
				if b.globals[d.Name] == d && exported(d) {
					p.names.unique(d.Name)
				}
			}
		}
	}
	for _, b := range p.modules {
		var unused []*frontend.Var
		for _, d := range b.ast.Decls {
			switch d := d.(type) {
			case *frontend.Func:
				if f := b.funcs[d.Name]; f.ast == d && keep[d] {
					b.declareFunc(f)
				}
			case *frontend.Var:
				switch {
				case b.globals[d.Name] != d:
				case keep[d]:
					b.declareVar(d)
				case len(p.opt.Entries) == 0:
					unused = append(unused, d)
					p.names.unique(d.Name) // what others are called does not depend on who is used
				}
			}
		}
		b.leaveOut(unused)
	}
}

// exported reports whether other modules and the host know a variable by its name.
func exported(v *frontend.Var) bool {
	return v.Linkage == frontend.Visible || v.Linkage == frontend.Weak || v.Linkage == frontend.Common
}

// index notes what the module declares.
func (b *module) index() {
	for _, d := range b.ast.Decls {
		switch d := d.(type) {
		case *frontend.Func:
			if old := b.funcs[d.Name]; old == nil {
				b.funcs[d.Name] = &function{in: b, ast: d}
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
}

// link makes names mean what other modules define.
func (b *module) link() {
	for name := range b.funcs {
		if d, ok := b.ast.Linked(name); ok {
			delete(b.alias, name)
			b.funcs[name] = b.moduleOf(d.Module).funcs[d.Sym.SymbolName()]
		}
	}
	for name := range b.globals {
		if d, ok := b.ast.Linked(name); ok {
			b.globals[name] = d.Sym.(*frontend.Var)
		}
	}
}

// moduleOf returns the state of a module.
func (p *linked) moduleOf(m *frontend.Module) *module {
	return p.modules[slices.IndexFunc(p.modules, func(b *module) bool { return b.ast == m })]
}

func (b *module) declareFunc(f *function) {
	a := f.ast
	f.ir = &ir.Func{
		Name:     b.funcName(a),
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
		// The prototype of an alias, or a kernel that no module defines.
		f.ir = nil
		return
	}
	b.perf(f)
	b.order = append(b.order, f)
	b.out.Add(f.ir)
}

// funcName returns the name of a function: its own, or, where that of a function for
// one module alone is taken, one with a number.
func (b *module) funcName(a *frontend.Func) string {
	if a.Entry || a.Linkage != frontend.Internal {
		return a.Name // it has been reserved
	}
	return b.funcNames.unique(a.Name)
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
