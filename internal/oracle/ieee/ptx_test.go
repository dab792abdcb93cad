package ieee

import "testing"

func TestOf(t *testing.T) {
	for name, want := range map[string]Format{"f16": F16, "f16x2": F16, "bf16": BF16, "bf16x2": BF16, "f32": F32, "f32x2": F32, "f64": F64} {
		if f, ok := Of(name); !ok || f != want {
			t.Errorf("%s: %v, %t", name, f, ok)
		}
	}
	for _, name := range []string{"", "x2", "u32", "b16", "tf32", "e4m3x2", "s16x2"} {
		if f, ok := Of(name); ok {
			t.Errorf("%s: %v", name, f)
		}
	}
}
