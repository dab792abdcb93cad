package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

// firstKind is the kind of data of the main table.
const firstKind = "random"

// table is text in columns, the first of which is to the left.
type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// String prints Markdown that can be read as it is: without columns of which nothing was
// measured, and nothing if there are no rows.
func (t *table) String() string {
	if len(t.rows) == 0 {
		return ""
	}
	t.dropEmpty()
	width := make([]int, len(t.head))
	for _, r := range append([][]string{t.head}, t.rows...) {
		for i, c := range r {
			width[i] = max(width[i], utf8.RuneCountInString(c), 3)
		}
	}
	var b strings.Builder
	line := func(cells []string) {
		for i, c := range cells {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if i == 0 {
				fmt.Fprintf(&b, "| %s%s ", c, pad)
			} else {
				fmt.Fprintf(&b, "| %s%s ", pad, c)
			}
		}
		b.WriteString("|\n")
	}
	line(t.head)
	for i, w := range width {
		if i == 0 {
			fmt.Fprintf(&b, "|%s", strings.Repeat("-", w+2))
		} else {
			fmt.Fprintf(&b, "|%s:", strings.Repeat("-", w+1))
		}
	}
	b.WriteString("|\n")
	for _, r := range t.rows {
		line(r)
	}
	return b.String()
}

// dropEmpty removes the columns that have a dash in each row.
func (t *table) dropEmpty() {
	for i := len(t.head) - 1; i > 0; i-- {
		if slices.ContainsFunc(t.rows, func(r []string) bool { return r[i] != "-" }) {
			continue
		}
		t.head = slices.Delete(t.head, i, i+1)
		for j, r := range t.rows {
			t.rows[j] = slices.Delete(r, i, i+1)
		}
	}
}

// number prints a figure with three digits.
func number(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.3f", v)
}

// speed prints how fast a sample is beside another: the ratio of the fastest
// rounds and, behind it, that of the middle ones.
func speed(s, reference *result.Sample) string {
	r, ok := over(s, reference)
	if !ok {
		return "-"
	}
	mark := ""
	if s.Wrong() {
		mark = " (!)"
	}
	return fmt.Sprintf("%.2f (%.2f)%s", r.best, r.median, mark)
}

func nanoseconds(s *result.Sample) string {
	if s == nil {
		return "-"
	}
	return number(s.Best())
}

// tables returns all that was measured, for the terminal.
func (m *measurements) tables() string {
	var b strings.Builder
	for _, part := range []struct {
		title string
		text  string
	}{
		{"Kernels: ns a thread, and speed beside scalar C (of medians)", m.kernelTable()},
		{"Beside vectorised C", m.loopsTable()},
		{"Kinds of data: ns a thread, in brackets the time beside random data", m.dataTable()},
		{"Launches of a length", m.lengthTable()},
		{"Launches of many CTAs", m.gridTable()},
		{"Kernels with two workers", m.scalingTable()},
		{"Idle", m.idleText()},
		{"The tool", m.toolTable()},
		{"Its output, with assembly and without", m.translationTable()},
	} {
		if part.text != "" {
			fmt.Fprintf(&b, "%s\n\n%s\n\n", part.title, strings.TrimSpace(part.text))
		}
	}
	return b.String()
}

// kernelTable compares code for one thread after the other with C that is not vectorised.
func (m *measurements) kernelTable() string {
	list := m.byKernel()
	aims, err := readAims()
	if err != nil {
		return err.Error()
	}
	levels := m.levels()
	t := &table{head: []string{"kernel", "scalar C, ns"}}
	for _, l := range levels {
		t.head = append(t.head, l+", ns", l+" beside C", "floor "+l)
	}
	t.head = append(t.head, "bits")
	for _, k := range list {
		if k.data != firstKind {
			continue
		}
		cells := []string{k.kernel, nanoseconds(k.last.of(result.Scalar))}
		bits := "-"
		for _, l := range levels {
			r := k.builds[l]
			if r == nil {
				cells = append(cells, "-", "-", "-")
				continue
			}
			p := r.of(result.Scalars)
			cells = append(cells, nanoseconds(p), speed(p, r.of(result.Scalar)), aims.cell(k.kernel, l, r))
			if p != nil {
				bits = p.Check
			}
		}
		t.add(append(cells, bits)...)
	}
	return t.String()
}

