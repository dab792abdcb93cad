package lanes

import (
	"math"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// TestSure compares the functions of which one operand is no NaN with the scalar one: numbers
// and NaNs of all kinds in the other two.
func TestSure(t *testing.T) {
	bits := math.Float64frombits
	list := []float64{
		0, math.Copysign(0, -1), 1, -0.125, 3, 0x1p-1074, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1),
		bits(0x7ff8000000000001), bits(0xfff8000000000002), bits(0x7ff8000000000003), bits(0x7ff0000000000004),
		bits(0xfff0000000000005), bits(0x7ffc000000000006),
	}
	sures := list[:10]
	list = slices.Repeat(list, max(1, Width/len(list)))
	by, plus := make([]float64, len(list)), make([]float64, len(list))
	for _, sure := range sures {
		for _, x := range list {
			for i := 0; i < len(list); i += Width {
				y := LoadF64(list, i)
				StoreF64(by, i, FmaByF64(SplatF64(x), SplatF64(sure), y))
				StoreF64(plus, i, FmaPlusF64(SplatF64(x), y, SplatF64(sure)))
			}
			Clear()
			for l, y := range list {
				if got, want := math.Float64bits(by[l]), math.Float64bits(fpops.FmaRnF64(x, sure, y)); got != want {
					t.Errorf("FmaByF64(%x, %x, %x) is %#x, want %#x", x, sure, math.Float64bits(y), got, want)
				}
				if got, want := math.Float64bits(plus[l]), math.Float64bits(fpops.FmaRnF64(x, y, sure)); got != want {
					t.Errorf("FmaPlusF64(%x, %x, %x) is %#x, want %#x", x, math.Float64bits(y), sure, got, want)
				}
			}
		}
	}
}
