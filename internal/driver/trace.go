package driver

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/interp"
)

// tracer returns a hook that prints what a warp executes, a line each: CTA, warp,
// the lanes that take part as a mask, the PTX line, the value, and its bits in
// the lanes, once where they are all the same.
func tracer(w io.Writer) func(*interp.Event) {
	return func(e *interp.Event) {
		var text string
		var pos diag.Pos
		if e.Value != nil {
			text, pos = e.Value.String(), e.Value.Pos
		} else {
			text, pos = fmt.Sprintf("%s %s", e.Block, e.Block.Term), e.Block.Pos
		}
		text, _, _ = strings.Cut(text, " ; ") // its own position
		where := ""
		if f := e.Func.Module.File; f != nil && pos.IsValid() {
			p := f.Position(pos)
			where = fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line)
		}
		fmt.Fprintf(w, "(%d,%d,%d) warp %d %08x %s: %s%s\n", e.CTA[0], e.CTA[1], e.CTA[2], e.Warp, e.Lanes, where, strings.TrimSpace(text), results(e))
	}
}

// results spells the bits that the lanes have got.
func results(e *interp.Event) string {
	var words []string
	same := true
	for lane := range 32 {
		r := e.Result(lane)
		if r == nil {
			continue
		}
		var b strings.Builder
		for _, x := range slices.Backward(r) {
			fmt.Fprintf(&b, " %#x", x)
		}
		words = append(words, b.String())
		same = same && words[0] == b.String()
	}
	switch {
	case len(words) == 0:
		return ""
	case same:
		words = words[:1]
	}
	return " =" + strings.Join(words, "")
}
