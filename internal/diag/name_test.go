package diag

import "testing"

func TestShown(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"saxpy.ptx", "saxpy.ptx"},
		{"a b/größe 核.ptx", "a b/größe 核.ptx"},
		{"a\u202eb.ptx", `"a\u202eb.ptx"`}, // right to left
		{"a\u200bb\u00e4.ptx", `"a\u200bb\u00e4.ptx"`},
		{"a\u0085b.ptx", `"a\u0085b.ptx"`},
		{"a\u2028b.ptx", `"a\u2028b.ptx"`},
		{"a\xffb.ptx", `"a\xffb.ptx"`}, // not UTF-8
		{"a\nb.ptx", `"a\nb.ptx"`},
	} {
		if got := Shown(test.name); got != test.want {
			t.Errorf("%q: %s, want %s", test.name, got, test.want)
		}
	}
}
