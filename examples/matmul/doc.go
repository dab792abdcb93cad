// Package matmul multiplies square matrices in tiles that the threads of a CTA
// bring into shared memory together: barriers, shared memory and fma.
package matmul

//go:generate go tool ptx2go -v -params matmul:n,lhs,rhs,out kernel.ptx
