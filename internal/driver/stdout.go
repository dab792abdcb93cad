package driver

import (
	"io"
	"sync"
)

// stdout is standard output as commands get it. They print without looking at errors; it
// remembers the first one, of which Main tells, and takes nothing after it. It is safe for
// concurrent use.
type stdout struct {
	w   io.Writer
	mu  sync.Mutex
	err error
}

// Write implements io.Writer.
func (o *stdout) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	o.err = err
	return n, err
}

// failed returns the first error.
func (o *stdout) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
