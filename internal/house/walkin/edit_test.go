package walkin

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// kinds are the instructions, a file of testdata each.
var kinds = []string{"integer", "warp", "memory", "float"}

// edit replaces lines of a file by others, or appends them to it, or makes the file.
type edit struct {
	file     string
	isCase   bool // it is about a conformance case
	old, new []string
}

// read reads the edits of a kind: after a line "== FILE" or "== case FILE", lines that begin
// with - are replaced by those after them that begin with +. The last line of either may be the
// beginning of one.
func read(t *testing.T, kind string) []edit {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", kind+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var list []edit
	var e *edit
	for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		mark, rest, _ := strings.Cut(line, " ")
		switch {
		case mark == "==":
			name, isCase := strings.CutPrefix(rest, "case ")
			list = append(list, edit{file: name, isCase: isCase})
			e = &list[len(list)-1]
		case mark == "-" && len(e.new) > 0: // the next place in the file
			list = append(list, edit{file: e.file, isCase: e.isCase})
			e = &list[len(list)-1]
			e.old = append(e.old, rest)
		case mark == "-":
			e.old = append(e.old, rest)
		case mark == "+":
			e.new = append(e.new, rest)
		case e != nil && line != "":
			t.Fatalf("testdata/%s.txt:%d: what is %q?", kind, n+1, line)
		}
	}
	return list
}

// in returns the text of a file after the edit.
func (e *edit) in(text string) (string, error) {
	was, is := strings.Join(e.old, "\n"), strings.Join(e.new, "\n")
	if len(e.old) == 0 {
		return text + is + "\n", nil
	}
	if n := strings.Count(text, was); n != 1 {
		return "", fmt.Errorf("%s has these lines %d times:\n%s", e.file, n, was)
	}
	return strings.Replace(text, was, is, 1), nil
}

// lines is the number of lines that the edit writes.
func (e *edit) lines() (n int) {
	for _, line := range e.new {
		if !slices.Contains(e.old, line) {
			n++
		}
	}
	return n
}

// apply makes the edits of a kind in a tree.
func apply(t *testing.T, root, kind string) {
	t.Helper()
	for _, e := range read(t, kind) {
		file := filepath.Join(root, filepath.FromSlash(e.file))
		text, err := os.ReadFile(file)
		if err != nil && (len(e.old) > 0 || !os.IsNotExist(err)) {
			t.Fatal(err)
		}
		edited, err := e.in(string(text))
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if err := os.WriteFile(file, []byte(edited), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
