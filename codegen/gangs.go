package codegen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gang"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/diag"
	gangs "github.com/ptx2go/ptx2go/lower/gang"
)

// gangPrinter prints the functions of a kernel whose threads run as gangs, behind its other functions, as
// plans say. body is the one that stands for the kernel's Body, "" where the kernel has no gangs; narrower
// is that of narrower gangs, "" for none.
type gangPrinter func(k *scalar.Kernel, plans *gangs.Kernel, narrower string) (body string, funcs []scalar.GangFunc)

// target is a kind of processor that has vectors.
type target struct {
	arch   string
	vector string // the name of the file with the gang functions
	widths []int  // how many lanes gangs have

	// functions says that gangs are printed by functions with lanes (package lower/vector). Else they are as they
	// are planned (package lower/gang).
	functions bool
}

var (
	amd64 = &target{arch: "amd64", vector: Vector, widths: []int{gangs.Width, gangs.Widest}}
	arm64 = &target{arch: "arm64", vector: VectorARM64, widths: []int{4}, functions: true}
)

// printGangs is the gangPrinter.
func (g *fileGen) printGangs(k *scalar.Kernel, plans *gangs.Kernel, narrower string) (body string, funcs []scalar.GangFunc) {
	return k.EmitGangs(gang.New(g.Schedule(), plans), narrower)
}

// emitGangs prints the kernel's functions with gangs, if it has any.
func (k *kernelGen) emitGangs() {
	g := k.file
	for _, a := range g.asm {
		g.OtherFile()
		k.gangBodies = append(k.gangBodies, make([]string, len(a.widths)))
		if a.functions {
			k.emitFunctions(a)
		} else {
			k.emitPlanned(a)
		}
		bodies := slices.DeleteFunc(slices.Clone(k.gangBodies[len(k.gangBodies)-1]), func(s string) bool { return s == "" })
		if len(bodies) > 0 && a.file != "" {
			k.otherBodies = append(k.otherBodies, strings.Join(bodies, " or ")+", see "+diag.Shown(a.file))
		}
		g.OtherFile()
	}
}

// emitFunctions prints gangs that are functions with lanes.
func (k *kernelGen) emitFunctions(a *asmText) {
	g := k.file
	for i, lanes := range a.widths {
		p := gang.NewFunctions(g.Schedule(), k.Sched, lanes)
		if i == 0 {
			g.reports[a.arch][k.Func.Name] = gangs.ReportOf(g.Schedule(), k.Sched, p.Why)
		}
		if p.Some() && !g.opt.NoAsm[Gangs{k.Func.Name, lanes}] {
			k.Polled = g.opt.Polled[Gangs{k.Func.Name, lanes}]
			body, funcs := k.EmitGangs(p, "")
			k.addGangs(a, i, body, funcs)
		}
	}
}

// emitPlanned prints gangs as they are planned.
func (k *kernelGen) emitPlanned(a *asmText) {
	g := k.file
	print := g.opt.gangs
	if print == nil {
		print = g.printGangs
	}
	var first, last *gangs.Kernel
	narrower := ""
	for i, lanes := range a.widths {
		refused := g.opt.NoAsm[Gangs{k.Func.Name, lanes}]
		p := gangs.New(g.Schedule(), k.Sched, lanes)
		last = p
		switch {
		case g.opt.Widest:
		case first == nil:
			p.LeaveAlone()
		default:
			p.LeaveTo(first)
		}
		if first == nil {
			first = p
		}
		if refused {
			continue
		}
		k.Polled = g.opt.Polled[Gangs{k.Func.Name, lanes}]
		body, funcs := print(k.Kernel, p, narrower)
		if (body == "") != (p.Why != nil) {
			panic("codegen: gangs of " + k.Func.Name + " are not printed as they are planned")
		}
		if body == "" {
			continue
		}
		narrower = body
		k.addGangs(a, i, body, funcs)
	}
	g.reports[a.arch][k.Func.Name] = gangs.NewReport(first, last)
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
func (g *fileGen) choose(a *asmText, lines string) *jen.Statement {
	var cases []jen.Code
	var when, then *jen.Statement
	for i, lanes := range slices.Backward(a.widths) {
		var set []jen.Code
		args, some := []jen.Code{jen.Lit(a.file), jen.Id(lines)}, false
		for _, k := range g.kernels {
			if k.bodyVar == "" {
				continue
			}
			bodies := k.gangBodies[slices.Index(g.asm, a)]
			if body := widest(bodies, i); body != "" {
				some = some || bodies[i] != ""
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
