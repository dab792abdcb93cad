// Package endless tests that no kernel runs for ever: launches of kernels that have
// no end return soon after their context has ended, in every form of generated code
// and in the interpreter, and leave no goroutine behind. It has no code of its own,
// only tests.
package endless
