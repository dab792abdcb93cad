package diag

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// Severity grades a Diagnostic. Only errors stop the compiler.
type Severity uint8

// The severities.
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
	all     []Diagnostic
	errors  int
	dropped int
}

// DefaultLimit is how many errors a List keeps before it only counts them.
const DefaultLimit = 100

// NewList returns an empty list for a file.
func NewList(f *File) *List { return &List{File: f} }

// Add records a diagnostic.
func (l *List) Add(d Diagnostic) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if d.Severity == Error {
		l.errors++
		limit := l.Limit
		if limit == 0 {
			limit = DefaultLimit
		}
		if l.errors > limit {
			l.dropped++
			return
		}
	}
	l.all = append(l.all, d)
}

// Errorf records an error without a hint.
func (l *List) Errorf(p Pos, code, format string, args ...any) {
	l.Add(Diagnostic{Pos: p, Code: code, Msg: fmt.Sprintf(format, args...)})
}

// Warnf records a warning.
func (l *List) Warnf(p Pos, code, format string, args ...any) {
	l.Add(Diagnostic{Pos: p, Severity: Warning, Code: code, Msg: fmt.Sprintf(format, args...)})
}

// Errors returns the number of errors, those beyond the limit included.
func (l *List) Errors() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.errors
}

// Sorted returns the diagnostics in the order of the text, without exact
// repeats.
func (l *List) Sorted() []Diagnostic {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := slices.Clone(l.all)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		if a.Pos != b.Pos {
			return int(a.Pos) - int(b.Pos)
		}
		return strings.Compare(a.Msg, b.Msg)
	})
	return slices.CompactFunc(out, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Msg == b.Msg
	})
}

// Print writes the diagnostics for people: one line each, then the source line
// with a caret below the place, then the hint. A note is one line.
func (l *List) Print(w io.Writer) {
	for _, d := range l.Sorted() {
		p := l.File.Position(d.Pos)
		fmt.Fprintf(w, "%s: %s: %s\n", p, d.Severity, d.Msg)
		if p.Line > 0 && d.Severity != Note {
			printCaret(w, l.File.LineText(p.Line), p.Col, d.Len)
		}
		if d.Hint != "" {
			fmt.Fprintf(w, "    hint: %s\n", d.Hint)
		}
	}
	if l.dropped > 0 {
		fmt.Fprintf(w, "%s: %d more errors not shown\n", l.File.Name, l.dropped)
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
	col -= start
	// Unprintable bytes would move the caret or harm the terminal.
	text = strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return '?'
		}
		return r
	}, text)
	n = max(1, min(n, len(text)-col+1))
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, text[:min(col-1, len(text))])
	fmt.Fprintf(w, "    %s\n    %s%s\n", text, pad, strings.Repeat("^", n))
}

// jsonDiagnostic is the machine form of a Diagnostic, one object a line.
type jsonDiagnostic struct {
	Position
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Msg      string `json:"message"`
	Hint     string `json:"hint,omitempty"`
}

// PrintJSON writes one JSON object a line.
func (l *List) PrintJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	for _, d := range l.Sorted() {
		err := enc.Encode(jsonDiagnostic{l.File.Position(d.Pos), d.Severity.String(), d.Code, d.Msg, d.Hint})
		if err != nil {
			return err
		}
	}
	return nil
}

// Merge adds everything that another list of the same file has collected. It
// lets work that ran in parallel report in the order of the text: each part
// fills a list of its own, and the parts are merged one after the other.
func (l *List) Merge(part *List) {
	part.mu.Lock()
	all, dropped := part.all, part.dropped
	part.mu.Unlock()
	for _, d := range all {
		l.Add(d)
	}
	l.mu.Lock()
	l.errors += dropped
	l.dropped += dropped
	l.mu.Unlock()
}
