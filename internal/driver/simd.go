package driver

import (
	"bytes"
	"fmt"
	"go/build/constraint"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/codegen"
)

// gangMode says which gangs generated code has, in words of -simd.
type gangMode string

const (
	noGangs   gangMode = ""
	gangsOn   gangMode = "on"
	gangsWide gangMode = "wide" // of sixteen lanes too, for processors with AVX-512
)

// gangModes reads -simd.
func gangModes(value string) (gangMode, error) {
	switch value {
	case "off":
		return noGangs, nil
	case "on", "wide":
		return gangMode(value), nil
	}
	return noGangs, usagef("-simd=%s: on, wide or off", value)
}

// ask asks for the gangs, in a file of this name.
func (m gangMode) ask(o *codegen.Options, name string) {
	if m != noGangs {
		o.SIMD, o.Wide = name, m == gangsWide
	}
}

// simdName is the file with the gangs of a generated file: saxpy_simd_ptx.go of
// saxpy_ptx.go. What decides when the go command builds a file stays at the end.
func simdName(path string) string {
	return withWord(path, "simd", []string{"test"}, architectures, systems, []string{"ptx"})
}

// withWord is a path with one more word in the name of its file, in front of the words that may end it, of
// each list one.
func withWord(path, word string, endings ...[]string) string {
	ext := filepath.Ext(path)
	words := strings.Split(strings.TrimSuffix(filepath.Base(path), ext), "_")
	at := len(words)
	for _, ends := range endings {
		if at > 1 && slices.Contains(ends, words[at-1]) {
			at--
		}
	}
	return filepath.Join(filepath.Dir(path), strings.Join(slices.Insert(words, at, word), "_")+ext)
}

// builtWith reports whether any build has a file of a name and a build constraint, "" for none,
// together with one that is built where also holds.
func builtWith(path, tags, also string) bool {
	head := ""
	if tags != "" {
		head = "//go:build " + tags + "\n"
	}
	return together(ruleOf(path, []byte(head)), buildRule{parsed(also)})
}

// parsed is a build constraint of ours.
func parsed(text string) constraint.Expr {
	x, err := constraint.Parse("//go:build " + text)
	if err != nil {
		panic(err)
	}
	return x
}

// archive is the text of several files for standard output, in the format of txtar.
func archive(files []codegen.File) []byte {
	var b bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&b, "-- %s --\n%s", f.Name, f.Source)
	}
	return b.Bytes()
}
