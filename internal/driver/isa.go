package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/ptx2go/ptx2go/internal/diag"
)

const isaHelp = `Without files it counts the rows of the instruction table: how many forms each group
and tier has, how many are supported wholly and in part, and with -cases how many of
them a conformance case contains. docs/ISA.md lists the forms one by one.

Tiers: 0 the oldest documents, 1 what compilers emit for sm_50 to sm_90, 2 tensor cores,
clusters and asynchronous copies, 3 textures, surfaces and video, 4 sm_100 and later.

With -missing it lists what the files need that is not supported, with the number of
places and the first one; the exit status is 1 if there is anything.
`

// isaReport implements ptx2go isa.
func isaReport(_ context.Context, args []string, std Stdio) error {
	fs := flagSet("isa")
	md := fs.Bool("md", false, "print a Markdown table")
	asJSON := fs.Bool("json", false, "print one JSON object a line for each form, or for each finding of -missing")
	all := fs.Bool("v", false, "list every form")
	missing := fs.Bool("missing", false, "list the forms that the files need and that are not supported")
	var cases list
	fs.Var(&cases, "cases", "`folders` of conformance cases, separated by commas")
	files, err := parseFlags(fs, args, std)
	if err != nil {
		return err
	}
	switch {
	case *md && *asJSON:
		return usagef("-md and -json exclude each other")
	case *missing && len(files) == 0:
		return usagef("-missing needs PTX files")
	case !*missing && len(files) > 0:
		return usagef("files are for -missing")
	case *missing && (len(cases) > 0 || *all):
		return usagef("-missing does not go with -cases and -v")
	case *missing:
		return reportMissing(files, *md, *asJSON, std)
	}
	var inCases map[string]bool
	if len(cases) > 0 {
		if inCases, err = headsInCases(cases); err != nil {
			return err
		}
	}
	rows := measure(inCases)
	if *asJSON {
		return coverageJSON(std.Out, rows, inCases != nil)
	}
	t := &textTable{w: std.Out, md: *md}
	if *all {
		formTable(t, rows, inCases != nil)
		fmt.Fprintln(std.Out)
	}
	groupTable(t, rows, inCases != nil)
	return nil
}

// sums counts forms.
type sums struct{ forms, supported, part, cases int }

func (s *sums) add(c *coverage) {
	if !c.counted() {
		return
	}
	s.forms++
	switch {
	case c.supported == c.heads:
		s.supported++
	case c.supported > 0:
		s.part++
	}
	if c.cases > 0 {
		s.cases++
	}
}

// groupTable prints a row for each group and tier, and the totals by tier.
func groupTable(t *textTable, rows []*coverage, withCases bool) {
	type key struct {
		group string
		tier  int
	}
	const tiers = 5
	count := map[key]*sums{}
	var order []key
	var total [tiers + 1]sums
	for _, c := range rows {
		k := key{c.form.Group, c.form.Tier}
		if count[k] == nil {
			count[k] = &sums{}
			order = append(order, k)
		}
		count[k].add(c)
		total[c.form.Tier].add(c)
		total[tiers].add(c)
	}
	head := []string{"group", "tier", "forms", "supported", "in part", "not"}
	if withCases {
		head = append(head, "in a case")
	}
	t.head(head...)
	line := func(group, tier string, s *sums) {
		if s.forms == 0 {
			return
		}
		cells := []string{group, tier, num(s.forms), num(s.supported), num(s.part), num(s.forms - s.supported - s.part)}
		if withCases {
			cells = append(cells, num(s.cases))
		}
		t.row(cells...)
	}
	for _, k := range order {
		line(k.group, num(k.tier), count[k])
	}
	for tier := range tiers {
		line("all", num(tier), &total[tier])
	}
	line("all", "all", &total[tiers])
	t.flush()
}

