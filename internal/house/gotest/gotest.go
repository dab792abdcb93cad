// Package gotest reads what go test -json prints and says of a run what the exit status of go
// test leaves out: which tests were skipped for want of something, with the reason, and whether
// the tests that -run names were there at all. A test that cannot run here says "SKIPPED: why";
// one that is left out by design, as a long one, says anything else. The package runs nothing
// itself.
package gotest

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp/syntax"
	"slices"
	"strings"
)

// Mark stands before the reason in what a test prints or logs that lacks something.
const Mark = "SKIPPED: "

// Report is what a run of go test has done.
type Report struct {
	Packages int      // that passed
	Failed   []string // packages
	Tests    int      // tests and subtests that passed
	Skipped  []string // "package test: reason" for each that lacks something
	LeftOut  int      // tests that were skipped by design
	Slow     []Slow   // tests that took seconds, the slowest first; no subtests

	ran map[string]bool // names of tests, with those of subtests
}

// Slow is a test that took long.
type Slow struct {
	Package, Test string
	Seconds       float64
}

// seconds is what a test may take that is not listed.
const seconds = 5

// event is a line of go test -json, as go doc test2json describes it.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// Read takes the events of a run and prints to w a line for each package, and what tests print
// that fail. A line that is no event, as go test prints of what does not build, is printed too.
func Read(r io.Reader, w io.Writer) (*Report, error) {
	rep := &Report{ran: map[string]bool{}}
	type key struct{ pkg, test string }
	texts := map[key][]string{}
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
				fmt.Fprint(w, line)
			} else {
				k := key{cmp.Or(e.Package, e.ImportPath), e.Test}
				switch e.Action {
				case "output", "build-output":
					texts[k] = append(texts[k], e.Output)
				default:
					rep.end(w, e, texts[k])
				}
				if e.Action == "pass" || e.Action == "skip" {
					delete(texts, k)
				}
				if e.Action == "fail" && e.Test == "" {
					// Those of its tests that did not end, as after a panic.
					for _, left := range slices.SortedFunc(maps.Keys(texts), func(a, b key) int { return cmp.Compare(a.test, b.test) }) {
						if left.pkg == e.Package && left.test != "" {
							fmt.Fprint(w, strings.Join(texts[left], ""))
							delete(texts, left)
						}
					}
				}
				if e.Action == "fail" {
					delete(texts, k)
				}
			}
		}
		if err == io.EOF {
			return rep, nil
		}
		if err != nil {
			return rep, err
		}
	}
}

// end notes that a test, or a package if e names none, has come to an end.
func (r *Report) end(w io.Writer, e event, text []string) {
	switch e.Action {
	case "pass", "fail", "skip", "build-fail":
	default:
		return // start, run, pause, cont, bench
	}
	if e.Test != "" && e.Action != "skip" {
		r.ran[e.Test] = true
	}
	if e.Test != "" && e.Elapsed >= seconds && !strings.Contains(e.Test, "/") {
		r.Slow = append(r.Slow, Slow{e.Package, e.Test, e.Elapsed})
		slices.SortStableFunc(r.Slow, func(a, b Slow) int { return cmp.Compare(b.Seconds, a.Seconds) })
	}
	lacks := r.lacks(e, text)
	switch {
	case e.Action == "build-fail":
		fmt.Fprint(w, strings.Join(text, ""))
	case e.Action == "fail" && e.Test == "":
		r.Failed = append(r.Failed, e.Package)
		fmt.Fprint(w, strings.Join(text, "")) // which ends in a line for the package
	case e.Action == "fail":
		fmt.Fprint(w, strings.Join(text, ""))
	case e.Action == "skip" && e.Test != "":
		if !lacks {
			r.LeftOut++
		}
	case e.Action == "pass" && e.Test == "":
		r.Packages++
		fmt.Fprintf(w, "ok  \t%s\t%.3fs\n", e.Package, e.Elapsed)
	case e.Action == "pass":
		r.Tests++
	}
}

// lacks notes what a test, or a package, printed about things that are missing.
func (r *Report) lacks(e event, text []string) bool {
	found := false
	for line := range strings.Lines(strings.Join(text, "")) {
		if _, reason, ok := strings.Cut(line, Mark); ok {
			r.Skipped = append(r.Skipped, strings.TrimSpace(e.Package+" "+e.Test)+": "+strings.TrimSpace(reason))
			found = true
		}
	}
	return found
}

// Missing returns those of the tests that a pattern of -run names of which none has run: of
// '^Test(A|B)$' TestA and TestB. A name that is not anchored is one if it is part of the test's.
// What has no finite number of names, as 'Test.*', is one name, which is found if any test ran.
func (r *Report) Missing(pattern string) ([]string, error) {
	var missing []string
	// Levels are matched one by one, as go test does.
	for level, part := range strings.Split(pattern, "/") {
		re, err := syntax.Parse(part, syntax.Perl)
		if err != nil {
			return nil, fmt.Errorf("-run: %w", err)
		}
		names, finite := words(re.Simplify())
		if !finite {
			names = []word{{}}
		}
		for _, n := range names {
			found := false
			for test := range r.ran {
				if levels := strings.Split(test, "/"); level < len(levels) && n.in(levels[level]) {
					found = true
				}
			}
			if !found {
				missing = append(missing, cmp.Or(n.text, part))
			}
		}
	}
	return missing, nil
}

// word is a text that a pattern matches, and whether it must be at an end of the name.
type word struct {
	text        string
	first, last bool
}

func (w word) in(name string) bool {
	switch {
	case w.first && w.last:
		return name == w.text
	case w.first:
		return strings.HasPrefix(name, w.text)
	case w.last:
		return strings.HasSuffix(name, w.text)
	}
	return strings.Contains(name, w.text)
}

// words returns all that a pattern matches, and whether these are few.
func words(re *syntax.Regexp) ([]word, bool) {
	const few = 1000
	switch re.Op {
	case syntax.OpEmptyMatch:
		return []word{{}}, true
	case syntax.OpBeginText, syntax.OpBeginLine:
		return []word{{first: true}}, true
	case syntax.OpEndText, syntax.OpEndLine:
		return []word{{last: true}}, true
	case syntax.OpLiteral:
		return []word{{text: string(re.Rune)}}, re.Flags&syntax.FoldCase == 0
	case syntax.OpCharClass:
		var all []word
		for i := 0; i < len(re.Rune); i += 2 {
			for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
				if len(all) == few {
					return nil, false
				}
				all = append(all, word{text: string(c)})
			}
		}
		return all, true
	case syntax.OpCapture:
		return words(re.Sub[0])
	case syntax.OpQuest:
		all, ok := words(re.Sub[0])
		return append(all, word{}), ok
	case syntax.OpAlternate:
		var all []word
		for _, sub := range re.Sub {
			some, ok := words(sub)
			if !ok {
				return nil, false
			}
			all = append(all, some...)
		}
		return all, true
	case syntax.OpConcat:
		all := []word{{}}
		for _, sub := range re.Sub {
			some, ok := words(sub)
			if !ok || len(all)*len(some) > few {
				return nil, false
			}
			var longer []word
			for _, a := range all {
				for _, b := range some {
					longer = append(longer, word{a.text + b.text, a.first || b.first, a.last || b.last})
				}
			}
			all = longer
		}
		return all, true
	}
	return nil, false
}
