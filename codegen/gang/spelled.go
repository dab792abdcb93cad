package gang

import (
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// spelled says what has no function in the packages of vectors, of what a function with lanes does with memory;
// nil where all has.
func spelled(m *schedule.Memory, f *ir.Func) *schedule.Reason {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if why := unspelled(m, f, v); why != "" {
				return &schedule.Reason{Pos: v.Pos, Text: why}
			}
		}
	}
	return nil
}

func unspelled(m *schedule.Memory, f *ir.Func, v *ir.Value) string {
	if v.Op == ir.OpApart {
		for _, x := range v.Args {
			a := m.Provenance(f).Of(x)
			if m.Whole(f, &a) == nil {
				return "memory that is known by its address"
			}
		}
		return ""
	}
	a := m.Access(v)
	if a == nil || v.Attr.Space == ir.ParamSpace {
		return ""
	}
	if a.View == nil || a.Root != nil || a.Narrow {
		return "an access by address"
	}
	unit := a.Unit(v)
	_, _, ok := m.Index(f, a, unit)
	size := v.Attr.Mem.Bytes()
	switch {
	case !ok || v.Attr.Stride%unit != 0:
		return "an access at a distance that is no number of elements"
	case a.Base.Sym != nil && a.Base.Sym.Space == ir.Local:
		return "an access of a local variable"
	case v.Vec() > 1 && (v.Op == ir.OpAtomic || v.Attr.Cross != 0):
		return "an access of several elements by lanes that exchange them"
	case v.Vec() > 1 && (size < 4 || size*v.Vec() > 16) && (v.Args[0].Varying || v.Attr.Masked || apart(v, v.Attr.Stride/unit)):
		return "a vector access of small elements, or of more than 16 bytes, by some of the lanes"
	}
	return ""
}
