package builder

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
)

// BenchmarkModule builds a module of a megabyte, made of one kernel many times.
func BenchmarkModule(b *testing.B) {
	src, err := os.ReadFile(filepath.Join(casesDir, "sha256", "kernel.ptx"))
	if err != nil {
		b.Skip("SKIPPED: the conformance cases are not here")
	}
	head, body, ok := strings.Cut(string(src), ".visible .entry")
	if !ok {
		b.Fatal("no entry")
	}
	name := regexp.MustCompile(`\bsha\w*`)
	var big strings.Builder
	big.WriteString(head)
	for i := 0; big.Len() < 1<<20; i++ {
		big.WriteString(name.ReplaceAllString(".visible .entry"+body, fmt.Sprintf("${0}_%d", i)))
	}
	l := diag.NewList(diag.NewFile("big.ptx", big.String()))
	ast := frontend.Parse(l.File, l)
	frontend.Check(ast, l)
	if l.Errors() > 0 {
		b.Fatal(report(l))
	}
	b.SetBytes(int64(big.Len()))
	b.ReportAllocs()
	for b.Loop() {
		Module([]*frontend.Module{ast}, l, Options{})
	}
}

// deep returns a kernel of n diamonds in a row, with n registers that are written
// at the start and read at the end.
func deep(n int) string {
	var s strings.Builder
	fmt.Fprintf(&s, ".version 7.8\n.target sm_70\n.address_size 64\n.entry deep(.param .u64 out)\n{\n.reg .pred %%p;\n.reg .u32 %%r<%d>;\n.reg .u64 %%rd;\nld.param.u64 %%rd, [out];\n", n+1)
	for i := range n {
		fmt.Fprintf(&s, "mov.u32 %%r%d, %%clock;\n", i)
	}
	for i := range n {
		fmt.Fprintf(&s, "setp.eq.u32 %%p, %%r%d, 7;\n@%%p bra L%d;\nadd.u32 %%r%d, %%r%d, 1;\nL%d:\n", i, i, n, n, i)
	}
	for i := range n {
		fmt.Fprintf(&s, "st.global.u32 [%%rd], %%r%d;\n", i)
	}
	s.WriteString("st.global.u32 [%rd], %r" + fmt.Sprint(n) + ";\nret;\n}\n")
	return s.String()
}

// TestDeep builds a function that a recursive builder would take too long or too
// much stack for.
func TestDeep(t *testing.T) {
	m, l := lowerText(t, "deep.ptx", deep(600), Options{})
	if l.Errors() > 0 {
		t.Fatal(report(l))
	}
	phis := 0
	for _, b := range m.Funcs[0].Blocks {
		phis += len(b.Phis())
	}
	if phis != 600 {
		t.Errorf("%d phis, want one for each diamond", phis)
	}
}
