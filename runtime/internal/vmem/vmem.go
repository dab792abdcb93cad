// Package vmem has addresses apart from memory: addresses are reserved, and memory that is an object of the
// system is mapped at some of them, at several at once, or in several processes. It does what the operating
// system does, and checks nothing: its caller knows what it has reserved. Where the system has no such objects,
// each call fails with ErrUnsupported.
package vmem

import "errors"

// ErrUnsupported is the error of each call where there are no such objects.
var ErrUnsupported = errors.New("this system has no memory apart from addresses")

// Access says what a program may do with memory.
type Access uint8

// What a program may do.
const (
	None  Access = 0
	Read  Access = 1
	Write Access = 3 // and read
)
