package driver

import (
	"bytes"
	"flag"
	"fmt"
	"go/build/constraint"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/experiment"
)

// simdFlag is -simd of run and verify.
type simdFlag struct{ value string }

func (f *simdFlag) register(fs *flag.FlagSet) {
	def := "off"
	if experiment.Set(os.Environ()) {
		def = "on"
	}
	fs.StringVar(&f.value, "simd", def, "on: build generated code with GOEXPERIMENT=simd, and run as gangs of threads what has gangs; or `off` (engine go; the default follows GOEXPERIMENT, as go build does)")
}

// gangs returns whether an engine is to run gangs.
func (f *simdFlag) gangs(engine string, given map[string]bool) (bool, error) {
	switch {
	case f.value != "on" && f.value != "off":
		return false, usagef("-simd=%s: on or off", f.value)
	case engine == "go":
		return f.value == "on", nil
	case given["simd"]:
		return false, usagef("-simd is for -engine=go")
	}
	return false, nil
}

// simdName is the file with the gangs of a generated file: saxpy_simd_ptx.go of
// saxpy_ptx.go. What decides when the go command builds a file stays at the end.
func simdName(path string) string {
	ext := filepath.Ext(path)
	words := strings.Split(strings.TrimSuffix(filepath.Base(path), ext), "_")
	at := len(words)
	for _, ends := range [][]string{{"test"}, architectures, systems, {"ptx"}} {
		if at > 1 && slices.Contains(ends, words[at-1]) {
			at--
		}
	}
	return filepath.Join(filepath.Dir(path), strings.Join(slices.Insert(words, at, "simd"), "_")+ext)
}

// simdBuilds reports whether any build has gangs for a file of a name and a build
// constraint, "" for none.
func simdBuilds(path, tags string) bool {
	head := ""
	if tags != "" {
		head = "//go:build " + tags + "\n"
	}
	x, err := constraint.Parse("//go:build " + experiment.Constraint)
	if err != nil {
		panic(err)
	}
	return together(ruleOf(path, []byte(head)), buildRule{x})
}

// isSIMD reports whether a file is one that ptx2go has written for gangs.
func isSIMD(path string) bool {
	src, err := os.ReadFile(path)
	if err != nil || !generatedByUs(bytes.NewReader(src)) {
		return false
	}
	found := false
	for _, x := range ruleOf(path, src) {
		eachTag(x, func(tag string) { found = found || tag == experiment.Tag })
	}
	return found
}

// archive is the text of several files for standard output, in the format of txtar.
func archive(files []codegen.File) []byte {
	var b bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&b, "-- %s --\n%s", f.Name, f.Source)
	}
	return b.Bytes()
}
