package runtime

import (
	"fmt"

	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// LaunchError is the error of a launch that is not possible: nothing of the kernel has
// run. errors.Is finds its kind, and Err.
type LaunchError struct {
	Kernel string          // its name in the PTX
	Kind   LaunchErrorKind // what is wrong, for errors.Is
	Msg    string          // what is wrong
	Err    error           // the cause, if there is one
}

// Error returns "kernel k: what is wrong".
func (e *LaunchError) Error() string { return "kernel " + e.Kernel + ": " + e.Msg }

// Is reports whether target is the kind of the error.
func (e *LaunchError) Is(target error) bool { return target == e.Kind }

// Unwrap returns Err.
func (e *LaunchError) Unwrap() error { return e.Err }

// refuse is the error of a launch of the kernel.
func (k *Kernel) refuse(kind LaunchErrorKind, format string, args ...any) error {
	e := &LaunchError{Kernel: k.Name, Kind: kind}
	e.Msg, e.Err = wording.Cause(format, args...)
	return e
}

// LaunchErrorKind says what is wrong with a launch. It is an error, so that errors.Is
// finds it in the error of a launch: errors.Is(err, ErrBlock).
type LaunchErrorKind uint8

// The kinds of launch errors.
const (
	ErrGrid        LaunchErrorKind = iota // the grid is empty, or larger than that of a GPU
	ErrBlock                              // the block is, or the kernel is not made for blocks of its shape
	ErrShared                             // more shared memory than a GPU has that runs the module
	ErrRange                              // CTAs, workers or steps that do not exist: First, Count, Workers, Steps
	ErrCooperative                        // more CTAs than make progress together, or not all of the grid
	ErrArgument                           // the number or the type of an argument, or memory without an address
	ErrExtern                             // a function that the program supplies is not set
	ErrReference                          // a texture, sampler or surface reference without a binding, or one that does not exist
	ErrInstance                           // the instance is one of another module, or unloaded
	ErrPlatform                           // generated code does not run on this architecture
	numLaunchErrorKinds
)

var launchErrorNames = [numLaunchErrorKinds]string{
	"grid", "block", "shared memory", "range of CTAs", "cooperative launch", "argument", "extern function", "reference", "instance", "platform",
}

// Error returns what is wrong in a word or two: "ptx: launch error: shared memory".
func (k LaunchErrorKind) Error() string {
	if k < numLaunchErrorKinds {
		return "ptx: launch error: " + launchErrorNames[k]
	}
	return fmt.Sprintf("LaunchErrorKind(%d)", k)
}

// OutputError is the error of a launch that has done everything but print: Launch.Stdout returned an
// error.
type OutputError struct {
	Kernel string // its name in the PTX
	Lost   int64  // bytes of text that were not written
	Err    error  // of the writer
}

// Error returns "kernel k: 12 bytes that threads have printed are lost: what happened".
func (e *OutputError) Error() string {
	return fmt.Sprintf("kernel %s: %s that threads have printed are lost: %v", e.Kernel, wording.Count(e.Lost, "byte"), e.Err)
}

// Unwrap returns Err.
func (e *OutputError) Unwrap() error { return e.Err }
