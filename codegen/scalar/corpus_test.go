package scalar

import (
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var heads = regexp.MustCompile(`(?m)^\s*(?:\.(?:visible|weak|extern)\s+)*\.(entry|func)\s+(?:\([^)]*\)\s*)?([\w$%.]+)`)

// TestCorpus names the functions of all PTX of the repository, and of the folder that PTX2GO_CORPUS names:
// Go names, the same ones every time, none twice but of symbols that are not those of C++.
func TestCorpus(t *testing.T) {
	files, mangled := 0, 0
	read := func(root string) {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".ptx" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files++
			lists := map[string][]string{}
			seen := map[string]bool{}
			for _, m := range heads.FindAllStringSubmatch(string(text), -1) {
				if !seen[m[2]] {
					lists[m[1]] = append(lists[m[1]], m[2])
					seen[m[2]] = true
				}
			}
			for kind, symbols := range lists {
				mangled += named(t, path, symbols, kind == "entry")
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	read("../..")
	if dir := os.Getenv("PTX2GO_CORPUS"); dir != "" {
		read(dir)
	}
	if files < 100 || mangled < 20 {
		t.Errorf("%d files, %d functions of C++", files, mangled)
	}
	t.Logf("%d files, %d functions of C++", files, mangled)
}

// named names functions, and returns how many are of C++.
func named(t *testing.T, path string, symbols []string, export bool) int {
	names := distinct(symbols, export)
	if again := distinct(symbols, export); !maps.Equal(names, again) {
		t.Errorf("%s: other names the second time", path)
	}
	of := map[string]string{}
	n := 0
	for _, s := range symbols {
		name := names[s]
		if strings.HasPrefix(s, "_Z") {
			n++
		}
		if !token.IsIdentifier(name) || token.IsExported(name) != export {
			t.Errorf("%s: %s is %q", path, s, name)
		}
		if other, taken := of[name]; taken && (strings.HasPrefix(s, "_Z") || strings.HasPrefix(other, "_Z")) {
			t.Errorf("%s: %s and %s are %s", path, s, other, name)
		}
		of[name] = s
	}
	return n
}
