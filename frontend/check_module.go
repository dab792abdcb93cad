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
	checkStructs(m, c.l, m.structs)
	m.Scope = newScope(nil)
	vars := map[string]*Var{}
	for _, d := range m.Decls {
		switch d := d.(type) {
		case *Var:
			c.declareVar(d, vars)
			m.Scope.noteFirst(d.Name, d.Pos)
		case *Func:
			c.declareFunc(d)
			m.Scope.noteFirst(d.Name, d.Pos)
		case *Alias:
			m.Scope.noteFirst(d.Name, d.Pos)
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
		sizes := first.Size() > 0 && v.Size() > 0 && first.Size() != v.Size() && v.Linkage != Common && v.Init == nil && first.Init == nil
		if first.Space != v.Space || first.Type.Bits() != v.Type.Bits() || first.Vec != v.Vec || sizes {
			c.l.Add(diag.Diagnostic{Pos: v.Pos, Len: len(v.Name), Code: "duplicate",
				Msg:  v.Name + " differs from its earlier declaration",
				Hint: fmt.Sprintf("which is in line %d", c.m.line(first.Pos))})
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
			Hint: fmt.Sprintf("which is in line %d", c.m.line(g.Pos))})
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
		if why := formalDiff(a.Results[i], b.Results[i]); why != "" {
			return fmt.Sprintf("result %d %s", i+1, why)
		}
	}
	for i := range a.Params {
		if why := formalDiff(a.Params[i], b.Params[i]); why != "" {
			return fmt.Sprintf("parameter %d %s", i+1, why)
		}
	}
	if a.NoReturn != b.NoReturn {
		return noReturnDiff
	}
	return ""
}

const noReturnDiff = "only one of them is .noreturn"

// formalDiff says how a parameter or result differs in two declarations.
func formalDiff(x, y *Var) string {
	switch {
	case x.Space != y.Space:
		return fmt.Sprintf("is in .%s and .%s", x.Space, y.Space)
	case x.Size() != y.Size():
		return fmt.Sprintf("has %d and %d bytes", x.Size(), y.Size())
	case len(x.Dims) > 0 && len(y.Dims) > 0 && x.Align != y.Align:
		return fmt.Sprintf("is aligned to %d and %d bytes", x.Align, y.Align)
	}
	return ""
}

// function checks the head of a function.
func (c *moduleCheck) function(f *Func) {
	for i := range f.Perf {
		c.perf(f, &f.Perf[i])
	}
	c.linkage(f)
	signature(c.m, c.l, f)
	if f.Entry {
		c.paramSize(f)
		if f.Body == nil && f.Linkage != Extern && c.defined[f.Name] == nil {
			c.l.Add(diag.Diagnostic{Pos: f.Pos, Len: len(f.Name), Code: "undefined", Severity: diag.Warning,
				Msg: "kernel " + f.Name + " has no body"})
		}
	}
}

// perf checks that the module may use a performance directive, and that it
// stands where it means something.
func (c *moduleCheck) perf(f *Func, d *Directive) {
	info := isa.LookupDirective(d.Name)
	if info == nil {
		return
	}
	if !c.gate(d.Pos, d.Name, info.PTX, info.SM) {
		return
	}
	forFunc := d.Name == ".noreturn" || d.Name == ".abi_preserve" || d.Name == ".abi_preserve_control"
	switch {
	case d.Name == ".pragma" || d.Name == ".language":
		return
	case d.Name == ".noreturn" && f.Entry:
		c.m.lenient.note(d.Pos, len(d.Name), ".noreturn on a kernel", "the manual has it on functions; a kernel has no caller")
	case forFunc && f.Entry:
		c.perfError(d, "%s is for functions, %s is a kernel", d.Name, f.Name)
	case !forFunc && !f.Entry:
		c.perfError(d, "%s is for kernels, %s is a function", d.Name, f.Name)
	case d.Name == ".noreturn" && len(f.Results) > 0:
		c.perfError(d, "a function with a result cannot be .noreturn")
	case f.perf(d.Name) != d:
		c.perfError(d, "a second %s", d.Name)
		return
	}
	product := int64(1)
	for _, n := range d.Args {
		if n == 0 && d.Name != ".maxnreg" && d.Name != ".minnctapersm" && d.Name != ".abi_preserve" && d.Name != ".abi_preserve_control" {
			c.perfError(d, "%s must be positive", d.Name)
			return
		}
		product = min(product, maxVarSize) * n // does not overflow: arguments have 31 bits
	}
	c.together(f, d, product)
}

// together checks directives that ask for others, or exclude them.
func (c *moduleCheck) together(f *Func, d *Directive, product int64) {
	switch d.Name {
	case ".reqntid":
		if f.perf(".maxntid") != nil {
			c.perfError(d, ".reqntid and .maxntid exclude each other")
		} else if product > maxThreads {
			c.l.Add(diag.Diagnostic{Pos: d.Pos, Len: len(d.Name), Severity: diag.Warning, Code: "limit",
				Msg: fmt.Sprintf(".reqntid asks for %d threads, a CTA has at most %d: no launch will work", product, maxThreads)})
		}
	case ".maxclusterrank":
		if f.perf(".reqnctapercluster") != nil {
			c.perfError(d, ".maxclusterrank and .reqnctapercluster exclude each other")
		}
	case ".blocksareclusters":
		if f.perf(".reqntid") == nil || f.perf(".reqnctapercluster") == nil {
			c.perfError(d, ".blocksareclusters needs .reqntid and .reqnctapercluster")
		}
	case ".minnctapersm":
		if f.perf(".maxntid") == nil && f.perf(".reqntid") == nil && f.Entry && !c.m.Version.Less(isa.Version{Major: 2, Minor: 1}) {
			c.l.Add(diag.Diagnostic{Pos: d.Pos, Len: len(d.Name), Severity: diag.Warning, Code: "syntax",
				Msg: ".minnctapersm means nothing without .maxntid or .reqntid"})
		}
	}
}

