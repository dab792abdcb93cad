package schedule_test

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestInFrame: local memory at a known place, at one that is chosen, and by an address of 32 bits; and
// not by a generic address.
func TestInFrame(t *testing.T) {
	for _, x := range []struct {
		name, code string
		ok, root   bool
	}{
		{"element", "mov.u64 %x, a; and.b32 %j, %t, 7; mul.wide.u32 %o, %j, 4; add.u64 %x, %x, %o; st.local.u32 [%x+8], %v", true, false},
		{"chosen", "mov.u64 %x, a; mov.u64 %y, b2; selp.b64 %x, %x, %y, %e; st.local.u32 [%x+8], %v", true, true},
		{"from memory", "ld.global.u64 %x, [%p]; st.local.u32 [%x+8], %v", true, true},
		{"32 bits", "ld.global.u32 %w, [%p]; st.local.u32 [%w+8], %v", true, true},
		{"generic", "ld.global.u64 %x, [%p]; st.u32 [%x+8], %v", false, false},
	} {
		s, k := kernel(t, `
	.local .align 4 .b8 a[64];
	.local .align 4 .b8 b2[64];
	ld.global.u32 %v, [%y];
	setp.eq.u32 %e, %v, 0;
	`+x.code+`;
	mov.u64 %x, a;
	mov.u64 %y, b2;
	ld.local.u32 %v, [%x+8];
	ld.local.u32 %w, [%y+8];
	add.u32 %v, %v, %w;
	st.global.u32 [%q], %v;`)
		m, n := s.Memory, 0
		for _, b := range k.Func.Blocks {
			for _, v := range b.Values {
				if v.Op != ir.OpStore || v.Attr.Space == ir.Global {
					continue
				}
				n++
				if at, ok := m.InFrame(v); ok != x.ok || ok && (at.Root != nil) != x.root {
					t.Errorf("%s: %v, %t", x.name, at, ok)
				}
			}
		}
		if n != 1 {
			t.Errorf("%s: %d stores to local memory", x.name, n)
		}
	}
}
