// Package lanes has the functions of many threads at once, written once for all kinds of vectors, and
// a reference of the operations that they are made of.
//
// Those operations are the basis: the files basis*.go, with the types. Here a vector is an array, and
// each operation is plain Go, for any number of lanes: what it means. Package gang8 has the same
// operations of AVX2, package gang16 those of AVX-512 and package gang4 those of NEON, in files of their own, and all that is
// written over the basis, the other files of this package, is copied there by internal/gen/lanes. What
// a target can do better than the basis it declares itself, under the same name: it is not copied then.
//
// The rules of package gang8 hold here too, where the functions end up: no scalar floats between
// vectors, no closures, no function values, constants in variables.
//
// # The basis
//
// F32, I32, U32 and M are vectors, F64, I64 and U64 are pairs: F64h, I64h, U64h and M64h are halves of
// them. I16x2, U16x2, I8x4 and U8x4 are smaller numbers, side by side in lanes. All have the methods
// that the types of simd/archsimd have, of the same meaning, but for those whose names have a type:
// AsU32 is AsUint32x8 of a target whose U32 is archsimd.Uint32x8. What differs from target to target
// by more than that is a function: of memory (gather32, strided8, square32), of an order of lanes
// (split2, first64), of conversions (wide, rnF32, cutS32, narrow), of tables (look, rowsAt).
//
// Bits of a vector are taken for those of lanes of another size, the lowest first: the machine has to
// be little-endian.
package lanes
