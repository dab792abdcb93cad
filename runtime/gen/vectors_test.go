package gen

import "testing"

func TestVectors(t *testing.T) {
	for _, test := range []struct {
		asked        string
		avx2, avx512 bool
		want         int
	}{
		{"", false, false, 0}, {"", true, false, 8}, {"", true, true, 16},
		{"16", true, false, 8}, {"16", true, true, 16},
		{"8", false, false, 0}, {"8", true, true, 8},
		{"off", true, true, 0},
	} {
		if got := lanes(test.asked, test.avx2, test.avx512); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("4 is taken")
		}
	}()
	lanes("4", true, true)
}
