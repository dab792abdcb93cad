// Package tensor multiplies matrices as libraries do on tensor cores, and computes
// attention: cp.async, ldmatrix, mma, and an accumulator that becomes a factor.
package tensor

//go:generate go tool ptx2go -params "gemm:a []uint16,b []uint16,bias []float32,out []float32,n int32,k int32" -params "attention:q []uint16,k []uint16,v []uint16,out []float32" kernel.ptx
