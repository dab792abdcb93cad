// Package diag is how ptx2go speaks of mistakes in PTX text: positions in a
// source file, diagnostics with a hint, and a list that collects all of them
// in one run. It knows nothing of PTX itself, and it is not for bugs of the
// compiler, which are panics.
package diag

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

// Pos is a place in a File: the byte offset plus one. The zero Pos means that
// the place is unknown.
type Pos int32

// At returns the Pos of a byte offset.
func At(offset int) Pos { return Pos(offset + 1) }

// Offset returns the byte offset, or -1 where the Pos is unknown.
func (p Pos) Offset() int { return int(p) - 1 }

// IsValid reports whether the Pos is known.
func (p Pos) IsValid() bool { return p > 0 }

// Position is a Pos spelled out for people: Line and Col count from one, Col
// in bytes. Its String has the name of the file as Shown spells it.
type Position struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

func (p Position) String() string {
	if p.Line == 0 {
		return Shown(p.File)
	}
	return fmt.Sprintf("%s:%d:%d", Shown(p.File), p.Line, p.Col)
}

// File is one source text with its line table, which is made at the first
// question about a line. A line ends with LF, CR LF or CR.
type File struct {
	Name string
	Src  string

	once    sync.Once
	lines   []int32           // offset of each line's first byte
	parts   []Part            // of a text that was joined, else nil
	origins []OriginFrom      // in the order of the text
	short   map[string]string // names of their files that tell them apart
}

// NewFile returns a File of the given name and text.
func NewFile(name, src string) *File { return &File{Name: name, Src: src} }

func (f *File) index() {
	f.once.Do(func() {
		f.lines = append(f.lines, 0)
		for i := 0; i < len(f.Src); i++ {
			if c := f.Src[i]; c == '\n' || c == '\r' && !strings.HasPrefix(f.Src[i+1:], "\n") {
				f.lines = append(f.lines, int32(i+1))
			}
		}
	})
}

// Position spells out a Pos of this file, for people: where texts were joined, in the
// file that it came from.
func (f *File) Position(p Pos) Position {
	line := f.Line(p)
	if line == 0 {
		return Position{File: f.Name}
	}
	name, own := f.Place(line)
	return Position{File: name, Line: own, Col: p.Offset() - int(f.lines[line-1]) + 1}
}

// Line returns the line number of a Pos in the whole text, or 0 where it is unknown.
func (f *File) Line(p Pos) int {
	if !p.IsValid() {
		return 0
	}
	f.index()
	off := int32(p.Offset())
	return sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > off })
}

// LinePos returns the place where a line of the whole text begins, counted from one; the zero
// Pos where there is none.
func (f *File) LinePos(n int) Pos {
	if f.index(); n < 1 || n > len(f.lines) {
		return 0
	}
	return At(int(f.lines[n-1]))
}

// LineText returns the text of a line, counted from one, without its end.
func (f *File) LineText(n int) string {
	f.index()
	if n < 1 || n > len(f.lines) {
		return ""
	}
	s := f.Src[f.lines[n-1]:]
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' {
			return s[:i]
		}
	}
	return s
}
