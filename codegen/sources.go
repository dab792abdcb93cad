package codegen

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// Linked is a PTX file that is linked to the first. Everywhere in the generator and in
// the line table a PTX line is one of the joined text; its file is found out where
// people are told of it.
type Linked struct {
	Name string // base name
	Hash string // SHA-256 of the text in hex
	Line string // as Options.Line
}

// linesBefore returns how many lines of the joined text are in front of that of linked
// file i.
func (g *fileGen) linesBefore(i int) int { return g.m.File.Parts()[i+1].Lines }

// sourceOf returns the PTX file of a line of the joined text, an index of
// Options.Linked or -1 for the first, and the line's number in it.
func (g *fileGen) sourceOf(line int) (linked, own int) {
	for i := len(g.opt.Linked) - 1; i >= 0; i-- {
		if n := g.linesBefore(i); line > n {
			return i, line - n
		}
	}
	return -1, line
}

// sourceName is the name of the PTX file that a position is in.
func (g *fileGen) sourceName(pos diag.Pos) string {
	if len(g.opt.Linked) == 0 || !pos.IsValid() {
		return g.opt.Source
	}
	if i, _ := g.sourceOf(g.m.File.Line(pos)); i >= 0 {
		return g.opt.Linked[i].Name
	}
	return g.opt.Source
}

// ofFile names the file of a function in its comment, where there are several.
func (g *fileGen) ofFile(pos diag.Pos) string {
	if len(g.opt.Linked) == 0 {
		return ""
	}
	return " of " + g.sourceName(pos)
}

// directive is what a //line directive says of a PTX line.
func (g *fileGen) directive(line int) string {
	path := g.opt.Line
	i, own := g.sourceOf(line)
	if i >= 0 {
		path = g.opt.Linked[i].Line
	}
	return fmt.Sprintf("//line %s:%d", path, own)
}

// moduleDecl prints the module's variable: the PTX files with their hashes.
func (g *fileGen) moduleDecl() {
	what, made := "is the PTX module "+g.opt.Source, g.rt("NewModule").Call(jen.Lit(g.opt.Source), jen.Lit(g.opt.Hash))
	if n := len(g.opt.Linked); n > 0 {
		names := []string{g.opt.Source}
		for i, x := range g.opt.Linked {
			names = append(names, x.Name)
			made.Op(".").Line().Id("Link").Call(jen.Lit(x.Name), jen.Lit(x.Hash), jen.Lit(g.linesBefore(i)))
		}
		what = "is the PTX modules " + strings.Join(names[:n], ", ") + " and " + names[n] + ", linked"
	}
	g.f.Comment(fmt.Sprintf("%s %s: .version %s, .target %s.", g.moduleVar, what, g.m.Version, g.m.Target))
	g.f.Var().Id(g.moduleVar).Op("=").Add(made)
	g.f.Line()
}
