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
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// gangPrinter prints the functions of a kernel whose threads run as gangs, behind its
// other functions. body is the one that stands for the kernel's Body; where the kernel has no
// gangs it is "", and why says what keeps it from them.
type gangPrinter func(k *scalar.Kernel) (body string, funcs []jen.Code, why *schedule.Reason)

// gangsOf are the gangs of a width.
type gangsOf struct {
	lanes int
	print gangPrinter
}

// startGangs begins the file with the gangs, if it is asked for.
func (g *fileGen) startGangs() {
	if g.opt.SIMD == "" {
		return
	}
	g.noGangs = map[string]*schedule.Reason{}
	g.simd = newGoText(g.opt, joined(g.opt.Tags))
	widths := []int{gangs.Width}
	if g.opt.Wide {
		widths = append(widths, gangs.Widest)
	}
	for _, lanes := range widths {
		print := g.opt.gangs
		if print == nil {
			p := gang.New(g.Schedule(), lanes)
			print = func(k *scalar.Kernel) (body string, funcs []jen.Code, why *schedule.Reason) {
				if body, funcs = k.EmitGangs(p); body == "" {
					why = p.Why(k.Sched)
				}
				return body, funcs, why
			}
		}
		g.gangs = append(g.gangs, gangsOf{lanes, print})
		g.simd.f.ImportName(scalar.GangPath(lanes), fmt.Sprint("gang", lanes))
	}
}

// joined is the build constraint of the file with the gangs, where that of the other file
// is tags.
func joined(tags string) string {
	if tags == "" {
		return experiment.Constraint
	}
	x, err1 := constraint.Parse("//go:build " + tags)
	y, err2 := constraint.Parse("//go:build " + experiment.Constraint)
	if err1 != nil || err2 != nil {
		panic("codegen: " + tags + " is no build constraint") // who calls has checked it
	}
	return (&constraint.AndExpr{X: x, Y: y}).String()
}

// emitGangs prints the kernel's functions with gangs, if it has any.
func (k *kernelGen) emitGangs() {
	g := k.file
	if g.gangs == nil {
		return
	}
	g.OtherFile()
	defer g.OtherFile()
	k.gangBodies = make([]string, len(g.gangs))
	for i, w := range g.gangs {
		body, funcs, why := w.print(k.Kernel)
		if body == "" {
			if i == 0 {
				g.noGangs[k.Func.Name] = why
			}
			continue
		}
		k.gangBodies[i] = body
		delete(g.noGangs, k.Func.Name)
		if k.bodyVar == "" {
			k.bodyVar = g.Names.Pick(g.KernelBase(k.Func) + "Body")
		}
		for _, x := range funcs {
			if x != nil {
				g.simd.f.Add(x)
				g.simd.f.Line()
			}
		}
		g.simd.flush()
	}
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
	f.Var().Id(k.bodyVar).Op("=").Id(k.Body).Comment("or " + strings.Join(bodies, " or ") + ", see " + diag.Shown(k.file.opt.SIMD))
	f.Line()
}

// registerGangs prints what makes launches call the gangs, and the line table of their
// file. It reports whether there is any.
func (g *fileGen) registerGangs() bool {
	if !slices.ContainsFunc(g.kernels, func(k *kernelGen) bool { return k.bodyVar != "" }) {
		return false
	}
	f := g.simd.f
	g.simd.flush()
	lines := g.Names.Pick(g.Base + "GangLines")
	var cases []jen.Code // the widest gangs first
	var usable, last *jen.Statement
	for i, w := range slices.Backward(g.gangs) {
		if !slices.ContainsFunc(g.kernels, func(k *kernelGen) bool { return k.bodyVar != "" && k.gangBodies[i] != "" }) {
			continue
		}
		usable = jen.Qual(scalar.GangPath(w.lanes), "Usable").Call()
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
