package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// variation is a way to build and run the program measure: as -builds has it, LEVEL, or LEVEL/LANES, or
// LEVEL@TOOLCHAIN.
type variation struct {
	name      string
	level     string // GOAMD64
	lanes     string // the most that gangs have: PTX2GO_VECTORS
	toolchain string // GOTOOLCHAIN, "" for the one at hand
}

var variationForm = regexp.MustCompile(`^(v[1-4])(?:/(8|16))?(?:@(go\S+))?$`)

// variations reads -builds.
func variations() ([]variation, error) {
	var list []variation
	for name := range strings.SplitSeq(*builds, ",") {
		if !variationForm.MatchString(name) {
			return nil, fmt.Errorf("-builds %s: want LEVEL, LEVEL/LANES or LEVEL@TOOLCHAIN", name)
		}
		list = append(list, named(name))
	}
	return list, nil
}

// plain reports whether the variation of a name is a level and nothing else.
func plain(name string) bool { return !strings.ContainsAny(name, "/@") }

// program is the file that it runs.
func (v variation) program() string {
	return strings.TrimSuffix("build/measure."+v.level+"@"+v.toolchain, "@")
}

// buildEnv is the environment of its build.
func (v variation) buildEnv() []string {
	env := []string{"GOAMD64=" + v.level, "GOEXPERIMENT="}
	if v.toolchain != "" {
		env = append(env, "GOTOOLCHAIN="+v.toolchain)
	}
	return env
}

// runEnv is that of a run.
func (v variation) runEnv() []string { return []string{"PTX2GO_VECTORS=" + v.lanes} }

// ordinary is the name of the variation that is what users get by go build.
const ordinary = "v1"

// text says what a variation is, for people.
func (v variation) text() string {
	what := "AVX2"
	if v.lanes == "16" {
		what = "AVX-512"
	}
	if v.level != ordinary {
		what += ", GOAMD64=" + v.level
	}
	if v.toolchain != "" {
		what += ", " + v.toolchain
	}
	return what
}

// named returns the variation of a name that -builds takes.
func named(name string) variation {
	f := variationForm.FindStringSubmatch(name)
	return variation{name: name, level: f[1], lanes: cmp.Or(f[2], "8"), toolchain: f[3]}
}

// programs are those of the variations, one of each.
func programs(list []variation) []variation {
	var once []variation
	for _, v := range list {
		if !slices.ContainsFunc(once, func(o variation) bool { return o.program() == v.program() }) {
			once = append(once, v)
		}
	}
	return once
}
