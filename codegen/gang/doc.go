// Package gang prints what gangs do: eight threads of a row with consecutive %tid.x, as the
// lanes of vectors. Package lower/gang says which loops over threads have gangs, all of which are
// printed, which values the lanes share and where they may go different ways; package scalar prints
// the functions around, and what the lanes share; package runtime/gang8 has the vectors.
//
// What all lanes have the same, or what counts up from lane to lane, is a number of Go where it
// is an integer or a predicate: that of the first lane. Everything else is a vector. A float is
// one whoever shares it: code of a gang contains no scalar operation on floats, which would be a
// legacy SSE instruction among AVX ones, and cost hundreds of them.
//
// Where something is not as hoped, such as an index outside of a slice, the loop over gangs is
// left in front of the first effect of the gang at hand, and the loop over threads behind it
// does what is left, or fails at the thread at which it must.
package gang
