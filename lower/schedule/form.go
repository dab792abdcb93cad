package schedule

import (
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// sync knows where the functions of a module synchronise.
type sync struct {
	deep map[*ir.Func]bool // device functions that synchronise, or end their thread, or call one that does
	sigs map[string]bool   // signatures of indirect calls that may reach one
}

// synchronising analyses a module.
func synchronising(m *ir.Module) *sync {
	s := &sync{deep: map[*ir.Func]bool{}, sigs: map[string]bool{}}
	taken := m.AddressTaken()
	callers := map[*ir.Func][]*ir.Func{} // of a function by name
	indirect := map[string][]*ir.Func{}  // of a signature
	var start []*ir.Func
	for _, f := range m.Funcs {
		if f.Entry || f.Extern {
			continue
		}
		own := false
		for _, b := range f.Blocks {
			own = own || b.Term == ir.Exit
			for _, v := range b.Values {
				switch {
				case v.Convergent():
					own = true
				case v.Op == ir.OpCall:
					if l := callers[v.Attr.Func]; len(l) == 0 || l[len(l)-1] != f {
						callers[v.Attr.Func] = append(l, f)
					}
				case v.Op == ir.OpCallIndirect:
					sig := signature(v.Attr.Sig.Params, v.Attr.Sig.Results)
					if l := indirect[sig]; len(l) == 0 || l[len(l)-1] != f {
						indirect[sig] = append(l, f)
					}
				}
			}
		}
		if own {
			start = append(start, f)
		}
	}
	reached := map[string]bool{}
	s.deep = ir.Closure(start, func(f *ir.Func) []*ir.Func {
		list := callers[f]
		if sig := signature(f.Args, f.Results); taken[f] && !reached[sig] {
			reached[sig] = true
			list = slices.Concat(list, indirect[sig])
		}
		return list
	})
	s.sigs = reached
	return s
}

func signature(params, results []ir.Type) string {
	var b strings.Builder
	for _, t := range params {
		b.WriteString(t.String() + " ")
	}
	b.WriteString("->")
	for _, t := range results {
		b.WriteString(" " + t.String())
	}
	return b.String()
}

// in returns the first sync point of the function itself, nil if there is none.
func (s *sync) in(f *ir.Func) *ir.Value {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Convergent() {
				return v
			}
		}
	}
	return nil
}

// called returns the first call of the function that may synchronise or end the thread.
func (s *sync) called(f *ir.Func) *ir.Value {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpCall && s.deep[v.Attr.Func] || v.Op == ir.OpCallIndirect && s.sigs[signature(v.Attr.Sig.Params, v.Attr.Sig.Results)] {
				return v
			}
		}
	}
	return nil
}
