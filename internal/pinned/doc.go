// Package pinned compiles vector code with one version of Go, and returns what the compiler says
// of it: its listing, the same bytes on every machine. Whoever runs ptx2go may have another
// version: the go command brings this one like any module.
//
// The code is packages of their own, which may import those of ptx2go's runtime. These are compiled
// from their sources as this ptx2go has them, not from a module that happens to be around. The
// package knows neither PTX nor what a listing means.
package pinned
