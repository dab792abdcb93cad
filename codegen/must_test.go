package codegen

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// What an -update of the golden files lets through and must not: a file "must out.go" behind the
// others has lines of which each is in out.go, however it is spaced, or is not if it begins with
// "-". Lines with "#" say why.

const mustPrefix = "must "

// split takes the files with what must be out of an archive.
func split(ar *txtar.Archive) (must []txtar.File) {
	ar.Files = slices.DeleteFunc(ar.Files, func(f txtar.File) bool {
		is := strings.HasPrefix(f.Name, mustPrefix)
		if is {
			must = append(must, f)
		}
		return is
	})
	return must
}

func TestMust(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, path := range paths {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		must := split(ar)
		if len(must) == 0 {
			continue
		}
		files := shown(t, strings.TrimSuffix(filepath.Base(path), ".txtar"), string(ar.Files[0].Data))
		for _, m := range must {
			i := slices.Index(goldenNames, strings.TrimPrefix(m.Name, mustPrefix))
			if i < 0 || i >= len(files) {
				t.Errorf("%s: there is no file for %q", path, m.Name)
				continue
			}
			text := spaced(string(files[i].Source))
			for line := range strings.Lines(string(m.Data)) {
				line = spaced(line)
				if line == "" || line[0] == '#' {
					continue
				}
				asked++
				want, not := strings.CutPrefix(line, "-")
				if strings.Contains(text, want) == not {
					t.Errorf("%s: %s: in it is %q: %v", path, m.Name, want, not)
				}
			}
		}
	}
	if asked == 0 {
		t.Error("nothing is asked")
	}
}

// spaced is a text with one space between its words.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }
