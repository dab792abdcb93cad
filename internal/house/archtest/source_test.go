package archtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// root is the folder of the module.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// tree lists the files of the repository, relative to the root: those that git
// knows or would add.
func tree(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("SKIPPED: not a git repository: %v", err)
	}
	var files []string
	for f := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		if _, err := os.Stat(filepath.Join(root(t), f)); err == nil { // it may be deleted, but not yet for git
			files = append(files, f)
		}
	}
	return files
}

// generated is the mark of files that programs write.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// maxLines is the length of a file that one can still read.
const maxLines = 700

// TestFileLength checks that files written by hand stay short.
func TestFileLength(t *testing.T) {
	n := 0
	for _, f := range tree(t) {
		if filepath.Ext(f) != ".go" {
			continue
		}
		data := read(t, f)
		if generated.Match(data) {
			continue
		}
		n++
		if lines := bytes.Count(data, []byte("\n")); lines > maxLines {
			t.Errorf("%s has %d lines, the limit is %d", f, lines, maxLines)
		}
	}
	if n < 50 {
		t.Fatalf("only %d Go files found", n)
	}
}

// unwanted is what must not stand in the source: promises to finish something
// later, and paths of somebody's machine.
var unwanted = []struct {
	re  *regexp.Regexp
	why string
}{
	{regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|X` + `XX)\b`), "unfinished"},
	{regexp.MustCompile(`(^|[\s"'` + "`" + `(=])/(wo` + `rk|ho` + `me|ro` + `ot|Us` + `ers)/`), "a path of a machine"},
	{regexp.MustCompile(`flag\.Bool\("` + `(long|short)"`), "a switch of one package's own: internal/house/testmode has the one of all"},
}

// TestSource checks all text that is written by hand.
func TestSource(t *testing.T) {
	for _, f := range tree(t) {
		if strings.Contains(f, "testdata/") {
			continue
		}
		switch filepath.Ext(f) {
		case ".go", ".md", ".sh", ".tsv", ".json", ".cu", ".c", ".cl", ".h", "":
		default:
			continue
		}
		for i, line := range strings.Split(string(read(t, f)), "\n") {
			for _, u := range unwanted {
				if m := u.re.FindString(line); m != "" {
					t.Errorf("%s:%d: %q is %s", f, i+1, strings.TrimSpace(m), u.why)
				}
			}
		}
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root(t), file))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
