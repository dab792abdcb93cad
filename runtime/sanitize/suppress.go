package sanitize

import (
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// Suppressions leave out findings. Each is a line of words KEY=VALUE, all of which must hold: kernel, kind, space,
// across, severity (patterns of path.Match), line (of the PTX, on either side) and source (such as scan.cu:7, a
// pattern, on either side). What stands after # is a comment.
type Suppressions []map[string]string

// ParseSuppressions reads a file of suppressions; name is for errors.
func ParseSuppressions(name, text string) (Suppressions, error) {
	var out Suppressions
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		rule := map[string]string{}
		for _, w := range strings.Fields(line) {
			key, value, ok := strings.Cut(w, "=")
			if _, known := suppressed[key]; !ok || !known {
				return nil, fmt.Errorf("%s:%d: %q is none of kernel=, kind=, space=, across=, severity=, line= and source=", name, i+1, w)
			}
			if _, err := path.Match(value, ""); err != nil {
				return nil, fmt.Errorf("%s:%d: bad pattern %q", name, i+1, value)
			}
			rule[key] = value
		}
		if len(rule) > 0 {
			out = append(out, rule)
		}
	}
	return out, nil
}

// suppressed are the words of a finding that a key may match, one of which must.
var suppressed = map[string]func(f *Finding) []string{
	"kernel":   func(f *Finding) []string { return []string{f.Kernel} },
	"kind":     func(f *Finding) []string { return []string{f.Kind} },
	"space":    func(f *Finding) []string { return []string{f.Space.String()} },
	"across":   func(f *Finding) []string { return []string{f.Across} },
	"severity": func(f *Finding) []string { return []string{f.Severity.String()} },
	"line":     func(f *Finding) []string { return f.sides(func(s *Side) string { return strconv.Itoa(s.Line) }) },
	"source":   func(f *Finding) []string { return f.sides(func(s *Side) string { return filepath.Base(s.Source) }) },
}

func (f *Finding) sides(of func(*Side) string) (list []string) {
	for _, s := range []*Side{&f.A, f.B, f.From} {
		if s != nil {
			list = append(list, of(s))
		}
	}
	return list
}

// Filter returns the findings that no suppression names, and how many are left out.
func (s Suppressions) Filter(list []*Finding) (kept []*Finding, dropped int) {
	for _, f := range list {
		if s.match(f) {
			dropped++
		} else {
			kept = append(kept, f)
		}
	}
	return kept, dropped
}

func (s Suppressions) match(f *Finding) bool {
rules:
	for _, rule := range s {
		for key, pattern := range rule {
			found := false
			for _, w := range suppressed[key](f) {
				ok, _ := path.Match(pattern, w)
				found = found || ok
			}
			if !found {
				continue rules
			}
		}
		return true
	}
	return false
}
