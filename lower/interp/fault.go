package interp

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// FaultKind says what a thread did wrong. Generated code names its faults alike.
type FaultKind string

const (
	FaultAddress    FaultKind = "address"    // access outside of the memory that it may reach
	FaultMisaligned FaultKind = "misaligned" // address is not a multiple of the access size
	FaultTrap       FaultKind = "trap"       // trap
	FaultBranch     FaultKind = "branch"     // brx.idx beyond its list, or an indirect call to what is not a function
	FaultStack      FaultKind = "stack"      // local memory or calls too deep
	FaultDeadlock   FaultKind = "deadlock"   // every thread waits
	FaultBarrier    FaultKind = "barrier"    // illegal operands of a barrier, or counts of an mbarrier
	FaultWarp       FaultKind = "warp"       // illegal operands of a warp operation
	FaultAssert     FaultKind = "assert"     // failed assertion
	FaultHeap       FaultKind = "heap"       // free of memory that malloc did not give
	FaultExtern     FaultKind = "extern"     // a function outside of the module failed
	FaultLimit      FaultKind = "limit"      // beyond what Options allow; generated code has no such kind
)

// Fault is the error of a launch in which a thread did something illegal.
type Fault struct {
	Kind        FaultKind
	Kernel      string
	CTA, Thread [3]uint32
	Pos         diag.Position // of the instruction; Line 0 if not known
	Text        string        // of its line; "" if not known
	Source      *diag.Origin  // what the instruction was compiled from, with names that suffice; nil if not known
	Msg         string
	Addr        uint64 // the address, where HasAddr is set
	HasAddr     bool
	Seed        uint64   // of the order of threads, see Options.Interleave; 0 without
	Space       ir.Space // of the address, Generic where it is not known
}

// Error returns the fault as "kernel k, CTA (0,0,0), thread (5,0,0), k.ptx:12 (k.cu:4): what
// happened, in "ld.global.f32 %f1, [%rd5];"", without the parentheses where Source is not
// known, and without the instruction where Text is not, and with the seed where there is one.
func (f *Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel %s, CTA %s, thread %s, ", f.Kernel, dims(f.CTA), dims(f.Thread))
	b.WriteString(place(f.Pos))
	if f.Source != nil {
		fmt.Fprintf(&b, " (%s)", f.Source)
	}
	if f.Pos.File != "" {
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

func dims(d [3]uint32) string { return fmt.Sprintf("(%d,%d,%d)", d[0], d[1], d[2]) }

// place returns the base name of a position's file with the line.
func place(p diag.Position) string {
	if p.File == "" || p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line)
}

// position spells out a place in a module. IR that was read from text has no
// file, and line numbers for places.
func position(m *ir.Module, p diag.Pos) diag.Position {
	if m.File != nil {
		return m.File.Position(p)
	}
	return diag.Position{File: m.Name, Line: int(p)}
}

// text is what stands in the line of a place.
func text(m *ir.Module, p diag.Pos) string {
	if m.File == nil {
		return ""
	}
	return m.File.Instruction(m.File.Line(p))
}

// origin is what a place in a module was compiled from.
func origin(m *ir.Module, p diag.Pos) *diag.Origin {
	if m.File == nil {
		return nil
	}
	return m.File.ShortOrigin(p)
}

// faultPanic unwinds the interpreter to Launch.
type faultPanic struct{ f *Fault }

// fail raises a fault of a lane at a place in its innermost function.
func (l *lane) fail(kind FaultKind, pos diag.Pos, format string, args ...any) {
	panic(faultPanic{l.fault(kind, pos, format, args...)})
}

// failAddr is fail for an address. The message begins with it.
func (l *lane) failAddr(kind FaultKind, pos diag.Pos, addr uint64, format string, args ...any) {
	f := l.fault(kind, pos, "address %#x %s", addr, fmt.Sprintf(format, args...))
	f.Addr, f.HasAddr = addr, true
	panic(faultPanic{f})
}

func (l *lane) fault(kind FaultKind, pos diag.Pos, format string, args ...any) *Fault {
	g := l.cta.grid
	var seed uint64
	if o := g.m.opt.Interleave; o != nil {
		seed = o.Seed
	}
	return &Fault{
		Seed:   seed,
		Kind:   kind,
		Kernel: g.kernel.f.Name,
		CTA:    l.cta.id,
		Thread: l.tid,
		Pos:    position(g.m.mod, pos),
		Text:   text(g.m.mod, pos),
		Source: origin(g.m.mod, pos),
		Msg:    fmt.Sprintf(format, args...),
	}
}
