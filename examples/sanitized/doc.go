// Package sanitized has a kernel with a race, generated with -sanitize: a launch of it returns what is wrong as an
// error.
package sanitized

//go:generate go tool ptx2go -sanitize=race,init,sync -params sum:in,out,sumRacy:in,out kernel.ptx
