package codegen

import (
	"reflect"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/counters/program"
	"github.com/ptx2go/ptx2go/runtime/counters"
)

// steps prints the program that is counted: what each number stands for that CTA.CountStep is given.
func (g *fileGen) steps() {
	if g.stepsVar == "" {
		return
	}
	p := program.Of(g.IR, g.fileName)
	g.f.Comment(g.stepsVar + " are the instructions of the PTX, and which of them are in the step of each number that CTA.CountStep is given.")
	g.f.Var().Id(g.stepsVar).Op("=").Qual(scalar.CountersPath, "Program").Values(
		jen.Line().Id("Instructions").Op(":").Index().Qual(scalar.CountersPath, "Instruction").ValuesFunc(func(list *jen.Group) {
			for i := range p.Instructions {
				list.Line().Add(literal(reflect.ValueOf(p.Instructions[i])))
			}
			list.Line()
		}),
		jen.Line().Id("Steps").Op(":").Index().Qual(scalar.CountersPath, "Step").ValuesFunc(func(list *jen.Group) {
			for i := range p.Steps {
				list.Line().Add(literal(reflect.ValueOf(p.Steps[i])))
			}
			list.Line()
		}),
		jen.Line(),
	)
	g.f.Line()
}

// literal prints a value of package counters inside of one that says of what type it is.
func literal(x reflect.Value) jen.Code {
	switch x.Kind() {
	case reflect.Struct:
		return gosrc.Fields(x, literal)
	case reflect.Slice:
		list := jen.Index().Int32()
		if x.Type().Elem().Kind() == reflect.Struct {
			list = jen.Index().Qual(scalar.CountersPath, x.Type().Elem().Name())
		}
		return list.ValuesFunc(func(g *jen.Group) {
			for i := range x.Len() {
				g.Add(literal(x.Index(i)))
			}
		})
	case reflect.String:
		return jen.Lit(x.String())
	case reflect.Bool:
		return jen.True()
	}
	if s, ok := x.Interface().(counters.Space); ok {
		return jen.Qual(scalar.CountersPath, s.String())
	}
	return jen.Id(gosrc.Num(x.Int()))
}
