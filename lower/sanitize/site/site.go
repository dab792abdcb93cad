// Package site says what the notes of a sanitizer (package lower/sanitize) tell it beside their arguments. Engines and
// printers need this of IR with notes, and nothing of what puts notes there.
package site

import (
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Of returns what a note tells a sanitizer beside its arguments. Where the shared variable begins that the
// address was made of is for the engine to say: start is asked for that of Attr.Sym.
func Of(m *ir.Module, v *ir.Value, start func(*ir.Symbol) int64) sanitize.Site {
	a := &v.Attr
	s := sanitize.Site{
		Kind:     sanitize.Kind(a.Note),
		Space:    sanitize.Space(a.Space),
		Size:     a.Mem.Bytes() * v.Vec(),
		Acquire:  a.Order == ir.Acquire || a.Order == ir.AcqRel || a.Order == ir.SeqCst,
		Release:  a.Order == ir.Release || a.Order == ir.AcqRel || a.Order == ir.SeqCst,
		Scope:    scopeOf(a),
		Swaps:    a.Atom.Compares(),
		Replaces: a.Atom.Replaces(),
		NoResult: a.Atom != ir.AtomNone && a.Signed,
		Aligned:  a.Aligned,
		Orders:   a.Name == OrderingWarp,
	}
	switch a.Note {
	case ir.NoteStrongLoad, ir.NoteStrongStore, ir.NoteAtomic, ir.NoteArrive, ir.NoteWaited:
		s.Strong = true
	case ir.NoteBarrier:
		switch a.Bar {
		case ir.BarSync:
		case ir.BarArrive:
			s.Arrival = sanitize.BarrierArrive
		default:
			s.Arrival = sanitize.BarrierReduce
		}
	case ir.NoteBounds:
		switch {
		case a.Atom != ir.AtomNone:
			s.Access = sanitize.Atomic
		case a.Signed:
			s.Access = sanitize.Store
		default:
			s.Access = sanitize.Load
		}
	case ir.NoteUndefined:
		s.Space = sanitize.Register
	}
	for mode, name := range shuffleNames {
		if name != "" && strings.HasPrefix(a.Name, name) {
			s.Shuffle = sanitize.Shuffle(mode)
		}
	}
	if a.Sym != nil {
		s.Lo = uint64(start(a.Sym))
		s.Hi, s.Variable = s.Lo+uint64(a.Sym.Size), a.Sym.Name
	}
	if m.File == nil { // IR that was read from text
		s.File, s.Line = m.Name, int(v.Pos)
		return s
	}
	p := m.File.Position(v.Pos)
	s.File, s.Line, s.Text = p.File, p.Line, m.File.Instruction(m.File.Line(v.Pos))
	if o := m.File.ShortOrigin(v.Pos); o != nil {
		s.Source = o.String()
	}
	return s
}

// OrderingWarp is the collective operation that orders memory.
const OrderingWarp = "BarWarp"

// shuffleNames are how the functions of shuffles begin.
var shuffleNames = [...]string{sanitize.ShuffleUp: "ShflUp", sanitize.ShuffleDown: "ShflDown", sanitize.ShuffleXor: "ShflBfly", sanitize.ShuffleIdx: "ShflIdx"}

// scopeOf is the scope of a strong operation: what is volatile is for the system, and what says nothing for
// the GPU.
func scopeOf(a *ir.Attr) sanitize.Scope {
	switch a.Scope {
	case ir.ScopeCTA, ir.ScopeCluster:
		return sanitize.ScopeCTA
	case ir.ScopeSys:
		return sanitize.ScopeSys
	case ir.ScopeNone:
		if a.Volatile {
			return sanitize.ScopeSys
		}
	}
	return sanitize.ScopeGPU
}
