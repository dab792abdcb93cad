package codegen

import (
	"fmt"
	"go/build/constraint"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gang"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/experiment"
	gangs "github.com/ptx2go/ptx2go/lower/gang"
)

// gangPrinter prints the functions of a kernel whose threads run as gangs of so many lanes, behind its
// other functions, as plans say. body is the one that stands for the kernel's Body, "" where the kernel
// has no gangs.
type gangPrinter func(k *scalar.Kernel, lanes int) (body string, funcs []scalar.GangFunc, plans *gangs.Kernel)

// startGangs begins the file with the gangs, if it is asked for.
func (g *fileGen) startGangs() {
	g.startAsm()
	if g.opt.SIMD == "" && g.asm == nil {
		return
	}
	g.reports = map[string]gangs.Report{}
	g.lanes = []int{gangs.Width}
	if g.opt.SIMD == "" {
		return
	}
	g.simd = newGoText(g.opt, Both(g.opt.Tags, experiment.Constraint))
	if g.opt.Wide {
		g.lanes = append(g.lanes, gangs.Widest)
	}
	for _, lanes := range g.lanes {
		g.simd.f.ImportName(scalar.GangPath(lanes), fmt.Sprint("gang", lanes))
	}
}

// printGangs is the gangPrinter.
func (g *fileGen) printGangs(k *scalar.Kernel, lanes int) (body string, funcs []scalar.GangFunc, plans *gangs.Kernel) {
	plans = gangs.New(g.Schedule(), k.Sched, lanes)
	body, funcs = k.EmitGangs(gang.New(g.Schedule(), plans))
	return body, funcs, plans
}

// Both is a build constraint that holds where two hold, of which the first may be "": everywhere.
func Both(tags, also string) string {
	if tags == "" {
		return also
	}
	x, err1 := constraint.Parse("//go:build " + tags)
	y, err2 := constraint.Parse("//go:build " + also)
	if err1 != nil || err2 != nil {
		panic("codegen: " + tags + " is no build constraint") // who calls has checked it
	}
	return (&constraint.AndExpr{X: x, Y: y}).String()
}

// emitGangs prints the kernel's functions with gangs, if it has any.
func (k *kernelGen) emitGangs() {
	g := k.file
	if g.lanes == nil {
		return
	}
	print := g.opt.gangs
	if print == nil {
		print = g.printGangs
	}
	g.OtherFile()
	defer g.OtherFile()
	k.gangBodies = make([]string, len(g.lanes))
	var widths []*gangs.Kernel
	for i, lanes := range g.lanes {
		body, funcs, plans := print(k.Kernel, lanes)
		if widths = append(widths, plans); (body == "") != (plans.Why != nil) {
			panic("codegen: gangs of " + k.Func.Name + " are not printed as they are planned")
		}
		if body == "" {
			continue
		}
		k.gangBodies[i] = body
		if k.bodyVar == "" {
			k.bodyVar = g.Names.Pick(g.KernelBase(k.Func) + "Body")
		}
		if i == 0 {
			k.emitAsm(funcs)
		}
		if g.simd == nil {
			continue
		}
		for _, x := range funcs {
			if x.Code != nil {
				g.simd.f.Add(x.Code)
				g.simd.f.Line()
			}
		}
		g.simd.flush()
	}
	g.reports[k.Func.Name] = gangs.NewReport(widths)
}

// gangBody is the body with gangs of the width at index i, or else of the next smaller one that the
// kernel has; "" for none.
func (k *kernelGen) gangBody(i int) string {
	for i >= 0 && k.gangBodies[i] == "" {
		i--
	}
	if i < 0 {
		return ""
	}
	return k.gangBodies[i]
}

// callBody is the call of the kernel's body by a launch.
func (k *kernelGen) callBody(lead string) *jen.Statement {
	name := k.Body
	if k.bodyVar != "" {
		name = k.bodyVar
	}
	return jen.Id(name).Call(k.Arguments(jen.Id(lead))...)
}

// declareBody prints the variable with the body that launches call.
func (k *kernelGen) declareBody() {
	if k.bodyVar == "" {
		return
	}
	f := k.file.f
	bodies := slices.DeleteFunc(slices.Clone(k.gangBodies), func(s string) bool { return s == "" })
	file := k.file.opt.SIMD
	if file == "" {
		file = k.file.opt.Asm
	}
	f.Var().Id(k.bodyVar).Op("=").Id(k.Body).Comment("or " + strings.Join(bodies, " or ") + ", see " + diag.Shown(file))
	f.Line()
}

// registerGangs prints what makes launches call the gangs, and the line table of their
// file. It reports whether there is any.
func (g *fileGen) registerGangs() bool {
	if g.simd == nil || !slices.ContainsFunc(g.kernels, func(k *kernelGen) bool { return k.bodyVar != "" }) {
		return false
	}
	f := g.simd.f
	g.simd.flush()
	lines := g.Names.Pick(g.Base + "GangLines")
	var cases []jen.Code // the widest gangs first
	var usable, last *jen.Statement
	for i, lanes := range slices.Backward(g.lanes) {
		if !slices.ContainsFunc(g.kernels, func(k *kernelGen) bool { return k.bodyVar != "" && k.gangBodies[i] != "" }) {
			continue
		}
		usable = jen.Qual(scalar.GangPath(lanes), "Usable").Call()
		last = jen.Block(g.setGangs(i, lines)...)
		cases = append(cases, jen.Case(usable).Block(g.setGangs(i, lines)...))
	}
	choice := jen.Switch().Block(cases...)
	if len(cases) == 1 {
		choice = jen.If(usable).Add(last)
	}
	f.Comment("Launches call these bodies where the processor has what they need.")
	f.Func().Id("init").Params().Block(choice)
	f.Line()
	g.simd.flushInFront()
	if len(g.Splats) > 0 {
		f.Comment("What vectors have in all lanes.")
		f.Var().Defs(g.Splats...)
		f.Line()
	}
	g.lineTable(g.simd, lines)
	return true
}

// setGangs sets the bodies that launches call where the processor has gangs of the width at index i,
// and registers their kernels.
func (g *fileGen) setGangs(i int, lines string) []jen.Code {
	var set []jen.Code
	args := []jen.Code{jen.Lit(g.opt.SIMD), jen.Id(lines)}
	for _, k := range g.kernels {
		if k.bodyVar != "" && k.gangBody(i) != "" {
			set = append(set, jen.Id(k.bodyVar).Op("=").Id(k.gangBody(i)))
			args = append(args, jen.Op("&").Id(k.desc))
		}
	}
	return append(set, jen.Id(g.moduleVar).Dot("Gangs").Call(args...))
}
