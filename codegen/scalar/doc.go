// Package scalar prints functions of package ir as Go of one thread, through package
// gosrc: values and memory, control flow and calls. It decides nothing about meaning:
// every pass has run before, and what it prints for a value is the value's definition in
// package ir spelled in Go.
//
// A kernel without synchronisation becomes one function with a loop over the threads of
// a row. A kernel whose barriers stand in control flow that is uniform over the CTA
// becomes a CTA function and one small function for each region between two sync points;
// what lives across a sync point is kept in arrays with one element per thread. Every
// other kernel becomes one function that runs as a coroutine per thread. A device
// function is a function of its thread.
//
// # Values
//
// A value that is used once is printed where it is used, if nothing in between could change it,
// the expression stays short (six operations) and its statement holds no other access that may
// fault at another index, since a Go panic tells no more than the line (sites.go). Values of one
// register whose live ranges do not overlap share its variable.
//
// Products are wrapped, float32(a*b): without the conversion the language allows Go to fuse the
// product with an addition, and it does so on arm64, ppc64le, s390x, riscv64 and on amd64 with
// GOAMD64=v3. No float becomes an integer unguarded: five architectures give five different
// answers out of range. Float constants are written as bits, or as decimals that are exactly the
// value: Go's constant arithmetic never sees them. Factors that the compiler could compute with
// are variables of the file (factor.go, known.go).
//
// A conversion to fewer bits is Go's, unless Go's compiler may take it for what it converts
// (analysis.MergedTruncs): then it is a call, as gen.Trunc32(x), that computes the same in a way
// that the compiler does not see through.
//
// # Loops
//
// A loop that counts is for i := range n, or for i := a; i < n; i += k. PTX tests at the end of a
// loop: the test moves to the head if it holds before the first iteration, which constants say
// or the branches before the loop (analysis.Counts).
//
// # Memory
//
// A vector access is a pointer to an array, v := gen.Vec[[4]float32](x, i): one check for all
// elements, which also asks that the address is a multiple of the vector's size. Loads of vectors
// that are adjacent in memory and in the program, as in an unrolled loop, have one check,
// v := gen.Vecs[[2][4]float32, [4]float32](x, 8*i): nothing between them may fault or has an
// effect, and the runtime finds which of them the program fails at (vectors.go).
//
// The slices of typed launches must be aligned to the vectors that are accessed; those of
// runtime.Alloc are. One that is not aligned for its own elements is refused when it is launched.
//
// A launch by name may be given any number as an address. Null is null only where it is 0; an
// address where no buffer is, one past the end of a buffer, or one that is not aligned for its
// elements has no slice but stays what it is: a body that compares it, computes with it or hands
// it on has the address as a parameter beside the slice (x, xAddr).
//
// A warp instruction is for w := range c.EachWarp(on, mask), which calls its function on the warp's
// part of the slots. A shuffle of all threads by one distance is one call for all warps.
//
// # Printing
//
// Who prints (funcGen) has three parts. The source is a function of SSA and what is known of it;
// the goFunc is the Go function that is being written, with its variables and the statement at
// hand; the scope is what a place in it has of its own: names, how it speaks of its thread, which
// values are expressions. A loop that is a scope is printed by another funcGen, which begins with
// the scope around and changes its own. A function of gangs is another goFunc of the same source;
// a region that is printed into the function of a chain, another source in the same goFunc.
// On funcGen, which prints values and statements, stand memGen for memory, syncGen for what waits,
// and rangeGen and rowGen for loops over threads (printers.go).
//
// What stands around the functions in the file, and what names are at package level, is
// for package codegen.
package scalar
