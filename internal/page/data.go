package page

import (
	"cmp"
	"encoding/binary"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// data is what the script of the page finds. Columns are of its texts, which have units of UTF-16.
type data struct {
	PTX     []string     `json:"ptx"`   // all lines, of linked files one behind the other
	Files   []file       `json:"files"` // the files, where several are linked
	Insts   [][3]int     `json:"insts"` // statements of the PTX: line, first column, column behind
	Sets    [][]int      `json:"sets"`  // of statements
	Texts   []string     `json:"texts"`
	Funcs   []dataFunc   `json:"funcs"` // kernels first
	Go      []goFile     `json:"go"`
	Sources []sourceFile `json:"sources"` // that the PTX was compiled from
	At      [][3]int     `json:"at"`      // statement, source, line of it
}

// file is a PTX file of several: its base name, and the lines in front of its own.
type file struct {
	Name  string `json:"name"`
	Lines int    `json:"lines"`
}

type dataFunc struct {
	Name   string      `json:"name"`
	Kernel bool        `json:"kernel"`
	First  int         `json:"first"`
	Last   int         `json:"last"`
	Stages []dataStage `json:"stages"`
	Notes  []string    `json:"notes"`
}

type dataStage struct {
	Name  string   `json:"name"`
	Lines [][3]int `json:"lines"` // text, PTX line, set
}

type goFile struct {
	Title string   `json:"title"`
	Lines []string `json:"lines"`
	Spans [][4]int `json:"spans"` // line, first column, column behind, set
}

type sourceFile struct {
	Name  string   `json:"name"`
	Lines []string `json:"lines"`
}

// numbers numbers statements of the PTX, and sets of them.
type numbers struct {
	insts map[diag.Pos]int
	sets  map[string]int
	list  [][]int
}

// set returns the number of a set.
func (n *numbers) set(from []diag.Pos) int {
	ids := []int{}
	for _, p := range from {
		if id, ok := n.insts[p]; ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	var key []byte
	for _, id := range ids {
		key = binary.AppendUvarint(key, uint64(id))
	}
	k, ok := n.sets[string(key)]
	if !ok {
		k = len(n.list)
		n.sets[string(key)] = k
		n.list = append(n.list, ids)
	}
	return k
}

// data is what the page shows, without nulls.
func (p *Page) data(files []GoFile, read func(name string) ([]byte, bool)) data {
	d := data{
		PTX: splitLines(p.file.Src), Texts: p.texts, Files: []file{}, Insts: [][3]int{}, Funcs: []dataFunc{}, Go: []goFile{},
		Sources: []sourceFile{}, At: [][3]int{},
	}
	if parts := p.file.Parts(); len(parts) > 1 {
		for _, x := range parts {
			d.Files = append(d.Files, file{diag.Shown(filepath.Base(x.Name)), x.Lines})
		}
	}
	all := p.statements(files)
	n := &numbers{insts: map[diag.Pos]int{}, sets: map[string]int{}, list: [][]int{}}
	for i, pos := range all {
		n.insts[pos] = i
		d.Insts = append(d.Insts, statement(p.file, pos))
	}
	funcs := slices.Clone(p.funcs)
	slices.SortStableFunc(funcs, func(f, g *function) int { return cmp.Compare(rank(f), rank(g)) })
	for _, f := range funcs {
		x := dataFunc{Name: f.name, Kernel: f.kernel, First: f.first, Last: f.last, Stages: []dataStage{}, Notes: append([]string{}, f.notes...)}
		for _, s := range f.stages {
			y := dataStage{Name: s.name, Lines: [][3]int{}}
			for _, l := range s.lines {
				y.Lines = append(y.Lines, [3]int{l.text, l.at, n.set(l.from)})
			}
			x.Stages = append(x.Stages, y)
		}
		d.Funcs = append(d.Funcs, x)
	}
	for _, f := range files {
		text := strings.Split(string(f.Source), "\n")
		g := goFile{f.Title, splitLines(string(f.Source)), [][4]int{}}
		for _, s := range f.Spans {
			l := text[s.Line-1]
			g.Spans = append(g.Spans, [4]int{s.Line, units(l[:s.From]), units(l[:s.To]), n.set(s.PTX)})
		}
		d.Go = append(d.Go, g)
	}
	d.Sets = n.list
	if read != nil && p.file.HasOrigins() {
		d.sources(p.file, all, read)
	}
	return d
}

// rank orders functions: kernels first.
func rank(f *function) int {
	if f.kernel {
		return 0
	}
	return 1
}

// statements are all places in the PTX that something comes from, in their order.
func (p *Page) statements(files []GoFile) []diag.Pos {
	seen := map[diag.Pos]bool{}
	note := func(list []diag.Pos) {
		for _, x := range list {
			if x.IsValid() && !label.MatchString(p.file.Src[x.Offset():min(x.Offset()+longest, len(p.file.Src))]) {
				seen[x] = true
			}
		}
	}
	for _, f := range p.funcs {
		for _, s := range f.stages {
			for _, l := range s.lines {
				note(l.from)
			}
		}
	}
	for _, f := range files {
		for _, s := range f.Spans {
			note(s.PTX)
		}
	}
	all := make([]diag.Pos, 0, len(seen))
	for x := range seen {
		all = append(all, x)
	}
	slices.Sort(all)
	return all
}

// sources adds the files that statements were compiled from, as far as they can be read: where a function
// was inlined, the place in it and those of its calls.
func (d *data) sources(f *diag.File, all []diag.Pos, read func(name string) ([]byte, bool)) {
	index := map[string]int{} // -1 for one that cannot be read
	for id, pos := range all {
		for o := f.Origin(pos); o != nil; o = o.At {
			i, ok := index[o.File]
			if !ok {
				i = -1
				if text, ok := read(o.File); ok {
					i = len(d.Sources)
					d.Sources = append(d.Sources, sourceFile{diag.Shown(f.OriginName(o.File)), splitLines(string(text))})
				}
				index[o.File] = i
			}
			if at := [3]int{id, i, o.Line}; i >= 0 && !slices.Contains(d.At[max(0, len(d.At)-4):], at) {
				d.At = append(d.At, at)
			}
		}
	}
}

// units counts the units of UTF-16 that a text has when it is in the page.
func units(s string) (n int) {
	for _, r := range valid(s) {
		n += utf16.RuneLen(r)
	}
	return n
}

// valid is a text as the page has it: bytes that are not UTF-8 become the replacement character.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// splitLines returns the lines of a text without their ends.
func splitLines(s string) []string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(valid(s))
	return strings.Split(strings.TrimRight(s, "\n"), "\n")
}
