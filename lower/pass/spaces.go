package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// spaces turns generic accesses whose address certainly lies in one space into
// accesses of that space: with the address itself for global and const memory,
// with the offset into the window for shared and local memory. It answers
// isspacep for such addresses.
//
// A pointer that a kernel receives as a parameter comes from the host, which
// has no addresses but global ones.
func spaces(f *ir.Func, _ *Options) bool {
	var accesses, questions []*ir.Value
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch {
			case v.IsAccess() && v.Attr.Space == ir.Generic:
				accesses = append(accesses, v)
			case v.Op == ir.OpIsSpace:
				questions = append(questions, v)
			}
		}
	}
	if len(accesses)+len(questions) == 0 {
		return false
	}
	s := &spacer{prov: analysis.NewProvenance(f), window: map[*ir.Value]*ir.Value{}, after: map[*ir.Value][]*ir.Value{}}
	changed := false
	for _, v := range accesses {
		changed = s.access(v) || changed
	}
	for _, v := range questions {
		changed = s.isSpace(v) || changed
	}
	for _, b := range f.Blocks {
		placeAfter(b, s.after)
	}
	return changed
}

type spacer struct {
	prov   *analysis.Provenance
	window map[*ir.Value]*ir.Value   // the window offset of a generic address
	after  map[*ir.Value][]*ir.Value // new values, by the value that they follow
}

// access changes one generic access.
func (s *spacer) access(v *ir.Value) bool {
	a := s.prov.Of(v.Args[0])
	switch {
	case a.Space != ir.Generic:
		return false // a window offset used as a generic address: not what it seems
	case a.Base.Kind == analysis.BaseParam && s.prov.IsPointer(a.Base.Index, a.Base.Off):
		v.Attr.Space = ir.Global
		return true
	case a.Base.Kind == analysis.BaseSymbol && a.Base.Sym.Space == ir.Const && v.Writes():
		return false // constant memory is not to be written: a fault where it is reached
	case a.Base.Kind == analysis.BaseSymbol:
		v.Attr.Space = a.Base.Sym.Space
		if v.Attr.Space == ir.Shared || v.Attr.Space == ir.Local {
			v.Args[0] = s.offset(v.Args[0], a.Base)
		}
		return true
	}
	return false
}

// isSpace answers an isspacep about a known address.
func (s *spacer) isSpace(v *ir.Value) bool {
	a := s.prov.Of(v.Args[0])
	if a.Space != ir.Generic {
		return false
	}
	var is ir.Space
	switch {
	case a.Base.Kind == analysis.BaseParam && s.prov.IsPointer(a.Base.Index, a.Base.Off):
		is = ir.Global
	case a.Base.Kind == analysis.BaseSymbol && a.Base.Sym.Space != ir.Const:
		is = a.Base.Sym.Space
	default:
		return false
	}
	v.Attr, v.Args, v.Op = ir.Attr{Bits: bit(v.Attr.Space == is)}, nil, ir.OpConst
	return true
}

// offset returns the window offset of a generic address into base, following
// the arithmetic back to the conversion.
func (s *spacer) offset(v *ir.Value, base analysis.Base) *ir.Value {
	if w := s.window[v]; w != nil {
		return w
	}
	space := base.Sym.Space
	if v.Op == ir.OpToGeneric && v.Attr.Space == space && v.Args[0].Type == v.Type {
		return v.Args[0]
	}
	points := func(x *ir.Value) bool {
		a := s.prov.Of(x)
		return a.Base == base && a.Space == ir.Generic
	}
	w := v.Block.Func.NewValue(ir.OpFromGeneric, v.Type, v.Pos, v)
	w.Block, w.Name, w.Attr.Space = v.Block, v.Name, space
	s.window[v], s.after[v] = w, []*ir.Value{w}
	switch v.Op {
	case ir.OpAdd:
		x, y := v.Args[0], v.Args[1]
		switch {
		case points(x):
			w.Op, w.Attr, w.Args = ir.OpAdd, ir.Attr{}, []*ir.Value{s.offset(x, base), y}
		case points(y):
			w.Op, w.Attr, w.Args = ir.OpAdd, ir.Attr{}, []*ir.Value{x, s.offset(y, base)}
		}
	case ir.OpSub:
		if points(v.Args[0]) {
			w.Op, w.Attr, w.Args = ir.OpSub, ir.Attr{}, []*ir.Value{s.offset(v.Args[0], base), v.Args[1]}
		}
	case ir.OpPhi:
		if !slices.ContainsFunc(v.Args, func(x *ir.Value) bool { return !points(x) }) {
			args := make([]*ir.Value, len(v.Args))
			for i, x := range v.Args {
				args[i] = s.offset(x, base)
			}
			w.Op, w.Attr, w.Args = ir.OpPhi, ir.Attr{}, args
		}
	case ir.OpSelect:
		if points(v.Args[1]) && points(v.Args[2]) {
			w.Op, w.Attr, w.Args = ir.OpSelect, ir.Attr{}, []*ir.Value{v.Args[0], s.offset(v.Args[1], base), s.offset(v.Args[2], base)}
		}
	}
	return w
}
