// Package gemms is a test: products of matrices as libraries have them compute what plain Go does. They are written in the
// manner of CUTLASS and Triton (testdata/gemms.cu), and compiled by clang without optimisation and with all of it.
package gemms
