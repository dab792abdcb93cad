// Package warpops computes the instructions of PTX that the lanes of a warp execute
// together: one pure function for each resolved form, named as the functions of fpops
// and intops are. shfl.sync.down.b32 and shfl.down.b32 are ShflDownB32: who takes part
// is for the caller to know.
//
// A function takes its results first, then the set of lanes that take part, then the
// operands of the instruction in their order.
//
//   - A result is a slice of the warp's lanes, or nil where nobody reads it. Only the
//     elements of lanes that take part are written. One that is the same for all of them
//     is a [Uniform].
//   - An operand has an element for each lane of the warp, or a single one that is the
//     same for all of them. A warp of one lane is both.
//   - What has a type parameter for its type, a [B32], is passed on as it is: such a result
//     holds values of such operands, and no others.
//
// The slices of a shuffle may be those of several whole warps, one after another: then
// all lanes take part, with one b and c.
//
// Results may lie where operands do. At least one lane takes part, and none beyond the
// end of the slices. [Calls] has the functions by name, for who knows them by name only.
//
// The package is not about who waits for whom, nor about faults.
package warpops
