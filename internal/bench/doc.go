// Package bench says what lies below it; it has no code. It is a module of its
// own, because it needs cgo and a library that draws, which no user of ptx2go
// does.
//
// The suite compares what ptx2go makes of kernels with what a C compiler makes
// of the same kernels as loops over threads, and with an OpenCL runtime for the
// processor: src has the kernels, cmd/suite compiles and runs everything, writes
// tables, a plot and docs/PERFORMANCE.md. It builds the program measure against
// the generated code (build/kern, not committed) and reads from it what package
// result describes. In this folder,
//
//	go run ./cmd/suite
//
// does everything, and go run ./cmd/suite -help says how to do less. build/measure.v1 -widths, which it has
// built, runs the kernels with gangs of eight and of sixteen lanes in turn, and go run ./cmd/costs measures
// what threads one by one and these take for each kind of operation, by which the compiler chooses; -check says
// what it chooses for some small programs, and what they take in each way. The suite needs
// clang-19 for the PTX, gcc and clang-19 for the loops, and takes pocl where it
// is installed.
package bench
