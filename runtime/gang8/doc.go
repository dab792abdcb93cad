// Package gang8 computes with gangs: eight threads of a CTA with consecutive
// tid.x as the lanes of AVX2 vectors. It is the package fpops, intops and gen of
// vectors, and like them knows no PTX text, no memory but slices, and not how threads
// are scheduled.
//
// Its files whose names end in _avx2 have the operations of AVX2, of which package lanes says what they
// do; all others are copied from there.
//
// No program imports it. The functions of gangs that ptx2go prints call it; ptx2go compiles
// both with one version of Go, and assembly of the result is what programs are built of.
// The package needs GOEXPERIMENT=simd, that version and amd64, as its tests do; without
// them it is empty. Its functions may run only where [Usable] says so.
//
// # Values
//
// A value of 32 bits in eight lanes is one vector, F32, I32 or U32; a predicate is
// a mask M; a value of 64 bits is a pair of vectors F64, I64 or U64, lanes 0 to 3
// in Lo and 4 to 7 in Hi. Integers of 8 and 16 bits lie in I32 or U32, extended as
// their type says; f16, bf16 and packed pairs are their bits in U32.
//
// All kinds have the methods Add, Sub and Mul, integers also And, Or, Xor, AndNot
// and Not. Everything else is a function whose name ends in the kind:
// SplatI32, LessU64, LoadF32. Shifts are ShlK and ShrK by a vector of counts, ShlAllK
// and ShrAllK by one count, constant or not.
//
// A function that package fpops or intops has too computes, lane by lane, the same
// bits for all operands; which there are, package internal/intrin reads here.
//
// # Never both
//
// One legacy SSE instruction between AVX instructions costs hundreds of cycles on
// some CPUs while the upper halves of the vector registers are in use. Go compiles
// every scalar float, every spill of a 128-bit register and many small copies to
// legacy SSE. Therefore:
//
//   - Nothing here takes or returns a scalar float but the Splat and Load
//     functions, and nothing between vector operations computes with one.
//   - Of the methods ShiftAllLeft and ShiftAllRight only those of signed lanes of 32 bits, and
//     the former of unsigned ones, are for generated code, by constants: the others move the
//     count with legacy SSE.
//   - A constant in all lanes is a variable of the package, ConstF32(0.5), which is loaded.
//     SplatF32(0.5) goes through a register of 128 bits.
//   - An element of memory in all lanes is LoadSplatF32(s, i). SplatF32(s[i]) is for the
//     front of a function, and for loops that have few of them.
//   - A scalar float that is alive behind a loop of gangs is spilled in front of it,
//     where vectors may be in use: its bits in an integer variable are not.
//   - Whoever has used vectors calls [Clear] before scalar floats, calls and
//     returns.
//   - Functions here are inlined, or call Clear where they were entered with clean
//     registers.
package gang8
