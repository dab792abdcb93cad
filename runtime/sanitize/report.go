package sanitize

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// phrases say what a kind of finding is, as compute-sanitizer words it where it knows it.
var phrases = map[string]string{
	"race":              "Race reported",
	"race-equal":        "Race of equal values reported",
	"race-scope":        "Race reported, whose atomics have too narrow a scope,",
	"unordered-strong":  "Strong accesses without an order reported",
	"uninit":            "Uninitialized %s memory read of size %d bytes",
	"uninit-address":    "Uninitialized value used as an address",
	"uninit-predicate":  "Uninitialized value decides a branch",
	"shfl-inactive":     "Shuffle reads from a lane that does not take part",
	"oob":               "Invalid %s access",
	"oob-array":         "Access of size %[2]d bytes outside of its %[1]s variable, and in another one",
	"misaligned":        "Misaligned %s access",
	"use-after-free":    "Use of memory after it was freed",
	"double-free":       "Free of memory that is not in use",
	"barrier-divergent": "Barrier error detected. Divergent thread(s) in warp",
	"barrier-exited":    "Barrier error detected. Thread(s) of the block have exited",
	"barrier-mixed":     "Barrier error detected. Different barrier instructions of one block meet",
	"barrier-count":     "Barrier error detected. Thread counts or arrivals that do not agree",
	"barrier-argument":  "Barrier error detected. Invalid arguments",
	"barrier-left":      "Barrier error detected. Arrival that nobody waits for",
	"mbarrier-uninit":   "Barrier error detected. The mbarrier is not initialised",
	"mbarrier-count":    "Barrier error detected. More arrivals than the mbarrier waits for",
	"warp-mask":         "Warp error detected. The mask does not name the lane",
	"warp-exited":       "Warp error detected. The mask names lanes that are not there",
	"deadlock":          "Barrier error detected. Deadlock",
}

// Headline says what the finding is.
func (f *Finding) Headline() string {
	p, ok := phrases[f.Kind]
	switch {
	case !ok:
		return f.Kind
	case strings.Contains(p, "%") && strings.Contains(p, "%d"), strings.Contains(p, "%["):
		return fmt.Sprintf(p, "__"+f.Space.String()+"__", f.Size)
	case strings.Contains(p, "%s"):
		return fmt.Sprintf(p, "__"+f.Space.String()+"__")
	}
	return p
}

func dims(d [3]uint32) string { return fmt.Sprintf("(%d,%d,%d)", d[0], d[1], d[2]) }

// where is a side as "k:s.ptx:41 (scan.cu:7) by thread (33,0,0) in block (0,0,0)".
func (s *Side) where(kernel string) string {
	b := fmt.Sprintf("%s:%s:%d", kernel, filepath.Base(s.File), s.Line)
	if s.Source != "" {
		b += " (" + s.Source + ")"
	}
	return b + " by thread " + dims(s.Thread) + " in block " + dims(s.Block)
}

