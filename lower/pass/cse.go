package pass

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// cseKey is equal for values that are equal. The arguments are those after
// replacement; the few values with more than four are not merged.
type cseKey struct {
	op    ir.Op
	typ   ir.Type
	n     int
	args  [4]ir.ID
	attr  ir.Attr
	block ir.ID // of a phi
}

// cse replaces each pure value by an equal one that dominates it, walking the
// dominator tree with a scope of known values for each block. Parameters and
// special registers count as pure.
func cse(f *ir.Func, _ *Options) bool {
	dom := ir.Dominators(f)
	r := newReplacer(f)
	known := map[cseKey]*ir.Value{}
	// One frame per block on the path from the entry; leaving a block forgets
	// the values that it added.
	type frame struct {
		b     *ir.Block
		kids  []*ir.Block
		added []cseKey
	}
	enter := func(b *ir.Block) frame {
		fr := frame{b: b, kids: dom.Children(b)}
		for _, v := range b.Values {
			r.args(v)
			k, ok := keyOf(v)
			if !ok {
				continue
			}
			if w := known[k]; w != nil {
				r.replace(v, w)
				if w.Name == "" {
					w.Name = v.Name
				}
				continue
			}
			known[k] = v
			fr.added = append(fr.added, k)
		}
		return fr
	}
	stack := []frame{enter(f.Blocks[0])}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.kids) > 0 {
			b := top.kids[0]
			top.kids = top.kids[1:]
			stack = append(stack, enter(b))
			continue
		}
		for _, k := range top.added {
			delete(known, k)
		}
		stack = stack[:len(stack)-1]
	}
	return r.apply()
}

// keyOf returns the key of a value that may be merged with an equal one.
func keyOf(v *ir.Value) (cseKey, bool) {
	k := cseKey{op: v.Op, typ: v.Type, n: len(v.Args), attr: v.Attr}
	if !v.Pure() || len(v.Args) > len(k.args) {
		return k, false
	}
	for i, a := range v.Args {
		k.args[i] = a.ID
	}
	if ir.Ops[v.Op].Flags&ir.Commutes != 0 && k.args[0] > k.args[1] {
		k.args[0], k.args[1] = k.args[1], k.args[0]
	}
	if v.Op == ir.OpPhi {
		k.block = v.Block.ID
	}
	return k, true
}
