package codegen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/diag"
)

// programVars prints the variables of the module for the program: a struct with a pointer or a slice for
// each, of the types that are declared, and the function that returns it.
func (g *fileGen) programVars() {
	if len(g.Vars.Symbols) == 0 {
		return
	}
	names := gosrc.NewNamer(nil)
	var fields, values []jen.Code
	for _, s := range g.IR.Symbols {
		v := g.Vars.Symbols[s]
		if v == nil {
			continue
		}
		name := names.Pick(scalar.Camel(s.Name, true))
		typ, one := g.VarType(s)
		mem := jen.Id("v").Dot(v.Field)
		if typ.GoString() != v.Elem.Type().GoString() {
			mem = scalar.Runtime("SliceAs").Types(typ).Call(mem)
		}
		if one {
			mem = jen.Op("&").Add(mem).Index(jen.Lit(0))
			typ = jen.Op("*").Add(typ)
		} else {
			typ = jen.Index().Add(typ)
		}
		fields = append(fields, jen.Id(name).Add(typ).Comment(cxx.Shown(s.Name)))
		values = append(values, jen.Line().Id(name).Op(":").Add(mem))
	}
	f := g.f
	f.Comment(g.varsName + " are the variables of " + diag.Shown(g.opt.Source) + " for the program, in an instance of the module.")
	f.Comment("No launch may be using what the program writes.")
	f.Type().Id(g.varsName).Struct(fields...)
	f.Line()
	f.Comment(g.varsFunc + " returns those of an instance, of the default one where that is nil.")
	f.Func().Id(g.varsFunc).Params(jen.Id("in").Op("*").Add(scalar.Runtime("Instance"))).Id(g.varsName).Block(
		jen.If(jen.Id("in").Op("==").Nil()).Block(jen.Id("in").Op("=").Id(g.moduleVar).Dot("Default").Call()),
		jen.Id("v").Op(":=").Add(scalar.Runtime("VarsIn")).Types(jen.Id(g.Vars.Type)).Call(jen.Id("in")),
		jen.Return(jen.Id(g.varsName).Values(append(values, jen.Line())...)))
	f.Line()
}
