package pass

import "github.com/ptx2go/ptx2go/lower/ir"

// extremes compares two numbers with a bound where the larger or the smaller one was: compilers ask for i < n && j < n by
// max(i, j) < n, of which the guards of a row say the half that is about the row. It does so for numbers that follow from
// where a thread is: others may take longer.
func (s *folder) extremes(v *ir.Value) *ir.Value {
	for side, x := range v.Args {
		bound, cmp := v.Args[1-side], v.Attr.Cmp
		if side == 1 {
			cmp = cmp.Mirrored()
		}
		largest := x.Op == ir.OpMaxS || x.Op == ir.OpMaxU
		signed := x.Op == ir.OpMaxS || x.Op == ir.OpMinS
		switch {
		case !largest && x.Op != ir.OpMinS && x.Op != ir.OpMinU, !s.once(x):
			continue
		case signed && !cmp.Signed(), !signed && !cmp.Unsigned():
			continue
		case !ofPlace(x, maxOfPlace):
			continue
		}
		join := ir.OpOr
		if less := cmp.Ints(32, 0, 1); less == largest {
			join = ir.OpAnd
		}
		one := s.emitAttr(ir.OpICmp, ir.I1, ir.Attr{Cmp: cmp}, x.Args[0], bound)
		other := s.emitAttr(ir.OpICmp, ir.I1, ir.Attr{Cmp: cmp}, x.Args[1], bound)
		return s.rewrite(v, join, one, other)
	}
	return v
}

// maxOfPlace is how many operations deep ofPlace looks.
const maxOfPlace = 8

// ofPlace reports whether a number is computed from the place of a thread and from parameters alone.
func ofPlace(v *ir.Value, depth int) bool {
	switch {
	case v.Op == ir.OpSReg, v.Op == ir.OpParam, v.Op == ir.OpConst:
		return true
	case depth == 0, !v.Pure(), v.Op == ir.OpPhi:
		return false
	}
	for _, a := range v.Args {
		if !ofPlace(a, depth-1) {
			return false
		}
	}
	return true
}
