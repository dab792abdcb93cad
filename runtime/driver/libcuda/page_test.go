package libcuda_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPage types what docs/PROGRAMS.md says: the programs in C++ and Python run, and print what the page has.
func TestPage(t *testing.T) {
	for _, tool := range []string{"gcc", "g++", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: %v", err)
		}
	}
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```.*?```\n(.*?)```").FindStringSubmatch(read(t, filepath.Join(root, "docs", "PROGRAMS.md")))
	if blocks == nil {
		t.Fatal("the page has no commands")
	}
	cmd := exec.Command("bash", "-e", "-c", blocks[1])
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "PTX2GO_CACHE=off", "TMPDIR="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if want := strings.TrimSpace(blocks[2]); err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), want) {
		t.Errorf("%v\n%s\nwant %s", err, out, want)
	}
}

// TestVariables checks that the page has the variables that the library reads, and no others.
func TestVariables(t *testing.T) {
	page := read(t, filepath.Join("..", "..", "..", "docs", "PROGRAMS.md"))
	var said []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(PTX2GO_\\w+)` \\|").FindAllStringSubmatch(page, -1) {
		said = append(said, m[1])
	}
	all := strings.Join(said, " ")
	for _, dir := range []string{".", filepath.Join("..", "..", "..", "interpret", "record"), filepath.Join("..", "..", "..", "internal", "libcuda", "cache")} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", dir, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			for _, m := range regexp.MustCompile(`(?:Getenv\(|read\(|Variable += )"(PTX2GO_\w+)"`).FindAllStringSubmatch(read(t, f), -1) {
				name := m[1]
				if name != "PTX2GO_LOCK" && !strings.Contains(all, name) { // that is between processes of the cache
					t.Errorf("the page does not have %s, which %s reads", name, f)
				}
			}
		}
	}
	if len(said) < 8 {
		t.Errorf("the page has %v", said)
	}
}
