package probe

import (
	"testing"

	"github.com/ptx2go/ptx2go/internal/intrin"
)

// TestContraction runs the kernels of the question about contraction in the interpreter:
// each compiles, and the answers of the model are those of its rule.
func TestContraction(t *testing.T) {
	q := contractionQuestion()
	heads, tuples, err := q.questionHeads()
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string][]uint64{}
	for _, h := range heads {
		arch, ok := archOf(h)
		if !ok {
			t.Errorf("no GPU has %s", h.Name)
			continue
		}
		model, err := h.interpreted(arch, intrin.Model{})
		if err != nil {
			text, _ := h.Kernel(arch)
			t.Errorf("%s: %v\n%s", h.Name, err, text)
			continue
		}
		answers[h.Name] = evaluate(model, h.columns(tuples[h]))
	}
	// The first tuple: 1+2^-12 twice, and -1.
	const fused, rounded = 0x3a000400, 0x3a000000
	for name, want := range map[string]uint64{
		"add.f32": fused, "add-second.f32": fused, "rn-mul.f32": rounded, "rn-add.f32": rounded,
		"kept.f32": rounded, "two-sums.f32": fused, "factor.f32": rounded, "addend.f32": rounded,
		"equal.f32": fused, "equal-rn.f32": fused, "later-block.f32": rounded, "guarded-add.f32": fused,
		"guarded-mul.f32": rounded, "guarded-both.f32": rounded, "guarded-store.f32": rounded, "chosen.f32": rounded,
		"local.f32": fused, "ftz.f32": fused, "ftz-mul.f32": rounded, "ftz-add.f32": rounded, "sat-add.f32": fused,
		"add.f64": 0x3e20000000200000, "kept.f64": 0x3e20000000000000,
	} {
		if got := answers[contractionPrefix+name]; len(got) == 0 || got[0] != want {
			t.Errorf("%s: %#x, want %#x", name, got, want)
		}
	}
	// The third: p = (1+2^-12)^2 and q = (1+2^-12)(1+2^-13), of which the errors are 2^-24
	// and 2^-25. The first operand is fused, wherever it is defined.
	for name, want := range map[string]uint64{
		"tie-sub.f32": 0x39001000, "tie-sub-late.f32": 0x39001000,
		"tie-sub.f64": 0x3e00000000800000, "tie-sub-late.f64": 0x3e00000000800000,
	} {
		if got := answers[contractionPrefix+name]; len(got) < 3 || got[2] != want {
			t.Errorf("%s: %#x, want %#x", name, got, want)
		}
	}
}
