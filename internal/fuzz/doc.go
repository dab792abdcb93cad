// Package fuzz is the drawer of the fuzzers: difftest (random PTX, the engines against each
// other), csource and fpgraph (random C, against native code), hunt and cmd/ptxfuzz (the
// command), and of what throws texts at the compiler: legality (mutants of kernels that are
// right) and hostile (texts that are wide, deep or tangled). It has no code of its own.
package fuzz
