package gen

import (
	"fmt"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/leaf"
)

// faultPanic is how the runtime raises a fault inside a body.
type faultPanic struct {
	kind    ptx.FaultKind
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
func throwAddr(kind ptx.FaultKind, addr uint64, format string, args ...any) {
	throw(addrFault(kind, addr, format, args...))
}

func addrFault(kind ptx.FaultKind, addr uint64, format string, args ...any) *faultPanic {
	return &faultPanic{kind: kind, addr: addr, hasAddr: true,
		msg: fmt.Sprintf("address %#x ", addr) + fmt.Sprintf(format, args...)}
}

// Trap is the trap instruction.
func (c *CTA) Trap() { throw(&faultPanic{kind: ptx.FaultTrap, msg: "trap"}) }

// BadIndex faults because the index of a brx.idx is beyond its list of
// targets.
func (c *CTA) BadIndex(i uint64) {
	throw(&faultPanic{kind: ptx.FaultBranch, msg: fmt.Sprintf("branch index %d is beyond the list of targets", i)})
}

// BadCall faults because an indirect call was made with something that is not
// the handle of a function of that signature.
func (c *CTA) BadCall(handle uint64) {
	throw(&faultPanic{kind: ptx.FaultBranch, msg: fmt.Sprintf("indirect call of %#x, which is not such a function", handle)})
}

// Unreachable faults because a function of the module has returned that is declared
// not to (.noreturn).
func (c *CTA) Unreachable() {
	throw(&faultPanic{kind: ptx.FaultExtern, msg: "a function has returned that is declared not to"})
}
