package codegen

import (
	"go/build/constraint"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gang"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/experiment"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// gangPrinter prints the functions of a kernel whose threads run as gangs, behind its
// other functions. body is the one that stands for the kernel's Body; where the kernel has no
// gangs it is "", and why says what keeps it from them.
type gangPrinter func(k *scalar.Kernel) (body string, funcs []jen.Code, why *schedule.Reason)

// startGangs begins the file with the gangs, if it is asked for.
func (g *fileGen) startGangs() {
	if g.opt.SIMD == "" {
		return
	}
	g.noGangs = map[string]*schedule.Reason{}
	if g.gangs = g.opt.gangs; g.gangs == nil {
		p := gang.New(g.Schedule())
		g.gangs = func(k *scalar.Kernel) (body string, funcs []jen.Code, why *schedule.Reason) {
			if body, funcs = k.EmitGangs(p); body == "" {
				why = p.Why(k.Sched)
			}
			return body, funcs, why
		}
	}
	g.simd = newGoText(g.opt, joined(g.opt.Tags))
	g.simd.f.ImportName(scalar.Gang8Path, "gang8")
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
	body, funcs, why := g.gangs(k.Kernel)
	if body == "" {
		g.noGangs[k.Func.Name] = why
		return
	}
	k.gangBody = body
	k.bodyVar = g.Names.Pick(g.KernelBase(k.Func) + "Body")
	for _, x := range funcs {
		if x != nil {
			g.simd.f.Add(x)
			g.simd.f.Line()
		}
	}
	g.simd.flush()
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
	f.Var().Id(k.bodyVar).Op("=").Id(k.Body).Comment("or " + k.gangBody + ", see " + k.file.opt.SIMD)
	f.Line()
}

// registerGangs prints what makes launches call the gangs, and the line table of their
// file. It reports whether there is any.
func (g *fileGen) registerGangs() bool {
	var set, kernels []jen.Code
	for _, k := range g.kernels {
		if k.bodyVar != "" {
			set = append(set, jen.Id(k.bodyVar).Op("=").Id(k.gangBody))
			kernels = append(kernels, jen.Op("&").Id(k.desc))
		}
	}
	if set == nil {
		return false
	}
	f := g.simd.f
	g.simd.flush()
	lines := g.Names.Pick(g.Base + "GangLines")
	set = append(set, jen.Id(g.moduleVar).Dot("Gangs").Call(append([]jen.Code{jen.Lit(g.opt.SIMD), jen.Id(lines)}, kernels...)...))
	f.Comment("Launches call these bodies where the processor has what they need.")
	f.Func().Id("init").Params().Block(jen.If(jen.Qual(scalar.Gang8Path, "Usable").Call()).Block(set...))
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
