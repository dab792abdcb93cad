// Package intrin lists the pure functions that an instruction may be lowered to:
// every exported function of runtime/fpops and runtime/intops whose parameters
// and results are machine numbers. The compiler asks here whether an
// instruction's function exists and with which Go types to call it.
//
// The list is generated from the source of the two packages, so that the
// compiler knows the runtime without importing it. The same generator writes
// the table by which the reference interpreter calls the functions.
package intrin

//go:generate go run ./gen
