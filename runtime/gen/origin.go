package gen

import (
	"slices"
	"strconv"
	"strings"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// Origins says what lines of PTX were compiled from.
type Origins struct {
	// Lines has entries "ptxLine:file:line" in ascending order, separated by white space,
	// each of which holds up to the next one; lines count as in [Kernel.Lines]. The file is
	// an index of Files, and may be followed by "," and an index of Funcs: the function that
	// was inlined there. Where it was inlined follows after "@", in the same way. An entry
	// "ptxLine:" says that nothing is known from there on.
	Lines string
	Files []string // the base names, or more of the paths where others end alike
	Funcs []string
}

// CompiledFrom says what the lines of the module's PTX were compiled from. Generated code
// calls it before the module is used.
func (m *Module) CompiledFrom(o *Origins) *Module {
	m.origins = o
	return m
}

// each calls fn for the entries, in their order, up to the first for which it returns false.
func (o *Origins) each(fn func(ptxLine int, places string) bool) {
	for entry := range strings.FieldsSeq(o.Lines) {
		line, places, _ := strings.Cut(entry, ":")
		n, err := strconv.Atoi(line)
		if err != nil || !fn(n, places) {
			return
		}
	}
}

// at returns where a PTX line was compiled from, followed by where that was inlined.
func (o *Origins) at(ptxLine int) (list []ptx.Place) {
	found := ""
	o.each(func(n int, places string) bool {
		if n <= ptxLine {
			found = places
		}
		return n <= ptxLine
	})
	return o.places(found)
}

func (o *Origins) places(entry string) (list []ptx.Place) {
	if entry == "" {
		return nil
	}
	for p := range strings.SplitSeq(entry, "@") {
		file, line, _ := strings.Cut(p, ":")
		file, fn, _ := strings.Cut(file, ",")
		x := ptx.Place{File: element(o.Files, file), Func: element(o.Funcs, fn)}
		x.Line, _ = strconv.Atoi(line)
		list = append(list, x)
	}
	return list
}

// element is that of a list whose index is given as text, "" where there is none.
func element(list []string, index string) string {
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= len(list) {
		return ""
	}
	return list[i]
}

// is reports whether a path is that of a file of an origin.
func (o *Origins) is(path string) (name string, ok bool) {
	path = strings.ReplaceAll(path, `\`, "/")
	for _, f := range o.Files {
		if p := strings.ReplaceAll(f, `\`, "/"); path == p || strings.HasSuffix(path, "/"+p) {
			return f, true
		}
	}
	return "", false
}

// compiledFrom is the name of what PTX was compiled from, where a path is that of such a
// file; "" where it is none.
func (k *Kernel) compiledFrom(path string) string {
	if k.Module == nil || k.Module.origins == nil {
		return ""
	}
	name, _ := k.Module.origins.is(path)
	return name
}

// compiledTo returns the line of the line table that was compiled from a line of what the
// PTX was compiled from, 0 where there are several, and what they all index.
func (k *Kernel) compiledTo(file string, line int) (ptxLine int, refs string) {
	var all []string
	n := 0
	for own := range k.ptxLines() {
		if at := k.Module.origins.at(own); len(at) == 0 || at[0].File != file || at[0].Line != line {
			continue
		}
		ptxLine = own
		n++
		if r := k.refsOf(own); r != "" {
			all = append(all, r)
		}
	}
	if n != 1 {
		ptxLine = 0
	}
	return ptxLine, strings.Join(all, ",")
}

// addSource says what stands in the line of a fault, and what it was compiled from. Where that
// is all that is known, as code says so itself and several lines of the PTX were, the line of
// the PTX is not.
func (k *Kernel) addSource(f *ptx.Fault) {
	defer func() { f.Text = k.text(k.joined(f.File, f.Line)) }()
	if k.Module == nil || k.Module.origins == nil {
		return
	}
	o := k.Module.origins
	if slices.Contains(o.Files, f.File) {
		f.Source = []ptx.Place{{File: f.File, Line: f.Line}}
		f.File, f.Line = k.File, 0
		return
	}
	f.Source = o.at(k.joined(f.File, f.Line))
}
