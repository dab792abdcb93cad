package schedule

import (
	"maps"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// newMemory looks at the functions whose code is printed.
func newMemory(s *Schedule) *Memory {
	m := &Memory{
		views: map[param]*View{}, symbols: map[*ir.Symbol]*View{}, freed: map[param]bool{}, pointer: map[param]bool{},
		local: map[*ir.Symbol]int64{}, prov: map[*ir.Func]*analysis.Provenance{}, access: map[*ir.Func][]*Access{},
	}
	for _, f := range s.Module.Funcs {
		maps.Copy(m.local, f.Frame().Offset)
	}
	funcs := s.Funcs()
	for _, f := range funcs {
		m.prov[f] = analysis.NewProvenance(f)
		m.notePointers(f)
	}
	all := tallies{}
	for _, f := range funcs {
		m.noteAccesses(f, all)
	}
	m.declare(s.Module, all)
	for _, f := range funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if a := m.Access(v); a != nil {
					m.choose(v, a)
				}
			}
		}
	}
	return m
}

// notePointers notes the parameters that a function uses as pointers, and those that it
// gives to free: what they point to is looked up at every access, because it may no
// longer be there.
func (m *Memory) notePointers(f *ir.Func) {
	p := m.prov[f]
	for i := range f.Params {
		if p.IsPointer(i, 0) {
			m.pointer[param{f.Owner(), i}] = true
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpCall || !v.Attr.Func.Extern || v.Attr.Func.Name != "free" || len(v.Args) == 0 {
				continue
			}
			if a := p.Of(v.Args[0]); a.Base.Kind == analysis.BaseParam {
				m.freed[param{f.Owner(), a.Base.Index}] = true
			}
		}
	}
}

// noteAccesses takes the accesses of a function apart, and adds them to those of their
// views.
func (m *Memory) noteAccesses(f *ir.Func, all tallies) {
	list := make([]*Access, f.NumValues())
	m.access[f] = list
	r := &reaches{m: m, f: f}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if !v.IsAccess() {
				continue
			}
			a := &Access{Addr: m.prov[f].Access(v), bytes: v.AccessBytes()}
			list[v.ID] = a
			w := m.viewOf(f, &a.Addr, true)
			if w == nil {
				continue
			}
			all.note(w, v, &a.Addr)
			a.Reach = r.of(v, &a.Addr)
			if a.IsShared() {
				w.Reach = max(w.Reach, a.Reach)
			}
		}
	}
}

// choose decides whether an access goes through the view of what it accesses. A device
// function knows no kernel's shared memory by name, and local variables of its own only;
// and where an access may go elsewhere than its view shows, the runtime's functions look
// at all of the window.
func (m *Memory) choose(v *ir.Value, a *Access) {
	f := v.Block.Func
	w := m.viewOf(f, &a.Addr, false)
	if w == nil || a.IsShared() && !f.Entry {
		return
	}
	a.Reach = max(a.Reach, w.Reach)
	if a.Reach == Beyond || a.Reach > Within && w.Bytes {
		return
	}
	a.View = w
	a.Aligned = m.aligned(v, &a.Addr)
	a.Inside = inside(v, a)
}

// declare settles the views, and gives the variables that no access names theirs. What
// does not fit the size and the place of a variable is bytes.
func (m *Memory) declare(mod *ir.Module, all tallies) {
	for p, w := range m.views {
		w.settle(all[w], wishOf(p))
	}
	for s, w := range m.symbols {
		w.settle(all[w], wish(s.Decl))
		m.fit(s, w)
	}
	for _, s := range variables(mod) {
		if m.symbols[s] != nil {
			continue
		}
		w := &View{Elem: s.Elem}
		switch {
		case s.Elem == ir.F32 || s.Elem == ir.F64:
		case s.Elem.Bits() < 8 || s.Elem.Bits() > 64:
			w.Elem = ir.I8
		default:
			w.Elem = ir.IntOfBits(s.Elem.Bits())
		}
		m.fit(s, w)
		w.Bytes = w.Elem == ir.I8
		m.symbols[s] = w
	}
}
