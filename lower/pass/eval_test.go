package pass

import (
	"math"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestRelatedComparisons compares the negation and the mirror of each comparison with
// what the comparison says.
func TestRelatedComparisons(t *testing.T) {
	ints := []uint64{0, 1, 5, 0x7f, 0x80, 0xff}
	var floats []uint64
	for _, x := range []float64{0, -1, 2, math.Inf(1), math.NaN()} {
		floats = append(floats, math.Float64bits(x))
	}
	for c := ir.Eq; c <= ir.NanF; c++ {
		typ, list := ir.I8, ints
		if c >= ir.EqF {
			typ, list = ir.F64, floats
		}
		for _, x := range list {
			for _, y := range list {
				is, _ := evalCmp(c, typ, x, y)
				if not, ok := evalCmp(c.Negated(), typ, x, y); !ok || not == is {
					t.Errorf("%v is %v of %#x and %#x, and so is %v", c, is, x, y, c.Negated())
				}
				if same, ok := evalCmp(c.Mirrored(), typ, y, x); !ok || same != is {
					t.Errorf("%v is %v of %#x and %#x, %v of these in the other order is not", c, is, x, y, c.Mirrored())
				}
			}
		}
	}
}
