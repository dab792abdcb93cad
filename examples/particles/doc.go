// Package particles has kernels of C++ with structures, by value and behind pointers, a template, and
// variables of the module. The Go functions take Go structures: the debug information in the PTX
// says what lies where.
package particles

//go:generate go tool ptx2go kernel.ptx
