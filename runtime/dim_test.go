package runtime

import (
	"math"
	"strconv"
	"testing"
)

// tooLarge is more than a dimension can be; an int of 32 bits holds nothing such.
var tooLarge = int(int64(math.MaxUint32) * int64(strconv.IntSize/32-1))

func TestDim3String(t *testing.T) {
	for d, want := range map[Dim3]string{
		{1, 2, 3}:       "(1,2,3)",
		{badDim, 2, 3}:  "(out of range,2,3)",
		D3(4, 0, -5):    "(4,out of range,out of range)",
		D2(tooLarge, 1): "(out of range,1,1)",
	} {
		if got := d.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
