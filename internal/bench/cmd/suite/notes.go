package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

var notLetter = regexp.MustCompile(`[^a-z0-9]+`)

// noteFile names the file with what people have found out about a kernel.
func noteFile(kernel string) string {
	return filepath.Join("notes", strings.Trim(notLetter.ReplaceAllString(strings.ToLower(kernel), "-"), "-")+".md")
}

// checkNames makes sure that aims and notes are about kernels that there are.
func checkNames(names []string) error {
	a, err := readAims()
	if err != nil {
		return err
	}
	for k := range a {
		if !slices.Contains(names, k) {
			return fmt.Errorf("aims.tsv: there is no kernel %q", k)
		}
	}
	files, err := filepath.Glob("notes/*.md")
	if err != nil {
		return err
	}
	for _, f := range files {
		if !slices.ContainsFunc(names, func(n string) bool { return noteFile(n) == f }) {
			return fmt.Errorf("%s: there is no kernel of that name", f)
		}
	}
	return nil
}

// notes returns a section for each kernel that misses its floor or has a note.
func (m *measurements) notes(a aims) (string, error) {
	var b strings.Builder
	for _, k := range m.byKernel() {
		if k.data != firstKind {
			continue
		}
		note, err := os.ReadFile(noteFile(k.kernel))
		if err != nil && !os.IsNotExist(err) {
			return "", err
		}
		var figures []string
		missed := false
		if text := a.gangFigure(k); text != "" {
			figures = append(figures, text)
			missed = missed || a.gangsMissed(k)
		}
		for _, l := range m.levels() {
			got, ok := speedOf(k, l)
			if !ok {
				continue
			}
			text := fmt.Sprintf("-asm=off %s %.2f", l, got)
			if aim, ok := a[k.kernel][l]; ok {
				text += fmt.Sprintf(" (floor %.2f)", aim)
				missed = missed || got < aim
			}
			figures = append(figures, text)
		}
		if len(note) == 0 && !missed {
			continue
		}
		if len(note) == 0 {
			fmt.Fprintf(os.Stderr, "%s misses its floor, and %s does not say why\n", k.kernel, noteFile(k.kernel))
			note = []byte("Not looked into.")
		}
		fmt.Fprintf(&b, "### %s: %s\n\n%s\n\n", k.kernel, strings.Join(figures, ", "), strings.TrimSpace(string(note)))
		for _, v := range []string{gangVariant, scalarVariant} {
			if p := m.Profiles[profileKey(k.kernel, v)]; p != nil {
				fmt.Fprintf(&b, "%s\n", p)
			}
		}
	}
	return b.String(), nil
}

// gangFigure says how fast the gangs of a kernel are, or how fast it is without where it has none,
// though it is aimed at some; "" where that is not known.
func (a aims) gangFigure(k *kernelRows) string {
	got, some, ok := k.usual().gangs()
	aim, aimed := a[k.kernel][gangAim]
	if !ok || !some && !aimed {
		return ""
	}
	text := fmt.Sprintf("%.2f of the best C", got.best)
	if !some {
		text = fmt.Sprintf("no gangs, %.2f of the best C", got.best)
	}
	if aimed {
		text += fmt.Sprintf(" (floor %.2f)", aim)
	}
	return text
}

// speedOf returns the speed of a kernel without gangs beside scalar C as built for a level.
func speedOf(k *kernelRows, level string) (float64, bool) {
	r := k.builds[level]
	if r == nil {
		return 0, false
	}
	got, ok := over(r.of(result.Scalars), r.of(result.Scalar))
	return got.best, ok
}
