// Package legality tests that no PTX text breaks the compiler: it takes kernels
// that are right, changes one token of them, and asks that the result is either
// refused with a diagnostic at a place in the text, or compiled to Go that
// formats and passes the type checker. It has no code of its own, only tests.
// What is legal and what is not is tested in package frontend.
//
// It also holds a corpus: small files with the forms of public PTX that are easily
// refused without reason.
package legality
