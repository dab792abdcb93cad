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
		"Tool":     m.toolTable(),
		"Wide":     slices.ContainsFunc(m.Samples, func(s *result.Sample) bool { return s.Class == result.Wide }),
	})
	if err != nil {
		return err
	}
	text := regexp.MustCompile(`\n{3,}`).ReplaceAllString(strings.TrimSpace(b.String())+"\n", "\n\n")
	if err := os.WriteFile(filepath.Join(dir, "PERFORMANCE.md"), []byte(text), 0o666); err != nil {
		return err
	}
	return m.plot(filepath.Join(dir, "performance.svg"))
}

// rounds returns how often each variant was measured.
func (m *measurements) rounds() int {
	n := math.MaxInt
	for _, s := range m.Samples {
		n = min(n, len(s.Rounds))
	}
	return n
}

// summary says the geometric mean of the speeds, and how many kernels are as fast as what
// they are compared with: beside scalar C for each build, and with gangs beside the best C.
func (m *measurements) summary() []string {
	var parts []string
	for _, l := range m.levels() {
		parts = append(parts, m.sum(fmt.Sprintf("built for GOAMD64=%s: %%.2f of the speed of scalar C", l), func(k *kernelRows) (float64, bool) { return speedOf(k, l) }))
	}
	return append(parts, m.sum("built with GOEXPERIMENT=simd: %.2f of the speed of the best C for AVX2", func(k *kernelRows) (float64, bool) {
		got, _, ok := k.last.gangs()
		return got.best, ok
	}))
}

// sum is a line of the summary, of the kernels whose speed is known.
func (m *measurements) sum(format string, speed func(k *kernelRows) (float64, bool)) string {
	sum, n, as := 0.0, 0, 0
	for _, k := range m.byKernel() {
		if got, ok := speed(k); ok && k.data == firstKind {
			sum += math.Log(got)
			n++
			if got >= 1 {
				as++
			}
		}
	}
	return fmt.Sprintf(format+"; %d of %d kernels are as fast or faster", math.Exp(sum/float64(n)), as, n)
}
