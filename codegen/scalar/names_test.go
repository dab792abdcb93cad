package scalar

import "testing"

func TestNames(t *testing.T) {
	for _, test := range []struct{ in, exported, plain string }{
		{"%r5", "R5", "r5"},
		{"$L__BB0_2", "LBB02", "lBB02"},
		{"matmul_tiled", "MatmulTiled", "matmulTiled"},
		{"_Z5saxpyifPf", "Saxpy", "saxpy"},
		{"_ZL9transposePKfPf", "Transpose", "transpose"},
		{"_Z99short", "Z99short", "z99short"}, // not a mangled name
		{"2fast", "V2fast", "v2fast"},
		{"a$b%c", "ABC", "aBC"},
		{"%%", "V", "v"},
		{"_", "K", "k"},
		{"__3", "K3", "k3"},
		{"URLs", "URLs", "uRLs"},
	} {
		if got := Camel(test.in, true); got != test.exported {
			t.Errorf("camel(%q, true) = %q, want %q", test.in, got, test.exported)
		}
		if got := Camel(test.in, false); got != test.plain {
			t.Errorf("camel(%q, false) = %q, want %q", test.in, got, test.plain)
		}
	}
	for _, test := range []struct{ kernel, in, want string }{
		{"saxpy", "saxpy_param_0", "p0"},
		{"saxpy", "other_param_0", "other_param_0"},
		{"k", "Buffer", "buffer"},
		{"k", "%rd1", "rd1"},
	} {
		if got := ParamName(test.kernel, test.in); got != test.want {
			t.Errorf("paramName(%q, %q) = %q, want %q", test.kernel, test.in, got, test.want)
		}
	}
}
