package pass

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// origins notes what values come from. What it returns is called after a pass: statements of which no
// value is left are origins of what the pass has made a part of: the sum whose summand is a constant
// now, the select in place of a branch.
func origins(f *ir.Func) (settle func()) {
	before := ir.NewTrace(f)
	return func() {
		there := map[diag.Pos]bool{}
		values, ends := map[*ir.Value]bool{}, map[*ir.Block]bool{}
		note := func(list []diag.Pos) {
			for _, o := range list {
				there[o] = true
			}
		}
		var todo []*ir.Value
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.HasEffect() {
					todo = append(todo, v)
				}
			}
			todo = append(todo, b.Ctrl...)
			if b.Term != ir.Jump {
				ends[b] = true
				note(b.Origins())
			}
		}
		for len(todo) > 0 { // what nothing needs is as good as gone
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !values[v] {
				values[v] = true
				note(v.Origins())
				todo = append(todo, v.Args...)
			}
		}
		alive := func(n *ir.TraceNode) bool {
			return n.Value != nil && values[n.Value] || n.Value == nil && ends[n.Block]
		}
		before.Settle(func(o diag.Pos) bool { return there[o] }, alive, func(o diag.Pos, heirs []*ir.TraceNode) {
			for _, n := range heirs {
				if n.Value != nil {
					n.Value.Join(o)
				} else {
					n.Block.Join(o)
				}
			}
		})
	}
}

// joinAll gives all values and branches of blocks further origins: those of the call that they are
// inlined for.
func joinAll(blocks []*ir.Block, from []diag.Pos) {
	for _, b := range blocks {
		for _, v := range b.Values {
			v.Join(from...)
		}
		if b.Term != ir.Jump {
			b.Join(from...)
		}
	}
}
