package frontend

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
)

var identRE = regexp.MustCompile(`[A-Za-z_$][A-Za-z0-9_$]*`)

// bigModule makes a module of about size bytes of copies of the PTX files in
// testdata, with the kernels, functions and variables of each copy renamed.
func bigModule(tb testing.TB, size int) string {
	tb.Helper()
	files, err := filepath.Glob("testdata/*.ptx")
	if err != nil || len(files) == 0 {
		tb.Fatal("no PTX files in testdata")
	}
	var out strings.Builder
	out.WriteString(".version 8.4\n.target sm_90\n.address_size 64\n")
	for n := 0; out.Len() < size; n++ {
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				tb.Fatal(err)
			}
			out.WriteString(renamed(string(b), fmt.Sprintf("_c%d", n)))
		}
	}
	return out.String()
}

// renamed returns a module's text without its header and with a suffix on every
// name declared at module level.
func renamed(src, suffix string) string {
	names := map[string]bool{}
	f := diag.NewFile("", src)
	for _, d := range Parse(f, diag.NewList(f)).Decls {
		switch d := d.(type) {
		case *Var:
			names[d.Name] = true
		case *Func:
			names[d.Name] = true
		}
	}
	lines := strings.SplitAfter(src, "\n")
	keep := lines[:0]
	for _, l := range lines {
		if !strings.HasPrefix(l, ".version") && !strings.HasPrefix(l, ".target") && !strings.HasPrefix(l, ".address_size") {
			keep = append(keep, l)
		}
	}
	return identRE.ReplaceAllStringFunc(strings.Join(keep, ""), func(s string) string {
		if names[s] {
			return s + suffix
		}
		return s
	})
}

func benchmarkFrontend(b *testing.B, procs int, check bool) {
	src := bigModule(b, 5<<20)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		f := diag.NewFile("big.ptx", src)
		l := diag.NewList(f)
		m := Parse(f, l)
		if check {
			Check(m, l)
		}
		if l.Errors() > 0 {
			b.Fatal(render(l))
		}
	}
}

func BenchmarkParse(b *testing.B)      { benchmarkFrontend(b, 1, false) }
func BenchmarkParseCheck(b *testing.B) { benchmarkFrontend(b, 1, true) }
func BenchmarkParseCheck2(b *testing.B) {
	benchmarkFrontend(b, 2, true)
}
