// Package gang16 is package gang8 for gangs of sixteen threads, the lanes of AVX-512's
// vectors: the same names compute the same in each lane. What gang8's package comment says
// holds here too, with a value of 64 bits a pair of vectors of eight lanes.
//
// Most files are those of package lanes, copied by internal/gen/lanes. Those whose names end in _avx512
// are written by hand: the operations of the basis, and where AVX-512 has an instruction for what
// is made of several of them. What one of them declares is not copied.
//
// By hand are pairs and quadruples in memory, gathers, masks as booleans, and what AVX-512 has
// an instruction for: comparisons, 64-bit products, minima and arithmetic shifts, rotations,
// conversions between 32 and 64 bits, leading zeros, masked moves of 64-bit lanes. The parts of
// AVX-512 that are needed are F, CD, BW, DQ and VL.
//
// # What to avoid
//
// Go's vectors of 512 bits have three faults, and the files of this package say where they work
// around them: an operation on bits that takes a load as its third operand, and an operation with
// a constant (a shift, a rounding) whose result goes into a Merge, cannot be assembled; and an
// AndNot that is combined with other operations on bits has its operands swapped, so this package
// has none.
//
// # Tests
//
// On a processor with AVX-512 (Zen 4): the tests of this package, which are those of package lanes, and verify
// -engine=go of all conformance cases. Elsewhere the tests run in an emulator, internal/house/bochs,
// with -test.short: each twin with 1,024 operands or tuples. On any machine the plans of sixteen
// lanes are verified, and replayed with what threads of the cases and of random kernels do (package
// lower/gang).
//
// That processor alone was timed; it executes 512 bits in two halves (docs/PERFORMANCE.md). What
// gains is what AVX-512 has instructions for: 64-bit products 1.9 times, polynomials with merges 1.5
// times, mandelbrot 1.2 times, squares 1.4 times. Elsewhere it is as fast as eight lanes, or slower
// where many vectors are on the stack.
package gang16
