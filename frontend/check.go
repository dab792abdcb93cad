package frontend

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/nearest"
	"github.com/ptx2go/ptx2go/internal/parallel"
)

const spaceReg = isa.SpaceReg

// Check resolves the names and instructions of a module and reports what is
// wrong. After it, every Operand has its Sym, SReg or Const, every Inst its
// Match, every Block its Scope; where something was wrong they may be nil, so a
// module with errors must not be lowered.
func Check(m *Module, l *diag.List) {
	c := &moduleCheck{m: m, l: l, defined: map[string]*Func{}}
	c.declareAll()
	var bodies []*Func
	for _, d := range m.Decls {
		if f, ok := d.(*Func); ok && f.Body != nil {
			oldParams(m, f)
			bodies = append(bodies, f)
		}
	}
	lists := make([]*diag.List, len(bodies))
	refs := make([]uses, len(bodies))
	parallel.With(len(bodies), func() func(int) {
		heads := map[string]*head{}
		return func(i int) {
			lists[i] = diag.NewList(m.File)
			lists[i].Limit = l.Limit
			k := &checker{m: m, l: lists[i], fn: bodies[i], heads: heads, uses: &refs[i]}
			if i < mostHinted {
				k.hints = mostHints
			}
			k.function()
		}
	})
	for _, part := range lists {
		l.Merge(part)
	}
	m.uses = map[*Func]*uses{}
	for i, f := range bodies {
		refs[i].in = m
		m.uses[f] = &refs[i]
	}
	constSize(m, l, refs)
	sharedSize(m, l, m.uses)
	recursion(m, l, m.uses)
	inferAddressSize(m, bodies)
	m.lenient.report(l)
}

// oldParams makes kernel parameters of the .param variables that a kernel's
// body declares: the way of PTX before 1.4. From 2.0 on they are places for the
// arguments of calls.
func oldParams(m *Module, f *Func) {
	if !f.Entry || !m.Version.Less(isa.Version{Major: 2}) {
		return
	}
	for i := range f.Body.Stmts {
		if s := &f.Body.Stmts[i]; s.Kind == StmtVar && s.Var.Space == isa.SpaceParam {
			s.Var.Index = len(f.Params)
			f.Params = append(f.Params, s.Var)
		}
	}
}

// enough is how many errors of one body are worth looking for.
const enough = 1000

// Finding the name that an undefined one was meant to be takes time. Files with
// more mistakes than anybody reads get no hints for the rest.
const (
	mostHinted = 50   // functions
	mostHints  = 20   // names of each
	mostNames  = 5000 // names to compare with
)

// checker checks one function body.
type checker struct {
	m     *Module
	l     *diag.List
	fn    *Func
	scope *Scope
	// labels has every label of the function, for branches into blocks.
	labels map[string][]*Label
	heads  map[string]*head // shared by the bodies of one goroutine
	mods   []string
	uses   *uses
	hints  int      // how many undefined names may still be compared with all that are defined
	blame  *Operand // what does not fit, the operand itself or a part of it
}

func (k *checker) errorf(p diag.Pos, n int, code, format string, args ...any) {
	k.l.Add(diag.Diagnostic{Pos: p, Len: max(1, n), Code: code, Msg: fmt.Sprintf(format, args...)})
}

