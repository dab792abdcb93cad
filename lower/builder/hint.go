package builder

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
)

// hint is something in a module that cannot change a result: advice to an
// optimiser, a cache, a debugger. It is left out, with one note for all its places. So
// has what means something that the manual leaves open.
type hint struct {
	first diag.Pos
	times int
	says  string // behind what it is
}

// hint records a place where something is left out.
func (b *module) hint(pos diag.Pos, what, why string) {
	b.note(pos, what, "has no effect: "+why)
}

// note records a place of something that one note is for.
func (b *module) note(pos diag.Pos, what, says string) {
	h := b.hints[what]
	if h == nil {
		h = &hint{first: pos, says: says}
		b.hints[what] = h
	}
	h.first = min(h.first, pos)
	h.times++
}

// noteHints reports what has been left out.
func (b *module) noteHints() {
	for _, what := range slices.Sorted(maps.Keys(b.hints)) {
		h := b.hints[what]
		msg := what + " " + h.says
		if h.times > 1 {
			msg += fmt.Sprintf(" (%d places)", h.times)
		}
		b.l.Add(diag.Diagnostic{Pos: h.first, Len: len(what), Severity: diag.Note, Code: "hint", Msg: msg})
	}
}

// cacheOperators are the operators that choose how a cache treats data. Those that
// are not here either are the default (.ca, .wb) or mean more (.cv, .volatile).
var cacheOperators = map[string]bool{"cg": true, "cs": true, "lu": true, "wt": true}

// instHints records what the instruction asks of caches.
func (b *fn) instHints() {
	for _, m := range b.in.Mods {
		t := m.Text
		if cacheOperators[t] && !strings.HasPrefix(b.in.Opcode, "cp") || strings.HasPrefix(t, "L1::") || strings.HasPrefix(t, "L2::") {
			b.hint(m.Pos, "."+t, "where data lie in a cache does not change them")
		}
	}
}

// directiveHint records a directive that steers an optimiser.
func (b *module) directiveHint(d *frontend.Directive) {
	if d.Name == ".pragma" {
		for _, s := range d.Text {
			b.hint(d.Pos, fmt.Sprintf(".pragma %q", s), "pragmas steer an optimiser")
		}
		return
	}
	b.hint(d.Pos, d.Name, "it steers the allocation of a GPU's registers and multiprocessors")
}
