// Package uppers finds code that executes legacy SSE while the upper halves of the
// vector registers are in use, which costs hundreds of cycles each time on some CPUs.
// Go compiles scalar floats, moves and spills of 128-bit registers, zeroing and copies of
// arrays to legacy SSE, so that one harmless line in a loop of gangs may make it slow.
//
// It reads the compiler's listing of whole packages, since no disassembler of the Go
// project knows AVX, or assembly of gangs, and follows control flow and calls: what it reports is on a path from
// an instruction of 256 bits, with no VZEROUPPER between. It does not look into packages
// that are not listed: nobody calls these with registers in use.
package uppers
