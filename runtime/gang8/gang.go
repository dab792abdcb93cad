//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"

	"github.com/ptx2go/ptx2go/runtime/internal/cpuid"
)

// Width is the number of lanes of a gang.
const Width = 8

// Usable reports whether this machine has what the package computes with: AVX2
// and FMA, both kept by the operating system.
func Usable() bool { return cpuid.AVX2 }

// Clear ends the use of vectors: it clears the upper halves of the vector
// registers, so that legacy SSE is as fast as ever. No vector is alive across it.
func Clear() { archsimd.ClearAVXUpperBits() }