// cell prints the least ratio that is aimed at, in bold where it is missed.
func (a aims) cell(kernel, level string, r *row) string {
	aim, ok := a[kernel][level]
	if !ok {
		return ""
	}
	if got, ok := over(r.of(result.Scalars), r.of(result.Scalar)); ok && got.best < aim {
		return fmt.Sprintf("**%.2f**", aim)
	}
	return fmt.Sprintf("%.2f", aim)
}

// gangCell prints the least ratio that is aimed at for gangs, in bold where it is missed.
func (a aims) gangCell(k *kernelRows) string {
	aim, ok := a[k.kernel][gangAim]
	switch {
	case !ok:
		return "-"
	case a.gangsMissed(k):
		return fmt.Sprintf("**%.2f**", aim)
	}
	return fmt.Sprintf("%.2f", aim)
}

// gangsMissed reports whether a kernel misses what is aimed at for gangs, with its own or without.
func (a aims) gangsMissed(k *kernelRows) bool {
	aim, aimed := a[k.kernel][gangAim]
	got, _, ok := k.usual().gangs()
	return aimed && ok && got.best < aim
}

// loopsTable compares all others with the best C of all.
func (m *measurements) loopsTable() string {
	list := m.byKernel()
	aims, err := readAims()
	if err != nil {
		return err.Error()
	}
	t := &table{head: []string{"kernel", "best C, ns", "which", "scalar C", "ptx2go", "floor"}}
	names := slices.DeleteFunc(m.names(), func(s string) bool { return s == ordinary })
	for _, n := range names {
		t.head = append(t.head, named(n).text())
	}
	t.head = append(t.head, "-asm=off v1", "-asm=off v3", "C for this processor", "pocl")
	for _, k := range list {
		if k.data != firstKind {
			continue
		}
		best := k.last.of(result.Loops, result.Scalar)
		if best == nil {
			continue
		}
		cells := []string{k.kernel, nanoseconds(best), strings.TrimPrefix(best.Variant, "C "), speed(k.last.of(result.Scalar), best)}
		byDefault := func(r *row) string {
			s, _ := r.byDefault()
			if s == nil {
				return "-"
			}
			return speed(s, r.of(result.Loops, result.Scalar))
		}
		cells = append(cells, byDefault(k.builds[ordinary]), aims.gangCell(k))
		for _, n := range names {
			cells = append(cells, byDefault(k.builds[n]))
		}
		for _, l := range []string{"v1", "v3"} {
			if r := k.builds[l]; r != nil {
				cells = append(cells, speed(r.of(result.Scalars), r.of(result.Loops, result.Scalar)))
			} else {
				cells = append(cells, "-")
			}
		}
		t.add(append(cells, speed(k.last.of(result.Native), best), speed(k.last.of(result.OpenCL), best))...)
	}
	return t.String()
}

// dataTable compares kinds of data, for the kernels that were measured on them.
func (m *measurements) dataTable() string {
	list := m.byKernel()
	var kinds []string
	first := map[string]*kernelRows{}
	by := map[string]map[string]*kernelRows{}
	var names []string
	for _, k := range list {
		if k.data == firstKind {
			first[k.kernel] = k
			continue
		}
		if by[k.kernel] == nil {
			by[k.kernel] = map[string]*kernelRows{}
			names = append(names, k.kernel)
		}
		if len(names) == 1 {
			kinds = append(kinds, k.data)
		}
		by[k.kernel][k.data] = k
	}
	t := &table{head: append([]string{"kernel", "build", firstKind}, kinds...)}
	for _, name := range names {
		for _, l := range m.levels() {
			r := first[name].builds[l]
			if r == nil {
				continue
			}
			for _, form := range []struct {
				class result.Class
				build string
			}{{result.Scalars, l + ", -asm=off"}, {result.Vectors, l}} {
				p := r.of(form.class)
				if p == nil {
					continue
				}
				cells := []string{name, form.build, nanoseconds(p)}
				for _, kind := range kinds {
					cell := "-"
					if other := by[name][kind]; other != nil && other.builds[l] != nil {
						if s := other.builds[l].of(form.class); s != nil {
							cell = fmt.Sprintf("%s (%.2f)", nanoseconds(s), s.Best()/p.Best())
						}
					}
					cells = append(cells, cell)
				}
				t.add(cells...)
			}
		}
	}
	return t.String()
}
