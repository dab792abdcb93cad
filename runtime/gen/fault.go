package gen

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/runtime/internal/leaf"
)

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
	numFaultKinds
)

var faultKindNames = [numFaultKinds]string{"address", "misaligned", "trap", "branch", "stack", "deadlock", "barrier", "warp", "assert", "heap", "extern"}

func (k FaultKind) String() string {
	if k < numFaultKinds {
		return faultKindNames[k]
	}
	return fmt.Sprintf("FaultKind(%d)", k)
}

func (k FaultKind) Error() string { return "ptx: fault: " + k.String() }

// Fault is the error of a launch in which a thread did what would end the
// kernel on a GPU, or what a GPU would leave unnoticed: an access outside the
// memory that the launch knows.
type Fault struct {
	Kernel      string
	CTA, Thread Dim3
	File        string  // base name of the PTX file
	Line        int     // in the PTX file; 0 if not known
	Text        string  // of that line; "" if not known
	Source      []Place // what the line was compiled from, and then where that was inlined; nil if not known
	Kind        FaultKind
	Addr        uint64 // the address, where HasAddr is set
	HasAddr     bool
	Msg         string
	Err         error // what an extern function gave to Thread.Fail
}

// Error returns the fault as "kernel k, CTA (3,0,0), thread (17,0,0), k.ptx:41 (k.cu:12):
// what happened, in "ld.global.f32 %f1, [%rd5];"", without the parentheses where Source is not
// known, and without the instruction where Text is not.
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
	return b.String()
}

// Is reports whether target is the kind of the fault.
func (f *Fault) Is(target error) bool { return target == f.Kind }

// Unwrap returns Err.
func (f *Fault) Unwrap() error { return f.Err }

// Panic is what a launch panics with when a body panicked in a way that is no
// fault: a bug in generated code or in the runtime. The stack is that of the
// goroutine on which it happened.
type Panic struct {
	Value any
	Stack []byte
}

// Error returns the panic value and the stack.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Unwrap returns the panic value where it is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// faultPanic is how the runtime raises a fault inside a body.
type faultPanic struct {
	kind    FaultKind
	addr    uint64
	hasAddr bool
	msg     string
	err     error
}

func (p *faultPanic) fault() *faultPanic { return p }

func (p *faultPanic) Error() string { return p.msg }

// stopped unwinds a body whose grid has been abandoned, and exitThread a
// coroutine whose thread ends.
type (
	stopped    = leaf.Stopped
	exitThread struct{}
)

// throw raises a fault.
func throw(p *faultPanic) { panic(p) }

// throwAddr raises a fault about an address.
func throwAddr(kind FaultKind, addr uint64, format string, args ...any) {
	throw(addrFault(kind, addr, format, args...))
}

func addrFault(kind FaultKind, addr uint64, format string, args ...any) *faultPanic {
	return &faultPanic{kind: kind, addr: addr, hasAddr: true,
		msg: fmt.Sprintf("address %#x ", addr) + fmt.Sprintf(format, args...)}
}

// count spells a number of things: 1 byte, 2 bytes.
func count[N int | int64 | uint32 | uint64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Trap is the trap instruction.
func (c *CTA) Trap() { throw(&faultPanic{kind: FaultTrap, msg: "trap"}) }

// BadIndex faults because the index of a brx.idx is beyond its list of
// targets.
func (c *CTA) BadIndex(i uint64) {
	throw(&faultPanic{kind: FaultBranch, msg: fmt.Sprintf("branch index %d is beyond the list of targets", i)})
}

// BadCall faults because an indirect call was made with something that is not
// the handle of a function of that signature.
func (c *CTA) BadCall(handle uint64) {
	throw(&faultPanic{kind: FaultBranch, msg: fmt.Sprintf("indirect call of %#x, which is not such a function", handle)})
}

// Unreachable faults because a function of the module has returned that is declared
// not to (.noreturn).
func (c *CTA) Unreachable() {
	throw(&faultPanic{kind: FaultExtern, msg: "a function has returned that is declared not to"})
}
