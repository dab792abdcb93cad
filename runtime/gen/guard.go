package gen

import (
	goruntime "runtime"
	"runtime/debug"
	"strconv"
	"strings"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// guard is a copy of a const variable that the processor lets no one write. A body
// whose parameter points into const memory, and which writes through it, has its slice
// there: it reads what the variable holds, and a write is a fault at its own place. An
// ordinary slice costs nothing by it.
type guard struct {
	mem []byte
	of  memory.Segment // the variable, as the kernel sees it
}

// guarded returns the copy of a const variable for a launch, nil where the operating
// system has none.
func (b *bound) guarded(s memory.Segment) []byte {
	for _, g := range b.guards {
		if g.of.Base == s.Base {
			return g.mem
		}
	}
	mem := newReadOnly(s.Bytes())
	if mem != nil {
		b.guards = append(b.guards, guard{mem, s})
	}
	return mem
}

// dropGuards gives the copies back when the launch is over.
func (b *bound) dropGuards() {
	for _, g := range b.guards {
		freeReadOnly(g.mem)
	}
	b.guards = nil
}

// mayRefuse says that the processor may refuse an access of the launch: a write to a guard, or
// to memory of the program that it has taken away.
func (b *bound) mayRefuse() bool { return len(b.guards) > 0 || memory.Foreign() }

// catchRefused makes a panic of what the processor refuses in the goroutine that calls it, as
// a write to a guard, until what it returns is called.
func catchRefused() (end func()) {
	old := debug.SetPanicOnFault(true)
	return func() { debug.SetPanicOnFault(old) }
}

// wrote is the fault of a write to a guard, nil if the panic is none. refs and line are
// of the Go line, as for failed; of several accesses in it the last through the
// parameter is the write.
func (c *CTA) wrote(v goruntime.Error, refs string, line int) (p *faultPanic, ptx int) {
	at, ok := v.(interface{ Addr() uintptr })
	if !ok {
		return nil, line
	}
	for _, g := range c.run.guards {
		off := uint64(at.Addr()) - AddrOf(g.mem)
		if off >= uint64(len(g.mem)) {
			continue
		}
		ptx = line
		place := ""
		for ref := range strings.SplitSeq(refs, ",") {
			ref, own, has := strings.Cut(ref, "@")
			x := c.refersTo(ref)
			if x.pointer == nil || !g.of.Holds(x.pointer.addr) {
				continue
			}
			place = x.place(g.of.Base+off, x.elem)
			ptx = line
			if has {
				ptx, _ = strconv.Atoi(own)
			}
		}
		return constantFault(g.of.Base+off, &g.of).at(place), ptx
	}
	return nil, line
}

// gone is the fault of an access to memory that the program has registered, and has unmapped
// since, or made read-only; nil if the panic is none.
func gone(v goruntime.Error) *faultPanic {
	at, ok := v.(interface{ Addr() uintptr })
	if !ok {
		return nil
	}
	addr := uint64(at.Addr())
	if s := memory.Find(memory.Registered(), addr); !s.Holds(addr) || !s.Foreign {
		return nil
	}
	return addrFault(ptx.FaultAddress, addr, "is in memory that the program has registered, and has unmapped or protected since")
}

// constantFault is that of a write to const memory.
func constantFault(addr uint64, s *memory.Segment) *faultPanic {
	return addrFault(ptx.FaultAddress, addr, "is in %s, which is not to be written", s.Describe())
}
