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
// Where there is AVX2, sums that are f32 are computed by fuse, in assembly that is written by hand (fuse_amd64.s);
// it leaves to Go what is not finite and what is subnormal.
//
// The bits are those that an H100 gave (internal/cuda/golden/tensor), and those of published
// models that were checked against other GPUs; docs/MATRIX.md says which is which.
package tensorops
