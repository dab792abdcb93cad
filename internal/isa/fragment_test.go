package isa

import (
	"slices"
	"testing"
)

// TestFragments: in every product of matrices a and b have the registers of what is multiplied,
// c and d those of the accumulators. Which types of the head those are is the manual's order:
// D A B C; D A B of wgmma, whose sum is in d; and D C of the first wmma.mma, which multiplies f16
// without saying so.
func TestFragments(t *testing.T) {
	register := func(typ string) Type {
		switch typ {
		case "f32":
			return F32
		case "s32":
			return S32
		case "f64":
			return F64
		}
		return B32 // two, four, eight or 32 elements share it
	}
	seen := 0
	for _, f := range Forms() {
		if !slices.Contains([]string{"wmma.mma", "mma", "mma.sp", "wgmma.mma_async", "wgmma.mma_async.sp"}, f.Mnemonic) || f.Placeholder {
			continue
		}
		sample(f, func(mods []string) {
			m := direct(f, mods)
			if m == nil {
				return // a combination that column never excludes
			}
			var types []string
			for _, mod := range mods {
				if _, ok := ParseType(mod); ok {
					types = append(types, mod)
				}
			}
			want := map[string]string{}
			switch {
			case f.Opcode == "wgmma":
				want["d"], want["a"] = types[0], types[1]
			case len(types) == 2:
				want["d"], want["a"], want["b"], want["c"] = types[0], "f16", "f16", types[1]
			case len(types) >= 4:
				want["d"], want["a"], want["b"], want["c"] = types[0], types[1], types[2], types[3]
			default:
				t.Errorf("%s: types %v", m.Head, types)
			}
			for i := range f.Operands {
				o := &f.Operands[i]
				typ, there := want[o.Name]
				if !there || !o.Is(KVec) {
					continue
				}
				seen++
				if got, want := m.OperandType(i), register(typ); got != want {
					t.Errorf("%s: %s has registers of .%s, not .%s", m.Head, o.Name, got, want)
				}
			}
		})
	}
	if seen < 2000 {
		t.Errorf("only %d operands", seen)
	}
}
