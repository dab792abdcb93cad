// Package fallback shows a program that launches GPU kernels by name, and that
// launches the Go code of the same kernels where there is no GPU.
//
// The program speaks to a Device. Open picks one: the driver of a GPU if one
// has been registered and opens, else the Go code that was generated from the
// PTX text, which the registry of package ptx finds by the text's hash.
package fallback

//go:generate go tool ptx2go -v -params scale:x,f,n,count_above:x,limit,n,count kernel.ptx
