//go:build amd64 || arm64

package leaf

import (
	"bytes"
	"sync"
	"unsafe"
)

// Asks reports whether assembly finds out that the runtime wants a goroutine to stop: whether the stack guard
// is where it looks. That is so in the versions of Go that were tested; others are asked, once, which takes
// some milliseconds.
func Asks() bool { return tested || answer() }

var answer = sync.OnceValue(func() bool { return inPrologue() && wanted(1<<30) })

// inPrologue reports whether functions begin as they did in the versions that were tested.
func inPrologue() bool {
	f := yield
	return bytes.Equal(unsafe.Slice(**(***byte)(unsafe.Pointer(&f)), len(prologue)), prologue)
}

// wanted waits until the runtime wants the goroutine to stop, as it does with each that runs for some
// milliseconds; or so many rounds.
func wanted(rounds int) bool
