package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The variables of a module, and the handles of its references, are fields of a struct, of
// which each instance of the module has one. A function that uses some of them begins with
//
//	weights := ptx.VarsOf[kernelVars](c).weights

// Vars is that struct as it appears in Go.
type Vars struct {
	Type    string
	Symbols map[*ir.Symbol]*SymbolVar
	Refs    map[*ir.Ref]string // fields with handles
}

// SymbolVar is how a variable of a module appears in Go: a slice of its elements.
type SymbolVar struct {
	Field  string
	Elem   gosrc.Kind // gosrc.U8 where accesses differ in width
	number int        // among the module's variables
}

// Any reports whether the module has any.
func (v *Vars) Any() bool { return len(v.Symbols)+len(v.Refs) > 0 }

// NameVars names what a module declares outside of functions.
func (g *Module) NameVars() {
	names := gosrc.NewNamer(nil)
	field := func(name string) string {
		return names.Pick(gosrc.LowerFirst(gosrc.Identifier(localName(name))))
	}
	for _, r := range g.IR.Refs {
		g.Vars.Refs[r] = field(r.Name)
	}
	for _, s := range g.IR.Symbols {
		if s.Space == ir.Global || s.Space == ir.Const {
			g.Vars.Symbols[s] = &SymbolVar{Field: field(s.Name), Elem: KindOf(g.memory.Symbol(s).Elem), number: len(g.Vars.Symbols)}
		}
	}
	if g.Vars.Any() {
		g.Vars.Type = g.Names.Pick(g.Base + "Vars")
	}
}

// moduleVar is the slice of a variable of the module.
func (g *memGen) moduleVar(s *ir.Symbol) *jen.Statement {
	v := g.mod.Vars.Symbols[s]
	w := g.field(v.Field, gosrc.NoKind, jen.Index().Add(v.Elem.Type()))
	g.use(w)
	return jen.Id(w.Name)
}

// field is the variable of the function for a field of the module's variables, declared at
// its beginning.
func (g *memGen) field(name string, k gosrc.Kind, typ *jen.Statement) *gosrc.Variable {
	if v := g.fields[name]; v != nil {
		return v
	}
	if g.fields == nil {
		g.fields = map[string]*gosrc.Variable{}
	}
	v := &gosrc.Variable{Name: g.pickOuter(name), Kind: k, Type: typ}
	value := Runtime("VarsOf").Types(jen.Id(g.mod.Vars.Type)).Call(g.ctaArg()).Dot(name)
	g.vars = append(g.vars, v)
	g.root.Insert(len(g.fields), &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, RHS: []jen.Code{value}, Whole: true})
	g.fields[name] = v
	return v
}
