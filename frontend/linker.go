package frontend

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Linked is what a module's name means where another module defines it.
type Linked struct {
	Module *Module
	Sym    Symbol // *Func or *Var
}

// Linked returns the definition of a name that another module defines, after Link.
// The module's own declaration or definition of it does not count then.
func (m *Module) Linked(name string) (Linked, bool) {
	d, ok := m.linked[name]
	return d, ok
}

// Link resolves the names that checked modules leave to each other, in the way of
// nvlink and section 11.6 of the manual:
//
//   - An .extern name means the definition of another module that is .visible, .weak
//     or .common. One that no module defines means the first declaration everywhere.
//   - Of several definitions the .visible one counts, of .weak ones the first in the
//     order of the modules. Two that are .visible are an error, as are two kernels of
//     one name.
//   - .common variables are one, the largest, with the strictest alignment. One of
//     them may have an initial value, and must be the largest.
//   - Names without a linking directive stay apart.
//
// Declarations that do not fit the definition are reported at their place, with that
// of the definition as a hint; so are modules that no GPU could run together.
func Link(mods []*Module, l *diag.List) {
	k := &linker{mods: mods, l: l, file: mods[0].File, names: map[string]*linkName{}}
	for _, m := range mods {
		k.compatible(m)
		k.collect(m)
	}
	for _, name := range k.order {
		k.resolve(name, k.names[name])
	}
	if l.Errors() == 0 {
		k.limits()
	}
}

type linker struct {
	mods  []*Module
	l     *diag.List
	file  *diag.File
	names map[string]*linkName
	order []string // of the names, by their first declaration
	uses  map[*Func]*uses
}

// linkName is a name with all that modules declare it to be.
type linkName struct {
	defs   []*linkDecl // that other modules can see
	refs   []*linkDecl // to something that is not in the module
	hidden []*linkDecl // definitions for the module alone
}

// linkDecl is what a name means in one module.
type linkDecl struct {
	m       *Module
	sym     Symbol // *Func or *Var: the definition, where there is one
	linkage Linkage
	pos     diag.Pos
}

func (d *linkDecl) fn() *Func { f, _ := d.sym.(*Func); return f }
func (d *linkDecl) v() *Var   { v, _ := d.sym.(*Var); return v }

// place is where a declaration is, for a hint.
func (k *linker) place(d *linkDecl) string { return k.file.Position(d.pos).String() }

func (k *linker) report(d *linkDecl, name string, s diag.Severity, code, hint, format string, args ...any) {
	k.l.Add(diag.Diagnostic{Pos: d.pos, Len: max(1, len(name)), Severity: s, Code: code, Hint: hint, Msg: fmt.Sprintf(format, args...)})
}

// collect notes the names of a module's scope.
func (k *linker) collect(m *Module) {
	linkages := map[string][]Linkage{} // of all declarations of a name
	alias := map[string]diag.Pos{}
	var names []string
	for _, d := range m.Decls {
		switch d := d.(type) {
		case *Func:
			if linkages[d.Name] == nil {
				names = append(names, d.Name)
			}
			linkages[d.Name] = append(linkages[d.Name], d.Linkage)
		case *Var:
			if linkages[d.Name] == nil {
				names = append(names, d.Name)
			}
			linkages[d.Name] = append(linkages[d.Name], d.Linkage)
		case *Alias:
			alias[d.Name] = d.Pos
		}
	}
	for _, name := range names {
		sym := m.Scope.names[name]
		d := &linkDecl{m: m, sym: sym, pos: symbolPos(sym)}
		if p, ok := alias[name]; ok {
			d.pos = p
		}
		defined := false
		switch s := sym.(type) {
		case *Func:
			if s.badParams || m.lost.has(name) {
				continue
			}
			defined = s.HasBody
		case *Var:
			if s.poisoned() || s.Space == isa.SpaceShared && s.Linkage == Extern && s.Size() == 0 {
				continue // dynamic shared memory is each kernel's own
			}
			defined = s.Linkage != Extern
		default:
			continue
		}
		d.linkage = linkageOf(linkages[name], defined)
		n := k.names[name]
		if n == nil {
			n = &linkName{}
			k.names[name] = n
			k.order = append(k.order, name)
		}
		f := d.fn()
		switch {
		case f != nil && f.Entry && defined && d.linkage == Internal:
			d.linkage = Visible // a launch finds every kernel by its name
			fallthrough
		case defined && d.linkage != Internal:
			n.defs = append(n.defs, d)
		case defined:
			n.hidden = append(n.hidden, d)
		case d.linkage != Internal:
			n.refs = append(n.refs, d)
		}
	}
}

