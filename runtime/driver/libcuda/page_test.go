package libcuda_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/libcuda/switches"
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

// TestVariables checks that the table of variables has those that the library reads, wherever it does, and no
// others.
func TestVariables(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	reads := map[string]bool{}
	for _, pattern := range []string{"*.go", "front/*.c", "../../gen/*.go", "../../../interpret/*.go", "../../../interpret/record/*.go", "../../../internal/libcuda/cache/*.go"} {
		files, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			text := read(t, f)
			for _, m := range regexp.MustCompile(`(?i)getenv\("(PTX2GO_\w+)"`).FindAllStringSubmatch(text, -1) {
				reads[m[1]] = true
			}
			for _, m := range regexp.MustCompile(`switches\.(\w+)\b`).FindAllStringSubmatch(text, -1) {
				reads[m[1]] = true
			}
		}
	}
	constants := regexp.MustCompile(`(?m)^\t(\w+) += "((?:PTX2GO_|GO)\w+)"$`).FindAllStringSubmatch(read(t, filepath.Join(root, "internal", "libcuda", "switches", "switches.go")), -1)
	if len(constants) != len(switches.All) {
		t.Errorf("%d names, %d variables", len(constants), len(switches.All))
	}
	for _, c := range constants {
		if !reads[c[1]] && !reads[c[2]] {
			t.Errorf("nothing reads %s", c[2])
		}
		delete(reads, c[2])
	}
	for name := range reads {
		if strings.HasPrefix(name, "PTX2GO_") {
			t.Errorf("the table does not have %s", name)
		}
	}
}