// title makes the first letter a capital.
func title(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Text writes a finding as compute-sanitizer does.
func (f *Finding) Text(w io.Writer) {
	const bar = "========= "
	head := title(f.Severity.String()) + ": " + f.Headline()
	switch {
	case f.Across != "":
		fmt.Fprintf(w, bar+"%s between %s access at %s\n", head, title(f.A.Op), f.A.where(f.Kernel))
		fmt.Fprintf(w, bar+"    and %s access at %s", title(f.B.Op), f.B.where(f.Kernel))
		fmt.Fprintf(w, " [%s, across %s, __%s__ 0x%x, %d bytes]\n", plural(f.Count, "hazard"), f.Across, f.Space, f.Addr, f.Size)
	default:
		fmt.Fprintf(w, bar+"%s at %s [%s]\n", head, f.A.where(f.Kernel), plural(f.Count, "time"))
		if f.B != nil {
			verb := "and " + f.B.Op
			if strings.HasPrefix(f.Kind, "uninit") {
				verb = "used"
			}
			fmt.Fprintf(w, bar+"    %s at %s\n", verb, f.B.where(f.Kernel))
		}
		if f.From != nil {
			fmt.Fprintf(w, bar+"    read at %s\n", f.From.where(f.Kernel))
		}
		if f.Threads > 0 {
			fmt.Fprintf(w, bar+"    %s of the block had exited\n", plural(f.Threads, "thread"))
		}
		if f.Note != "" {
			fmt.Fprintf(w, bar+"    %s\n", f.Note)
		}
	}
	for _, s := range []*Side{&f.A, f.B} {
		if s != nil && s.Text != "" {
			fmt.Fprintf(w, bar+"    %s:%d: %s\n", filepath.Base(s.File), s.Line, strings.TrimSpace(s.Text))
		}
	}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Totals counts findings by severity.
func Totals(list []*Finding) (errors, warnings, infos int) {
	for _, f := range list {
		switch f.Severity {
		case Error:
			errors++
		case Warning:
			warnings++
		default:
			infos++
		}
	}
	return errors, warnings, infos
}

// WriteText writes findings and their totals; suppressed is how many were left out.
func WriteText(w io.Writer, list []*Finding, suppressed int) {
	for _, f := range list {
		f.Text(w)
	}
	e, n, i := Totals(list)
	fmt.Fprintf(w, "========= SANITIZER SUMMARY: %s displayed (%s, %s, %s)", plural(len(list), "finding"), plural(e, "error"), plural(n, "warning"), plural(i, "info"))
	if suppressed > 0 {
		fmt.Fprintf(w, ", %d suppressed", suppressed)
	}
	fmt.Fprintln(w)
}

// jsonSide and jsonFinding are the report as JSON; docs/sanitizers.schema.json describes it.
type jsonSide struct {
	File        string    `json:"file"`
	Line        int       `json:"line"`
	Source      string    `json:"source,omitempty"`
	Instruction string    `json:"instruction,omitempty"`
	Op          string    `json:"op"`
	Block       [3]uint32 `json:"block"`
	Thread      [3]uint32 `json:"thread"`
}

type jsonFinding struct {
	Kind     string    `json:"kind"`
	Severity string    `json:"severity"`
	Kernel   string    `json:"kernel"`
	Space    string    `json:"space"`
	A        *jsonSide `json:"a"`
	B        *jsonSide `json:"b,omitempty"`
	From     *jsonSide `json:"from,omitempty"`
	Across   string    `json:"across,omitempty"`
	Address  uint64    `json:"address"`
	Bytes    int       `json:"bytes"`
	Exited   int       `json:"exited_threads,omitempty"`
	Note     string    `json:"note,omitempty"`
	Count    int       `json:"count"`
}

func (s *Side) json() *jsonSide {
	if s == nil {
		return nil
	}
	return &jsonSide{filepath.Base(s.File), s.Line, s.Source, strings.TrimSpace(s.Text), s.Op, s.Block, s.Thread}
}

// WriteJSON writes findings and their totals as one JSON object.
func WriteJSON(w io.Writer, list []*Finding) error {
	out := struct {
		Version  int           `json:"version"`
		Findings []jsonFinding `json:"findings"`
		Errors   int           `json:"errors"`
		Warnings int           `json:"warnings"`
		Infos    int           `json:"infos"`
	}{Version: 1, Findings: []jsonFinding{}}
	out.Errors, out.Warnings, out.Infos = Totals(list)
	for _, f := range list {
		out.Findings = append(out.Findings, jsonFinding{f.Kind, f.Severity.String(), f.Kernel, f.Space.String(), f.A.json(), f.B.json(), f.From.json(), f.Across, f.Addr, f.Size, f.Threads, f.Note, f.Count})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

// Report is the error of a launch of sanitized code in which something is wrong: all that was found.
type Report struct{ Findings []*Finding }

// Report returns what was found as an error, nil where there is nothing but infos.
func (s *State) Report() error {
	list := s.Findings()
	if e, w, _ := Totals(list); e+w == 0 {
		return nil
	}
	return &Report{list}
}

// Error returns the findings as WriteText writes them.
func (r *Report) Error() string {
	var b strings.Builder
	WriteText(&b, r.Findings, 0)
	return strings.TrimSuffix(b.String(), "\n")
}
