// Package ir is the typed SSA form between PTX and Go.
//
// A Func is a control-flow graph of Blocks; a Block is an ordered list of
// Values and a terminator. The order of the list is the order of execution of
// everything with an effect; pure values may be moved by passes. There are no
// memory tokens: effects are ordered by their place.
//
// Every Value has one type, one Op, arguments, a small typed Attr whose fields
// the Op's row in the op table names, and a position in the PTX text. An Op
// with several results has the type Tuple and its results are read by Extract.
//
// Integers have no sign: the sign is in the Op (DivS, DivU) or in the compare.
// Nothing is undefined: shifts clamp as in PTX, integer division by zero gives
// all ones, reading a register that was never written gives zero.
//
// Addresses are I64 values. A generic or global or const address is a host
// address; a shared or local or param address is an offset into its window,
// and ToGeneric and FromGeneric convert between the two.
//
// The package holds the data structure, its printer, its reader and its
// verifier. It contains no passes (package pass) and knows nothing of Go.
package ir
