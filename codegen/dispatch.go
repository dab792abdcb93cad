package codegen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// printDevice emits a function that kernels call.
func (g *fileGen) printDevice(f *ir.Func) {
	code, frame := g.Device(f)
	g.f.Comment(g.Funcs[f] + " is .func " + f.Name + g.ofFile(f.Pos) + ".")
	g.f.Add(code)
	g.f.Line()
	if frame != nil {
		g.f.Add(frame)
		g.f.Line()
	}
}

// printDispatchers emits the functions that indirect calls go through.
func (g *fileGen) printDispatchers() {
	for _, d := range g.Dispatchers {
		params := []jen.Code{jen.Id("t").Op("*").Add(scalar.Runtime("Thread")), jen.Id("f").Uint64()}
		args := []jen.Code{jen.Id("t")}
		for i, t := range d.Sig.Params {
			a := "a" + strconv.Itoa(i)
			params = append(params, jen.Id(a).Add(scalar.KindOf(t).Type()))
			args = append(args, jen.Id(a))
		}
		var results []jen.Code
		for _, t := range d.Sig.Results {
			results = append(results, scalar.KindOf(t).Type())
		}
		var cases []jen.Code
		var called []gosrc.Origin
		for _, f := range g.IR.Funcs {
			if !g.mayCall(f, d.Sig) {
				continue
			}
			called = append(called, g.Head(f))
			call := jen.Id(g.Funcs[f]).Call(args...)
			body := []jen.Code{call}
			switch {
			case f.Extern:
				body = g.dispatchExtern(f, d.Sig)
			case len(results) > 0:
				body = []jen.Code{jen.Return(call)}
			}
			cases = append(cases, jen.Case(jen.Id(gosrc.Hex(g.Handle(f)))).Block(body...))
		}
		cases = append(cases, jen.Default().Block(jen.Id("t").Dot("BadCall").Call(jen.Id("f"))))
		body := []jen.Code{jen.Switch(jen.Id("f")).Block(cases...)}
		fn := jen.Func().Id(d.Name).Params(params...)
		switch len(results) {
		case 0:
		case 1:
			fn.Add(results[0])
		default:
			fn.Params(results...)
		}
		if len(results) > 0 {
			body = append(body, jen.Panic(jen.Lit("unreachable")))
		}
		g.f.Comment(d.Name + " calls the function with the handle f.")
		g.f.Add(gosrc.Marked(fn.Block(body...), called...))
		g.f.Line()
	}
}

func sameSig(f *ir.Func, s *ir.Sig) bool {
	return slices.Equal(f.Args, s.Params) && slices.Equal(f.Results, s.Results)
}

// dispatchExtern is the case of a dispatcher that calls a function without a
// body, with arguments and results of the carriers of their SSA types.
func (g *fileGen) dispatchExtern(f *ir.Func, sig *ir.Sig) []jen.Code {
	e := g.ExternOf(f)
	var args []jen.Code
	for i, t := range sig.Params {
		args = append(args, scalar.Carry(gosrc.Name("a"+strconv.Itoa(i), scalar.KindOf(t)), e.Params[i]).Code())
	}
	call := e.Call(jen.Id("t"), args)
	var names, results []jen.Code
	same := true
	for i, t := range sig.Results {
		r := "r" + strconv.Itoa(i)
		names = append(names, jen.Id(r))
		results = append(results, scalar.Carry(gosrc.Name(r, e.Results[i]), scalar.KindOf(t)).Code())
		same = same && scalar.KindOf(t) == e.Results[i]
	}
	switch {
	case len(results) == 0 && f.NoReturn && e.Variable != "":
		return []jen.Code{call, jen.Id("t").Dot("Returned").Call(jen.Lit(f.Name))}
	case len(results) == 0:
		return []jen.Code{call}
	case same:
		return []jen.Code{jen.Return(call)}
	case len(results) == 1:
		x := gosrc.Primary(call, e.Results[0])
		return []jen.Code{jen.Return(scalar.Carry(x, scalar.KindOf(sig.Results[0])).Code())}
	}
	return []jen.Code{jen.List(names...).Op(":=").Add(call), jen.Return(results...)}
}

// mayCall reports whether an indirect call of a signature may reach a function: one
// whose address is taken.
func (g *fileGen) mayCall(f *ir.Func, sig *ir.Sig) bool {
	return !f.Entry && g.Taken[f] && sameSig(f, sig)
}
