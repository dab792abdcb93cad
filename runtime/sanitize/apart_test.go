package sanitize

import "testing"

// TestApartWritten asks of launches whether all that is read was written.
func TestApartWritten(t *testing.T) {
	buffers := map[uint64]uint64{0x1000: 0x2000, 0x1800: 0x2000, 0x2000: 0x3000}
	for _, c := range []struct {
		text string
		a, b uint64
		all  bool
		want bool
	}{
		{"", 0x1000, 0x1000, false, true},
		{"i", 0x1000, 0x1000, true, true},
		{"i", 0x1000, 0x2000, false, false},
		{"i i:0:8", 0x1000, 0x2000, true, true},
		{"i i:0:8", 0x1000, 0x2000, false, false},
		{"i i:0:8", 0x1000, 0x1800, true, false},
		{"i i:0:8", 0x1000, 0x1000, true, false},
		{"i i:0:8", 0x1000, 0x4000, true, false},
		{"i i:0:16", 0x1000, 0x2000, true, false},
	} {
		x, err := ParseApart(c.text)
		if err != nil {
			t.Fatal(err)
		}
		got := x.Written(&Parameters{
			Word: func(off, _ int) (uint64, bool) { return map[int]uint64{0: c.a, 8: c.b}[off], off <= 8 },
			End: func(addr uint64) (uint64, bool) {
				end, ok := buffers[addr]
				return end, ok
			},
		}, c.all)
		if got != c.want {
			t.Errorf("%q, %#x and %#x, all %t: %t", c.text, c.a, c.b, c.all, got)
		}
	}
}
