package vector

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// simplify takes away what masks say of all lanes or of none: and, or and a choice by such a mask, what is taken
// back at once, and the mask of an access of all lanes.
func simplify(f *ir.Func) {
	is := map[*ir.Value]*ir.Value{} // what has come in the place of a value
	of := func(v *ir.Value) *ir.Value {
		if w := is[v]; w != nil {
			return w
		}
		return v
	}
	for _, b := range ir.ReversePostorder(f) {
		for _, v := range b.Values {
			for i, a := range v.Args {
				v.Args[i] = of(a)
			}
			if v.Mask() != nil && allLanes(v.Mask()) == yes {
				v.Args, v.Attr.Masked = v.Args[:len(v.Args)-1], false
			}
			if w := simpler(v); w != nil {
				is[v] = w
			}
		}
		for i, c := range b.Ctrl {
			b.Ctrl[i] = of(c)
		}
	}
	for _, b := range f.Blocks { // round loops
		for _, v := range b.Phis() {
			for i, a := range v.Args {
				v.Args[i] = of(a)
			}
		}
	}
}

// certain says what is known of the lanes of a mask.
type certain uint8

const (
	unknown certain = iota
	yes             // all are in it
	no              // none is
)

func allLanes(m *ir.Value) certain {
	if m.Op != ir.OpSplat {
		return unknown
	}
	switch bits, ok := m.Args[0].IsConst(); {
	case !ok:
		return unknown
	case bits&1 != 0:
		return yes
	}
	return no
}

// simpler is another value that is the same, nil where there is none.
func simpler(v *ir.Value) *ir.Value {
	arg := func(i int) certain { return allLanes(v.Args[i]) }
	switch {
	case !v.Varying:
		return nil
	case v.Op == ir.OpSelect:
		switch {
		case arg(0) == yes, v.Args[1] == v.Args[2]:
			return v.Args[1]
		case arg(0) == no:
			return v.Args[2]
		}
	case v.Type != ir.I1:
	case v.Op == ir.OpAnd || v.Op == ir.OpOr:
		keeps := yes // the mask that changes nothing
		if v.Op == ir.OpOr {
			keeps = no
		}
		for i, a := range v.Args {
			switch k := arg(i); {
			case k == keeps, a == v.Args[1-i]:
				return v.Args[1-i]
			case k != unknown:
				return a
			}
		}
	case v.Op == ir.OpNot && v.Args[0].Op == ir.OpNot:
		return v.Args[0].Args[0]
	}
	return nil
}
