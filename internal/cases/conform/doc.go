// Package conform writes the conformance cases of the arithmetic rows of the ISA
// table, floating point, integers and video: PTX kernels that execute every head of
// a row on operands at which implementations go wrong, and the bytes that must come
// out; and some cases by hand, of what is no arithmetic.
//
// The bytes come from an oracle that is written from the text of the manual on
// top of internal/oracle/ieee and big integers, and that shares no code with runtime/fpops,
// runtime/intops or with the compiler: the ISA table only says which heads there
// are. Instructions for which the manual gives a bound and no bits get the
// correctly rounded result and a tolerance, apart from the operands for which it
// names the result.
//
// The package neither reads nor runs cases. docs/CASES.md describes the folders.
package conform
