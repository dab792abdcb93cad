package schedule

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// Gang takes up a function with lanes that was made of a kernel of the schedule, or of a region of one, and
// returns what there is to say of it for who prints it. It sees memory as the functions of the kernel do.
// Where it polls it says itself (ir.OpPoll), and there is no loop over its threads.
func (s *Schedule) Gang(f *ir.Func) *Body {
	if b := s.bodies[f]; b != nil {
		return b
	}
	s.Memory.addGang(f)
	b := &Body{Func: f, Tree: region.Structure(f), Uses: NewUses(f, s.Memory.Operands)}
	b.Truncs = analysis.MergedTruncs(f, s.Memory.Operands, b.outside())
	s.bodies[f] = b
	return b
}

// addGang takes the accesses of a function with lanes apart, and what it asks about such. Views are there: the
// function has no access that goes elsewhere than those that it was made of.
func (m *Memory) addGang(f *ir.Func) {
	p := analysis.NewProvenance(f)
	m.prov[f] = p
	list := make([]*Access, f.NumValues())
	m.access[f] = list
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if !v.IsAccess() && v.Op != ir.OpInside {
				continue
			}
			a := &Access{Addr: p.Access(v), bytes: v.AccessBytes()}
			list[v.ID] = a
			m.choose(v, a)
			a.Inside = false // of all lanes: the function asks where it has to
		}
	}
}

// Whole returns the memory that an address points into, as an access of it that goes as far as any; nil where it
// has no view.
func (m *Memory) Whole(f *ir.Func, a *analysis.Addr) *Access {
	w := m.viewOf(f, a, false)
	if w == nil {
		return nil
	}
	return &Access{Addr: analysis.Addr{Base: a.Base, Space: a.Space}, View: w, Reach: w.Reach}
}
