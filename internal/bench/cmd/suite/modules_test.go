package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestConcat makes a module of two copies of a file whose functions call each
// other, and looks at who calls whom.
func TestConcat(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.ptx")
	text := `.version 7.0
.target sm_70
.address_size 64
.global .f32 value = 0f3F800000;
.func (.param .b32 r) value2(.param .b32 value2_param_0)
{
	.reg .b32 %value;
	ld.param.b32 %value, [value2_param_0];
	ld.global.f32 %f1, [value];
	ret;
}
.visible .entry k(.param .u64 k_param_0)
{
	call.uni (a), value2, (b); // value2 is not called here
}
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	sources, err := readSources([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	got := concat(sources, 2*len(text)-300)
	for _, want := range []string{
		".global .f32 value_x0_0 = ", ".global .f32 value_x1_0 = ",
		"value2_x0_0(.param .b32 value2_x0_0_param_0)", "[value2_x1_0_param_0]",
		"[value_x0_0]", "[value_x1_0]", ".entry k_x1_0(.param .u64 k_x1_0_param_0)",
		"(a), value2_x0_0, (b)", "(a), value2_x1_0, (b)", "%value, [",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q", want)
		}
	}
	if left := regexp.MustCompile(`[^%]\bvalue2?\b[^_]`).FindString(got); left != "" {
		t.Errorf("%q has kept its name", left)
	}
	if n := strings.Count(got, ".version"); n != 1 {
		t.Errorf("%d versions", n)
	}
}

func TestStages(t *testing.T) {
	got, err := stages([]byte("big.ptx: 12 bytes\nstage  ms  MB/s MB allocated\nparse          8.17   2.00     3.3\nnote: passes take 3 ms\ncodegen       42.92 1.00 1.0\ntotal 51.09 0.20 4.3\n"))
	if err != nil || len(got) != 2 || got[0] != (stage{"parse", 8.17}) || got[1] != (stage{"codegen", 42.92}) {
		t.Error(got, err)
	}
	if _, err := stages([]byte("parse 8.17 ms\n")); err == nil {
		t.Error("another table is taken")
	}
}
