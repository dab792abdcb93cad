package driver

import (
	"fmt"
	"io"
	"runtime/debug"
)

// internalError reports a bug of the compiler: what broke, where, and what to
// send.
func internalError(w io.Writer, r any) int {
	stack := debug.Stack()
	if e, ok := r.(*internalFailure); ok {
		r, stack = e.value, e.stack
	}
	fmt.Fprintf(w, "ptx2go: internal error: %v\n\nThis is a bug of ptx2go, not of the PTX. Please report it with the PTX file, the command line and this trace:\n%s\n%s", r, versionLine(), stack)
	return exitError
}

// internalFailure is a panic of the compiler on its way as an error.
type internalFailure struct {
	value any
	stack []byte
}

func (e *internalFailure) Error() string { return fmt.Sprintf("internal error: %v", e.value) }

// guard calls fn and turns its panic into an error, so that one broken case
// does not end the others.
func guard(fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &internalFailure{r, debug.Stack()}
		}
	}()
	return fn()
}
