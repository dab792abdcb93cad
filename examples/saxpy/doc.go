// Package saxpy is the smallest example: y = a*x + y, one element a thread.
package saxpy

//go:generate go tool ptx2go -v -params saxpy:n,a,x,y kernel.ptx
