package main

// One program writes all that is generated of the compiler and its runtime. It stands here, in
// the first package, so that go generate ./... runs it before it translates the examples.
//go:generate go run -C ../.. -tags isatable ./internal/gen
