// Package pass holds the transformations of SSA functions and the order in
// which they run.
//
// A pass is a function in a file of its own that changes one ir.Func in place.
// The list Standard is the whole pipeline; the table of constraints beside it
// says why the order is as it is, and a test holds the two together. Between
// passes every function satisfies the verifier.
//
// The package does not build SSA (package builder), and decides nothing about
// how Go is printed (package codegen).
package pass
