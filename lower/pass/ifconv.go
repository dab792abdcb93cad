package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// maxSelect bounds what is computed in vain when a branch becomes selects.
const maxSelect = 4

// ifconv turns a branch around a few cheap values into selects: the form in
// which the lanes of a gang need no masks.
func ifconv(f *ir.Func, o *Options) bool {
	if o.Debug {
		return false
	}
	changed := false
	for _, b := range f.Blocks {
		for convert(b) {
			changed = true
		}
	}
	if changed {
		unreachable(f, o)
		jumps(f, o)
	}
	return changed
}

// convert turns the branch at the end of b into selects where it is a triangle
// or a diamond of cheap values.
func convert(b *ir.Block) bool {
	if b.Term != ir.If || b.Succs[0] == b.Succs[1] {
		return false
	}
	t, e := b.Succs[0], b.Succs[1]
	var join *ir.Block
	switch {
	case arm(t) && t.Succs[0] == e:
		join, e = e, nil
	case arm(e) && e.Succs[0] == t:
		join, t = t, nil
	case arm(t) && arm(e) && t.Succs[0] == e.Succs[0]:
		join = t.Succs[0]
	default:
		return false
	}
	cost := 0
	for _, x := range []*ir.Block{t, e} {
		if x == nil {
			continue
		}
		for _, v := range x.Values {
			n, ok := cheap(v)
			if !ok {
				return false
			}
			cost += n
		}
	}
	edge := func(x *ir.Block) int { // of the way through x, or of the direct way
		if x == nil {
			x = b
		}
		return slices.Index(join.Preds, x)
	}
	i, j := edge(t), edge(e)
	for _, phi := range join.Phis() {
		if phi.Args[i] != phi.Args[j] {
			cost++
		}
	}
	if cost > maxSelect {
		return false
	}
	for _, x := range []*ir.Block{t, e} {
		if x == nil {
			continue
		}
		for _, v := range x.Values {
			v.Block = b
		}
		b.Values = append(b.Values, x.Values...)
		x.Values = nil
	}
	cond := b.Ctrl[0]
	phis := join.Phis()
	chosen := make([]*ir.Value, len(phis))
	for n, phi := range phis {
		chosen[n] = phi.Args[i]
		if x, y := phi.Args[i], phi.Args[j]; x != y {
			chosen[n] = b.Add(ir.OpSelect, phi.Type, b.Pos, cond, x, y)
			chosen[n].Name = phi.Name
		}
	}
	for _, x := range []*ir.Block{t, e} {
		if x != nil {
			removePred(join, slices.Index(join.Preds, x))
			x.Preds, x.Succs, x.Term = nil, nil, ir.Unreachable
		}
	}
	if t != nil && e != nil {
		join.Preds = append(join.Preds, b)
		for n, phi := range phis {
			phi.Args = append(phi.Args, chosen[n])
		}
	} else {
		k := slices.Index(join.Preds, b)
		for n, phi := range phis {
			phi.Args[k] = chosen[n]
		}
	}
	b.Term, b.Ctrl, b.Succs = ir.Jump, nil, []*ir.Block{join}
	return true
}

// arm reports whether x is reached from one block only and goes on unconditionally.
func arm(x *ir.Block) bool {
	return len(x.Preds) == 1 && x.Term == ir.Jump
}

// cheap returns what it costs to compute a value in vain.
func cheap(v *ir.Value) (int, bool) {
	switch v.Op {
	case ir.OpConst, ir.OpParam, ir.OpSymAddr, ir.OpBitcast:
		return 0, true
	case ir.OpAdd, ir.OpSub, ir.OpNeg, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpShl, ir.OpShrS, ir.OpShrU,
		ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU, ir.OpICmp, ir.OpFCmp, ir.OpSelect, ir.OpZext, ir.OpSext, ir.OpTrunc,
		ir.OpFNeg, ir.OpFAbs, ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpExtract:
		return 1, v.Type != ir.I128
	}
	return 0, false
}
