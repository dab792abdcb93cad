package ir

import (
	"math"
	"testing"
)

// TestRelatedComparisons compares the negation and the mirror of each comparison with
// what the comparison says.
func TestRelatedComparisons(t *testing.T) {
	ints := []uint64{0, 1, 5, 0x7f, 0x80, 0xff}
	var floats []uint64
	for _, x := range []float64{0, -1, 2, math.Inf(1), math.NaN()} {
		floats = append(floats, math.Float64bits(x))
	}
	for c := Eq; c <= NanF; c++ {
		typ, list := I8, ints
		if c >= EqF {
			typ, list = F64, floats
		}
		for _, x := range list {
			for _, y := range list {
				is, _ := c.Eval(typ, x, y)
				if not, ok := c.Negated().Eval(typ, x, y); !ok || not == is {
					t.Errorf("%v is %v of %#x and %#x, and so is %v", c, is, x, y, c.Negated())
				}
				if same, ok := c.Mirrored().Eval(typ, y, x); !ok || same != is {
					t.Errorf("%v is %v of %#x and %#x, %v of these in the other order is not", c, is, x, y, c.Mirrored())
				}
			}
		}
	}
}
