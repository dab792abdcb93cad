package main

import (
	_ "embed"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

//go:embed performance.tmpl
var page string

// document writes PERFORMANCE.md and its plot into a folder.
func (m *measurements) document(dir string) error {
	a, err := readAims()
	if err != nil {
		return err
	}
	notes, err := m.notes(a)
	if err != nil {
		return err
	}
	flags, err := flagsText()
	if err != nil {
		return err
	}
	t, err := template.New("").Option("missingkey=error").Parse(page)
	if err != nil {
		return err
	}
	var b strings.Builder
	err = t.Execute(&b, map[string]any{
		"Machine":  m.Machine,
		"Date":     m.Date,
		"Versions": m.Versions,
		"Rounds":   m.rounds(),
		"Summary":  m.summary(),
		"Kernels":  m.kernelTable(),
		"Notes":    notes,
		"Loops":    m.loopsTable(),
		"Data":     m.dataTable(),
		"Lengths":  m.lengthTable(),
		"Grids":    m.gridTable(),
		"Scaling":  m.scalingTable(),
		"Idle":     m.idleText(),
		"Interp":   m.interpreterTable(),
		"Tool":     m.toolTable(),
		"Outputs":  m.translationTable(),
		"Wide":     slices.ContainsFunc(m.names(), func(s string) bool { return named(s).lanes == "16" }),
		"Flags":    flags,
	})
	if err != nil {
		return err
	}
	text := regexp.MustCompile(`\n{3,}`).ReplaceAllString(strings.TrimSpace(b.String())+"\n", "\n\n")
	if err := os.WriteFile(filepath.Join(dir, "PERFORMANCE.md"), []byte(text), 0o666); err != nil {
		return err
	}
	return m.plots(dir)
}

// rounds returns how often each variant was measured.
func (m *measurements) rounds() int {
	n := math.MaxInt
	for _, s := range m.Samples {
		n = min(n, len(s.Rounds))
	}
	return n
}

// ofSet is how the page names the kernels of a set.
var ofSet = map[string]string{
	"":             "the kernels that it was tuned to",
	result.Untuned: "the 14 that nothing was tuned to",
	result.Own:     "14 of other kinds, likewise",
}

// summary says the geometric means of the speeds of each set of kernels.
func (m *measurements) summary() []string {
	var parts []string
	for _, set := range result.Sets {
		of := ofSet[set]
		for _, name := range m.names() {
			if text := m.speeds(name, set, (*row).byDefault); text != "" {
				parts = append(parts, fmt.Sprintf("%s: %s: %s", named(name).text(), of, text))
			}
		}
		for _, level := range m.levels() {
			if text := m.speeds(level, set, (*row).oneByOne); text != "" {
				parts = append(parts, fmt.Sprintf("without vectors, GOAMD64=%s: %s: %s", level, of, text))
			}
		}
	}
	return parts
}

// speeds are the geometric means of the speeds of what ptx2go makes of kernels, beside scalar C and the
// best C.
func (m *measurements) speeds(build, set string, of func(*row) (*result.Sample, bool)) string {
	scalar, best, n, as := 0.0, 0.0, 0, 0
	for _, k := range m.byKernel() {
		r := k.builds[build]
		if r == nil || k.data != firstKind || k.set != set {
			continue
		}
		s, _ := of(r)
		beside, ok1 := over(s, r.of(result.Scalar))
		besideBest, ok2 := over(s, r.of(result.Loops, result.Scalar))
		if !ok1 || !ok2 {
			continue
		}
		scalar += math.Log(beside.best)
		best += math.Log(besideBest.best)
		if n++; besideBest.best >= 1 {
			as++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f of the speed of scalar C, %.2f of the best C for AVX2; %d of %d are as fast as that or faster",
		math.Exp(scalar/float64(n)), math.Exp(best/float64(n)), as, n)
}
