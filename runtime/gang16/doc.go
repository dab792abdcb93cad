// Package gang16 is package gang8 for gangs of sixteen threads, the lanes of AVX-512's
// vectors: the same names compute the same in each lane. What gang8's package comment says
// holds here too, with a value of 64 bits a pair of vectors of eight lanes.
//
// Most files are gang8's, rewritten by internal/gen/gang16. Those whose names end in _avx512 are
// written by hand: what depends on the width, and where AVX-512 has an instruction for what
// takes several of AVX2's. What one of them declares is not taken over.
//
// Where the processor has no AVX-512 the tests run in an emulator, internal/house/bochs.
package gang16
