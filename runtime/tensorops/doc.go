// Package tensorops computes the matrix instructions that the lanes of a warp execute
// together, mma and its kin, on whole fragments: registers in, registers out.
//
// A [Product] is such an instruction on a GPU. It is made of two tables. One has a line for
// each shape: where the elements of each lane's registers lie in the matrices (shapes.go). The
// other has a line for each way in which tensor cores add products, and from which
// architecture on they do so (models.go). No other place names a shape, an architecture or
// what is peculiar to a type. What a type is stands in a third table (formats.go).
//
// # Numbers
//
// Floating-point tensor cores do not round each operation. They compute fused sums of a group
// of products and an addend: every term is cut to the same last bit, a number of fraction bits
// below the largest exponent of a term; the sum of these is exact, and is rounded once. The
// number of bits, the groups, how the result is rounded and how small the largest exponent may
// get are the parameters of a model; where blocks have scales, whether each product is a term or the sum of several.
// Integer products are exact, f64 products are a chain of
// fma.
//
// # Vectors
//
// Where there is AVX2, products of f16, bf16, tf32 and integers are computed from the registers of their fragments, eight
// rows and eight columns at a time (tiling.go, tiles.go, tiles_amd64.s): in float32, whose products of factors that are not
// extreme are exact, or in integers of 16 bits. Other sums that are f32 are added by fuse (fuse_amd64.s), in float64, from matrices
// that Go has made of the fragments; it leaves to Go what is not finite and what is subnormal. The assembly is written by
// hand.
//
// The bits are those that an H100 gave (internal/cuda/golden/tensor), and those of published
// models that were checked against other GPUs; docs/MATRIX.md says which is which.
package tensorops
