package asm_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// TestLarge: a gang function that Go's compiler would take minutes for is refused before it is asked, and
// the other kernel of the module has assembly.
func TestLarge(t *testing.T) {
	const head = `.visible .entry %s(.param .u64 x)
{
	.reg .f32 %%f<3>;
	.reg .b32 %%r<2>;
	.reg .b64 %%rd<3>;
	ld.param.u64 %%rd1, [x];
	mov.u32 %%r1, %%tid.x;
	mul.wide.u32 %%rd2, %%r1, 4;
	add.s64 %%rd1, %%rd1, %%rd2;
	ld.global.f32 %%f1, [%%rd1];
`
	var b strings.Builder
	b.WriteString(".version 7.0\n.target sm_70\n.address_size 64\n")
	for name, n := range map[string]int{"small": 1, "large": 6000} {
		fmt.Fprintf(&b, head, name)
		for i := range n {
			fmt.Fprintf(&b, "\tfma.rn.f32 %%f1, %%f1, %%f1, 0f3F%06X;\n", i*7919%(1<<22))
		}
		b.WriteString("\tst.global.f32 [%rd1], %f1;\n\tret;\n}\n")
	}
	f := diag.NewFile("kernel.ptx", b.String())
	m := pipeline.Lower(f, diag.NewList(f), pipeline.Options{})
	if m == nil {
		t.Fatal("it is refused")
	}
	x, err := asm.Files(t.Context(), schedule.New(m, schedule.Options{}), codegen.Options{
		Package: "k", Source: "kernel.ptx", Output: "kernel_ptx.go", Asm: "kernel_ptx_amd64.go",
	})
	if errors.Is(err, asm.ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	if len(x.Refused) == 0 {
		t.Error("nothing is refused")
	}
	for _, r := range x.Refused {
		if r.Kernel != "large" || !strings.Contains(r.Why, "KB of Go") {
			t.Errorf("%s: %s", r.Kernel, r.Refusal)
		}
	}
	if text := string(x.For(harvest.AMD64).Source); !strings.Contains(text, "·smallGangs1(SB)") || strings.Contains(text, "·large") {
		t.Error("the small kernel has no assembly, or the large one has some")
	}
}
