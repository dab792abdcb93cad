package isa

import (
	"slices"
	"strings"
	"testing"
)

// FuzzResolve resolves any text. Whatever resolves must be made of exactly the
// modifiers that were written, and resolve to the same from its canonical head.
func FuzzResolve(f *testing.F) {
	for _, s := range []string{
		"add.s32", "ld.global.relaxed.gpu.L1::no_allocate.v4.f32", "cvt.rn.relu.bf16x2.f32", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
		"cp.async.bulk.global.shared::cta.bulk_group", "fence.proxy.async.shared::cta", "wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.u8.s32.satfinite",
		"setp.lo.s32", "ret", "..", "tcgen05.fence::before_thread_sync", "ld.const[3].u32",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		parts := strings.Split(s, ".")
		ms, miss := Resolve(parts[0], parts[1:])
		if miss != nil {
			if ms != nil || miss.Text == "" || miss.Index >= len(parts)-1 || miss.Index < -1 {
				t.Fatalf("%q: %+v", s, *miss)
			}
			return
		}
		for _, m := range ms {
			got, want := slices.Clone(m.Tokens()), slices.Clone(parts[1:])
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%q resolves to %s", s, m.Head)
			}
			again, miss := Resolve(parts[0], m.Tokens())
			if miss != nil || !slices.ContainsFunc(again, func(x *Match) bool { return x.Form == m.Form && x.Head == m.Head }) {
				t.Fatalf("%q: canonical head %s does not resolve to %s", s, m.Head, m.Form.ID)
			}
			m.Gate(Version{7, 0}, Target{Arch: 80})
			for i := range m.Form.Operands {
				m.OperandType(i)
			}
		}
	})
}