// linkageOf is the linkage that the declarations of a name in one module have
// together: any of them can say what the definition leaves out.
func linkageOf(all []Linkage, defined bool) Linkage {
	for _, want := range []Linkage{Weak, Common, Visible} {
		if slices.Contains(all, want) {
			return want
		}
	}
	switch {
	case !slices.Contains(all, Extern):
		return Internal
	case defined:
		return Visible
	}
	return Extern
}

// resolve finds what a name means in all modules.
func (k *linker) resolve(name string, n *linkName) {
	to := k.choose(name, n)
	if to == nil {
		k.unresolved(name, n)
		return
	}
	for _, d := range slices.Concat(n.defs, n.refs) {
		if d == to || d.linkage == to.linkage && to.linkage == Visible {
			continue // a second definition has been reported
		}
		if k.fits(name, d, to) {
			d.m.link(name, to)
		}
	}
}

// link makes a name of the module mean what another declares.
func (m *Module) link(name string, to *linkDecl) {
	if m == to.m {
		return
	}
	if m.linked == nil {
		m.linked = map[string]Linked{}
	}
	m.linked[name] = Linked{to.m, to.sym}
}

// choose returns the definition of a name that counts, nil where there is none.
func (k *linker) choose(name string, n *linkName) *linkDecl {
	var best *linkDecl
	var common []*linkDecl
	for _, d := range n.defs {
		switch {
		case d.linkage == Visible && best != nil && best.linkage == Visible:
			k.twice(name, best, d)
		case best == nil, d.linkage == Visible, d.linkage == Common && best.linkage == Weak:
			best = d
		}
		if d.linkage == Common && d.v() != nil {
			common = append(common, d)
		}
	}
	if best != nil && best.linkage == Common && best.v() != nil {
		return k.merge(name, common)
	}
	return best
}

// twice reports a second definition.
func (k *linker) twice(name string, first, d *linkDecl) {
	what := symbolKind(d.sym)
	if f := d.fn(); f != nil && f.Entry && first.fn() != nil && first.fn().Entry {
		k.report(d, name, diag.Error, "duplicate", "the other one is at "+k.place(first)+"; a launch finds kernels by their names, so each must have its own",
			"%s is a kernel of two modules", name)
		return
	}
	k.report(d, name, diag.Error, "duplicate", "the first definition is at "+k.place(first)+"; where both are the same, they can be .weak",
		"%s is %s that two modules define", name, what)
}

// merge makes one of the .common variables of a name: the largest.
func (k *linker) merge(name string, all []*linkDecl) *linkDecl {
	best := all[0]
	for _, d := range all[1:] {
		if a, b := d.v(), best.v(); a.Size() > b.Size() || a.Size() == b.Size() && a.Init != nil && b.Init == nil {
			best = d
		}
	}
	for _, d := range all {
		v := d.v()
		switch {
		case d == best || v.Init == nil:
		case best.v().Init != nil && v.Size() == best.v().Size():
			k.report(d, name, diag.Error, "duplicate", "the other one is at "+k.place(best), "the .common variable %s has an initial value in two modules", name)
		default:
			k.report(d, name, diag.Error, "type", fmt.Sprintf("it has %s, and %d at %s", diag.Count(int(v.Size()), "byte"), best.v().Size(), k.place(best)),
				"only the largest declaration of the .common variable %s may have an initial value", name)
		}
		if v.Space == best.v().Space {
			best.v().Align = max(best.v().Align, v.Align)
		}
	}
	return best
}

// unresolved links the declarations of what no module defines to the first: the
// program, the runtime or the launch supplies it once.
func (k *linker) unresolved(name string, n *linkName) {
	for i, d := range n.refs {
		if i > 0 && k.fits(name, d, n.refs[0]) {
			d.m.link(name, n.refs[0])
		}
		if len(n.hidden) > 0 {
			k.report(d, name, diag.Warning, "undefined", k.place(n.hidden[0])+" defines it, but not .visible, so that no other module can see it",
				"no module defines %s for others", name)
		}
	}
}

