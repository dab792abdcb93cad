// Package codegen prints a module of SSA functions as a Go source file: the module's
// variables, the kernels' launch functions and descriptors, what is called through
// function pointers or supplied by the program, and the table of lines. The file is
// gofmt'ed, free of time stamps and paths, the same bytes for the same input.
//
// The bodies of the functions are printed by package scalar, in the Go that package
// gosrc spells. Nothing here decides about meaning, nor how a value looks in Go.
package codegen
