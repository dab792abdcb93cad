package scalar

import (
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// reach is how far the accesses of a shared or local variable may go. An access that
// overflows a shared variable meets its neighbours on a GPU, up to the end of the CTA's
// shared memory, which is called the window. One that overflows a local variable meets
// those of its frame, see local.
type reach uint8

const (
	// within the variable: it is an array, a field of the struct of shared memory.
	within reach = iota
	// onward from its start: it is a slice that ends where the window ends.
	onward
	// anywhere: it is a part of a slice that is the whole window.
	anywhere
	// beyond the frame of a local variable: it is what its address says.
	beyond
)

// inside computes the reach of the accesses of a function.
type inside struct {
	f      *ir.Func
	ranges *pass.Ranges // when first needed
	frame  *ir.Frame    // of the local variables, likewise
	open   bool         // there is other local memory behind the frame
}

// isShared reports whether an address is that of a shared variable.
func isShared(a *analysis.Addr) bool {
	return a.Base.Kind == analysis.BaseSymbol && a.Base.Sym.Space == ir.Shared
}

// reach returns how far an access to a shared variable may go.
func (in *inside) reach(v *ir.Value, a *analysis.Addr) reach {
	s := a.Base.Sym
	first := windowStart(in.f, s) == 0 // nothing is before it
	if a.Root != nil {
		if first {
			return onward
		}
		return anywhere
	}
	lo, hi, ok := in.bounds(v, a)
	switch {
	case !ok:
	case !s.Extern && lo >= 0 && hi+float64(v.Attr.Mem.Bytes()*v.Vec()) <= float64(s.Size):
		return within
	case first, lo >= 0 && hi <= math.MaxInt32: // and wraps in no width
		return onward
	}
	return anywhere
}

// exact numbers are their own in a float64; larger ones are taken for unbounded.
const exact = 1 << 48

// bounds returns the least and the largest distance of an access from its variable. It
// fails where nothing is known.
func (in *inside) bounds(v *ir.Value, a *analysis.Addr) (lo, hi float64, ok bool) {
	if in.ranges == nil && len(a.Terms) > 0 {
		in.ranges = pass.NewRanges(in.f)
	}
	lo, hi = float64(a.Off), float64(a.Off)
	if a.Root != nil || math.Abs(lo) > exact {
		return 0, 0, false
	}
	for _, t := range a.Terms {
		least, most := in.ranges.In(t.Value, v.Block)
		if t.Ext == analysis.ExtUnsigned && least < 0 {
			least, most = 0, 1<<t.Value.Type.Bits()-1
		}
		x, y := float64(least)*float64(t.Scale), float64(most)*float64(t.Scale)
		if max(math.Abs(x), math.Abs(y)) > exact {
			x, y = math.Inf(-1), math.Inf(1)
		}
		lo, hi = lo+min(x, y), hi+max(x, y)
	}
	return lo, hi, true
}

// windowStart returns where a shared variable begins in the window of its kernel.
func windowStart(f *ir.Func, s *ir.Symbol) int64 {
	if s.Extern {
		return (f.SharedSize + dynamicAlign - 1) &^ (dynamicAlign - 1)
	}
	return s.Offset
}

// dynamicAlign is the alignment of dynamic shared memory in the window.
const dynamicAlign = 128

// windowKey is a part of the window: from a variable on, or with nil all of it.
type windowKey struct {
	from *ir.Symbol
	elem gosrc.Kind
}

// window is the slice that is a part of the window, which is declared at the beginning
// of the function.
func (g *funcGen) window(from *ir.Symbol, elem gosrc.Kind) *gosrc.Variable {
	k := windowKey{from, elem}
	if v := g.windows[k]; v != nil {
		return v
	}
	wish, start := "sh"+elem.Suffix(), int64(0)
	if from != nil {
		wish, start = gosrc.LowerFirst(gosrc.Identifier(localName(from.Name))), windowStart(g.f, from)
	}
	if g.windows == nil {
		g.windows = map[windowKey]*gosrc.Variable{}
	}
	typ := jen.Index().Add(elem.Type())
	value := Runtime("SharedFrom").Types(elem.Type()).Call(g.ctaArg(), jen.Id(gosrc.Num(start)))
	v := &gosrc.Variable{Name: g.names.Pick(wish), Type: typ}
	st := &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, RHS: []jen.Code{value}, Whole: true}
	g.vars = append(g.vars, v)
	g.root.Insert(0, st)
	g.windows[k] = v
	return v
}
