package frontend

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// moduleCheck checks what stands outside of bodies.
type moduleCheck struct {
	m       *Module
	l       *diag.List
	defined map[string]*Func // functions with a body
}

// declareAll fills the module's scope and checks declarations.
func (c *moduleCheck) declareAll() {
	m := c.m
	m.Scope = newScope(nil)
	vars := map[string]*Var{}
	for _, d := range m.Decls {
		switch d := d.(type) {
		case *Var:
			c.declareVar(d, vars)
		case *Func:
			c.declareFunc(d)
		}
	}
	for _, d := range m.Decls {
		switch d := d.(type) {
		case *Var:
			checkVar(m, c.l, d, m.Scope)
		case *Func:
			c.function(d)
		case *Alias:
			c.alias(d)
		}
	}
}

// declareVar declares a variable at module level. An .extern declaration may be
// followed by the definition.
func (c *moduleCheck) declareVar(v *Var, seen map[string]*Var) {
	old := c.m.Scope.declareVar(v)
	if old == nil {
		seen[v.Name] = v
		return
	}
	first := seen[v.Name]
	if first != nil && !v.isReg() && (first.Linkage == Extern || v.Linkage == Extern || first.Linkage == Common && v.Linkage == Common) {
		if first.poisoned() || v.poisoned() {
			return
		}
		if first.Space != v.Space || first.Type.Bits() != v.Type.Bits() || first.Vec != v.Vec {
			c.l.Add(diag.Diagnostic{Pos: v.Pos, Len: len(v.Name), Code: "duplicate",
				Msg:  v.Name + " differs from its earlier declaration",
				Hint: fmt.Sprintf("which is in line %d", c.m.File.Line(first.Pos))})
			return
		}
		if first.Linkage == Extern && v.Linkage != Extern {
			c.m.Scope.names[v.Name] = v
			seen[v.Name] = v
		}
		return
	}
	reportDuplicate(c.m, c.l, v.Pos, v.Name, old)
}

// declareFunc declares a function. Prototypes may be repeated; the name means
// the definition where there is one.
func (c *moduleCheck) declareFunc(f *Func) {
	old := c.m.Scope.declare(f.Name, f)
	if old == nil {
		if f.Body != nil {
			c.defined[f.Name] = f
		}
		return
	}
	g, ok := old.(*Func)
	if !ok || g.Entry != f.Entry || f.Body != nil && c.defined[f.Name] != nil {
		reportDuplicate(c.m, c.l, f.Pos, f.Name, old)
		return
	}
	f.Proto = g
	if msg := signatureDiff(g, f); msg != "" && !g.badParams && !f.badParams {
		c.l.Add(diag.Diagnostic{Pos: f.Pos, Len: len(f.Name), Code: "duplicate",
			Msg:  f.Name + " differs from its earlier declaration: " + msg,
			Hint: fmt.Sprintf("which is in line %d", c.m.File.Line(g.Pos))})
	}
	if f.Body != nil {
		c.defined[f.Name] = f
		c.m.Scope.names[f.Name] = f
	}
}

// signatureDiff says how two declarations of a function differ, "" where they
// do not.
func signatureDiff(a, b *Func) string {
	if len(a.Results) != len(b.Results) {
		return fmt.Sprintf("%d and %d results", len(a.Results), len(b.Results))
	}
	if len(a.Params) != len(b.Params) {
		return fmt.Sprintf("%d and %d parameters", len(a.Params), len(b.Params))
	}
	for i := range a.Results {
		if x, y := a.Results[i], b.Results[i]; x.Size() != y.Size() || x.Space != y.Space {
			return fmt.Sprintf("result %d has %d and %d bytes", i+1, x.Size(), y.Size())
		}
	}
	for i := range a.Params {
		if x, y := a.Params[i], b.Params[i]; x.Size() != y.Size() || x.Space != y.Space {
			return fmt.Sprintf("parameter %d has %d and %d bytes", i+1, x.Size(), y.Size())
		}
	}
	return ""
}

