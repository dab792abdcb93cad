// Package leaf has what assembly of gang functions calls. Such functions call nothing else of Go, and
// their code is neither preempted nor stopped by signals. So they ask in their loops whether the runtime
// wants the goroutine to stop, by the stack guard, and call Yield where it does; and where a launch has
// been given up they call Over, or return.
//
// The functions may move the stack: frames of assembly that calls them hold no pointers into it.
package leaf
