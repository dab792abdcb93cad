package frontend

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// leniencies are the forms of a module that the manual does not have, or does not
// explain, and that are taken all the same because programs or other translators
// have them. There is one note for all places of each.
type leniencies struct {
	mu  sync.Mutex
	all map[string]*leniency
}

type leniency struct {
	first diag.Pos
	len   int // bytes of the first place
	times int
	why   string
}

// note records a place of what. It is safe for concurrent use.
func (l *leniencies) note(pos diag.Pos, n int, what, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string]*leniency{}
	}
	x := l.all[what]
	if x == nil {
		x = &leniency{first: pos, len: n, why: why}
		l.all[what] = x
	}
	if pos < x.first {
		x.first, x.len = pos, n
	}
	x.times++
}

// report adds the notes to a list.
func (l *leniencies) report(list *diag.List) {
	for _, what := range slices.Sorted(maps.Keys(l.all)) {
		x := l.all[what]
		msg := what + ": " + x.why
		if x.times > 1 {
			msg += fmt.Sprintf(" (%d places)", x.times)
		}
		list.Add(diag.Diagnostic{Pos: x.first, Len: max(1, x.len), Severity: diag.Note, Code: "lenient", Msg: msg})
	}
}

// textEnd returns where the text of a file ends: before zeros and the ^Z with which
// old systems filled or ended files.
func textEnd(src string) int {
	return len(strings.TrimRight(src, "\x00\x1a \t\r\n"))
}

// noteText notes what is odd about a file as such. Whether ptxas takes it is not
// known; files with it are in circulation.
func (m *Module) noteText() {
	const why = "it is skipped, an assembler may refuse it"
	src, start := m.File.Text(m.text), m.text.Start
	if strings.HasPrefix(src, byteOrderMark) {
		m.lenient.note(diag.At(start), len(byteOrderMark), "a byte-order mark", why)
	}
	if i := textEnd(src); strings.ContainsAny(src[i:], "\x00\x1a") {
		i += strings.IndexAny(src[i:], "\x00\x1a")
		what := "^Z at the end"
		if src[i] == 0 {
			what = "NUL at the end"
		}
		m.lenient.note(diag.At(start+i), 1, what, why)
	}
	for i := strings.IndexByte(src, '\r'); i >= 0; {
		if i+1 == len(src) || src[i+1] != '\n' {
			m.lenient.note(diag.At(start+i), 1, "a carriage return without a line feed", "it ends a line, an assembler may see one long line")
			break
		}
		j := strings.IndexByte(src[i+1:], '\r')
		if j < 0 {
			break
		}
		i += 1 + j
	}
}
