package isa

import "testing"

// TestIntegerSaturation: the manual has cvt.sat between integers only where the destination lacks
// a value of the source. The others are forms that programs for another translator have.
func TestIntegerSaturation(t *testing.T) {
	integers := []Type{U8, U16, U32, U64, S8, S16, S32, S64}
	for _, d := range integers {
		for _, s := range integers {
			var superset bool
			switch {
			case d.IsSigned() == s.IsSigned():
				superset = d.Bits() >= s.Bits()
			case d.IsSigned():
				superset = d.Bits() > s.Bits()
			}
			head := "cvt.sat." + d.String() + "." + s.String()
			if m := best(t, head); m.Form.Lenient() != superset {
				t.Errorf("%s: form %s, though that the destination has all values of the source is %v", head, m.Form.ID, superset)
			}
		}
	}
}