// maxThreads is the most threads that a CTA can have.
const maxThreads = 1024

func (c *moduleCheck) perfError(d *Directive, format string, args ...any) {
	c.errorf(d.Pos, len(d.Name), "syntax", format, args...)
}

func (c *moduleCheck) errorf(p diag.Pos, n int, code, format string, args ...any) {
	c.l.Add(diag.Diagnostic{Pos: p, Len: max(1, n), Code: code, Msg: fmt.Sprintf(format, args...)})
}

// perf returns the function's directive of that name, or nil.
func (f *Func) perf(name string) *Directive {
	i := slices.IndexFunc(f.Perf, func(d Directive) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return &f.Perf[i]
}

func (c *moduleCheck) gate(p diag.Pos, what string, v isa.Version, sm int) bool {
	return gate(c.m, c.l, p, what, v, sm)
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
		c.errorf(a.Pos, len(a.Name), "undefined", "%s is an alias of %s, which is not a function of this module", a.Name, a.Aliasee)
		return
	case f.Body == nil:
		c.errorf(a.Pos, len(a.Name), "undefined", "%s is an alias of %s, which has no body", a.Name, a.Aliasee)
		return
	case f.Entry:
		c.errorf(a.Pos, len(a.Name), "operand", "%s is an alias of %s, which is a kernel", a.Name, a.Aliasee)
		return
	case f.Linkage == Weak:
		c.errorf(a.Pos, len(a.Name), "operand", "%s is an alias of %s, which is .weak", a.Name, a.Aliasee)
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
			c.errorf(a.Pos, len(a.Name), "operand", "%s and its alias %s differ: %s", a.Aliasee, a.Name, msg)
			return
		}
		c.m.Scope.names[a.Name] = f
	default:
		reportDuplicate(c.m, c.l, a.Pos, a.Name, old)
	}
}

func (c *moduleCheck) gateAt(a *Alias, info *isa.Directive) bool {
	return info == nil || gateAt(c.m, c.l, a.Pos, len(a.Name), ".alias", info.PTX, info.SM)
}

// checkVar checks a variable's place, type and initial value, and takes the
// size of an array from its initial value where it is left out.
func checkVar(m *Module, l *diag.List, v *Var, s *Scope) {
	if v.poisoned() {
		return
	}
	old := isa.Version{Major: 3}
	switch {
	case !checkLinkage(m, l, v):
	case v.Space == isa.SpaceSurf && !m.Version.Less(oldStructs):
		l.Add(diag.Diagnostic{Pos: v.Pos, Len: len(v.Name), Code: "version", Hint: "use .global .surfref",
			Msg: fmt.Sprintf("the .surf state space was removed in PTX 2.0; this module says .version %s", m.Version)})
	case v.InFunc != nil && (v.Space == isa.SpaceTex || v.Space == isa.SpaceSurf || v.Linkage != Internal && v.Linkage != Extern):
		l.Errorf(v.Pos, "syntax", "%s cannot be declared inside of a function", v.Name)
	case v.InFunc == nil && v.Space == isa.SpaceParam:
		l.Errorf(v.Pos, "syntax", "a .param variable must be inside of a function")
	case v.InFunc == nil && (v.Space == isa.SpaceReg || v.Space == isa.SpaceLocal) && !m.Version.Less(old):
		l.Errorf(v.Pos, "version", "a .%s variable must be inside of a function since PTX 3.0; this module says .version %s", v.Space, m.Version)
	case v.Bank > 0 && v.Space == isa.SpaceConst && !m.Version.Less(isa.Version{Major: 2, Minor: 2}):
		l.Errorf(v.Pos, "version", "banks of .const were removed in PTX 2.2; this module says .version %s", m.Version)
	case v.Bank > maxBank && v.Space == isa.SpaceConst:
		l.Errorf(v.Pos, "type", "there is no constant bank %d", v.Bank)
	}
	if v.Type == isa.B128 && !gate(m, l, v.Pos, v.Name, isa.Version{Major: 8, Minor: 3}, 70) {
		return
	}
	switch d := (diag.Diagnostic{Pos: v.Pos, Len: len(v.Name), Code: "type"}); {
	case v.Name == "WARP_SZ":
		d.Msg, d.Code = "WARP_SZ is a constant of the language and cannot be declared", "duplicate"
		l.Add(d)
	case v.Vec > 1 && v.Type.IsOpaque():
		d.Msg = fmt.Sprintf("a .%s cannot be a vector", v.Type)
		l.Add(d)
	case v.Vec > 1 && v.Type == isa.Pred && !m.Version.Less(isa.Version{Major: 2}):
		d.Msg = "a predicate cannot be a vector"
		l.Add(d)
	}
	checkAttributes(m, l, v)
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