// fits compares a declaration with the one that counts, and reports what differs.
func (k *linker) fits(name string, d, to *linkDecl) bool {
	fail := func(format string, args ...any) bool {
		k.report(d, name, diag.Error, "type", "see "+k.place(to), "%s: %s", name, fmt.Sprintf(format, args...))
		return false
	}
	f, g := d.fn(), to.fn()
	v, w := d.v(), to.v()
	switch {
	case (f == nil) != (g == nil), f != nil && f.Entry != g.Entry:
		return fail("it is %s here, and %s in another module", symbolKind(d.sym), symbolKind(to.sym))
	case f != nil:
		why := signatureDiff(f, g)
		if f.NoReturn != g.NoReturn && why == noReturnDiff && g.NoReturn {
			why = "" // who does not know that it never returns loses nothing
		}
		if why != "" {
			return fail("its declarations in two modules differ: %s", why)
		}
		return true
	case v.Space != w.Space:
		return fail("it is in .%s here, and in .%s in another module", v.Space, w.Space)
	case v.Type.IsOpaque() != w.Type.IsOpaque(), v.Type.IsOpaque() && v.Type != w.Type:
		return fail("it is a .%s here, and a .%s in another module", v.Type, w.Type)
	case !sizesFit(d, to):
		return fail("it has %s here, and %d in another module", diag.Count(int(v.Size()), "byte"), w.Size())
	case max(w.Align, 1)%max(v.Align, 1) != 0:
		return fail("it is aligned to %s here, and to %d in another module", diag.Count(max(v.Align, 1), "byte"), max(w.Align, 1))
	case v.ElemSize() != w.ElemSize() && d.linkage != Common:
		k.report(d, name, diag.Warning, "type", "see "+k.place(to), "%s: its elements have %s here, and %d in another module", name, diag.Count(v.ElemSize(), "byte"), w.ElemSize())
	}
	return true
}

// sizesFit reports whether a variable may have the size that a declaration gives it.
// Where it is .common, the one that counts may be larger; an array without a size is
// as large as its definition.
func sizesFit(d, to *linkDecl) bool {
	v, w := d.v().Size(), to.v().Size()
	if d.linkage == Common || to.linkage == Common {
		return v <= w
	}
	return v == w || v == 0 && d.linkage == Extern || w == 0 && to.linkage == Extern
}

// compatible reports a module that cannot be linked with those before it.
func (k *linker) compatible(m *Module) {
	fail := func(code, hint, format string, args ...any) {
		k.l.Add(diag.Diagnostic{Pos: diag.At(m.text.Start), Len: 1, Code: code, Hint: hint, Msg: fmt.Sprintf(format, args...)})
	}
	if why := needs(isa.Version{Major: 2}, 20, m); why != "" {
		fail("version", "before there was no way to call a function of another module", "linking %s", why)
		return
	}
	for _, o := range k.mods {
		if o == m {
			return
		}
		other := "see " + o.text.Name
		switch {
		case o.noTarget || m.noTarget: // it has been reported
		case o.AddressSize != m.AddressSize:
			fail("syntax", other, "modules with addresses of %d and %d bits cannot be linked", o.AddressSize, m.AddressSize)
		case o.Target.Has("texmode_independent") != m.Target.Has("texmode_independent"):
			fail("target", other, "modules with unified and independent textures cannot be linked")
		case !isa.Together(o.Target, m.Target):
			fail("target", other, "no GPU runs code for %s and for %s", o.Target, m.Target)
		default:
			continue
		}
		return
	}
}

// limits checks what the modules take together.
func (k *linker) limits() {
	k.uses = map[*Func]*uses{}
	var consts []*Var
	for _, m := range k.mods {
		for f, u := range m.uses {
			k.uses[f] = u
		}
		for _, v := range m.consts {
			if _, elsewhere := m.linked[v.Name]; v.InFunc != nil || !elsewhere {
				consts = append(consts, v)
			}
		}
	}
	checkConst(consts, k.l)
	for _, m := range k.mods {
		sharedSize(m, k.l, k.uses)
	}
}

// definition returns the function that a declaration of the module means.
func (m *Module) definition(f *Func) *Func {
	if d, ok := m.linked[f.Name]; ok {
		if g, ok := d.Sym.(*Func); ok {
			return g
		}
	}
	return f
}
