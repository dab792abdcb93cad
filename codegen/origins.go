package codegen

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/diag"
)

// originTable is the placeholder of what withOrigins writes.
const originTable = "\u00a7origins\u00a7"

// declareOrigins prints the variable that says where lines of the PTX were compiled from,
// where the PTX has that.
func (g *fileGen) declareOrigins() {
	if !g.file.HasOrigins() {
		return
	}
	g.f.Line()
	g.f.Comment(g.originsVar + " says what lines of the PTX were compiled from, for faults.")
	g.f.Var().Id(g.originsVar).Op("=").Add(scalar.Runtime("Origins")).Values(jen.Id("Lines").Op(":").Lit(originTable))
}

// withOrigins writes that variable in its place, at the end of the file, for the lines of
// the PTX that some generated file has.
func (s *sources) withOrigins(src []byte, lines map[int]bool) []byte {
	if !s.file.HasOrigins() {
		return src
	}
	t := originTexts{sources: s, files: index{}, funcs: index{}}
	text := wrap(t.entries(slices.Sorted(maps.Keys(lines))), 110)
	var b strings.Builder
	for _, list := range []struct {
		name string
		of   index
	}{{"Files", t.files}, {"Funcs", t.funcs}} {
		if len(list.of) > 0 {
			fmt.Fprintf(&b, "\t%s: []string{%s},\n", list.name, list.of.quoted())
		}
	}
	fmt.Fprintf(&b, "\tLines: `%s`,\n", strings.ReplaceAll(text, "\n", "\n\t\t"))
	before, after, _ := bytes.Cut(src, []byte("{Lines: "+strconv.Quote(originTable)+"}"))
	return slices.Concat(before, []byte("{\n"+b.String()+"}"), after)
}

// originTexts are origins as the runtime reads them (ptx.Origins).
type originTexts struct {
	*sources
	files, funcs index
}

// entries spells where lines come from, whose numbers are in their order.
func (t *originTexts) entries(lines []int) string {
	var all []string
	last := ""
	for _, n := range lines {
		if at := t.places(t.file.LineOrigin(n)); at != last {
			all = append(all, strconv.Itoa(n)+":"+at)
			last = at
		}
	}
	return strings.Join(all, " ")
}

// places spells a place, and behind it where it was inlined.
func (t *originTexts) places(o *diag.Origin) string {
	var all []string
	for ; o != nil; o = o.At {
		name := t.file.OriginName(o.File)
		if t.isPTX(name) {
			name = "./" + name // which no //line directive has
		}
		file := strconv.Itoa(t.files.of(name))
		if o.Func != "" {
			file += "," + strconv.Itoa(t.funcs.of(o.Func))
		}
		all = append(all, file+":"+strconv.Itoa(o.Line))
	}
	return strings.Join(all, "@")
}

// index numbers texts as they come.
type index map[string]int

func (x index) of(s string) int {
	n, ok := x[s]
	if !ok {
		n = len(x)
		x[s] = n
	}
	return n
}

// quoted lists the texts in their order, as Go.
func (x index) quoted() string {
	all := make([]string, len(x))
	for s, n := range x {
		all[n] = strconv.Quote(s)
	}
	return strings.Join(all, ", ")
}

// tableLines adds the lines of the PTX that a line table has.
func tableLines(all map[int]bool, pairs []gosrc.LinePair) {
	for _, p := range pairs {
		all[p.PTX], all[p.Own] = true, true
		for ref := range strings.SplitSeq(p.Refs, ",") {
			if _, line, ok := strings.Cut(ref, "@"); ok {
				n, _ := strconv.Atoi(line)
				all[n] = true
			}
		}
	}
	delete(all, 0)
}
