// Package builder makes typed SSA (package ir) of a checked PTX module: it gives
// every instruction form its meaning.
//
// The ISA table says how each form is lowered: as an operation, as a call of an
// intrinsic function, or by one of the builders here (builders.go lists them).
// A form that the table or the builder does not lower becomes the diagnostic
// "not supported yet" at its place; nothing is left out silently.
//
// Registers are variables, and SSA form is made on the fly (ssa.go). A guarded
// instruction without effects is computed and then selected; any other is
// branched around. Memory that PTX only uses to pass arguments (.param) is made
// into SSA values where its offsets are constant (slot.go).
//
// The package does not check: names are resolved, operands fit their forms, and
// labels exist, because frontend.Check said so. It optimises nothing beyond what
// keeps the result small; that is for package pass.
package builder
