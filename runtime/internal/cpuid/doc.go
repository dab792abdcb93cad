// Package cpuid knows which vectors this machine has: the processor, and the operating system,
// which must keep their registers. Go's own package of that kind is internal, or part of an
// experiment.
package cpuid

import "runtime"

// AVX2 is 256 bits with AVX, AVX2, FMA and F16C; AVX512 besides 512 bits with the parts F, CD, BW, DQ and
// VL.
var AVX2, AVX512 = vectors()

// Lanes is how many numbers of 32 bits a vector has with which kernels may run: 16 with AVX512, 8 with AVX2, 4
// on arm64, where each processor has NEON; 0 for none.
func Lanes() int {
	switch {
	case AVX512:
		return 16
	case AVX2:
		return 8
	case runtime.GOARCH == "arm64":
		return 4
	}
	return 0
}