// function checks the head of a function.
func (c *moduleCheck) function(f *Func) {
	for i := range f.Perf {
		c.perf(f, &f.Perf[i])
	}
	for i, v := range f.Params {
		switch {
		case f.Entry && v.Name == "" && !f.badParams:
			c.l.Errorf(v.Pos, "syntax", "parameter %d of %s has no name", i+1, f.Name)
		case len(v.Dims) > 0 && v.Dims[0] == 0 && !(f.Variadic && i == len(f.Params)-1):
			c.l.Errorf(v.Pos, "type", "only the last parameter of a function can be an array without a size")
		}
	}
	if f.Entry {
		c.paramSize(f)
		if f.Body == nil && f.Linkage != Extern && c.defined[f.Name] == nil {
			c.l.Add(diag.Diagnostic{Pos: f.Pos, Len: len(f.Name), Code: "undefined", Severity: diag.Warning,
				Msg: "kernel " + f.Name + " has no body"})
		}
	}
}

// paramSize checks the space that a kernel's parameters take (section 5.1.6).
func (c *moduleCheck) paramSize(f *Func) {
	size := int64(0)
	for _, v := range f.Params {
		a := int64(max(v.Align, 1))
		size = (size+a-1)/a*a + v.Size()
	}
	if size > maxParam {
		c.l.Errorf(f.Pos, "limit", "the parameters of %s take %d bytes, at most %d are possible", f.Name, size, maxParam)
	}
}

// perf checks that the module may use a performance directive, and that it
// stands where it means something.
func (c *moduleCheck) perf(f *Func, d *Directive) {
	info := isa.LookupDirective(d.Name)
	if info == nil {
		return
	}
	c.gate(d.Pos, d.Name, info.PTX, info.SM)
	forFunc := d.Name == ".noreturn" || d.Name == ".abi_preserve" || d.Name == ".abi_preserve_control"
	switch {
	case d.Name == ".pragma" || d.Name == ".language":
	case forFunc && f.Entry:
		c.l.Errorf(d.Pos, "syntax", "%s is for functions, %s is a kernel", d.Name, f.Name)
	case !forFunc && !f.Entry:
		c.l.Errorf(d.Pos, "syntax", "%s is for kernels, %s is a function", d.Name, f.Name)
	case d.Name == ".noreturn" && len(f.Results) > 0:
		c.l.Errorf(d.Pos, "syntax", "a function with a result cannot be .noreturn")
	}
	for _, n := range d.Args {
		if n == 0 && d.Name != ".maxnreg" && d.Name != ".minnctapersm" && d.Name != ".abi_preserve" && d.Name != ".abi_preserve_control" {
			c.l.Errorf(d.Pos, "limit", "%s must be positive", d.Name)
			return
		}
	}
	if d.Name == ".reqntid" && f.perf(".maxntid") != nil {
		c.l.Errorf(d.Pos, "syntax", ".reqntid and .maxntid exclude each other")
	}
	if d.Name == ".maxclusterrank" && f.perf(".reqnctapercluster") != nil {
		c.l.Errorf(d.Pos, "syntax", ".maxclusterrank and .reqnctapercluster exclude each other")
	}
}

