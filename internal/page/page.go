// Package page writes one HTML page that shows a module on its way from PTX to
// Go: the source that it was compiled from where that is known, the PTX text, the SSA form as built
// and after every pass that changed it, and the Go files, side by side. A click on an instruction or a
// piece of Go lights what belongs to it in all columns, by the origins of values (lower/ir). The page holds
// all it needs and loads nothing. It is for people who read or change the compiler; nothing reads it back.
package page

import (
	_ "embed" // the parts of the page are files
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

var (
	//go:embed page.html
	skeleton string
	//go:embed page.css
	style template.CSS
	//go:embed syntax.js
	syntax string
	//go:embed columns.js
	columns string
	//go:embed fill.js
	fill string
	//go:embed page.js
	script string
)

var tmpl = template.Must(template.New("page").Parse(skeleton))

// Generator is what a page says in its head about its origin, so that a program
// can tell a page from other files.
const Generator = `<meta name="generator" content="ptx2go">`

// Page collects the stages of a module's functions. The zero Page is not ready
// for use, see New.
type Page struct {
	file  *diag.File
	funcs []*function
	byIR  map[*ir.Func]*function
	lines map[string]int // line of SSA to its number in texts
	texts []string
}

// function is one function with its stages.
type function struct {
	name        string
	kernel      bool
	first, last int // lines of the PTX file, counted from one
	stages      []stage
	notes       []string // what is said of it above its PTX: the first one in short
}

// stage is the text of a function after a stage.
type stage struct {
	name  string
	lines []line
}

// line is a line of SSA: the number of its text, the line of the PTX that it is at, zero where there is
// none, and the statements that it comes from.
type line struct {
	text, at int
	from     []diag.Pos
}

// GoFile is a Go file that the module became: what its column is called, its text, and
// where its code comes from.
type GoFile struct {
	Title  string
	Source []byte
	Spans  []Span
}

// Span says that a part of a line of the Go file came from statements of the PTX. Lines count from one, columns are
// bytes from zero.
type Span struct {
	Line, From, To int
	PTX            []diag.Pos
}

// New returns a page for a PTX file.
func New(f *diag.File) *Page {
	return &Page{file: f, byIR: map[*ir.Func]*function{}, lines: map[string]int{}}
}

// Add records what a function looks like after a stage.
func (p *Page) Add(name string, f *ir.Func) {
	if f.Extern || len(f.Blocks) == 0 {
		return
	}
	fn := p.byIR[f]
	if fn == nil {
		fn = &function{name: f.Name, kernel: f.Entry}
		fn.first, fn.last = extent(p.file, f.Pos)
		p.byIR[f] = fn
		p.funcs = append(p.funcs, fn)
	}
	s := stage{name: name}
	texts := slices.Collect(strings.Lines(ir.PrintFunc(f)))
	from := origins(f, len(texts))
	for i, l := range texts {
		text, at := cutPos(strings.TrimRight(l, "\n"))
		s.lines = append(s.lines, line{p.number(text), at, from[i]})
	}
	fn.stages = append(fn.stages, s)
}

// Note adds lines on a function that has been added, which stand above its PTX: the first one is shown, the
// others where one points at it.
func (p *Page) Note(f *ir.Func, lines []string) {
	if fn := p.byIR[f]; fn != nil {
		fn.notes = append(fn.notes, lines...)
	}
}

// origins returns what the lines of a function's text come from. The text has a line for each block, for each of
// its values, and for its terminator, behind those of the head.
func origins(f *ir.Func, lines int) [][]diag.Pos {
	var list [][]diag.Pos
	for _, b := range f.Blocks {
		list = append(list, nil)
		for _, v := range b.Values {
			list = append(list, v.Origins())
		}
		list = append(list, b.Origins())
	}
	head := make([][]diag.Pos, max(lines-len(list), 0))
	if len(head) > 0 {
		head[0] = []diag.Pos{f.Pos}
	}
	return append(head, list...)
}

// number returns the number of a line's text. Most lines outlive many passes:
// each text is in the page once.
func (p *Page) number(text string) int {
	n, ok := p.lines[text]
	if !ok {
		n = len(p.texts)
		p.lines[text] = n
		p.texts = append(p.texts, text)
	}
	return n
}

// cutPos takes the PTX line off the end of a line of SSA.
func cutPos(l string) (text string, at int) {
	i := strings.LastIndex(l, " ; ")
	if i < 0 {
		return l, 0
	}
	n, err := strconv.Atoi(l[i+3:])
	if err != nil {
		return l, 0
	}
	return l[:i], n
}

// Write writes the page, with a column for each Go file, and one for each source that the PTX was
// compiled from and that read returns; read may be nil.
func (p *Page) Write(w io.Writer, files []GoFile, read func(name string) ([]byte, bool)) error {
	return tmpl.Execute(w, map[string]any{
		"Generator": template.HTML(Generator),
		"Title":     diag.Shown(p.file.Name),
		"Style":     style,
		"Script":    template.JS(syntax + columns + fill + script),
		"Data":      p.data(files, read),
	})
}
