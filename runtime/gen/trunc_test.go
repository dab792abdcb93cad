package gen

import "testing"

// That Go's compiler computes them is what the conformance case trunc_merged is about.
func TestTrunc(t *testing.T) {
	x := uint64(0x0123456789abcdef)
	if got := Trunc32(x); got != 0x89abcdef {
		t.Errorf("Trunc32 is %#x", got)
	}
	if got := Trunc32(int64(x)); got != 0x89abcdef {
		t.Errorf("Trunc32 of a number with a sign is %#x", got)
	}
	if got := Trunc16(uint32(x)); got != 0xcdef {
		t.Errorf("Trunc16 is %#x", got)
	}
	if got := Trunc8(int16(-0x3211)); got != 0xef {
		t.Errorf("Trunc8 is %#x", got)
	}
}
