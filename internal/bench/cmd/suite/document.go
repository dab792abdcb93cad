package main

import (
	_ "embed"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
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

// summary says the geometric mean of the speeds beside scalar C, and how many
// kernels reach it, for each build.
func (m *measurements) summary() []string {
	var parts []string
	for _, l := range m.levels() {
		sum, n, as := 0.0, 0, 0
		for _, k := range m.byKernel() {
			if got, ok := speedOf(k, l); ok && k.data == firstKind {
				sum += math.Log(got)
				n++
				if got >= 1 {
					as++
				}
			}
		}
		parts = append(parts, fmt.Sprintf("built for GOAMD64=%s: %.2f of the speed of scalar C; %d of %d kernels are as fast or faster", l, math.Exp(sum/float64(n)), as, n))
	}
	return parts
}
