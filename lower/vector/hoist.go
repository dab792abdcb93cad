package vector

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// hoist moves what is the same in each round of a loop in front of the loop: values without an effect all of
// whose arguments are computed there. Of loops in loops the inner ones come first, so that a value gets as far
// as it can. What costs nothing where it is, as it is named there again, stays, unless a value in front needs it.
func hoist(f *ir.Func) {
	dom := ir.Dominators(f)
	nest := ir.Loops(f, dom)
	order := ir.ReversePostorder(f)
	for _, l := range slices.Backward(nest.All) {
		pre := entrance(l)
		if pre == nil {
			continue
		}
		for _, b := range order {
			if nest.Contains(l, b) {
				hoistFrom(b, pre, func(a *ir.Value) bool { return nest.Contains(l, a.Block) })
			}
		}
	}
}

// entrance is the block by which alone a loop is entered, and which leads nowhere else; nil where there is none.
func entrance(l *ir.Loop) *ir.Block {
	var pre *ir.Block
	for _, p := range l.Header.Preds {
		if slices.Contains(l.Latches, p) {
			continue
		}
		if pre != nil || len(p.Succs) != 1 {
			return nil
		}
		pre = p
	}
	return pre
}

// hoistFrom moves the values of a block that do not depend on what is in a loop to the end of the block in front.
func hoistFrom(b, pre *ir.Block, inside func(*ir.Value) bool) {
	kept := b.Values[:0]
	for _, v := range b.Values {
		if v.Op == ir.OpPhi || v.Op == ir.OpUndef || v.Op == ir.OpInside || !v.Pure() || slices.ContainsFunc(v.Args, inside) {
			kept = append(kept, v)
			continue
		}
		v.Block = pre
		pre.Values = append(pre.Values, v)
	}
	b.Values = kept
}
