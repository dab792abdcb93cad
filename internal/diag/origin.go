package diag

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Origin is a place in the source that a File was compiled from, as the compiler that wrote
// the File has noted it.
type Origin struct {
	File      string // as the compiler has written it
	Line, Col int
	Func      string  // the function that was inlined, "" where none was or its name is not known
	At        *Origin // where it was inlined, nil where none was
}

// Depth returns how many functions were inlined in each other there.
func (o *Origin) Depth() (n int) {
	for ; o.At != nil; o = o.At {
		n++
	}
	return n
}

// String returns the place as file:line, and after it where it was inlined.
func (o *Origin) String() string {
	var b strings.Builder
	for i := o; i != nil; i = i.At {
		if i != o {
			b.WriteString(", inlined at ")
		}
		fmt.Fprintf(&b, "%s:%d", Shown(i.File), i.Line)
	}
	return b.String()
}

// OriginFrom says that what is in a File from Pos on has that origin, nil for none.
type OriginFrom struct {
	Pos    Pos
	Origin *Origin
}

// SetOrigins says where the places of the file come from, in the order of its text. The
// parser calls it, before anybody asks.
func (f *File) SetOrigins(list []OriginFrom) {
	f.origins = list
	taken := map[string]map[string]bool{} // files by each name that would do
	add := func(path string) {
		for _, n := range suffixes(path) {
			if taken[n] == nil {
				taken[n] = map[string]bool{}
			}
			taken[n][path] = true
		}
	}
	for _, p := range f.Parts() {
		add(p.Name)
	}
	files := map[string]bool{}
	for _, x := range list {
		for o := x.Origin; o != nil; o = o.At {
			if !files[o.File] {
				files[o.File] = true
				add(o.File)
			}
		}
	}
	f.short = map[string]string{}
	for path := range files {
		all := suffixes(path)
		f.short[path] = path
		if i := slices.IndexFunc(all, func(n string) bool { return len(taken[n]) == 1 }); i >= 0 {
			f.short[path] = all[i]
		}
	}
}

// suffixes are the names that a path ends with, the shortest first.
func suffixes(path string) (all []string) {
	for i := len(path) - 1; i >= 0; i-- {
		if (path[i] == '/' || path[i] == '\\') && i+1 < len(path) {
			all = append(all, path[i+1:])
		}
	}
	return append(all, path)
}

// OriginName is the shortest name of a file of an origin that no other such file ends with,
// nor one of the PTX: mostly its base name.
func (f *File) OriginName(file string) string { return f.short[file] }

// ShortOrigin is where a place comes from, with the names of OriginName; nil where that is
// not known.
func (f *File) ShortOrigin(p Pos) *Origin { return f.shortened(f.Origin(p)) }

func (f *File) shortened(o *Origin) *Origin {
	if o == nil {
		return nil
	}
	short := *o
	short.File, short.At = f.OriginName(o.File), f.shortened(o.At)
	return &short
}

// HasOrigins reports whether the origin of any place is known.
func (f *File) HasOrigins() bool { return f != nil && len(f.origins) > 0 }

// Origin returns where a place comes from, nil where that is not known.
func (f *File) Origin(p Pos) *Origin {
	i := sort.Search(len(f.origins), func(i int) bool { return f.origins[i].Pos > p })
	if i == 0 || !p.IsValid() {
		return nil
	}
	return f.origins[i-1].Origin
}

// LineOrigin returns where a line of the whole text comes from: what begins it. A line that
// begins with where it comes from is of that.
func (f *File) LineOrigin(line int) *Origin {
	if f.index(); !f.HasOrigins() || line < 1 || line > len(f.lines) {
		return nil
	}
	text := f.LineText(line)
	at := int(f.lines[line-1]) + len(text) - len(strings.TrimLeft(text, " \t"))
	if i, ok := sort.Find(len(f.origins), func(i int) int { return at - f.origins[i].Pos.Offset() }); ok && f.origins[i].Origin != nil {
		at = int(f.lines[line-1]) + len(text)
	}
	return f.Origin(At(at))
}
