// Package memory holds the memory that every launch knows: device memory, variables of modules, memory
// of the program that is registered, and the heap of the device function malloc. It finds the piece
// that an address lies in ([Find]), and has the address space of 4 GiB that modules with 32-bit
// addresses see (addr32.go).
//
// Packages runtime and gen are above it: what fails is a result here, and an error of a launch or a
// fault there.
package memory
