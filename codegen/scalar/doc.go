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
// What stands around the functions in the file, and what names are at package level, is
// for package codegen.
package scalar
