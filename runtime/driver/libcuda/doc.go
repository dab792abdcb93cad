// Package libcuda gives package driver the names and the types that the CUDA driver API has
// in C, so that a shared library with it, libcuda.so.1, runs programs of any language that
// hand PTX to a driver, as they are:
//
//	ptx2go libcuda -o libcuda.so.1
//	LD_LIBRARY_PATH=. ./program
//
// docs/PROGRAMS.md says more: how texts become Go code, in the library or in its cache, and which variables
// of the environment there are. By hand, without a cache, a library is a package main that imports this
// package, the generated ones, and package interpret for all other texts, as cmd/libcuda does:
//
//	go build -buildmode=c-shared -ldflags '-extldflags=-Wl,-soname,libcuda.so.1' -o libcuda.so.1 ./cmd/libcuda
//
// The functions are those of include/cuda.h, and what they do is what package driver says;
// here are C's types, null pointers, threads, strings and callbacks. What the package adds:
// kernels' parameters in one buffer (extra), options of the compiler of PTX with its log,
// links of PTX texts, cuGetProcAddress. All functions of CUDA 12's driver API are exported, under
// each of their names; docs/DRIVER.md says which return CUDA_ERROR_NOT_SUPPORTED.
//
// A result says little: with PTX2GO_LIBCUDA_ERRORS=1 in the environment every error is
// written to standard error with all that is known of it, which for a kernel that failed is
// the thread and the line.
//
// A pointer to what is not there, or not to be written, is CUDA_ERROR_INVALID_VALUE, as is a
// size that reaches beyond. Only a pointer to a function is called whatever it is.
//
// # How it is made
//
// Each function of C is a Go function of its name that calls package driver. The library's own
// build includes its header, so that types agree, and a test compares what it exports with what
// the header declares. The header, the functions that do nothing but call another or say that
// they are not supported, and the versions that cuGetProcAddress knows are generated from a
// list of all functions, internal/api/api.txt. A handle is a number that C takes for a pointer, and never a pointer in
// Go. A thread of C has a current context of its own (driver.SetThreads), kernels print by C's
// stdout (driver.SetStdout), and callbacks run on threads of Go. A program that is Go itself may
// load the library: two runtimes are then in one process, whose symbols -Bsymbolic-functions
// keeps apart.
//
// What ptx2go libcuda builds is two libraries: this one, and front, in C, which programs load, and which
// passes every call on to this one or to a newer build.
//
// It is a module of its own because it needs cgo and a C compiler. It exports nothing to Go.
package libcuda

//go:generate go run ./internal/api/generate

/*
// A program may be in Go itself, with names of its runtime that are those of this library's.
#cgo LDFLAGS: -Wl,-Bsymbolic-functions
*/
import "C"
