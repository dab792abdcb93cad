package diag

import (
	"cmp"
	"container/heap"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Severity grades a Diagnostic. Only errors stop the compiler.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Note
)

func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// Diagnostic is one finding about the PTX text.
type Diagnostic struct {
	Pos      Pos
	Len      int // bytes that the caret underlines, at least 1
	Severity Severity
	Code     string // short stable name of the kind, such as "syntax" or "unsupported"
	Msg      string
	Hint     string // what to do about it; may be empty
}

// List collects the diagnostics of one file. It is safe for concurrent use,
// since function bodies are parsed in parallel.
type List struct {
	File  *File
	Limit int // errors to keep, 0 means DefaultLimit

	mu      sync.Mutex
	rest    []Diagnostic // warnings and notes
	errors  lastFirst
	kept    map[key]bool // errors
	found   int          // errors, those dropped included
	dropped int
}

// DefaultLimit is how many errors a List keeps before it only counts them.
const DefaultLimit = 100

// NewList returns an empty list for a file.
func NewList(f *File) *List { return &List{File: f} }

// Add records a diagnostic. Of more errors than the limit those that come first
// in the text are kept, whatever stage finds them. An error that is there already
// does not count again. What the message and the hint repeat of the text is made
// printable and short.
func (l *List) Add(d Diagnostic) {
	d.Msg, d.Hint = printable(brief(d.Msg), false), printable(brief(d.Hint), false)
	l.mu.Lock()
	defer l.mu.Unlock()
	if d.Severity != Error {
		l.rest = append(l.rest, d)
		return
	}
	k := keyOf(d)
	if l.kept[k] {
		return
	}
	l.found++
	limit := l.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	if len(l.errors) == limit {
		l.dropped++
		if k.compare(keyOf(l.errors[0])) > 0 {
			return
		}
		delete(l.kept, keyOf(heap.Pop(&l.errors).(Diagnostic)))
	}
	if l.kept == nil {
		l.kept = map[key]bool{}
	}
	l.kept[k] = true
	heap.Push(&l.errors, d)
}

// lastFirst is a heap of errors with the last one of the text on top.
type lastFirst []Diagnostic

func (h lastFirst) Len() int           { return len(h) }
func (h lastFirst) Less(i, j int) bool { return keyOf(h[i]).compare(keyOf(h[j])) > 0 }
func (h lastFirst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *lastFirst) Push(d any)        { *h = append(*h, d.(Diagnostic)) }
func (h *lastFirst) Pop() any {
	d := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return d
}

// key is what makes two errors the same.
type key struct {
	pos Pos
	msg string
}

func keyOf(d Diagnostic) key { return key{d.Pos, d.Msg} }

// compare orders errors as they are shown.
func (k key) compare(o key) int {
	return cmp.Or(cmp.Compare(k.pos, o.pos), strings.Compare(k.msg, o.msg))
}

// Errorf records an error without a hint.
func (l *List) Errorf(p Pos, code, format string, args ...any) {
	l.Add(Diagnostic{Pos: p, Code: code, Msg: fmt.Sprintf(format, args...)})
}

// Errors returns the number of errors, those beyond the limit included.
func (l *List) Errors() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.found
}

// Sorted returns the diagnostics in the order of the text, without exact
// repeats.
func (l *List) Sorted() []Diagnostic {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := slices.Concat(l.errors, l.rest)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return keyOf(a).compare(keyOf(b))
	})
	return slices.CompactFunc(out, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Msg == b.Msg
	})
}

// Print writes the diagnostics for people: one line each, then the source line
// with a caret below the place, then where that was compiled from, then the hint. A note is
// one line.
func (l *List) Print(w io.Writer) {
	for _, d := range l.Sorted() {
		p := l.File.Position(d.Pos)
		o := l.File.Origin(d.Pos)
		if o != nil && d.Severity == Note {
			d.Msg += " (" + o.String() + ")"
		}
		fmt.Fprintf(w, "%s: %s: %s\n", p, d.Severity, d.Msg)
		if p.Line > 0 && d.Severity != Note {
			printCaret(w, l.File.LineText(l.File.Line(d.Pos)), p.Col, d.Len)
		}
		if o != nil && d.Severity != Note {
			fmt.Fprintf(w, "    source: %s\n", o)
		}
		if d.Hint != "" {
			fmt.Fprintf(w, "    hint: %s\n", d.Hint)
		}
	}
	if l.dropped > 0 {
		fmt.Fprintf(w, "%s: %s not shown\n", Shown(l.File.Name), Count(l.dropped, "more error"))
	}
}

// maxExcerpt bounds the source line that is shown, since generated or broken
// files may hold lines of megabytes.
const maxExcerpt = 160

func printCaret(w io.Writer, text string, col, n int) {
	start := 0
	if col-1 > maxExcerpt-40 {
		start = col - 1 - 40
	}
	if start > len(text) {
		return
	}
	text = text[start:]
	if len(text) > maxExcerpt {
		text = text[:maxExcerpt]
	}
	at := min(col-1-start, len(text))
	marked := text[at:min(at+max(n, 0), len(text))]
	// What is not printable would move the caret or harm the terminal.
	shown := strings.Map(func(r rune) rune {
		if r != '\t' && (r == utf8.RuneError || !unicode.IsPrint(r)) {
			return '?'
		}
		return r
	}, text)
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, text[:at])
	fmt.Fprintf(w, "    %s\n    %s%s\n", shown, pad, strings.Repeat("^", max(1, utf8.RuneCountInString(marked))))
}

// jsonDiagnostic is the machine form of a Diagnostic, one object a line.
type jsonDiagnostic struct {
	Position
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Msg      string `json:"message"`
	Hint     string `json:"hint,omitempty"`
	Source   string `json:"source,omitempty"` // its Origin
}

// PrintJSON writes one JSON object a line.
func (l *List) PrintJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	for _, d := range l.Sorted() {
		j := jsonDiagnostic{Position: l.File.Position(d.Pos), Severity: d.Severity.String(), Code: d.Code, Msg: d.Msg, Hint: d.Hint}
		if o := l.File.Origin(d.Pos); o != nil {
			j.Source = o.String()
		}
		err := enc.Encode(j)
		if err != nil {
			return err
		}
	}
	if l.dropped > 0 {
		return enc.Encode(jsonDiagnostic{Position: Position{File: l.File.Name}, Severity: Note.String(), Code: "limit", Msg: Count(l.dropped, "more error") + " not shown"})
	}
	return nil
}

// Merge adds everything that another list of the same file has collected. It
// lets work that ran in parallel report in the order of the text: each part
// fills a list of its own, and the parts are merged one after another.
func (l *List) Merge(part *List) {
	part.mu.Lock()
	all, dropped := slices.Concat(part.errors, part.rest), part.dropped
	part.mu.Unlock()
	for _, d := range all {
		l.Add(d)
	}
	l.mu.Lock()
	l.found += dropped
	l.dropped += dropped
	l.mu.Unlock()
}

// Count spells a number of things: 1 error, 2 errors.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
