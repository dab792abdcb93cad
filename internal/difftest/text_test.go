package difftest

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/casefile"
)

// TestReduce makes a kernel small in which the engines differ since one line reads
// the clock.
func TestReduce(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	k := Generate(99, Rows) // a short one
	c := k.Case("k")
	text := strings.Replace(k.Text(), "\tld.param.u64 %out0,", "\t.reg .u64 %now;\n\tld.param.u64 %out0,", 1)
	i := strings.LastIndex(text, "\tst.global")
	text = text[:i] + "\tmov.u64 %now, %globaltimer;\n\tst.global.u64 [%own], %now;\n" + text[i:]
	small, want, err := Reduce(context.Background(), t.TempDir(), root, c, text)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(small, "\n"); n > 30 || !strings.Contains(small, "%globaltimer") {
		t.Errorf("%d lines are left of %d:\n%s", n, strings.Count(text, "\n"), small)
	}
	dir := t.TempDir()
	if err := SaveReduced(dir, c, small, want); err != nil {
		t.Fatal(err)
	}
	if _, err := casefile.Load(dir); err != nil {
		t.Error(err)
	}
	if _, _, err := Reduce(context.Background(), t.TempDir(), root, c, k.Text()); err == nil {
		t.Error("a kernel on which the engines agree is reduced")
	}
}