// perf returns the function's directive of that name, or nil.
func (f *Func) perf(name string) *Directive {
	i := slices.IndexFunc(f.Perf, func(d Directive) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return &f.Perf[i]
}

func (c *moduleCheck) gate(p diag.Pos, what string, v isa.Version, sm int) {
	gate(c.m, c.l, p, what, v, sm)
}

// gate reports something that the module's .version or .target does not have.
func gate(m *Module, l *diag.List, p diag.Pos, what string, v isa.Version, sm int) bool {
	if m.Version.Less(v) {
		l.Add(diag.Diagnostic{Pos: p, Len: len(what), Code: "version",
			Msg: fmt.Sprintf("%s needs PTX %s or later; this module says .version %s", what, v, m.Version)})
		return false
	}
	if !m.noTarget && m.Target.Arch < sm {
		l.Add(diag.Diagnostic{Pos: p, Len: len(what), Code: "target",
			Msg: fmt.Sprintf("%s needs sm_%d or later; this module says .target %s", what, sm, m.Target)})
		return false
	}
	return true
}

// alias checks .alias A, B.
func (c *moduleCheck) alias(a *Alias) {
	info := isa.LookupDirective(".alias")
	if !c.gateAt(a, info) {
		return
	}
	f, ok := c.m.Scope.Lookup(a.Aliasee).(*Func)
	switch {
	case !ok && c.m.lost.has(a.Aliasee):
		return
	case !ok:
		c.l.Errorf(a.Pos, "undefined", "%s is an alias of %s, which is not a function of this module", a.Name, a.Aliasee)
		return
	case f.Body == nil:
		c.l.Errorf(a.Pos, "undefined", "%s is an alias of %s, which has no body", a.Name, a.Aliasee)
		return
	case f.Entry:
		c.l.Errorf(a.Pos, "operand", "%s is an alias of %s, which is a kernel", a.Name, a.Aliasee)
		return
	}
	a.Func = f
	switch old := c.m.Scope.declare(a.Name, f); g := old.(type) {
	case nil:
	case *Func:
		// The usual way: a prototype of the alias comes before .alias.
		if g.Body != nil {
			reportDuplicate(c.m, c.l, a.Pos, a.Name, old)
			return
		}
		if msg := signatureDiff(g, f); msg != "" {
			c.l.Errorf(a.Pos, "operand", "%s and its alias %s differ: %s", a.Aliasee, a.Name, msg)
			return
		}
		c.m.Scope.names[a.Name] = f
	default:
		reportDuplicate(c.m, c.l, a.Pos, a.Name, old)
	}
}

func (c *moduleCheck) gateAt(a *Alias, info *isa.Directive) bool {
	return info == nil || gate(c.m, c.l, a.Pos, ".alias", info.PTX, info.SM)
}

// checkVar checks a variable's place, type and initial value, and takes the
// size of an array from its initial value where it is left out.
func checkVar(m *Module, l *diag.List, v *Var, s *Scope) {
	if v.poisoned() {
		return
	}
	old := isa.Version{Major: 3}
	switch {
	case v.InFunc != nil && (v.Space == isa.SpaceTex || v.Linkage != Internal && v.Linkage != Extern):
		l.Errorf(v.Pos, "syntax", "%s cannot be declared inside of a function", v.Name)
	case v.InFunc == nil && v.Space == isa.SpaceParam:
		l.Errorf(v.Pos, "syntax", "a .param variable must be inside of a function")
	case v.InFunc == nil && (v.Space == isa.SpaceReg || v.Space == isa.SpaceLocal) && !m.Version.Less(old):
		l.Errorf(v.Pos, "version", "a .%s variable must be inside of a function since PTX 3.0; this module says .version %s", v.Space, m.Version)
	case v.Bank > 0 && v.Space == isa.SpaceConst && !m.Version.Less(isa.Version{Major: 2, Minor: 2}):
		l.Errorf(v.Pos, "version", "banks of .const are gone since PTX 2.2; this module says .version %s", m.Version)
	case v.Bank > maxBank && v.Space == isa.SpaceConst:
		l.Errorf(v.Pos, "type", "there is no constant bank %d", v.Bank)
	}
	if v.Type == isa.B128 && !gate(m, l, v.Pos, v.Name, isa.Version{Major: 8, Minor: 3}, 70) {
		return
	}
	for _, a := range v.Attrs {
		switch {
		case a == "managed":
			gate(m, l, v.Pos, v.Name, isa.Version{Major: 4}, 30)
		case len(a) > 7 && a[:7] == "unified":
			gate(m, l, v.Pos, v.Name, isa.Version{Major: 8}, 90)
		}
	}
	if v.Init != nil {
		if v.Linkage == Extern {
			l.Errorf(v.Pos, "type", "an .extern variable cannot have an initial value")
			return
		}
		checkInit(m, l, v, s)
		return
	}
	if len(v.Dims) > 0 && v.Dims[0] == 0 && v.Linkage != Extern && !(v.Space == isa.SpaceParam && v.InFunc != nil) {
		l.Add(diag.Diagnostic{Pos: v.Pos, Len: len(v.Name), Code: "type", Msg: "the array " + v.Name + " has no size",
			Hint: "write the size, an initial value, or .extern"})
	}
}
