package scalar

import (
	"reflect"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/sanitize/site"
	notes "github.com/ptx2go/ptx2go/runtime/sanitize"
)

// stmtNote prints c.Note(12, addr, x): the number of the site in the table of the file, and the arguments as the
// bits that they have. Plain accesses have methods of their own.
func stmtNote(g *memGen, v *ir.Value) {
	if v.Attr.Note == ir.NoteBegin {
		return // threads of a CTA run one at a time
	}
	if method, ok := countMethods[v.Attr.Note]; ok {
		var args []jen.Code
		for _, a := range v.Args {
			args = append(args, bits(g.value(a)).Code())
		}
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.cta().Dot(method).Call(args...)})
		return
	}
	number := g.mod.siteOf(g.f, v)
	if v.Attr.Note == ir.NotePlace {
		return // which has the site in the table
	}
	args := []jen.Code{jen.Lit(number)}
	method := "Note"
	if m, ok := noteMethods[v.Attr.Note]; ok && m.args == len(v.Args) {
		method = m.name
	}
	if g.f.Part == ir.CTAPart {
		method = "NoteTogether"
	}
	switch s := &g.mod.sites[number]; {
	case v.Attr.Space == ir.Shared && sharedMethods[v.Attr.Note] != "" && s.Size <= 8:
		method = sharedMethods[v.Attr.Note]
		args = append(args, jen.Id(gosrc.SpellUnsigned(1<<s.Size-1)))
	case v.Attr.Note != ir.NoteBounds:
	case v.Attr.Space != ir.Shared:
		method = "Note" // the address is looked up
	default:
		args = append(args, jen.Id(gosrc.SpellUnsigned(s.Lo)), jen.Id(gosrc.SpellUnsigned(s.Hi-s.Lo-uint64(min(s.Size, int(s.Hi-s.Lo))))))
	}
	for _, a := range v.Args {
		args = append(args, bits(g.value(a)).Code())
	}
	call := g.cta().Dot(method).Call(args...)
	if v.Type == ir.Void || g.plan.uses(v) == 0 {
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: call})
		return
	}
	w := g.variable(v)
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{w}, RHS: []jen.Code{gosrc.Convert(gosrc.Primary(call, gosrc.U32), w.Kind).Code()}, Keep: true})
}

// noteMethods are the methods of a CTA that notes have which are frequent, where they have so many arguments.
var noteMethods = map[ir.Note]struct {
	name string
	args int
}{
	ir.NoteLoad:        {"NoteLoad", 1},
	ir.NoteStore:       {"NoteStore", 2},
	ir.NoteBranch:      {"NoteBranch", 3},
	ir.NoteJoin:        {"NoteJoin", 1},
	ir.NoteInitLoad:    {"NoteInitLoad", 2},
	ir.NoteInitStore:   {"NoteInitStore", 3},
	ir.NoteUsedAddress: {"NoteUsed", 1},
	ir.NoteUsedBranch:  {"NoteUsed", 1},
	ir.NoteBounds:      {"NoteBounds", 1},
}

// sharedMethods are those of elements of shared memory.
var sharedMethods = map[ir.Note]string{ir.NoteInitLoad: "NoteSharedLoad", ir.NoteInitStore: "NoteSharedStore"}

// countMethods are the methods of a CTA of the notes from which is counted.
var countMethods = map[ir.Note]string{
	ir.NoteStep:   "CountStep",
	ir.NoteGuard:  "CountGuard",
	ir.NoteTouch:  "CountTouch",
	ir.NoteFork:   "CountFork",
	ir.NoteMeet:   "CountMeet",
	ir.NoteCall:   "CountCall",
	ir.NoteReturn: "CountReturn",
}

// bits makes a uint64 of a value.
func bits(x gosrc.Expr) gosrc.Expr {
	switch x.Kind {
	case gosrc.F32:
		x = gosrc.Bitcast(x, gosrc.U32)
	case gosrc.F64:
		x = gosrc.Bitcast(x, gosrc.U64)
	case gosrc.Bool:
		x = boolToInt(x, gosrc.U32)
	}
	return gosrc.Convert(gosrc.Convert(x, x.Kind.AsUnsigned()), gosrc.U64)
}

// siteOf returns the number of the site of a note.
func (g *Module) siteOf(f *ir.Func, v *ir.Value) int {
	n, ok := g.numbers[v]
	if !ok {
		s := site.Of(g.IR, v, func(s *ir.Symbol) int64 { return g.memory.Start(f, s) })
		if n = slices.Index(g.sites, s); n < 0 {
			n = len(g.sites)
			g.sites = append(g.sites, s)
		}
		g.numbers[v] = n
	}
	return n
}

// Sites prints the sites of all notes, each as the fields that say something. name is what the file calls a PTX
// file.
func (g *Module) Sites(name func(file string) string) []jen.Code {
	var out []jen.Code
	for _, one := range g.sites {
		one.File = name(one.File)
		out = append(out, gosrc.Fields(reflect.ValueOf(one), constant))
	}
	return out
}

// constant prints the value of a field: a constant of package sanitize by its name.
func constant(x reflect.Value) jen.Code {
	switch c := x.Interface().(type) {
	case notes.Kind:
		return jen.Qual(SanitizePath, c.String())
	case notes.Space:
		return jen.Qual(SanitizePath, Camel(c.String(), true))
	case uint64:
		return jen.Id(gosrc.SpellUnsigned(c))
	}
	switch {
	case x.CanInt():
		return jen.Id(gosrc.Num(x.Int()))
	case x.CanUint(): // a scope, a shuffle or an arrival
		return jen.Id(gosrc.SpellUnsigned(x.Uint()))
	case x.Kind() == reflect.Bool:
		return jen.True()
	}
	return jen.Lit(x.String())
}
