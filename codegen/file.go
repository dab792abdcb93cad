package codegen

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Files prints the module as Go: a file that builds everywhere, and behind it, where they are asked
// for and some kernel has gangs, that which calls these, and Vector.
func Files(s *schedule.Schedule, opt Options) ([]File, error) {
	after := func(stage string) {
		if opt.After != nil {
			opt.After(stage)
		}
	}
	texts, directive, origins := printFiles(s, opt)
	after("print")
	var files []File
	lines := map[int]bool{} // of the PTX, that a file has
	for _, t := range texts {
		done, err := gosrc.Resolve(t.pieces)
		if err != nil {
			return nil, err
		}
		f := t.file
		if opt.Line != "" && !isVector(f.Name) { // of which the lines are told in another way
			if done, err = gosrc.Directives(done, directive, f.Name, s.Debug); err != nil {
				return nil, err
			}
		}
		for _, p := range done.Pairs {
			if p.Own > 0 { // else the head of a function
				f.Lines = append(f.Lines, Line{Go: p.Go, PTX: p.Own})
			}
		}
		f.Source = withLineTable(done.Source, done.Pairs, t.texts)
		tableLines(lines, done.Pairs)
		if origins != nil {
			for i, from := range origins.Statements(done.Spans) {
				s := done.Spans[i]
				f.Spans = append(f.Spans, Span{s.Line, s.From, s.To, from})
			}
		}
		if isVector(f.Name) {
			f.Place = (&sources{s.Module.File, opt}).place
		}
		files = append(files, f)
	}
	files[0].Source = (&sources{s.Module.File, opt}).withOrigins(files[0].Source, lines)
	after("format")
	return files, nil
}

// text is a file whose source is in pieces, not formatted and with marks.
type text struct {
	file   File
	pieces [][]byte
	texts  []string // of PTX lines that may fault, each behind its number
}

// printFiles returns the files of a module as texts, what a //line directive says of a PTX line, and
// what the origins in the texts are, nil where there are none. Nothing else that was found out about the
// module is in memory then.
func printFiles(s *schedule.Schedule, opt Options) (texts []text, directive func(line int) (path string, own int), origins *scalar.Origins) {
	m := s.Module
	g := &fileGen{sources: &sources{m.File, opt}, Module: scalar.NewModule(s, scalar.Options{
		Base: fileBase(opt), Prefix: opt.Prefix, Comments: opt.Comments, Alone: s.Debug, Params: opt.Params,
	})}
	g.live, g.copies = reached(m, g.Graph), map[*ir.Func]*kernelGen{}
	g.goText = newGoText(opt, opt.Tags)
	g.startAsm()

	g.reserve()
	g.versionCheck()
	g.moduleDecl()
	g.vars()
	g.registration()
	g.declareExterns()
	for _, k := range g.kernels {
		bodies := k.Emit()
		k.emitGangs()
		var others []jen.Code
		if a := g.copies[k.Func]; a != nil {
			if others = a.Emit(); k.choosesApart(a) {
				k.apart = a
			}
		}
		k.print(bodies)
		if k.apart != nil {
			k.apart.printApart(others)
		}
		g.flush()
	}
	for _, f := range m.Funcs {
		if !f.Entry && !f.Extern && g.live[f] {
			g.printDevice(f)
			g.flush()
		}
	}
	g.printDispatchers()
	if len(g.Factors) > 0 {
		for _, f := range g.everywhere() {
			f.Comment("Factors of sums of a product, hidden from Go's compiler: with constants it would round twice.")
			f.Var().Defs(g.Factors...)
			f.Line()
		}
	}
	g.sites()
	g.steps()
	g.programVars()
	for _, x := range g.Structs() {
		g.f.Add(x)
		g.f.Line()
	}
	g.lineTable(g.goText, g.linesVar)
	g.declareOrigins()
	texts = append(texts, text{File{Name: opt.Output, Reports: g.reports}, g.text(), g.faultLines()})
	texts = append(texts, g.finishAsm()...)
	return texts, g.sources.directive, g.Origins
}

