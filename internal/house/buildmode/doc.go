// Package buildmode tests that generated code with assembly can be built in each way that the go command
// has, for each operating system, and computes the same. It has no code of its own, only tests.
package buildmode
