package driver

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/ptx2go/ptx2go/internal/isa"
)

const isaHelp = `Without files it counts the rows of the instruction table: how many forms each group
and tier has, and how many are supported wholly and in part. docs/ISA.md lists the forms
one by one. A form is undefined where no text says what it computes. -tier and -group
choose rows.

Tiers: 0 the oldest documents, 1 what compilers emit for sm_50 to sm_90, 2 tensor cores,
clusters and asynchronous copies, 3 textures, surfaces and video, 4 sm_100 and later.

With -cases it runs conformance cases, every PTX variant of each, and counts what they
execute: an instruction counts when a thread executes it, its guard being true, in a
variant whose results are right. It does not count for merely standing in the file. The
variants that do not count are on standard error. With -unexecuted it lists the chosen
rows that nothing executes, with -v their single heads; the exit status is 1 if there is
any. For example, to require a case for each of the oldest floating-point rows:

  ptx2go isa -cases DIR -tier 0 -group "floating point,half precision" -unexecuted

With -missing it lists what the files need that is not supported, with the number of
places and the first one; the exit status is 1 if there is anything.
`

// isaOptions are the flags of isa.
type isaOptions struct {
	md, json, all       bool
	missing, unexecuted bool
	cases, groups       list
	engine              string
	tier                int
}

// isaReport implements ptx2go isa.
func isaReport(ctx context.Context, args []string, std Stdio) error {
	fs := flagSet("isa")
	var opt isaOptions
	fs.BoolVar(&opt.md, "md", false, "print a Markdown table")
	fs.BoolVar(&opt.json, "json", false, "print one JSON object a line for each form, or for each finding of -missing and -unexecuted")
	fs.BoolVar(&opt.all, "v", false, "list every form before the counts; with -unexecuted every head")
	fs.BoolVar(&opt.missing, "missing", false, "list the forms that the files need and that are not supported")
	fs.Var(&opt.cases, "cases", "run the conformance cases in these `folders`, separated by commas, and count what they execute")
	oneOf(fs, &opt.engine, "engine", "in which engines a variant of a case must pass to count", "interp", "go", "both")
	fs.BoolVar(&opt.unexecuted, "unexecuted", false, "list the forms that no case of -cases executes")
	fs.IntVar(&opt.tier, "tier", lastTier, "only the forms up to this `tier`")
	fs.Var(&opt.groups, "group", "only the forms of these `groups`, separated by commas")
	files, err := parseFlags(fs, args, std)
	if err != nil {
		return err
	}
	if err := opt.validate(files, given(fs)); err != nil {
		return err
	}
	if opt.missing {
		inputs, err := finderFor(ccFlags{}, std).inputs(ctx, files)
		if err != nil {
			return err
		}
		return reportMissing(inputs, opt.md, opt.json, std)
	}
	var cases *execution
	if len(opt.cases) > 0 {
		if cases, err = executeCases(ctx, opt.cases, opt.engine, std); err != nil {
			return err
		}
		cases.printUncounted(std.Err)
	}
	forms := slices.DeleteFunc(slices.Clone(isa.Forms()), func(f *isa.Form) bool { return !opt.chosen(f) })
	rows := measure(forms, cases)
	t := &textTable{w: std.Out, md: opt.md}
	switch {
	case opt.unexecuted:
		return reportUnexecuted(t, rows, cases, &opt)
	case opt.json:
		return coverageJSON(std.Out, rows, cases != nil)
	case opt.all:
		formTable(t, rows, cases != nil)
		fmt.Fprintln(std.Out)
	}
	groupTable(t, rows, cases != nil)
	return nil
}

// lastTier is the highest tier of the table.
const lastTier = 4

// given returns the names of the flags on the command line.
func given(fs *flag.FlagSet) map[string]bool {
	names := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { names[f.Name] = true })
	return names
}

func (opt *isaOptions) validate(files []string, given map[string]bool) error {
	for _, g := range opt.groups {
		if !slices.ContainsFunc(isa.Forms(), func(f *isa.Form) bool { return f.Group == g }) {
			return usagef("-group: there is no group %q; ptx2go isa lists them", g)
		}
	}
	switch {
	case opt.md && opt.json:
		return usagef("-md and -json exclude each other")
	case opt.missing && len(files) == 0:
		return usagef("-missing needs PTX files")
	case !opt.missing && len(files) > 0:
		return usagef("files are for -missing")
	case opt.missing && (given["cases"] || given["v"] || given["tier"] || given["group"]):
		return usagef("-missing does not go with -cases, -v, -tier and -group")
	case (opt.unexecuted || given["engine"]) && len(opt.cases) == 0:
		return usagef("-unexecuted and -engine need -cases")
	case coverageEngines[opt.engine] == nil:
		return usagef("-engine=%s: interp, go or both", opt.engine)
	case opt.tier < 0 || opt.tier > lastTier:
		return usagef("-tier=%d: 0 to %d", opt.tier, lastTier)
	}
	return nil
}

// chosen reports whether -tier and -group select a form.
func (opt *isaOptions) chosen(f *isa.Form) bool {
	return f.Tier <= opt.tier && (len(opt.groups) == 0 || slices.Contains(opt.groups, f.Group))
}

// sums counts forms.
type sums struct{ forms, supported, part, undefined, executed int }

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
	case c.undefined == c.heads:
		s.undefined++
	}
	if c.executed > 0 {
		s.executed++
	}
}

// groupTable prints a row for each group and tier, and the totals by tier.
func groupTable(t *textTable, rows []*coverage, withCases bool) {
	type key struct {
		group string
		tier  int
	}
	const tiers = lastTier + 1
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
	head := []string{"group", "tier", "forms", "supported", "in part", "not", "undefined"}
	if withCases {
		head = append(head, "executed")
	}
	t.head(head...)
	line := func(group, tier string, s *sums) {
		if s.forms == 0 {
			return
		}
		cells := []string{group, tier, num(s.forms), num(s.supported), num(s.part), num(s.forms - s.supported - s.part - s.undefined), num(s.undefined)}
		if withCases {
			cells = append(cells, num(s.executed))
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
		head = append(head, "executed")
	}
	t.head(head...)
	for _, c := range rows {
		cells := []string{c.form.ID, num(c.form.Tier), t.code(c.form.Syntax), c.status(), num(c.heads), num(c.supported)}
		if withCases {
			cells = append(cells, num(c.executed))
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
	Executed  *int   `json:"heads_executed,omitempty"`
}

func coverageJSON(w io.Writer, rows []*coverage, withCases bool) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, c := range rows {
		j := jsonForm{c.form.ID, c.form.Group, c.form.Tier, c.form.Syntax, c.status(), c.heads, c.supported, nil}
		if withCases {
			j.Executed = &c.executed
		}
		if err := enc.Encode(j); err != nil {
			return err
		}
	}
	return nil
}
