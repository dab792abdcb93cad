package driver

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

const cases = "../cases/casefile/testdata/cases"

var (
	identifier = regexp.MustCompile(`[\w$%.]*[A-Za-z_$%][\w$.]*`)
	declared   = regexp.MustCompile(`\.(?:entry|func)\s*(?:\([^)]*\)\s*)?([A-Za-z_$%][\w$]*)`)
	variable   = regexp.MustCompile(`(?m)^\s*(?:\.(?:visible|extern|weak|common)\s+)*\.(?:global|const|shared)\s+(?:\.\w+\s+(?:\d+\s+)?)*([A-Za-z_$%][\w$]*)\s*[\[=;]`)
	comment    = regexp.MustCompile(`//[^\n]*|(?m)^\s*\.(?:file|loc)\b[^\n]*$`)
)

// volume concatenates the 64-bit modules of the conformance cases, with new
// names, again and again until the text has so many bytes: what a linker of
// device code would make of many small programs.
func volume(t testing.TB, size int) (text string, entries int) {
	t.Helper()
	files, err := filepath.Glob(cases + "/*/kernel*.ptx")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var b strings.Builder
	b.WriteString(".version 8.6\n.target sm_90a\n.address_size 64\n")
	for n := 0; b.Len() < size; n++ {
		src, err := os.ReadFile(files[n%len(files)])
		if err != nil {
			t.Fatal(err)
		}
		_, body, ok := strings.Cut(string(src), ".address_size 64")
		if !ok || singles.MatchString(files[n%len(files)]) || bytes.Contains(src, []byte(".section")) || bytes.Contains(src, []byte(".extern .func")) || otherTarget.Match(src) {
			continue
		}
		body = comment.ReplaceAllString(body, "")
		names := map[string]bool{}
		for _, re := range []*regexp.Regexp{declared, variable} {
			for _, m := range re.FindAllStringSubmatch(body, -1) {
				names[m[1]] = true
			}
		}
		body = identifier.ReplaceAllStringFunc(body, func(s string) string {
			if names[s] {
				return fmt.Sprintf("m%d_%s", n, s)
			}
			return s
		})
		entries += strings.Count(body, ".entry")
		b.WriteString(body)
	}
	return b.String(), entries
}

// otherTarget are modules of later versions or families, those whose instructions later targets do
// not have, or of another mode.
var otherTarget = regexp.MustCompile(`\.version\s+(9|8\.[789])|\.target\s+(sm_(1\d|2\d|3\d|6\d|100f)\b|.*texmode_independent)`)

// singles are cases of single instructions, for many targets and versions.
var singles = regexp.MustCompile(`/(fp|int|video|mem)_[^/]*/kernel`)

// TestVolume generates a module of many entries, the same bytes and notes on one processor
// as on several; with PTX2GO_LONG=1 one of 3 MB, which the Go compiler then builds.
func TestVolume(t *testing.T) {
	size := 300_000
	if testmode.Long() {
		size = 3_000_000
	}
	text, entries := volume(t, size)
	dir := t.TempDir()
	file := filepath.Join(dir, "big.ptx")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	start := time.Now()
	if status := Main(context.Background(), []string{"-pkg", "big", "-stats", file}, Stdio{In: strings.NewReader(""), Out: &out, Err: &out}); status != 0 {
		t.Fatalf("%d bytes, %d entries: status %d\n%.3000s", len(text), entries, status, out.String())
	}
	t.Logf("%d bytes, %d entries: generated in %v\n%s", len(text), entries, time.Since(start), out.String())
	var printed [2]string
	for i, procs := range []int{1, 4} {
		old := runtime.GOMAXPROCS(procs)
		status, src, notes := runMain(t, "-pkg", "big", "-o", "-", file)
		runtime.GOMAXPROCS(old)
		if status != 0 {
			t.Fatalf("%d processors: status %d\n%.3000s", procs, status, notes)
		}
		printed[i] = src + notes
	}
	if printed[0] != printed[1] {
		t.Error("one processor prints another file, or other notes, than several")
	}
	if !testmode.Long() {
		return
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	mod := "module big\n\ngo 1.26\n\nrequire github.com/ptx2go/ptx2go v0.0.0\n\nreplace github.com/ptx2go/ptx2go => " + root + "\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o666); err != nil {
		t.Fatal(err)
	}
	start = time.Now()
	cmd := exec.Command("go", "build", "-mod=mod", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	t.Logf("built in %v", time.Since(start))
}

// BenchmarkGenerate measures a whole run of the generator on a large module.
func BenchmarkGenerate(b *testing.B) {
	text, _ := volume(b, 1_000_000)
	file := filepath.Join(b.TempDir(), "big.ptx")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var out bytes.Buffer
		if Main(context.Background(), []string{"-pkg", "big", "-o", "-", file}, Stdio{In: strings.NewReader(""), Out: &out, Err: &out}) != 0 {
			b.Fatalf("%.3000s", out.String())
		}
	}
}
