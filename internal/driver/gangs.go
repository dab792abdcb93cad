package driver

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/page"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// noteGangs adds notes on what of each kernel is not vectorised, and on what has gangs of eight alone: one
// for each reason, at the first place that has it. Of arm64 it is said what is vectorised for amd64 and not there.
func noteGangs(s *schedule.Schedule, reports map[string]map[string]gang.Report, l *diag.List) {
	amd64, arm64 := harvest.AMD64.Arch(), harvest.ARM64.Arch()
	n := gangNotes{file: s.Module.File}
	const oneByOne = "these threads run one at a time"
	if all, asked := reports[amd64]; asked {
		for _, k := range s.Kernels {
			n.scalar(k, all[k.Func.Name], "", oneByOne+"; -dump=schedule says more")
			n.narrow(k, all[k.Func.Name])
		}
		n.flush(l)
	}
	if all, asked := reports[arm64]; asked {
		for _, k := range s.Kernels {
			r, other := all[k.Func.Name], reports[amd64][k.Func.Name]
			n.scalar(k, r.Without(&other), " for "+arm64, oneByOne+" there")
		}
		n.flush(l)
	}
}

// gangNotes are notes on gangs that are being collected.
type gangNotes struct {
	file *diag.File
	list []diag.Diagnostic
}

func (n *gangNotes) add(what, one, many, hint string, p []gang.Part) {
	if len(p) == 1 {
		many = one
	}
	n.list = append(n.list, diag.Diagnostic{Pos: p[0].Why.Pos, Len: 1, Severity: diag.Note, Code: "gangs", Msg: what + " " + many + ": " + p[0].Why.Text + workText(p), Hint: hint})
}

// scalar notes what of a kernel is not vectorised; where says for which processor, "" for all.
func (n *gangNotes) scalar(k *schedule.Kernel, r gang.Report, where, hint string) {
	kernel := "kernel " + k.Func.Name
	for _, same := range byReason(r.Parts) {
		switch regions := regionsText(same, n.file); {
		case r.Why != nil && len(same) == len(r.Parts):
			n.add(kernel, "is not vectorised"+where, "is not vectorised"+where, hint, same)
		case r.Why != nil:
			n.add("no region of "+kernel+" is vectorised"+where+";", regions, regions, hint, same)
		default:
			n.add(regions+" of "+kernel, "is not vectorised"+where, "are not vectorised"+where, hint, same)
		}
	}
}

// narrow notes what of a kernel has gangs of eight alone.
func (n *gangNotes) narrow(k *schedule.Kernel, r gang.Report) {
	for _, same := range byReason(r.Narrow) {
		what := "kernel " + k.Func.Name
		if same[0].Region > 0 {
			what = regionsText(same, n.file) + " of " + what
		}
		n.add(what, "has gangs of 8 only", "have gangs of 8 only", "", same)
	}
}

// flush adds the notes to a list, in their order in the text.
func (n *gangNotes) flush(l *diag.List) {
	slices.SortStableFunc(n.list, func(a, b diag.Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
	hinted := false
	for _, d := range n.list {
		if hinted { // the first says it for all
			d.Hint = ""
		}
		hinted = hinted || d.Hint != ""
		l.Add(d)
	}
	n.list = nil
}

// byReason groups parts that have the same reason.
func byReason(rest []gang.Part) (groups [][]gang.Part) {
	for len(rest) > 0 {
		var same, others []gang.Part
		for _, p := range rest {
			if p.Why.Text == rest[0].Why.Text {
				same = append(same, p)
			} else {
				others = append(others, p)
			}
		}
		groups, rest = append(groups, same), others
	}
	return groups
}

// regionsText names some regions, with the lines of what keeps them from gangs where these are several:
// regions 1 (line 20), 2 (line 31) and 4 (line 31).
func regionsText(list []gang.Part, f *diag.File) string {
	lines := slices.ContainsFunc(list, func(p gang.Part) bool { return p.Why.Pos != list[0].Why.Pos })
	var b strings.Builder
	for i, p := range list {
		switch i {
		case 0:
			b.WriteString("region")
			if len(list) > 1 {
				b.WriteString("s")
			}
		case len(list) - 1:
			b.WriteString(" and")
		default:
			b.WriteString(",")
		}
		fmt.Fprintf(&b, " %d", p.Region)
		if at := f.Position(p.Why.Pos); lines && at.Line > 0 {
			fmt.Fprintf(&b, " (line %d)", at.Line)
		}
	}
	return b.String()
}

// workText says how much of the work of a kernel some of its regions are estimated to be.
func workText(list []gang.Part) string {
	r := gang.Report{Parts: list}
	if list[0].Region == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s of its work, by estimate)", percent(r.Scalar()))
}

// percent prints a part of 1: 37 %, or less than 1 %.
func percent(part float64) string {
	if part > 0 && part < 0.01 {
		return "less than 1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*part)
}

// notePage puts on the page of -html how much of each kernel is vectorised, and why the rest is not.
func notePage(p *page.Page, s *schedule.Schedule) {
	if p == nil {
		return
	}
	reports := reportsOf(s)
	for _, k := range s.Kernels {
		r := reports[k.Func.Name]
		list := []string{percent(1-r.Scalar()) + " of the work is vectorised, by estimate"}
		for _, x := range r.Parts {
			what := "all of it"
			if x.Region > 0 {
				what = fmt.Sprintf("region %d", x.Region)
			}
			list = append(list, fmt.Sprintf("not %s, %s: %s", what, percent(x.Share), x.Why.In(s.Module)))
		}
		p.Note(k.Func, list)
	}
}

// setGangs says which kernels have no gangs, and why.
func setGangs(forms []kernelForm, s *schedule.Schedule, reports map[string]gang.Report) {
	for i, k := range s.Kernels {
		if why := reports[k.Func.Name].Why; why != nil {
			forms[i].NoGangs = why.Text
		}
	}
}

// gangTable prints how many kernels have gangs, and why the others have none.
func gangTable(all []*variant, w io.Writer) {
	kernels, without := 0, 0
	why := map[string]int{}
	for _, v := range all {
		kernels += len(v.forms)
		for _, f := range v.forms {
			if f.NoGangs != "" {
				why[f.NoGangs]++
				without++
			}
		}
	}
	fmt.Fprintf(w, "%d of %s have gangs", kernels-without, diag.Count(kernels, "kernel"))
	if without > 0 {
		fmt.Fprint(w, "; the others have none:")
	}
	fmt.Fprintln(w)
	for _, text := range byCount(why) {
		fmt.Fprintf(w, "%6d  %s\n", why[text], text)
	}
}

// launchTable prints how many launches ran as gangs, for each limit of vectors; and with how many lanes where the
// processor has fewer than the limit says.
func launchTable(all []*variant, w io.Writer) {
	for len(all) > 0 {
		var sum casefile.Launched
		limit, n := all[0].vectors, 0
		for n < len(all) && all[n].vectors == limit {
			sum.Add(all[n].launches)
			n++
		}
		if limit != "" {
			fmt.Fprintf(w, "vectors %s: ", limit)
		}
		fmt.Fprintf(w, "%d of %d launches entered vector code", sum.Vectors, sum.Launches)
		if asked, err := strconv.Atoi(limit); err == nil && sum.Vectors > 0 && sum.Lanes < asked {
			fmt.Fprintf(w, ", with gangs of %d: this processor has no more lanes", sum.Lanes)
		}
		fmt.Fprintln(w)
		all = all[n:]
	}
}
