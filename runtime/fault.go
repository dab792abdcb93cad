package runtime

import (
	"fmt"
	"strconv"
	"strings"
)

// Fault is the error of a launch in which a thread did what would end the kernel on a GPU, or
// what a GPU would not notice: an access outside of the memory that the launch knows.
type Fault struct {
	Kernel      string // its name in the PTX
	CTA, Thread Dim3   // indices
	File        string // base name of the PTX file
	Line        int    // in the PTX file; 0 if not known
	Text        string // of that line; "" if not known

	// Source is what the line was compiled from, and then the places where that was inlined, innermost
	// first; nil if the PTX does not say.
	Source []Place

	Kind    FaultKind // what the thread did wrong
	Addr    uint64    // the address that was accessed, if HasAddr is set
	HasAddr bool      // the fault has an address
	Msg     string    // what happened
	Err     error     // what a function of the program gave to [Thread.Fail]

	Seed uint64 // of the order of threads, see [Launch.Seed]; 0 without
}

// Error returns the fault as "kernel k, CTA (3,0,0), thread (17,0,0), k.ptx:41 (k.cu:12):
// what happened, in "ld.global.f32 %f1, [%rd5];"", without the parentheses if Source is not
// known, and without the instruction if Text is not.
func (f *Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel %s, CTA %v, thread %v, ", f.Kernel, f.CTA, f.Thread)
	if f.File != "" {
		b.WriteString(f.File)
		if f.Line > 0 {
			fmt.Fprintf(&b, ":%d", f.Line)
		}
		if f.Source != nil {
			fmt.Fprintf(&b, " (%s)", sourceText(f.Source))
		}
		b.WriteString(": ")
	}
	b.WriteString(f.Msg)
	if f.Text != "" {
		b.WriteString(", in \"" + f.Text + "\"")
	}
	if f.Seed != 0 {
		fmt.Fprintf(&b, ", with seed %d", f.Seed)
	}
	return b.String()
}

// Is reports whether target is the kind of the fault.
func (f *Fault) Is(target error) bool { return target == f.Kind }

// Unwrap returns Err.
func (f *Fault) Unwrap() error { return f.Err }

// Place is a place in a source that PTX was compiled from.
type Place struct {
	File string // the base name, or more of the path if other files have the same
	Line int    // in it
	Func string // the function that was inlined there, "" if none was or its name is not known
}

// sourceText is how a fault says what its line was compiled from.
func sourceText(at []Place) string {
	var b strings.Builder
	for i, p := range at {
		if i > 0 {
			b.WriteString(", inlined at ")
		}
		b.WriteString(p.File + ":" + strconv.Itoa(p.Line))
	}
	return b.String()
}

// FaultKind says what a thread did wrong. It is an error, so that errors.Is finds it in
// the error of a launch: errors.Is(err, FaultTrap).
type FaultKind uint8

// The kinds of faults.
const (
	FaultAddress    FaultKind = iota // access outside of the memory that it may reach: of its buffer, or of all that the launch knows
	FaultMisaligned                  // address is not a multiple of the access size
	FaultTrap                        // trap
	FaultBranch                      // brx.idx beyond its list, or an indirect call to what is not a function
	FaultStack                       // local memory or calls too deep
	FaultDeadlock                    // every thread waits
	FaultBarrier                     // illegal operands of a barrier, or counts of an mbarrier
	FaultWarp                        // illegal operands of a warp operation
	FaultAssert                      // failed assertion
	FaultHeap                        // free of memory that malloc did not give
	FaultExtern                      // a function outside of the module failed
	FaultLimit                       // beyond the budget of the launch, see [Launch.Steps]
	numFaultKinds
)

var faultKindNames = [numFaultKinds]string{"address", "misaligned", "trap", "branch", "stack", "deadlock", "barrier", "warp", "assert", "heap", "extern", "limit"}

// String returns the kind as one word, such as "misaligned".
func (k FaultKind) String() string {
	if k < numFaultKinds {
		return faultKindNames[k]
	}
	return fmt.Sprintf("FaultKind(%d)", k)
}

// Error returns the kind with what it is of: "ptx: fault: misaligned".
func (k FaultKind) Error() string { return "ptx: fault: " + k.String() }

// Panic is what a launch panics with if a kernel panicked in a way that is no fault: a bug in
// generated code or in the runtime.
type Panic struct {
	Value any    // what it panicked with
	Stack []byte // of the goroutine in which it happened
}

// Error returns the panic value and the stack.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Unwrap returns the panic value if it is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
