package difftest

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
)

// TestReduce makes a kernel small in which the engines differ since one line reads
// the clock.
func TestReduce(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	k := Generate(99, Rows)
	c := k.Case("k")
	// The kernel's own body would take many programs to make small.
	head, _, _ := strings.Cut(k.Text(), "\n{\n")
	text := head + `
{
	.reg .u64 %out0, %now;
	.reg .u32 %r<5>;
	.reg .pred %p;
	mov.u32 %r1, %tid.x;
	mad.lo.u32 %r2, %r1, %r1, 7;
	xor.b32 %r3, %r2, %r1;
	setp.gt.u32 %p, %r3, 8;
	@%p add.u32 %r3, %r3, 1;
	ld.param.u64 %out0, [p9];
	st.global.u32 [%out0+8], %r3;
	mov.u64 %now, %globaltimer;
	st.global.u64 [%out0], %now;
	ret;
}
`
	small, want, err := Reduce(context.Background(), t.TempDir(), root, c, text)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(small, "\n"); n > 30 || strings.Contains(small, "mad.lo") || !strings.Contains(small, "%globaltimer") {
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
