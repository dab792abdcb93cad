// Package ieee is floating-point arithmetic from its definitions, on big
// integers: slow, exact, and without a line in common with runtime/fpops. Tests
// compare fpops with it, and the expected bytes of conformance cases come from
// it.
//
// A number is kept exactly (quotients and roots: many bits and a sticky bit) and
// is rounded once, by Encode. Rounding modes have their PTX names: rn, rz, rm,
// rp, and rna for ties away from zero.
package ieee