// formTable prints a row for each form.
func formTable(t *textTable, rows []*coverage, withCases bool) {
	head := []string{"id", "tier", "syntax", "status", "heads", "supported"}
	if withCases {
		head = append(head, "in a case")
	}
	t.head(head...)
	for _, c := range rows {
		cells := []string{c.form.ID, num(c.form.Tier), t.code(c.form.Syntax), c.status(), num(c.heads), num(c.supported)}
		if withCases {
			cells = append(cells, num(c.cases))
		}
		t.row(cells...)
	}
	t.flush()
}

func num(n int) string { return fmt.Sprint(n) }

// textTable prints rows of cells, aligned or as Markdown.
type textTable struct {
	w  io.Writer
	md bool
	tw *tabwriter.Writer
}

func (t *textTable) head(cells ...string) {
	if t.md {
		t.row(cells...)
		fmt.Fprintf(t.w, "|%s\n", strings.Repeat("---|", len(cells)))
		return
	}
	t.tw = tabwriter.NewWriter(t.w, 0, 0, 2, ' ', 0)
	t.row(cells...)
}

func (t *textTable) row(cells ...string) {
	if t.md {
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		fmt.Fprintf(t.w, "| %s |\n", strings.Join(cells, " | "))
		return
	}
	fmt.Fprintln(t.tw, strings.Join(cells, "\t"))
}

// code spells a cell that is PTX.
func (t *textTable) code(s string) string {
	if t.md {
		return "`" + s + "`"
	}
	return s
}

func (t *textTable) flush() {
	if t.tw != nil {
		t.tw.Flush()
	}
}

// jsonForm is the machine form of a coverage.
type jsonForm struct {
	ID        string `json:"id"`
	Group     string `json:"group"`
	Tier      int    `json:"tier"`
	Syntax    string `json:"syntax"`
	Status    string `json:"status"`
	Heads     int    `json:"heads"`
	Supported int    `json:"supported_heads"`
	Cases     *int   `json:"heads_in_cases,omitempty"`
}

func coverageJSON(w io.Writer, rows []*coverage, withCases bool) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, c := range rows {
		j := jsonForm{c.form.ID, c.form.Group, c.form.Tier, c.form.Syntax, c.status(), c.heads, c.supported, nil}
		if withCases {
			j.Cases = &c.cases
		}
		if err := enc.Encode(j); err != nil {
			return err
		}
	}
	return nil
}

// missingForm is something that a file needs and ptx2go does not support.
type missingForm struct {
	What   string        `json:"what"`
	Places int           `json:"places"`
	First  diag.Position `json:"first"`
}

// reportMissing implements -missing. Mistakes in a file are reported as check
// does, and fail.
func reportMissing(files []string, md, asJSON bool, std Stdio) error {
	var found []*missingForm
	byWhat := map[string]*missingForm{}
	failed := false
	for _, path := range files {
		f, err := load(path, std.In)
		if err != nil {
			return err
		}
		l := diag.NewList(f)
		l.Limit = len(f.Src) + 1 // every place counts
		lowerModule(f, l, compileOptions{raw: true})
		mistakes := diag.NewList(f)
		for _, d := range l.Sorted() {
			if d.Severity != diag.Error {
				continue
			}
			if d.Code != "unsupported" {
				mistakes.Add(d)
				continue
			}
			what := strings.TrimPrefix(d.Msg, "not supported yet: ")
			m := byWhat[what]
			if m == nil {
				m = &missingForm{What: what, First: f.Position(d.Pos)}
				byWhat[what] = m
				found = append(found, m)
			}
			m.Places++
		}
		mistakes.Print(std.Err)
		failed = failed || mistakes.Errors() > 0
	}
	if asJSON {
		enc := json.NewEncoder(std.Out)
		for _, m := range found {
			if err := enc.Encode(m); err != nil {
				return err
			}
		}
	} else if len(found) > 0 {
		t := &textTable{w: std.Out, md: md}
		t.head("places", "not supported", "first")
		for _, m := range found {
			t.row(num(m.Places), t.code(m.What), m.First.String())
		}
		t.flush()
	}
	if failed || len(found) > 0 {
		return errFailed
	}
	return nil
}
