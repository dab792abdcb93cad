package codegen

import (
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/codegen/scalar"
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
func (s *sources) linesBefore(i int) int { return s.file.Parts()[i+1].Lines }

// sourceOf returns the PTX file of a line of the joined text, an index of
// Options.Linked or -1 for the first, and the line's number in it.
func (s *sources) sourceOf(line int) (linked, own int) {
	for i := len(s.opt.Linked) - 1; i >= 0; i-- {
		if n := s.linesBefore(i); line > n {
			return i, line - n
		}
	}
	return -1, line
}

// sourceName is the name of the PTX file that a position is in.
func (s *sources) sourceName(pos diag.Pos) string {
	if len(s.opt.Linked) == 0 || !pos.IsValid() {
		return s.opt.Source
	}
	if i, _ := s.sourceOf(s.file.Line(pos)); i >= 0 {
		return s.opt.Linked[i].Name
	}
	return s.opt.Source
}

// ofFile names the file of a function in its comment, where there are several.
func (s *sources) ofFile(pos diag.Pos) string {
	if len(s.opt.Linked) == 0 {
		return ""
	}
	return " of " + diag.Shown(s.sourceName(pos))
}

// origin is where a PTX line was compiled from, where directives are to say that and can.
func (s *sources) origin(line int) *diag.Origin {
	if s.opt.Origin == nil {
		return nil
	}
	o := s.file.LineOrigin(line)
	if o == nil || s.isPTX(s.file.OriginName(o.File)) {
		return nil
	}
	return o
}

// isPTX reports whether what PTX was compiled from cannot be told from a PTX file by its name.
func (s *sources) isPTX(origin string) bool {
	return origin == s.opt.Source || slices.ContainsFunc(s.opt.Linked, func(x Linked) bool { return origin == x.Name })
}

// directive is what a //line directive says of a PTX line: a path and the line there.
func (s *sources) directive(line int) (path string, own int) {
	if o := s.origin(line); o != nil {
		return s.opt.Origin(o.File), o.Line
	}
	i, own := s.sourceOf(line)
	if i >= 0 {
		return s.opt.Linked[i].Line, own
	}
	return s.opt.Line, own
}

// place is File.Place.
func (s *sources) place(line int) (file string, own int, text string) {
	if file, own = s.directive(line); file == "" {
		if file = s.opt.Source; len(s.opt.Linked) > 0 {
			file = s.sourceName(s.file.LinePos(line))
		}
	}
	return file, own, strings.TrimSpace(s.file.LineText(line))
}

// version is that of the package that generated code calls: the number in the name that
// package runtime/gen has for it.
const version = "5"

// asmVersion is that of what assembly has copies of, in the same way.
const asmVersion = "2"

// versionCheck mentions the version, so that a file which is out of date does not build.
func (t *goText) versionCheck() {
	t.f.Comment("Where this is undefined, the file is older or newer than the runtime.")
	t.f.Const().Id("_").Op("=").Add(scalar.Runtime("RunPtx2goAgain" + version))
	t.f.Line()
}
