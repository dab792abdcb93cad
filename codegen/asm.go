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

// Vector is the name of the second file, and of its package, and VectorARM64 that of the one for arm64.
const (
	Vector      = vectorPkg + ".go"
	VectorARM64 = vectorPkg + "_arm64.go"
	vectorPkg   = "vector"
)

// isVector reports whether a file is of that package.
func isVector(name string) bool { return name == Vector || name == VectorARM64 }

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

// asmText are these files, for one kind of processor.
type asmText struct {
	*target
	file    string // of the calls; "" where these are not asked for
	calls   *goText
	leaves  *goText
	names   []Leaf
	kernels []*kernelGen // which call any
}

// gangPkg is the package of the vectors of so many lanes.
func gangPkg(lanes int) string { return fmt.Sprint("gang", lanes) }

// startAsm begins the files that are asked for.
func (g *fileGen) startAsm() {
	g.addAsm(amd64, g.opt.Asm, g.opt.AsmTags)
	g.addAsm(arm64, g.opt.ARM64, g.opt.ARM64Tags)
}

// addAsm begins both files for a kind of processor.
func (g *fileGen) addAsm(t *target, file, tags string) {
	if file == "" && !slices.Contains(g.opt.Leaves, t.arch) {
		return
	}
	if g.reports == nil {
		g.reports = map[string]map[string]gangs.Report{}
	}
	g.reports[t.arch] = map[string]gangs.Report{}
	source := g.opt
	source.Package = vectorPkg
	a := &asmText{target: t, file: file, calls: newGoText(g.opt, Both(g.opt.Tags, tags)), leaves: newGoText(source, "")}
	for _, lanes := range t.widths {
		a.leaves.f.ImportName(scalar.GangPath(lanes), gangPkg(lanes))
	}
	g.asm = append(g.asm, a)
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
	list := []*jen.File{g.f}
	for _, a := range g.asm {
		list = append(list, a.leaves.f)
	}
	return list
}

// offset does not build where a field of CTA is not at an offset.
func offset(field string, at int) jen.Code {
	of := jen.Qual("unsafe", "Offsetof").Call(scalar.Runtime("CTA").Values().Dot(field))
	return jen.Id("_").Op("=").Index(jen.Lit(1)).Struct().Values().Index(of.Op("-").Lit(at))
}

// addGangs prints the functions of a kernel for the width at index i into both files.
func (k *kernelGen) addGangs(a *asmText, i int, body string, funcs []scalar.GangFunc) {
	g := k.file
	if k.bodyVar == "" && a.file != "" {
		k.bodyVar = g.Names.Pick(g.KernelBase(k.Func) + "Body")
	}
	if !slices.Contains(a.kernels, k) {
		a.kernels = append(a.kernels, k)
		if shared := k.SharedType(); shared != nil {
			a.leaves.f.Add(shared)
			a.leaves.f.Line()
		}
	}
	k.gangBodies[slices.Index(g.asm, a)][i] = body
	for _, x := range funcs {
		switch {
		case x.Code == nil:
			continue
		case x.Decl == nil:
			a.calls.f.Add(x.Code)
		default:
			a.names = append(a.names, Leaf{x.Name, Gangs{k.Func.Name, a.widths[i]}})
			a.calls.f.Add(x.Decl)
			a.leaves.f.Add(x.Code)
			a.leaves.f.Line()
		}
		a.calls.f.Line()
	}
	a.calls.flush()
	a.leaves.flush()
}

// finishAsm returns the files with gangs: of calls where they are asked for, and of gang functions; none
// where no kernel has any.
func (g *fileGen) finishAsm() (list []text) {
	for _, a := range g.asm {
		if len(a.kernels) == 0 {
			continue
		}
		g.declareSplats(a)
		if a.file != "" {
			list = append(list, text{file: File{Name: a.file}, pieces: g.calls(a)})
		}
		list = append(list, text{file: File{Name: a.vector, Leaves: a.names}, pieces: a.leaves.text()})
	}
	return list
}

// calls completes the file with the calls.
func (g *fileGen) calls(a *asmText) [][]byte {
	f := a.calls.f
	lines := g.Names.Pick(g.Base + "VectorLines")
	f.Comment("Where this is undefined, the assembly is older or newer than the runtime.")
	f.Const().Id("_").Op("=").Add(scalar.Runtime("RunPtx2goAgainForAssembly" + asmVersion))
	f.Line()
	f.Comment("The assembly has the offsets of these fields.")
	f.Var().Defs(offset("Stop", harvest.StopAt), offset("Done", harvest.DoneAt))
	f.Line()
	f.Comment("Launches call these bodies where the processor has what they need.")
	f.Func().Id("init").Params().Block(g.choose(a, lines))
	f.Line()
	a.calls.flushInFront()
	g.lineTable(a.calls, lines)
	return a.calls.text()
}

// declareSplats prints the constants of gang functions.
func (g *fileGen) declareSplats(a *asmText) {
	var all []jen.Code
	for _, lanes := range a.widths {
		all = append(all, g.Splats[lanes]...)
	}
	if len(all) > 0 {
		f := a.leaves.f
		f.Comment("What vectors have in all lanes.")
		f.Var().Defs(all...)
		f.Line()
	}
}
