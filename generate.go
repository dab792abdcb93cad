// Package ptx2go is the root of the module and has no code: cmd/ptx2go is the program that
// translates PTX to Go, and runtime is what the Go needs.
package ptx2go

// One program writes all that is generated of the compiler and its runtime. It stands here, in
// the first package, so that go generate ./... runs it before it translates the examples.
//go:generate go run -tags isatable ./internal/gen
