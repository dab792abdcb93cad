//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "simd/archsimd"

// Width is the number of lanes of a gang.
const Width = 8

// Clear ends the use of vectors: it clears the upper halves of the vector
// registers, so that legacy SSE is as fast as ever. No vector is alive across it.
func Clear() { archsimd.ClearAVXUpperBits() }
