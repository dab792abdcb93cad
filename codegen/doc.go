// Package codegen prints SSA functions as Go source: form A, the scalar thread
// loops. It decides nothing about meaning: every pass has run before, and what
// it prints for a value is the value's definition in package ir spelled in Go.
//
// A kernel without synchronisation becomes one function with a loop over the
// threads of a row. A kernel whose barriers stand in control flow that is
// uniform over the CTA becomes a CTA function and one small function for each
// region between two sync points; what lives across a sync point is kept in
// arrays with one element per thread. Every other kernel becomes one function
// that runs as a coroutine per thread.
//
// The package is not a formatter of expressions in general: the output is
// built from jennifer statements and printed through go/format.
package codegen
