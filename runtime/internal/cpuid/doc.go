// Package cpuid knows which vectors this machine has: the processor, and the operating system,
// which must keep their registers. Go's own package of that kind is internal, or part of an
// experiment.
package cpuid

// AVX2 is 256 bits with AVX, AVX2 and FMA; AVX512 besides 512 bits with the parts F, CD, BW, DQ and
// VL.
var AVX2, AVX512 = vectors()
