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

// gangPrinter prints the functions of a kernel whose threads run as gangs, behind its other functions, as
// plans say. body is the one that stands for the kernel's Body, "" where the kernel has no gangs; narrower
// is that of narrower gangs, "" for none.
type gangPrinter func(k *scalar.Kernel, plans *gangs.Kernel, narrower string) (body string, funcs []scalar.GangFunc)

// widths are how many lanes gangs have.
var widths = []int{gangs.Width, gangs.Widest}

// gangPkg is the package of the vectors of so many lanes.
func gangPkg(lanes int) string { return fmt.Sprint("gang", lanes) }

// startGangs begins the file with the gangs, if it is asked for.
func (g *fileGen) startGangs() {
	g.startAsm()
	if g.opt.SIMD == "" && g.asm == nil {
		return
	}
	g.reports = map[string]gangs.Report{}
	if g.opt.SIMD == "" {
		return
	}
	g.lanes = widths[:1]
	if g.opt.Wide {
		g.lanes = widths
	}
	g.simd = newGoText(g.opt, Both(g.opt.Tags, experiment.Constraint))
	for _, lanes := range g.lanes {
		g.simd.f.ImportName(scalar.GangPath(lanes), gangPkg(lanes))
	}
}

// printGangs is the gangPrinter.
func (g *fileGen) printGangs(k *scalar.Kernel, plans *gangs.Kernel, narrower string) (body string, funcs []scalar.GangFunc) {
	return k.EmitGangs(gang.New(g.Schedule(), plans), narrower)
}

// Both is a build constraint that holds where two hold; "" holds everywhere.
func Both(tags, also string) string {
	switch {
	case tags == "":
		return also
	case also == "":
		return tags
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
	if g.simd == nil && g.asm == nil {
		return
	}
	print := g.opt.gangs
	if print == nil {
		print = g.printGangs
	}
	g.OtherFile()
	defer g.OtherFile()
	k.gangBodies, k.asmBodies = make([]string, len(widths)), make([]string, len(widths))
	var plans []*gangs.Kernel
	narrower := ""
	for i, lanes := range widths {
		simd, asm := i < len(g.lanes), g.asm != nil && !g.opt.NoAsm[Gangs{k.Func.Name, lanes}]
		if i > 0 && !simd && !asm {
			continue
		}
		p := gangs.New(g.Schedule(), k.Sched, lanes)
		if i > 0 && !simd {
			p.LeaveTo(plans[0])
		} else {
			plans = append(plans, p)
		}
		if !simd && !asm {
			continue
		}
		body, funcs := print(k.Kernel, p, narrower)
		if (body == "") != (p.Why != nil) {
			panic("codegen: gangs of " + k.Func.Name + " are not printed as they are planned")
		}
		if body == "" {
			continue
		}
		if asm || g.asm == nil {
			narrower = body
		}
		if k.bodyVar == "" {
			k.bodyVar = g.Names.Pick(g.KernelBase(k.Func) + "Body")
		}
		if asm {
			k.emitAsm(i, body, funcs)
		}
		if !simd {
			continue
		}
		k.gangBodies[i] = body
		for _, x := range funcs {
			if x.Code != nil {
				g.simd.f.Add(x.Code)
				g.simd.f.Line()
			}
		}
		g.simd.flush()
	}
	g.reports[k.Func.Name] = gangs.NewReport(plans)
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
	list, file := k.gangBodies, k.file.opt.SIMD
	if file == "" {
		list, file = k.asmBodies, k.file.opt.Asm
	}
	bodies := slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" })
	f.Var().Id(k.bodyVar).Op("=").Id(k.Body).Comment("or " + strings.Join(bodies, " or ") + ", see " + diag.Shown(file))
	f.Line()
}

// registerGangs prints what makes launches call the gangs, and the line table of their
// file. It reports whether there is any.
func (g *fileGen) registerGangs() bool {
	if g.simd == nil || !slices.ContainsFunc(g.kernels, func(k *kernelGen) bool { return k.bodyVar != "" && widest(k.gangBodies, len(widths)-1) != "" }) {
		return false
	}
	f := g.simd.f
	g.simd.flush()
	lines := g.Names.Pick(g.Base + "GangLines")
	f.Comment("Launches call these bodies where the processor has what they need.")
	f.Func().Id("init").Params().Block(g.choose(g.opt.SIMD, lines, func(k *kernelGen) []string { return k.gangBodies }, func(lanes int) *jen.Statement {
		return jen.Qual(scalar.GangPath(lanes), "Usable").Call()
	}))
	f.Line()
	g.simd.flushInFront()
	g.declareSplats(g.simd, g.lanes)
	g.lineTable(g.simd, lines)
	return true
}

// declareSplats prints the constants of gangs of some widths.
func (g *fileGen) declareSplats(t *goText, widths []int) {
	var all []jen.Code
	for _, lanes := range widths {
		all = append(all, g.Splats[lanes]...)
	}
	if len(all) > 0 {
		t.f.Comment("What vectors have in all lanes.")
		t.f.Var().Defs(all...)
		t.f.Line()
	}
}

// choose sets the bodies that launches call: for each width of gangs of which a file has some, the widest
// first, where the processor has what it needs.
func (g *fileGen) choose(file, lines string, bodies func(*kernelGen) []string, usable func(lanes int) *jen.Statement) *jen.Statement {
	var cases []jen.Code
	var when, then *jen.Statement
	for i, lanes := range slices.Backward(widths) {
		var set []jen.Code
		args, some := []jen.Code{jen.Lit(file), jen.Id(lines)}, false
		for _, k := range g.kernels {
			if k.bodyVar == "" {
				continue
			}
			if body := widest(bodies(k), i); body != "" {
				some = some || bodies(k)[i] != ""
				set = append(set, jen.Id(k.bodyVar).Op("=").Id(body))
				args = append(args, jen.Op("&").Id(k.desc))
			}
		}
		if !some {
			continue
		}
		set = append(set, jen.Id(g.moduleVar).Dot("Gangs").Call(args...))
		when, then = usable(lanes), jen.Block(set...)
		cases = append(cases, jen.Case(when.Clone()).Block(set...))
	}
	if len(cases) == 1 {
		return jen.If(when).Add(then)
	}
	return jen.Switch().Block(cases...)
}
