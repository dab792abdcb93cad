// Package probe asks a GPU what its floating-point instructions compute and
// compares the bits with package fpops. It writes its kernels itself, one module
// for each head of the ISA table, so that nothing but the instruction in question
// and moves of bits stands between operands and result:
//
//   - heads with one 32-bit source see all 2^32 inputs; the GPU returns a hash for
//     each sign and exponent, which is small enough to keep in the repository;
//   - heads with a source of 8 or 16 bits see all of them;
//   - all other heads see a few million seeded tuples of operands, many of them
//     made to meet ties, cancellation and the borders of the range;
//   - questions name the operands at which the manual and public measurements
//     leave the result open.
//
// What came out is a golden.File. The package runs on anything that is a Machine:
// a GPU, or the reference interpreter, in which tests run every kernel to prove
// that kernels and hashes are right before a GPU is there.
package probe
