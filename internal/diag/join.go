package diag

import (
	"sort"
	"strings"
)

// Part is one of the texts that a File is made of.
type Part struct {
	Name       string
	Start, End int // of its text in that of the File, in bytes
	Lines      int // of the File before it
}

// Join returns the texts of several files, one after another, as one File, so that
// a Pos and a line number of it say in which file they are. A File of its own comes
// back as it is.
func Join(files ...*File) *File {
	if len(files) == 1 {
		return files[0]
	}
	var b strings.Builder
	j := &File{Name: files[0].Name}
	for _, f := range files {
		start := b.Len()
		b.WriteString(f.Src)
		j.parts = append(j.parts, Part{Name: f.Name, Start: start, End: b.Len()})
		b.WriteByte('\n') // also after a line end: the end of one text is not the start of the next
	}
	j.Src = b.String()
	for i := range j.parts {
		j.parts[i].Lines = j.Line(At(j.parts[i].Start)) - 1
	}
	return j
}

// Parts returns the texts that the File is made of, at least one.
func (f *File) Parts() []Part {
	if f.parts == nil {
		return []Part{{Name: f.Name, End: len(f.Src)}}
	}
	return f.parts
}

// Text returns the text of a part.
func (f *File) Text(p Part) string { return f.Src[p.Start:p.End] }

// Place returns the file of a line of the whole text, and the line's number in it.
func (f *File) Place(line int) (name string, own int) {
	if f.parts == nil {
		return f.Name, line
	}
	i := max(sort.Search(len(f.parts), func(i int) bool { return f.parts[i].Lines >= line })-1, 0)
	return f.parts[i].Name, line - f.parts[i].Lines
}