func (k *checker) hintf(p diag.Pos, n int, code, hint, format string, args ...any) {
	k.l.Add(diag.Diagnostic{Pos: p, Len: max(1, n), Code: code, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// function checks the body of a function.
func (k *checker) function() {
	params := newScope(k.m.Scope)
	for _, list := range [][]*Var{k.fn.Results, k.fn.Params} {
		for _, v := range list {
			// A parameter of PTX before 1.4 is declared by its body as well.
			if v.Name != "" && v.Name != "_" {
				if old := params.declareVar(v); old != nil {
					k.duplicate(v.Pos, v.Name, old)
				}
			}
		}
	}
	checkStructs(k.m, k.l, k.fn.structs)
	for _, p := range k.fn.shortLocs {
		if !k.m.Version.Less(oldStructs) {
			k.errorf(p, len(".loc"), "syntax", ".loc takes a file, a line and a column since PTX 2.0; this module says .version %s", k.m.Version)
		}
	}
	k.labels = map[string][]*Label{}
	k.collectLabels(k.fn.Body)
	k.block(k.fn.Body, params)
}

// collectLabels gives every label its symbol.
func (k *checker) collectLabels(b *Block) {
	for i := range b.Stmts {
		switch s := &b.Stmts[i]; s.Kind {
		case StmtLabel:
			s.Sym = &Label{Name: s.Label, Pos: s.Pos}
			k.labels[s.Label] = append(k.labels[s.Label], s.Sym)
		case StmtBlock:
			k.collectLabels(s.Block)
		}
	}
}

// block checks a block in a scope of its own. Labels and tables are known in
// all of it, variables from their declaration on.
func (k *checker) block(b *Block, parent *Scope) {
	b.Scope = newScope(parent)
	for i := range b.Stmts {
		switch s := &b.Stmts[i]; s.Kind {
		case StmtLabel:
			if old := b.Scope.declare(s.Label, s.Sym); old != nil {
				k.duplicate(s.Pos, s.Label, old)
			}
		case StmtTable:
			if old := b.Scope.declare(s.Table.Label, s.Table); old != nil {
				k.duplicate(s.Pos, s.Table.Label, old)
			}
		}
	}
	for i := range b.Stmts {
		if k.l.Errors() > enough {
			return
		}
		k.scope = b.Scope
		switch s := &b.Stmts[i]; s.Kind {
		case StmtInst:
			k.instruction(s.Inst)
		case StmtVar:
			k.variable(s.Var)
		case StmtBlock:
			k.block(s.Block, b.Scope)
		case StmtTable:
			k.table(s.Table)
		}
	}
}

// variable declares a variable of a body.
func (k *checker) variable(v *Var) {
	if old := k.scope.declareVar(v); old != nil {
		k.duplicate(v.Pos, v.Name, old)
		return
	}
	if v.Space == isa.SpaceConst {
		k.uses.consts = append(k.uses.consts, v)
	}
	if v.isReg() && v.Name[0] == '%' && v.Range == 0 && isa.LookupSReg(v.Name) != nil {
		k.l.Add(diag.Diagnostic{Pos: v.Pos, Len: len(v.Name), Severity: diag.Warning, Code: "duplicate",
			Msg: v.Name + " hides the special register of that name"})
	}
	checkVar(k.m, k.l, v, k.scope)
}

// duplicate reports a name that is declared twice in one scope.
func (k *checker) duplicate(p diag.Pos, name string, old Symbol) {
	reportDuplicate(k.m, k.l, p, name, old)
}

func reportDuplicate(m *Module, l *diag.List, p diag.Pos, name string, old Symbol) {
	d := diag.Diagnostic{Pos: p, Len: len(name), Code: "duplicate", Msg: name + " is declared twice in this scope"}
	if line := m.line(symbolPos(old)); line > 0 {
		d.Hint = fmt.Sprintf("the first declaration is in line %d", line)
	}
	l.Add(d)
}

// symbolPos returns where a symbol was declared.
func symbolPos(s Symbol) diag.Pos {
	switch s := s.(type) {
	case *Reg:
		return s.Var.Pos
	case *Var:
		return s.Pos
	case *Func:
		return s.Pos
	case *Label:
		return s.Pos
	case *Table:
		return s.Pos
	}
	return 0
}

// table resolves the names of .branchtargets and .calltargets.
func (k *checker) table(t *Table) {
	if info := isa.LookupDirective(t.Kind); info != nil && !gateAt(k.m, k.l, t.Pos, len(t.Label), t.Kind, info.PTX, info.SM) {
		return
	}
	if t.Proto != nil {
		k.prototype(t)
		return
	}
	var first *Func
	for i := range t.Names {
		n := &t.Names[i]
		if t.Kind == ".branchtargets" {
			n.Sym = k.label(n.Text, n.Pos)
			continue
		}
		sym := k.scope.Lookup(n.Text)
		f, ok := sym.(*Func)
		switch {
		case sym == nil:
			k.undefined(n.Text, n.Pos, "function")
		case !ok || f.Entry:
			k.errorf(n.Pos, len(n.Text), "operand", "%s is %s, not a function", n.Text, symbolKind(sym))
		default:
			n.Sym = f
			k.declared(f, n.Text, n.Pos)
			if first == nil {
				first = f
			} else if why := signatureDiff(first, f); why != "" && !first.badParams && !f.badParams {
				k.hintf(n.Pos, len(n.Text), "type", "all targets of a table have the same signature",
					"%s and %s differ: %s", first.Name, f.Name, why)
			}
		}
	}
}

// label finds a label: in the blocks around, or, where only one of that name
// exists, in any block of the function. It reports one that is not there.
func (k *checker) label(name string, p diag.Pos) Symbol {
	if sym := k.scope.Lookup(name); sym != nil {
		if l, ok := sym.(*Label); ok {
			return l
		}
		k.errorf(p, len(name), "operand", "%s is %s, not a label", name, symbolKind(sym))
		return nil
	}
	if ls := k.labels[name]; len(ls) == 1 {
		return ls[0]
	}
	if k.ambiguous(name, p) {
		return nil
	}
	k.undefined(name, p, "label")
	return nil
}

// ambiguous reports a label that several inner blocks have and none around.
func (k *checker) ambiguous(name string, p diag.Pos) bool {
	ls := k.labels[name]
	if len(ls) < 2 {
		return false
	}
	k.hintf(p, len(name), "undefined", fmt.Sprintf("they are in the lines %d and %d", k.m.line(ls[0].Pos), k.m.line(ls[1].Pos)),
		"several inner blocks have a label %s", name)
	return true
}

// prototype checks what a .callprototype declares.
func (k *checker) prototype(t *Table) {
	f := t.Proto
	signature(k.m, k.l, f)
	for i := range f.Perf {
		d := &f.Perf[i]
		info := isa.LookupDirective(d.Name)
		switch {
		case d.Name != ".noreturn" && d.Name != ".abi_preserve" && d.Name != ".abi_preserve_control":
			k.errorf(d.Pos, len(d.Name), "syntax", "%s is not for prototypes", d.Name)
		case info != nil && !gateAt(k.m, k.l, d.Pos, len(d.Name), d.Name, info.PTX, info.SM):
		case d.Name == ".noreturn" && len(f.Results) > 0:
			k.errorf(d.Pos, len(d.Name), "syntax", "a function with a result cannot be .noreturn")
		}
	}
}

// declared notes the use of a name of the module and reports one that comes
// before the first declaration.
func (k *checker) declared(s Symbol, name string, p diag.Pos) {
	switch s := s.(type) {
	case *Var:
		k.uses.note(s)
		if s.InFunc == nil {
			early(k.m, k.l, name, p, diag.Warning)
		}
	case *Func:
		k.uses.note(s)
		early(k.m, k.l, name, p, diag.Error)
	}
}

// early reports the use of a name of the module that comes before its first
// declaration. For a call it is an error (section 7.1). Of variables and initial
// values the manual does not say so; compilers of PTX 1.x wrote textures after
// the kernels.
func early(m *Module, l *diag.List, name string, p diag.Pos, s diag.Severity) {
	first, ok := m.Scope.first[name]
	if !ok || p > first || s == diag.Warning && m.Version.Less(isa.Version{Major: 2}) {
		return
	}
	l.Add(diag.Diagnostic{Pos: p, Len: len(name), Severity: s, Code: "undefined", Msg: name + " is used before its declaration",
		Hint: fmt.Sprintf("which is in line %d", m.line(first))})
}

// undefined reports a name that nothing declares. Where a declaration could not
// be read, the name may have been in it, so nothing is said.
func (k *checker) undefined(name string, p diag.Pos, what string) {
	if k.m.lost.has(name) || k.fn.lost.has(name) {
		return
	}
	hint := ""
	v := k.scope.rangeOf(name)
	if v == nil { // perhaps with zeros in front, which make it another name
		v = k.scope.rangeOf(strings.TrimRight(name, "0123456789") + "0")
	}
	if v != nil && v.Name != name {
		hint = fmt.Sprintf("%s<%d> declares %s0 to %s%d", v.Name, v.Range, v.Name, v.Name, v.Range-1)
	} else if r := isa.SRegRange(name); r != "" {
		hint = r
	} else if k.hints > 0 && len(name) > 2 { // names of two letters are near to too many
		k.hints--
		names := k.scope.visible(mostNames)
		if name[0] == '%' {
			for _, s := range isa.SRegs() {
				names = append(names, s.Name)
			}
		}
		hint = nearest.Hint(name, names)
	}
	k.hintf(p, len(name), "undefined", hint, "undefined %s %s", what, name)
}

// symbolKind names what a symbol is, for diagnostics.
func symbolKind(s Symbol) string {
	switch s := s.(type) {
	case *Reg:
		return "a register"
	case *Var:
		return "a ." + s.Space.String() + " variable"
	case *Func:
		if s.Entry {
			return "a kernel"
		}
		return "a function"
	case *Label:
		return "a label"
	case *Table:
		return "a table"
	}
	return "a name"
}
