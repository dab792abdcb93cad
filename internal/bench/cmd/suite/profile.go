package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// profile is where a variant of a kernel spends its time, as built for a level.
type profile struct {
	Level string  // and the variant
	Total float64 // samples
	Lines []hotLine
}

// hotLine is a line of source that samples fell on.
type hotLine struct {
	Func    string // package and name
	Text    string // of the line
	Samples float64
}

// The variants of the program measure that ptx2go has written.
const (
	scalarVariant = "ptx2go -asm=off"
	gangVariant   = "ptx2go"
)

// profileKey is the key of a variant in measurements.Profiles.
func profileKey(kernel, variant string) string { return kernel + ", " + variant }

// profiles profiles the kernels that miss their floor, as built for the highest
// level at which they do.
func (m *measurements) profiles() error {
	a, err := readAims()
	if err != nil {
		return err
	}
	m.Profiles = map[string]*profile{}
	for _, k := range m.byKernel() {
		if k.data != firstKind {
			continue
		}
		for _, l := range slices.Backward(m.levels()) {
			got, ok := speedOf(k, l)
			if !ok || got >= a[k.kernel][l] {
				continue
			}
			if m.Profiles[profileKey(k.kernel, scalarVariant)], err = profileOf(k.kernel, scalarVariant, l); err != nil {
				return err
			}
			break
		}
		if _, some, _ := k.usual().gangs(); some && a.gangsMissed(k) {
			p, err := profileOf(k.kernel, gangVariant, k.usual().build)
			if err != nil {
				return err
			}
			m.Profiles[profileKey(k.kernel, gangVariant)] = p
		}
	}
	return nil
}

func profileOf(kernel, variant, level string) (*profile, error) {
	const file = "build/profile"
	program := "build/measure." + level
	err := command(append(named(level).runEnv(), "GOMAXPROCS=1"), program, "-k", "^"+regexp.QuoteMeta(kernel)+"$", "-v", "^"+variant+"$",
		"-data=false", "-rounds", "20", "-slice", "30ms", "-cpuprofile", file)
	if err != nil {
		return nil, err
	}
	out, err := exec.Command("go", "tool", "pprof", "-top", "-lines", "-nodecount", "0", "-nodefraction", "0", "-unit", "ms", program, file).Output()
	if err != nil {
		return nil, fmt.Errorf("go tool pprof: %v", err)
	}
	p := &profile{Level: variant + " at " + level, Lines: hotLines(string(out))}
	for _, l := range p.Lines {
		p.Total += l.Samples
	}
	return p, nil
}

var profileLine = regexp.MustCompile(`(?m)^ *([\d.]+)(?:ms)? +[\d.]+% +[\d.]+% +[\d.]+(?:ms)? +[\d.]+% +(\S+) (\S+):(\d+)(?: \(\S+\))?$`)

// hotLines reads what pprof prints, and the source of the lines.
func hotLines(out string) []hotLine {
	sources := map[string][]string{}
	var list []hotLine
	for _, f := range profileLine.FindAllStringSubmatch(out, -1) {
		samples, err1 := strconv.ParseFloat(f[1], 64)
		number, err2 := strconv.Atoi(f[4])
		if err1 != nil || err2 != nil || samples == 0 || f[2] == "runtime.asyncPreempt" { // the profiler's own
			continue
		}
		if _, ok := sources[f[3]]; !ok {
			data, _ := os.ReadFile(f[3]) // what has no source has no text
			sources[f[3]] = strings.Split(string(data), "\n")
		}
		text := ""
		if lines := sources[f[3]]; number <= len(lines) {
			text, _, _ = strings.Cut(strings.TrimSpace(lines[number-1]), " // ")
		}
		list = append(list, hotLine{Func: filepath.Base(f[2]), Text: text, Samples: samples})
	}
	return list
}

// String prints the functions and the lines that take most of the time.
func (p *profile) String() string {
	var b strings.Builder
	funcs := map[string]float64{}
	for _, l := range p.Lines {
		funcs[l.Func] += l.Samples
	}
	names := make([]string, 0, len(funcs))
	for f := range funcs {
		names = append(names, f)
	}
	slices.SortFunc(names, func(x, y string) int {
		if funcs[x] != funcs[y] {
			return int(funcs[y] - funcs[x])
		}
		return strings.Compare(x, y)
	})
	const most, least = 5, 0.03
	fmt.Fprintf(&b, "Profile of %s:", p.Level)
	for i, f := range names {
		if share := funcs[f] / p.Total; i < most && share >= least {
			fmt.Fprintf(&b, " `%s` %.0f %%,", f, 100*share)
		}
	}
	text := strings.TrimSuffix(b.String(), ",") + "; by lines\n\n```\n"
	b.Reset()
	b.WriteString(text)
	n := 0
	for _, l := range p.Lines {
		// Some instructions have the line of a comment: they belong to none.
		if share := l.Samples / p.Total; n < most && share >= least && !strings.HasPrefix(l.Text, "//") {
			fmt.Fprintf(&b, "%3.0f %%  %s\n", 100*share, l.Text)
			n++
		}
	}
	b.WriteString("```\n")
	return b.String()
}
