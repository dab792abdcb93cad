package codegen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Functions without a body: CUDA's own are methods of ptx.Thread, those that the
// program supplies are called through variables that the file declares.

// nameExterns picks the Go variables of the extern functions that the program
// supplies: those that the options name, or those whose names follow.
func (g *fileGen) nameExterns(given bool) {
	for _, f := range g.IR.Funcs {
		i := slices.IndexFunc(g.opt.Externs, func(x Extern) bool { return x.Name == f.Name })
		if !f.Extern || i < 0 {
			continue
		}
		x := &g.opt.Externs[i]
		if (x.Var != "") != given {
			continue
		}
		wish := x.Var
		if wish == "" {
			wish = g.Exported(f.Name)
		}
		e := x.function(f)
		e.Variable = g.Names.Pick(wish)
		g.Externs[f] = e
	}
}

// declareExterns prints the variables that the program sets.
func (g *fileGen) declareExterns() {
	for _, f := range g.IR.Funcs {
		e, ok := g.Externs[f]
		if !ok || !g.live[f] {
			continue
		}
		names := gosrc.NewNamer(nil)
		thread := "t"
		if slices.Contains(e.Names, thread) {
			thread = "thread"
		}
		params := []jen.Code{jen.Id(names.Pick(thread)).Op("*").Add(scalar.Runtime("Caller"))}
		for i := 0; i < len(e.Params); {
			var group []jen.Code
			k := e.Params[i]
			for ; i < len(e.Params) && e.Params[i] == k; i++ {
				group = append(group, jen.Id(names.Pick(e.Names[i])))
			}
			params = append(params, jen.List(group...).Add(k.Type()))
		}
		g.f.Comment(e.Variable + " is .extern .func " + f.Name + ". Set it before you launch a kernel that calls it;")
		g.f.Comment("see Thread of package runtime.")
		typ := jen.Func().Params(params...)
		switch len(e.Results) {
		case 0:
		case 1:
			typ.Add(e.Results[0].Type())
		default:
			typ.ParamsFunc(func(r *jen.Group) {
				for _, k := range e.Results {
					r.Add(k.Type())
				}
			})
		}
		g.f.Var().Id(e.Variable).Add(typ)
		g.f.Line()
	}
}

// calledExterns returns the functions without a body that a kernel may call, in
// the order of the text.
func (g *fileGen) calledExterns(kernel *ir.Func) []*ir.Func {
	if g.externCallers == nil {
		g.externCallers = ir.Functions(g.Graph.Reaching(func(f *ir.Func) bool { return f.Extern }))
	}
	if !g.externCallers[kernel] {
		return nil
	}
	seen := g.Graph.CalledFrom(kernel)
	var out []*ir.Func
	for _, f := range g.IR.Funcs {
		if f.Extern && seen[f] {
			out = append(out, f)
		}
	}
	return out
}

// externFields are the fields of a kernel's descriptor about functions without a
// body.
func (k *kernelGen) externFields() []jen.Code {
	g := k.file
	var fields, list []jen.Code
	prints := false
	for _, f := range g.calledExterns(k.Func) {
		e := g.ExternOf(f)
		if e.Variable == "" {
			prints = prints || e.Method == "Vprintf"
			continue
		}
		set := jen.Id("func() bool { return " + e.Variable + " != nil }") // on one line
		list = append(list, jen.Values(jen.Id("Name").Op(":").Lit(f.Name), jen.Id("Var").Op(":").Lit(e.Variable), jen.Id("IsSet").Op(":").Add(set)))
	}
	if prints {
		fields = append(fields, jen.Id("Prints").Op(":").True())
	}
	if len(list) > 0 {
		fields = append(fields, jen.Id("Externs").Op(":").Index().Add(scalar.Runtime("Extern")).ValuesFunc(func(v *jen.Group) {
			for _, x := range list {
				v.Line().Add(x)
			}
			v.Line()
		}))
	}
	return fields
}
