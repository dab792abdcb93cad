// Package intrin lists the pure functions that an instruction may be lowered to:
// every exported function of runtime/fpops and runtime/intops whose parameters
// and results are machine numbers. The compiler asks here whether an
// instruction's function exists and with which Go types to call it.
//
// Beside them it lists the functions of runtime/warpops, which the lanes of a warp
// compute together.
//
// The lists are generated from the source of the packages, so that the compiler
// knows the runtime without importing it. The same generator writes the tables by
// which functions are called that are known by name, and the methods by which the
// coroutines of the runtime compute what the lanes of a warp do together.
package intrin
