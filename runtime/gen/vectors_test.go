package gen

import "testing"

func TestVectors(t *testing.T) {
	for _, test := range []struct {
		asked      string
		most, want int
	}{
		{"", 0, 0}, {"", 4, 4}, {"", 8, 8}, {"", 16, 16},
		{"16", 4, 4}, {"16", 8, 8}, {"16", 16, 16},
		{"8", 0, 0}, {"8", 4, 4}, {"8", 16, 8},
		{"4", 0, 0}, {"4", 4, 4}, {"4", 16, 4},
		{"off", 4, 0}, {"off", 16, 0},
	} {
		if got := lanes(test.asked, test.most); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("2 is taken")
		}
	}()
	lanes("2", 16)
}
