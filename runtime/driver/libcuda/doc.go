// Package libcuda gives package driver the names and the types that the CUDA driver API has
// in C, so that a shared library with it, libcuda.so.1, runs programs of any language that
// hand PTX to a driver, as they are:
//
//	go build -buildmode=c-shared -ldflags '-extldflags=-Wl,-soname,libcuda.so.1' -o libcuda.so.1 ./cmd/libcuda
//	LD_LIBRARY_PATH=. ./program
//
// The library of cmd/libcuda interprets every PTX text. One that has Go code of some of them
// is a package main that imports this package, the generated ones, and package interpret for
// the others:
//
//	import (
//		_ "github.com/ptx2go/ptx2go/interpret"
//		_ "github.com/ptx2go/ptx2go/runtime/driver/libcuda"
//
//		_ "example.com/program/kernels"
//	)
//
//	func main() {}
//
// The functions are those of include/cuda.h, and what they do is what package driver says;
// here are C's types, null pointers, threads, strings and callbacks. What the package adds:
// kernels' parameters in one buffer (extra), options of the compiler of PTX with its log,
// links of PTX texts, cuGetProcAddress. Textures, arrays, graphs, memory pools, IPC and the
// names of other libraries are CUDA_ERROR_NOT_SUPPORTED or absent.
//
// A result says little: with PTX2GO_LIBCUDA_ERRORS=1 in the environment every error is
// written to standard error with all that is known of it, which for a kernel that failed is
// the thread and the line.
//
// PTX2GO_COMPUTE_CAPABILITY=12.0 gives the device another compute capability than 9.0, by
// which programs choose the PTX that they load.
//
// A pointer to what is not there, or not to be written, is CUDA_ERROR_INVALID_VALUE, as is a
// size that reaches beyond. Only a pointer to a function is called whatever it is.
//
// It is a module of its own because it needs cgo and a C compiler. It exports nothing to Go.
package libcuda

/*
// A program may be in Go itself, with names of its runtime that are those of this library's.
#cgo LDFLAGS: -Wl,-Bsymbolic-functions
*/
import "C"
