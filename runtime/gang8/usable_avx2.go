//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "github.com/ptx2go/ptx2go/runtime/internal/cpuid"

// Usable reports whether this machine has what the package computes with: AVX2
// and FMA, both kept by the operating system.
func Usable() bool { return cpuid.AVX2 }
