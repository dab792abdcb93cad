package codegen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/scalar"
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
type Leaf struct{ Name, Kernel string } // Kernel is the name in the PTX of the one that it is of

// asmText are these files.
type asmText struct {
	calls   *goText
	leaves  *goText
	names   []Leaf
	kernels []*kernelGen // which call any
}

// startAsm begins both files, if they are asked for.
func (g *fileGen) startAsm() {
	if g.opt.Asm == "" {
		return
	}
	source := g.opt
	source.Package = vectorPkg
	g.asm = &asmText{calls: newGoText(g.opt, Both(g.opt.Tags, g.opt.AsmTags)), leaves: newGoText(source, "")}
	g.asm.leaves.f.ImportName(scalar.GangPath(gangs.Width), "gang8")
}

// everywhere lists the text that has what functions refer to, and that of gang functions, which is a
// package of its own and needs it too.
func (g *fileGen) everywhere() []*jen.File {
	if g.asm == nil {
		return []*jen.File{g.f}
	}
	return []*jen.File{g.f, g.asm.leaves.f}
}

// emitAsm prints the functions of a kernel into both files.
func (k *kernelGen) emitAsm(funcs []scalar.GangFunc) {
	g := k.file
	if g.asm == nil || g.opt.NoAsm[k.Func.Name] {
		return
	}
	g.asm.kernels = append(g.asm.kernels, k)
	if shared := k.SharedType(); shared != nil {
		g.asm.leaves.f.Add(shared)
		g.asm.leaves.f.Line()
	}
	for _, x := range funcs {
		switch {
		case x.Code == nil:
			continue
		case x.Decl == nil:
			g.asm.calls.f.Add(x.Code)
		default:
			g.asm.names = append(g.asm.names, Leaf{x.Name, k.Func.Name})
			g.asm.calls.f.Add(x.Decl)
			g.asm.leaves.f.Add(x.Code)
			g.asm.leaves.f.Line()
		}
		g.asm.calls.f.Line()
	}
	g.asm.calls.flush()
	g.asm.leaves.flush()
}

// finishAsm prints what makes launches call the gangs, and the line table. It reports whether there are
// any.
func (g *fileGen) finishAsm() bool {
	if g.asm == nil || len(g.asm.kernels) == 0 {
		return false
	}
	f := g.asm.calls.f
	lines := g.Names.Pick(g.Base + "VectorLines")
	var set []jen.Code
	args := []jen.Code{jen.Lit(g.opt.Asm), jen.Id(lines)}
	for _, k := range g.asm.kernels {
		set = append(set, jen.Id(k.bodyVar).Op("=").Id(k.gangBodies[0]))
		args = append(args, jen.Op("&").Id(k.desc))
	}
	set = append(set, jen.Id(g.moduleVar).Dot("Gangs").Call(args...))
	g.asm.calls.versionCheck() // the assembly knows structures of the runtime
	f.Comment("Launches call these bodies where the processor has what they need.")
	f.Func().Id("init").Params().Block(jen.If(scalar.Runtime("Vectors").Call().Op(">=").Lit(gangs.Width)).Block(set...))
	f.Line()
	g.asm.calls.flushInFront()
	g.lineTable(g.asm.calls, lines)
	if len(g.Splats) > 0 {
		g.asm.leaves.f.Comment("What vectors have in all lanes.")
		g.asm.leaves.f.Var().Defs(g.Splats...)
		g.asm.leaves.f.Line()
	}
	return true
}
