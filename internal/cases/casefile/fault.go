package casefile

import (
	"errors"
	"fmt"
	"strings"
)

// Fault says how a launch must end: one thread does something that ends the
// kernel.
type Fault struct {
	CTA    [3]uint32 `json:"cta"`
	Thread [3]uint32 `json:"thread"`
	File   string    `json:"file,omitempty"` // the PTX file; may be left out where there is one
	Line   int       `json:"line"`           // in the PTX file
	What   string    `json:"what"`           // the message contains it
}

func (f *Fault) String() string {
	line := fmt.Sprintf("line %d", f.Line)
	if f.File != "" {
		line += " of " + f.File
	}
	return fmt.Sprintf("%q in CTA %v, thread %v, %s", f.What, f.CTA, f.Thread, line)
}

// FaultError is the error of Engine.Launch where a thread did something illegal.
type FaultError struct {
	Kernel string
	Fault  // What is the whole message
	Err    error
}

// Error returns the engine's own words.
func (e *FaultError) Error() string { return e.Err.Error() }

// Unwrap returns the engine's own error.
func (e *FaultError) Unwrap() error { return e.Err }

// fault compares how a launch ended with how it must end.
func (l *Launch) fault(err error) error {
	if l.Fault == nil {
		return err
	}
	var got *FaultError
	switch {
	case err == nil:
		return fmt.Errorf("kernel %s ends without a fault, want %v", l.Kernel, l.Fault)
	case !errors.As(err, &got):
		return err
	case got.Kernel != l.Kernel || got.CTA != l.Fault.CTA || got.Thread != l.Fault.Thread || got.Line != l.Fault.Line || l.Fault.File != "" && got.File != l.Fault.File || !strings.Contains(got.What, l.Fault.What):
		return fmt.Errorf("%w; want %v", err, l.Fault)
	}
	return nil
}

// Faults reports whether the case ends with a fault.
func (c *Case) Faults() bool {
	n := len(c.Launches)
	return n > 0 && c.Launches[n-1].Fault != nil
}

// validateFaults checks that nothing comes after a fault, and that its line is one
// of the only PTX file.
func (c *Case) validateFaults() error {
	for i, l := range c.Launches {
		switch {
		case l.Fault == nil:
		case i < len(c.Launches)-1:
			return fmt.Errorf("launch of %s: a launch after one that must fault", l.Kernel)
		case len(c.PTX) != 1:
			return fmt.Errorf("launch of %s: a fault in a line of several PTX files", l.Kernel)
		case len(c.PTX[0].Link) > 0 && l.Fault.File == "":
			return fmt.Errorf("launch of %s: a fault in a line of linked PTX files needs the file", l.Kernel)
		case l.Fault.Line <= 0 || l.Fault.What == "":
			return fmt.Errorf("launch of %s: a fault needs a line and what it is", l.Kernel)
		}
	}
	return nil
}
