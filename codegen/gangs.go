package codegen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gang"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	gangs "github.com/ptx2go/ptx2go/lower/gang"
)

// gangPrinter prints the functions of a kernel whose threads run as gangs, behind its other functions, as
// plans say. body is the one that stands for the kernel's Body, "" where the kernel has no gangs; narrower
// is that of narrower gangs, "" for none.
type gangPrinter func(k *scalar.Kernel, plans *gangs.Kernel, narrower string) (body string, funcs []scalar.GangFunc)

// widths are how many lanes gangs have.
var widths = []int{gangs.Width, gangs.Widest}

// printGangs is the gangPrinter.
func (g *fileGen) printGangs(k *scalar.Kernel, plans *gangs.Kernel, narrower string) (body string, funcs []scalar.GangFunc) {
	return k.EmitGangs(gang.New(g.Schedule(), plans), narrower)
}

// emitGangs prints the kernel's functions with gangs, if it has any.
func (k *kernelGen) emitGangs() {
	g := k.file
	if g.asm == nil {
		return
	}
	print := g.opt.gangs
	if print == nil {
		print = g.printGangs
	}
	g.OtherFile()
	defer g.OtherFile()
	k.gangBodies = make([]string, len(widths))
	var first *gangs.Kernel
	narrower := ""
	for i, lanes := range widths {
		refused := g.opt.NoAsm[Gangs{k.Func.Name, lanes}]
		if refused && first != nil {
			continue
		}
		p := gangs.New(g.Schedule(), k.Sched, lanes)
		if first == nil {
			first = p
		} else {
			p.LeaveTo(first)
		}
		if refused {
			continue
		}
		body, funcs := print(k.Kernel, p, narrower)
		if (body == "") != (p.Why != nil) {
			panic("codegen: gangs of " + k.Func.Name + " are not printed as they are planned")
		}
		if body == "" {
			continue
		}
		narrower = body
		if k.bodyVar == "" && g.opt.Asm != "" {
			k.bodyVar = g.Names.Pick(g.KernelBase(k.Func) + "Body")
		}
		k.addGangs(i, body, funcs)
	}
	g.reports[k.Func.Name] = gangs.NewReport(first)
}

// widest is the body with gangs of the width at index i, or else of the next smaller one that there is;
// "" for none.
func widest(bodies []string, i int) string {
	for i >= 0 && bodies[i] == "" {
		i--
	}
	if i < 0 {
		return ""
	}
	return bodies[i]
}

// choose sets the bodies that launches call: for each width of gangs of which the file has some, the
// widest first, where the processor has what it needs.
func (g *fileGen) choose(lines string) *jen.Statement {
	var cases []jen.Code
	var when, then *jen.Statement
	for i, lanes := range slices.Backward(widths) {
		var set []jen.Code
		args, some := []jen.Code{jen.Lit(g.opt.Asm), jen.Id(lines)}, false
		for _, k := range g.kernels {
			if k.bodyVar == "" {
				continue
			}
			if body := widest(k.gangBodies, i); body != "" {
				some = some || k.gangBodies[i] != ""
				set = append(set, jen.Id(k.bodyVar).Op("=").Id(body))
				args = append(args, jen.Op("&").Id(k.desc))
			}
		}
		if !some {
			continue
		}
		set = append(set, jen.Id(g.moduleVar).Dot("Gangs").Call(args...))
		when, then = scalar.Runtime("Vectors").Call().Op(">=").Lit(lanes), jen.Block(set...)
		cases = append(cases, jen.Case(when.Clone()).Block(set...))
	}
	if len(cases) == 1 {
		return jen.If(when).Add(then)
	}
	return jen.Switch().Block(cases...)
}
