package analysis

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// WarpMemory is how the functions of a module touch memory through which the lanes of a warp
// see each other. A sync point more changes nothing of it.
type WarpMemory struct {
	escapes bool // generic addresses may point into shared memory

	// What calls lead to functions with such accesses, or with sync points.
	shared, volatile, atomic, syncs map[ir.CallNode]bool
}

// summary is what a function, and what it calls, does to memory that matters here.
type summary struct{ shared, volatile, atomic bool }

// NewWarpMemory looks at all functions of a module.
func NewWarpMemory(m *ir.Module) *WarpMemory {
	l := &WarpMemory{escapes: sharedEscapes(m)}
	own := map[*ir.Func]summary{}
	for _, f := range m.Funcs {
		own[f] = l.own(f)
	}
	calls := ir.NewCallGraph(m, m.AddressTaken())
	l.shared = calls.Reaching(func(f *ir.Func) bool { return own[f].shared })
	l.volatile = calls.Reaching(func(f *ir.Func) bool { return own[f].volatile })
	l.atomic = calls.Reaching(func(f *ir.Func) bool { return own[f].atomic })
	l.syncs = Synchronising(calls)
	return l
}

// Matters reports whether it can be told in which order the lanes of a warp execute a
// function.
func (l *WarpMemory) Matters(f *ir.Func) bool {
	s := l.summary(f.CallNode())
	return s.shared || s.volatile || s.atomic
}

// summary returns what a function or an indirect call does.
func (l *WarpMemory) summary(n ir.CallNode) summary {
	return summary{l.shared[n], l.volatile[n], l.atomic[n]}
}

// own is the summary of a function without what it calls.
func (l *WarpMemory) own(f *ir.Func) summary {
	var s summary
	if f.Extern {
		// vprintf reads strings, and what the program supplies may do anything.
		_, cuda := ir.DeviceFuncs[f.Name]
		s.shared = l.escapes && (!cuda || f.Name == "vprintf")
		return s
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.IsAccess() {
				s.shared = s.shared || v.Attr.Space == ir.Shared || v.Attr.Space == ir.Generic && l.escapes
				s.volatile = s.volatile || strong(v)
				s.atomic = s.atomic || v.IsAtomic()
			}
		}
	}
	return s
}

// strong reports whether a load or store is volatile or has a memory order.
func strong(v *ir.Value) bool {
	return v.Strong() && !v.IsAtomic() && v.Attr.Space != ir.Local
}

// sharedEscapes reports whether some function of the module makes a generic
// address of a shared one.
func sharedEscapes(m *ir.Module) bool {
	for _, f := range m.Funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpToGeneric && v.Attr.Space == ir.Shared {
					return true
				}
			}
		}
	}
	return false
}
