// Package contraction makes kernels that show which products and sums an assembler
// makes one instruction of, as conformance cases. The rule is not documented
// (package lower/pass says what is known of it), so the package asks: with kernels that each
// tell two hypotheses apart, and with random ones, for hypotheses that nobody has had yet.
//
// What the folders expect is what the compiler itself does. A GPU says whether that is
// right: ptx2go verify -engine=gpu -v FOLDER... has a line for each buffer, and a buffer
// belongs to one kernel.
package contraction
