package builder

import (
	"encoding/binary"
	"strings"
	"testing"
)

// TestModuleScope: registers and local variables of module scope are a kernel's own,
// also beside a function that has the same names for something else.
func TestModuleScope(t *testing.T) {
	const src = `.version 1.4
.target sm_13
.global .align 16 .b8 out[16];
.reg .u32 %k<3>;
.reg .pred %q;
.local .u32 kept[4];
.func (.reg .u32 y) twice (.reg .u32 x)
{
	.reg .u32 %k<2>;
	.local .u32 kept[2];
	add.u32 %k1, x, x;
	st.local.u32 [kept+4], 99;
	mov.u32 y, %k1;
	ret;
}
.entry k
{
	mov.u32 %k1, 20;
	st.local.u32 [kept+8], %k1;
	call (%k2), twice, (%k1);
	setp.eq.u32 %q, %k2, 40;
	@%q add.u32 %k1, %k1, 1;
	ld.local.u32 %k2, [kept+8];
	add.u32 %k1, %k1, %k2;
	st.global.u32 [out], %k1;
	exit;
}
`
	if got := binary.LittleEndian.Uint32(execute(t, src)); got != 41 {
		t.Errorf("got %d, want 41", got)
	}
	for old, says := range map[string]string{
		"	.reg .u32 %k<2>;\n":     "a register of module scope that functions use",
		"	.local .u32 kept[2];\n": "the local variable kept",
	} {
		_, l := lowerText(t, "old.ptx", strings.Replace(src, old, "", 1), Options{})
		if l.Errors() == 0 || !strings.Contains(report(l), says) {
			t.Errorf("without %q: want an error that says %q, got\n%s", old, says, report(l))
		}
	}
}