// lineTable prints the constant that the line table of a file will be.
func (g *fileGen) lineTable(t *goText, name string) {
	what := ""
	if t == g.goText && g.opt.Comments {
		what = ", and what stands there"
	}
	t.f.Comment(name + " says which line of this file came from which line of the PTX" + what + ", for faults.")
	if n := len(g.opt.Linked); n > 0 {
		t.f.Comment("The lines of " + diag.Shown(g.opt.Linked[0].Name) + " count on from those of " + diag.Shown(g.opt.Source) + ", and so on.")
	}
	t.f.Const().Id(name).Op("=").Lit(lineTable)
}

// faultLines is the text of what may fault, in the order of the lines; none where the file is to
// have no PTX text.
func (g *fileGen) faultLines() []string {
	if g.file == nil || !g.opt.Comments {
		return nil
	}
	var lines []int
	for _, f := range g.IR.Funcs {
		if f.Entry || g.live[f] {
			lines = append(lines, g.FaultLines(f)...)
		}
	}
	slices.Sort(lines)
	var texts []string
	for _, line := range slices.Compact(lines) {
		if text := g.file.Instruction(line); text != "" {
			texts = append(texts, fmt.Sprintf("%d %s", line, text))
		}
	}
	return texts
}

// reserve picks the names of everything at package level, in the order of the
// text, so that later choices cannot disturb them.
func (g *fileGen) reserve() {
	g.moduleVar = g.opt.ModuleVar
	if g.moduleVar == "" {
		g.moduleVar = g.Base + "Module"
	}
	g.moduleVar = g.Names.Pick(g.moduleVar)
	g.linesVar = g.Names.Pick(g.Base + "Lines")
	if g.file.HasOrigins() {
		g.originsVar = g.Names.Pick(g.Base + "Origins")
	}
	switch {
	case len(g.IR.Steps) > 0:
		g.stepsVar = g.Names.Pick(g.Base + "Steps")
	case g.IR.Noted:
		g.sitesVar = g.Names.Pick(g.Base + "Sites")
	}
	g.nameExterns(true)
	for _, f := range g.IR.Funcs {
		if f.Entry {
			k := newKernelGen(g, f)
			if f.Whole != nil {
				g.copies[f.Whole] = k
				continue
			}
			g.kernels = append(g.kernels, k)
		}
	}
	g.nameExterns(false)
	for _, f := range g.IR.Funcs {
		if !f.Entry && !f.Extern {
			g.Funcs[f] = g.Names.Pick(g.Own(f.Name))
		}
	}
	if g.NameVars(); g.Vars.Any() {
		g.newVars = g.Names.Pick("new" + scalar.Camel(g.Vars.Type, true))
		g.varsName = g.Names.Pick(g.Prefix + scalar.Camel(g.Base, true) + "Vars")
		g.varsFunc = g.Names.Pick(g.Prefix + scalar.Camel(g.Base, true) + "VarsOf")
	}
}

// lineTable is the placeholder that withLineTable replaces.
const lineTable = "\u00a7lines\u00a7"

// withLineTable writes the line table in its place, and texts behind it, which shifts no line.
func withLineTable(src []byte, pairs []gosrc.LinePair, texts []string) []byte {
	var b strings.Builder
	for i, p := range pairs {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d:%d", p.Go, p.PTX)
		if p.Refs != "" {
			b.WriteString(":" + p.Refs)
		}
	}
	text := strings.ReplaceAll(wrap(b.String(), 110), "\n", "\n\t")
	if len(texts) > 0 {
		text += "\n\n\t" + strings.Join(texts, "\n\t")
	}
	return bytes.Replace(src, []byte(strconv.Quote(lineTable)), []byte("`"+text+"`"), 1)
}

// wrap breaks a text of words into lines. It stands at the end of the file, so
// that it moves no other line.
func wrap(s string, width int) string {
	var b strings.Builder
	col := 0
	for i, w := range strings.Fields(s) {
		switch {
		case i == 0:
		case col+1+len(w) > width:
			b.WriteByte('\n')
			col = 0
		default:
			b.WriteByte(' ')
			col++
		}
		b.WriteString(w)
		col += len(w)
	}
	return b.String()
}

// fileBase is what the names of a file begin with: saxpy of saxpy_ptx.go.
func fileBase(opt Options) string {
	name := opt.Output
	if name == "" {
		name = opt.Source
	}
	name = strings.TrimSuffix(name, filepath.Ext(name))
	return scalar.Camel(strings.TrimSuffix(name, "_ptx"), false)
}
