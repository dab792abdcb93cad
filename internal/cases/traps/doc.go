// Package traps tests what is easy to get wrong about PTX: one test for each of
// a numbered list of places where the manual says something that one would not
// guess, says nothing, or says it in one sentence of another chapter. It has no
// code of its own, only tests.
//
// A trap is a few instructions with the results that they must have, or a text
// that must be refused with a certain diagnostic. Those that run are also the
// conformance cases traps_*, which "go test ./internal/cases/traps -update" writes, so
// that every engine meets them.
package traps
