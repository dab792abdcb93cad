// Package intops computes the integer and bit instructions of PTX that Go has
// no operator for, one plain function for each resolved instruction: mul24,
// sad, bfe, prmt, dp4a, the packed 16x2 forms, and the guarded divisions.
//
// It is not where ordinary integer arithmetic lives: addition, shifts that
// clamp, comparisons and conversions without saturation are Go operators in the
// generated code, and saturating conversions are in package fpops with all
// other forms of cvt.
//
// # Names
//
// A function is named after the instruction: every dotted token capitalised
// and joined, in the order the manual writes them.
//
//	mul24.hi.s32     Mul24HiS32(a, b int32) int32
//	shf.l.clamp.b32  ShfLClampB32(a, b, c uint32) uint32
//	prmt.b32.f4e     PrmtB32F4e(a, b, c uint32) uint32
//
// Types: sN is intN, uN and bN are uintN, a packed pair or quadruple (u16x2,
// s8x4) is uint32 with element 0 in the low bits. Arguments come in the order
// of the PTX operands. Three families have names of their own because the code
// generator calls them for several instructions: Div, Rem and MulHi.
//
// # What the results are
//
// Arithmetic wraps modulo 2^n unless the name says Sat. Nothing panics and
// nothing is undefined, also where the manual leaves it open; the one policy
// of this package, division by zero, is explained in div.go.
package intops
