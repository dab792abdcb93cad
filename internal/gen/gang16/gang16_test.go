package gang16

import "testing"

// TestWider rewrites pieces of gang8.
func TestWider(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a.AsUint32x8().AsUint16x16()", "a.AsUint32x16().AsUint16x32()"},
		{"archsimd.LoadUint64x4(u), archsimd.Uint64x2, archsimd.Uint8x16", "archsimd.LoadUint64x8(u), archsimd.Uint64x2, archsimd.Uint8x16"},
		{"[2][4]float64, [33][8]uint32, [32]int8", "[2][8]float64, [33][16]uint32, [64]int8"},
		{"[4]uint64{0x433 << 52, 1, 2, 3}", "[8]uint64{0x433 << 52, 1, 2, 3, 0x433 << 52, 1, 2, 3}"},
		{"s[i : i+8 : len(s)], s[i:i+8:len(s)] and s[i+7]", "s[i : i+16 : len(s)], s[i:i+16:len(s)] and s[i+15]"},
		{"m.ToBits() != 0xff && n&0xff == 0", "m.ToBits() != 0xffff && n&0xff == 0"},
		{"clampU32x4(a.Floor())", "clampU32x4(a.FloorScaled(0))"},
	} {
		if got := string(wider([]byte(c.text))); got != c.want {
			t.Errorf("%s becomes %s, want %s", c.text, got, c.want)
		}
	}
}

// TestWithout leaves out declarations, with what is said of them.
func TestWithout(t *testing.T) {
	const text = `package p

// a is gone.
func a() {}

// b stays.
func b() {}

var (
	c = 1 // gone
	d = 2 // stays
)

// T is a type.
type T int

// m is gone.
func (t *T) m() {}
`
	const want = `package p



// b stays.
func b() {}

var (
	
	d = 2 // stays
)

// T is a type.
type T int


`
	gone := map[string]bool{"a": true, "c": true, "T.m": true}
	unknown := map[string]bool{"a": true, "x": true}
	got, n, err := without("p.go", []byte(text), gone, unknown)
	if err != nil || string(got) != want || n != 3 {
		t.Errorf("%d declarations remain, %v:\n%q, want\n%q", n, err, got, want)
	}
	if len(unknown) != 1 || !unknown["x"] {
		t.Errorf("%v were not found", unknown)
	}
}
