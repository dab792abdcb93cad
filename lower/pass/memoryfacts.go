package pass

import "github.com/ptx2go/ptx2go/lower/ir"

// memoryFacts are what lockstep must know about the whole module. The sync points that
// it inserts change none of them.
type memoryFacts struct {
	m         *ir.Module
	escapes   bool // generic addresses may point into shared memory
	summaries map[*ir.Func]summary
	indirect  summary // of all functions that an indirect call may reach
}

// summary is what a function, and what it calls, does to memory that matters here.
type summary struct{ shared, volatile, atomic bool }

func (s *summary) add(t summary) {
	s.shared, s.volatile, s.atomic = s.shared || t.shared, s.volatile || t.volatile, s.atomic || t.atomic
}

func newMemoryFacts(m *ir.Module) *memoryFacts {
	l := &memoryFacts{m: m, escapes: sharedEscapes(m), summaries: map[*ir.Func]summary{}}
	callers := map[*ir.Func][]*ir.Func{}
	indirect := map[*ir.Func]bool{}
	for _, f := range m.Funcs {
		l.summaries[f] = l.own(f, func(g *ir.Func) {
			if g == nil {
				indirect[f] = true
			} else if list := callers[g]; len(list) == 0 || list[len(list)-1] != f {
				callers[g] = append(list, f)
			}
		})
	}
	// What a function does its callers do; what one whose address is taken does, all
	// do that call indirectly.
	taken := m.AddressTaken()
	work := append([]*ir.Func(nil), m.Funcs...)
	raise := func(f *ir.Func, s summary) {
		t := l.summaries[f]
		t.add(s)
		if t != l.summaries[f] {
			l.summaries[f] = t
			work = append(work, f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		s := l.summaries[f]
		for _, g := range callers[f] {
			raise(g, s)
		}
		if !taken[f] || f.Entry { // no call reaches a kernel
			continue
		}
		before := l.indirect
		l.indirect.add(s)
		if l.indirect != before {
			for g := range indirect {
				raise(g, l.indirect)
			}
		}
	}
	return l
}

// own is the summary of a function without what it calls, which goes to called, nil for
// an indirect call.
func (l *memoryFacts) own(f *ir.Func, called func(*ir.Func)) summary {
	var s summary
	if f.Extern {
		// vprintf reads strings, and what the program supplies may do anything.
		_, cuda := ir.DeviceFuncs[f.Name]
		s.shared = l.escapes && (!cuda || f.Name == "vprintf")
		return s
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpLoad, ir.OpStore, ir.OpAtomic:
				s.shared = s.shared || v.Attr.Space == ir.Shared || v.Attr.Space == ir.Generic && l.escapes
				s.volatile = s.volatile || strong(v)
				s.atomic = s.atomic || v.Op == ir.OpAtomic
			case ir.OpCall:
				called(v.Attr.Func)
			case ir.OpCallIndirect:
				called(nil)
			}
		}
	}
	return s
}

// strong reports whether a load or store is volatile or has a memory order.
func strong(v *ir.Value) bool {
	return v.Op != ir.OpAtomic && (v.Attr.Volatile || v.Attr.Order != ir.Weak) && v.Attr.Space != ir.Local
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
