// Package page writes one HTML page that shows a module on its way from PTX to
// Go: the PTX text, the SSA form as built and after every pass that changed it,
// and the Go files, side by side. A click on a line lights what became of it in
// all columns. The page holds all it needs and loads nothing. It is for people
// who read or change the compiler; nothing reads it back.
package page

import (
	_ "embed" // the parts of the page are files
	"html/template"
	"io"
	"path/filepath"
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
	//go:embed page.js
	script template.JS
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
	Name   string  `json:"name"`
	Kernel bool    `json:"kernel"`
	First  int     `json:"first"` // lines of the PTX file, counted from one
	Last   int     `json:"last"`
	Stages []stage `json:"stages"`
}

// stage is the text of a function after a stage.
type stage struct {
	Name  string `json:"name"`
	Lines []line `json:"lines"`
}

// line is a line of SSA: the number of its text, and the line of the PTX that it
// came from, zero where there is none.
type line [2]int

// file is a PTX file of several: its base name, and the lines in front of its own.
type file struct {
	Name  string `json:"name"`
	Lines int    `json:"lines"`
}

// GoFile is a Go file that the module became: what its column is called, its text, and
// where its lines come from.
type GoFile struct {
	Title  string
	Source []byte
	Pairs  []Pair
}

// Pair says that a line of the Go file came from a line of the PTX file. Both
// count from one.
type Pair struct{ Go, PTX int }

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
		fn = &function{Name: f.Name, Kernel: f.Entry}
		fn.First, fn.Last = extent(p.file, f.Pos)
		p.byIR[f] = fn
		p.funcs = append(p.funcs, fn)
	}
	s := stage{Name: name}
	for l := range strings.Lines(ir.PrintFunc(f)) {
		text, at := cutPos(strings.TrimRight(l, "\n"))
		s.Lines = append(s.Lines, line{p.number(text), at})
	}
	fn.Stages = append(fn.Stages, s)
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

// data is what the script of the page finds.
type data struct {
	PTX   []string    `json:"ptx"`   // all lines, of linked files one behind the other
	Files []file      `json:"files"` // the files, where several are linked
	Texts []string    `json:"texts"`
	Funcs []*function `json:"funcs"` // kernels first
	Go    []goFile    `json:"go"`
}

// goFile is a Go file, for the script.
type goFile struct {
	Title string   `json:"title"`
	Lines []string `json:"lines"`
	Pairs [][2]int `json:"pairs"` // Go line, PTX line
}

// Write writes the page, with a column for each Go file.
func (p *Page) Write(w io.Writer, files []GoFile) error {
	d := data{
		PTX: splitLines(p.file.Src), Texts: p.texts,
		Funcs: []*function{}, Go: []goFile{}, Files: []file{}, // never null for the script
	}
	if parts := p.file.Parts(); len(parts) > 1 {
		for _, x := range parts {
			d.Files = append(d.Files, file{diag.Shown(filepath.Base(x.Name)), x.Lines})
		}
	}
	for _, kernel := range []bool{true, false} {
		for _, f := range p.funcs {
			if f.Kernel == kernel {
				d.Funcs = append(d.Funcs, f)
			}
		}
	}
	for _, f := range files {
		s := goFile{f.Title, splitLines(string(f.Source)), [][2]int{}}
		for _, x := range f.Pairs {
			s.Pairs = append(s.Pairs, [2]int{x.Go, x.PTX})
		}
		d.Go = append(d.Go, s)
	}
	return tmpl.Execute(w, map[string]any{
		"Generator": template.HTML(Generator),
		"Title":     diag.Shown(p.file.Name),
		"Style":     style,
		"Script":    script,
		"Data":      d,
	})
}

// splitLines returns the lines of a text without their ends. Bytes that are not
// UTF-8 become the replacement character.
func splitLines(s string) []string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Split(strings.TrimRight(s, "\n"), "\n")
}
