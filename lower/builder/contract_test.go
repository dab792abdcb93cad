package builder

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestContractible checks which instructions may be contracted.
func TestContractible(t *testing.T) {
	for _, tt := range []struct {
		head, inst string
		want       bool
	}{
		{"7.8 sm_90", "mul.f32 %f1, %f2, %f3", true},
		{"7.8 sm_90", "sub.f32 %f1, %f2, %f3", true},
		{"7.8 sm_90", "mul.rn.f32 %f1, %f2, %f3", false},
		{"7.8 sm_90", "mul.rz.f32 %f1, %f2, %f3", false},
		{"7.8 sm_90", "add.ftz.sat.f32 %f1, %f2, %f3", true},
		{"7.8 sm_90", "add.rn.ftz.f32 %f1, %f2, %f3", false},
		{"7.8 sm_90", "add.f64 %d1, %d2, %d3", true},
		{"7.8 sm_90", "mul.rm.f64 %d1, %d2, %d3", false},
		{"7.8 sm_90", "mul.f16x2 %r1, %r2, %r3", true},
		{"7.8 sm_90", "mul.rn.f16x2 %r1, %r2, %r3", false},
		{"7.8 sm_90", "sub.bf16 %h1, %h2, %h3", true},
		{"8.6 sm_100", "add.f32x2 %x1, %x2, %x3", true},
		{"8.6 sm_100", "add.rn.ftz.f32x2 %x1, %x2, %x3", false},
		{"7.8 sm_90", "fma.rn.f32 %f1, %f2, %f3, %f3", false},
		{"7.8 sm_90", "div.rn.f32 %f1, %f2, %f3", false},
		{"7.8 sm_90", "neg.f32 %f1, %f2", false},
		{"7.8 sm_90", "add.s32 %r1, %r2, %r3", false},
		{"7.8 sm_90,debug", "mul.f32 %f1, %f2, %f3", false},
		{"7.8 sm_90,debug", "mul.f16x2 %r1, %r2, %r3", false},
		{"1.4 sm_13", "mul.f32 %f1, %f2, %f3", true}, // an assembler of today compiles it for a GPU that has fma.f32
		{"1.4 sm_13", "mul.f64 %d1, %d2, %d3", true},
	} {
		version, target, _ := strings.Cut(tt.head, " ")
		src := fmt.Sprintf(".version %s\n.target %s\n.entry k\n{\n.reg .f32 %%f<4>;\n.reg .f64 %%d<4>;\n.reg .b32 %%r<4>;\n.reg .b16 %%h<4>;\n.reg .b64 %%x<4>;\n%s;\nexit;\n}\n",
			version, target, tt.inst)
		m, l := lowerText(t, "k.ptx", src, Options{})
		if l.Errors() > 0 {
			t.Errorf("%s: %s: %s", tt.head, tt.inst, l.Sorted()[0].Msg)
			continue
		}
		if got := strings.Contains(ir.Print(m), "contract"); got != tt.want {
			t.Errorf("%s: %s: may be contracted: %v", tt.head, tt.inst, got)
		}
	}
}
