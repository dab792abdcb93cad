// Package leaf has what assembly of gang functions calls. Such functions call nothing else of Go, and
// their code is neither preempted nor stopped by signals. So they ask in their loops whether the runtime
// wants the goroutine to stop, by the stack guard, and call Yield where it does; and where a launch has
// been given up they call Over, or return.
//
// The stack guard is above all addresses when the runtime wants the goroutine to stop. All registers
// are then saved in the frame, a function of Go is called, whose prologue lets the runtime do what it
// wants, and the gang continues where it was, possibly on another stack. No gang starts again, or is left
// to threads, because the collector runs. The place of the stack guard is known for the versions of Go
// that were tested; for any other it is probed when a program starts, by the prologue of a function and by
// a request to stop, and without an answer threads run one by one.
//
// The functions may move the stack: frames of assembly that calls them hold no pointers into it.
package leaf
