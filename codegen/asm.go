package codegen

import (
	"fmt"
	"go/build/constraint"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/harvest"
	gangs "github.com/ptx2go/ptx2go/lower/gang"
)

// Gangs in assembly are two files. One is built: the functions around the gangs, which are Go as any
// other, and the heads of the gang functions, whose bodies are assembly. The other is what assembly is
// made of: the gang functions, which call nothing but functions of vectors, as a package of its own.

// Vector is the name of the second file, and of its package.
const (
	Vector    = vectorPkg + ".go"
	vectorPkg = "vector"
)

// The heads do not say that arguments do not escape: what they point to must not be on the stack, as that
// may move while a gang function runs.

// Leaf is a gang function.
type Leaf struct {
	Name string
	Gangs
}

// Gangs are those of a kernel, by its name in the PTX, that have so many lanes.
type Gangs struct {
	Kernel string
	Lanes  int
}

// asmText are these files.
type asmText struct {
	calls   *goText
	leaves  *goText
	names   []Leaf
	kernels []*kernelGen // which call any
}

// gangPkg is the package of the vectors of so many lanes.
func gangPkg(lanes int) string { return fmt.Sprint("gang", lanes) }

// startAsm begins both files, if they are asked for.
func (g *fileGen) startAsm() {
	if g.opt.Asm == "" && !g.opt.Leaves {
		return
	}
	g.reports = map[string]gangs.Report{}
	source := g.opt
	source.Package = vectorPkg
	g.asm = &asmText{calls: newGoText(g.opt, Both(g.opt.Tags, g.opt.AsmTags)), leaves: newGoText(source, "")}
	for _, lanes := range widths {
		g.asm.leaves.f.ImportName(scalar.GangPath(lanes), gangPkg(lanes))
	}
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

// everywhere lists the text that has what functions refer to, and that of gang functions, which is a
// package of its own and needs it too.
func (g *fileGen) everywhere() []*jen.File {
	if g.asm == nil {
		return []*jen.File{g.f}
	}
	return []*jen.File{g.f, g.asm.leaves.f}
}

// offset does not build where a field of CTA is not at an offset.
func offset(field string, at int) jen.Code {
	of := jen.Qual("unsafe", "Offsetof").Call(scalar.Runtime("CTA").Values().Dot(field))
	return jen.Id("_").Op("=").Index(jen.Lit(1)).Struct().Values().Index(of.Op("-").Lit(at))
}

// addGangs prints the functions of a kernel for the width at index i into both files.
func (k *kernelGen) addGangs(i int, body string, funcs []scalar.GangFunc) {
	g := k.file
	if !slices.Contains(g.asm.kernels, k) {
		g.asm.kernels = append(g.asm.kernels, k)
		if shared := k.SharedType(); shared != nil {
			g.asm.leaves.f.Add(shared)
			g.asm.leaves.f.Line()
		}
	}
	k.gangBodies[i] = body
	for _, x := range funcs {
		switch {
		case x.Code == nil:
			continue
		case x.Decl == nil:
			g.asm.calls.f.Add(x.Code)
		default:
			g.asm.names = append(g.asm.names, Leaf{x.Name, Gangs{k.Func.Name, widths[i]}})
			g.asm.calls.f.Add(x.Decl)
			g.asm.leaves.f.Add(x.Code)
			g.asm.leaves.f.Line()
		}
		g.asm.calls.f.Line()
	}
	g.asm.calls.flush()
	g.asm.leaves.flush()
}

// finishAsm returns the files with gangs: of calls where they are asked for, and of gang functions; none
// where no kernel has any.
func (g *fileGen) finishAsm() []text {
	if g.asm == nil || len(g.asm.kernels) == 0 {
		return nil
	}
	g.declareSplats()
	leaves := text{file: File{Name: Vector, Leaves: g.asm.names}, pieces: g.asm.leaves.text()}
	if g.opt.Asm == "" {
		return []text{leaves}
	}
	f := g.asm.calls.f
	lines := g.Names.Pick(g.Base + "VectorLines")
	f.Comment("Where this is undefined, the assembly is older or newer than the runtime.")
	f.Const().Id("_").Op("=").Add(scalar.Runtime("RunPtx2goAgainForAssembly" + asmVersion))
	f.Line()
	f.Comment("The assembly has the offsets of these fields.")
	f.Var().Defs(offset("Stop", harvest.StopAt), offset("Done", harvest.DoneAt))
	f.Line()
	f.Comment("Launches call these bodies where the processor has what they need.")
	f.Func().Id("init").Params().Block(g.choose(lines))
	f.Line()
	g.asm.calls.flushInFront()
	g.lineTable(g.asm.calls, lines)
	return []text{{file: File{Name: g.opt.Asm}, pieces: g.asm.calls.text()}, leaves}
}

// declareSplats prints the constants of gang functions.
func (g *fileGen) declareSplats() {
	var all []jen.Code
	for _, lanes := range widths {
		all = append(all, g.Splats[lanes]...)
	}
	if len(all) > 0 {
		f := g.asm.leaves.f
		f.Comment("What vectors have in all lanes.")
		f.Var().Defs(all...)
		f.Line()
	}
}
