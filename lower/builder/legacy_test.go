package builder

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// TestLegacyMad runs mad.f32 without a rounding modifier in modules in which it
// means different things. a*a is 2.25 + 1.5 * 2^-22 + 2^-46.
func TestLegacyMad(t *testing.T) {
	const a = 0x3fc00001 // 1.5 + 2^-23
	for _, tt := range []struct {
		version, target, op string
		c, want             uint32
	}{
		{"1.4", "sm_10", "mad.f32", 0xc0100000, 0x34800000},     // -2.25: the product is cut to 2.25 + 2^-22
		{"1.4", "sm_10", "mad.f32", 0x00000000, 0x40100002},     // zero: the product is rounded
		{"1.4", "sm_10", "mad.f32", 0x807fffff, 0x40100002},     // a subnormal is a zero
		{"1.4", "sm_10", "mad.sat.f32", 0xc0100000, 0x34800000}, // inside [0, 1]
		{"1.4", "sm_13", "mad.sat.f32", 0x3f800000, 0x3f800000}, // above
		{"2.0", "sm_20", "mad.f32", 0xc0100000, 0x34c00000},     // fma: 3 * 2^-23 + 2^-46, a tie
		{"3.1", "sm_30", "mad.ftz.f32", 0x807fffff, 0x40100002},
	} {
		src := fmt.Sprintf(`.version %s
.target %s
.global .align 16 .b8 out[16];
.global .align 4 .u32 in[2] = {%d, %d};
.entry k
{
	.reg .f32 %%f<4>;
	ld.global.f32 %%f1, [in];
	ld.global.f32 %%f2, [in+4];
	%s %%f3, %%f1, %%f1, %%f2;
	st.global.f32 [out], %%f3;
	exit;
}
`, tt.version, tt.target, uint32(a), tt.c, tt.op)
		if got := binary.LittleEndian.Uint32(execute(t, src)); got != tt.want {
			t.Errorf("%s %s: %s with c = %08x is %08x, want %08x", tt.version, tt.target, tt.op, tt.c, got, tt.want)
		}
	}
}

// TestLegacyRefused: what old texts leave open is refused at the instruction,
// with what to do about it.
func TestLegacyRefused(t *testing.T) {
	for _, tt := range []struct{ version, target, inst, msg, hint string }{
		{"1.0", "sm_10", "cvt.s32.f32 %r1, %f1", "cvt.s32.f32 (PTX 1.0 does not say how it rounds)", ""},
	} {
		src := fmt.Sprintf(".version %s\n.target %s\n.entry k\n{\n\t.reg .f64 %%d<3>;\n\t.reg .f32 %%f<3>;\n\t.reg .s32 %%r<3>;\n\t%s;\n\texit;\n}\n",
			tt.version, tt.target, tt.inst)
		_, l := lowerText(t, "old.ptx", src, Options{})
		all := l.Sorted()
		if len(all) != 1 || all[0].Code != "unsupported" || !strings.Contains(all[0].Msg, tt.msg) ||
			!strings.Contains(all[0].Hint, tt.hint) || l.File.Line(all[0].Pos) != 8 {
			t.Errorf("%s\n%s", tt.inst, report(l))
		}
	}
}
