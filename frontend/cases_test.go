package frontend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// caseFiles returns the PTX files of the shared kernels, which are not part of
// the repository, and skips the test where they are absent.
func caseFiles(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob("../../shared/cases/*/*.ptx")
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Skip("SKIPPED: no kernels at ../../shared/cases")
	}
	return files
}

func readFile(tb testing.TB, path string) string {
	tb.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

func render(l *diag.List) string {
	var b strings.Builder
	l.Print(&b)
	return b.String()
}

func TestCasesParse(t *testing.T) {
	for _, path := range caseFiles(t) {
		f := diag.NewFile(path, readFile(t, path))
		l := diag.NewList(f)
		Parse(f, l)
		if l.Errors() > 0 {
			t.Errorf("%s", render(l))
		}
	}
}

func TestCasesCheck(t *testing.T) {
	for _, path := range caseFiles(t) {
		f := diag.NewFile(path, readFile(t, path))
		l := diag.NewList(f)
		Check(Parse(f, l), l)
		for _, d := range l.Sorted() {
			if d.Code != "lenient" { // one file saturates where the manual has no .sat
				t.Errorf("%s", render(l))
				break
			}
		}
	}
}
