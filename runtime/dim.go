package runtime

import (
	"fmt"
	"math"
)

// Dim3 counts CTAs or threads in three dimensions, X, Y and Z, or is the index of one of them.
//
// In a [Launch], fields left out count as 1: Dim3{X: 4} is (4,1,1), and the zero Dim3 is
// (1,1,1). A zero before a field that is given is an error, and so is D1(0): a grid of no CTAs
// is not a launch.
type Dim3 struct{ X, Y, Z uint32 }

// badDim marks a size that no launch accepts: D1 to D3 were given something
// that is not a positive 32-bit number.
const badDim = math.MaxUint32

// D1 returns (x,1,1).
func D1(x int) Dim3 { return Dim3{dim(x), 1, 1} }

// D2 returns (x,y,1).
func D2(x, y int) Dim3 { return Dim3{dim(x), dim(y), 1} }

// D3 returns (x,y,z).
func D3(x, y, z int) Dim3 { return Dim3{dim(x), dim(y), dim(z)} }

func dim(n int) uint32 {
	if n <= 0 || uint64(n) >= badDim {
		return badDim
	}
	return uint32(n)
}

// Size returns the product of the three dimensions.
func (d Dim3) Size() uint64 { return uint64(d.X) * uint64(d.Y) * uint64(d.Z) }

// String returns (x,y,z). A size that D1, D2 or D3 could not represent is "out of range".
func (d Dim3) String() string {
	if d.X == badDim || d.Y == badDim || d.Z == badDim {
		return "(" + dimText(d.X) + "," + dimText(d.Y) + "," + dimText(d.Z) + ")"
	}
	return fmt.Sprintf("(%d,%d,%d)", d.X, d.Y, d.Z)
}

func dimText(n uint32) string {
	if n == badDim {
		return "out of range"
	}
	return fmt.Sprint(n)
}

// sized fills in the fields that were left out. It reports false for a zero
// that was not left out.
func (d Dim3) sized() (Dim3, bool) {
	if d == (Dim3{}) {
		return Dim3{1, 1, 1}, true
	}
	if d.Z == 0 {
		d.Z = 1
		if d.Y == 0 {
			d.Y = 1
		}
	}
	return d, d.X != 0 && d.Y != 0
}

// within reports whether no dimension is larger than that of limit.
func (d Dim3) within(limit Dim3) bool {
	return d.X <= limit.X && d.Y <= limit.Y && d.Z <= limit.Z
}
