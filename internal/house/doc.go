// Package house is the drawer of what checks the source itself: archtest (imports, length of
// files), gocheck (whether Go's tools accept generated code), uppers (legacy SSE between vectors),
// bochs (programs on an emulated processor that has AVX-512), walkin (what a new instruction takes),
// buildmode (ways to build generated code with assembly), mutate (mistakes made on purpose), conditions
// (what all PTX decides one way), gotest (what a run of the tests left out) and testmode (how much the
// tests do). It has no code of its own.
package house
