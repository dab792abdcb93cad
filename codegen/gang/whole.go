package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// Most loops that lanes leave at different times are those in which a thread goes through every 32nd element: all lanes
// go through all rounds but the last. So the body of such a loop is printed twice, once for all lanes, without masks:
//
//	whole := gang8.All(live)
//	for {
//		if whole {
//			...
//			if int64(i)+7 >= int64(n) {
//				live, whole = gang8.LessI32(gang8.RampI32(i, 1), nv), false
//				...
//			}
//			continue
//		}
//		...
//	}

// mostWhole is how many values a body that is printed twice has at most.
const mostWhole = 200

// whole reports whether a round of a loop that lanes leave at different times takes less where all are in it: they
// access memory before the first of them leaves.
func (p *flowPrinter) whole(n *region.Node) bool {
	if p.besideRows() {
		return false
	}
	values, before, masked := 0, true, false
	for _, x := range n.Body {
		x.Walk(func(x *region.Node) bool {
			switch x.Kind {
			case region.Loop, region.Switch, region.Scope:
				values = mostWhole + 1
			case region.If:
				before = before && !p.plan.Diverges[x.Block]
			case region.Basic:
				for _, v := range x.Block.Values {
					if p.Needed(v) {
						values++
						masked = masked || before && v.IsAccess() && v.Attr.Space != ir.ParamSpace && !p.window(v)
					}
				}
			}
			return true
		})
	}
	return masked && values <= mostWhole
}

// leaving returns what the lanes for which an If holds leave, where that is all that they do; else nil.
func leaving(n *region.Node) *region.Node {
	if n.Kind != region.If || len(n.Body) != 1 || len(n.Else) > 0 || n.Body[0].Kind != region.Break {
		return nil
	}
	return n.Body[0].Target
}

// exit finds the exit of a loop, nil where it has none.
func (p *flowPrinter) exit(loop *region.Node) *exit {
	computes := func(x *region.Node) bool { return x.Kind != region.Edge && x.Kind != region.Continue }
	for i, n := range loop.Body {
		if leaving(n) != loop || slices.ContainsFunc(loop.Body[i+1:], computes) {
			continue
		}
		if e := p.compares(n); e != nil {
			return e
		}
	}
	return nil
}

// compares returns the exit that an If is by its condition, nil where it is none.
func (p *flowPrinter) compares(n *region.Node) *exit {
	c := n.Block.Ctrl[0]
	if c.Op != ir.OpICmp || c.Args[0].Type != ir.I32 {
		return nil
	}
	cmp, x, y := c.Attr.Cmp, c.Args[0], c.Args[1]
	if !n.Negate {
		cmp = cmp.Negated()
	}
	if p.plan.Shape[x.ID].Class == gang.Uniform {
		cmp, x, y = cmp.Mirrored(), y, x
	}
	s := p.plan.Shape[x.ID]
	number := func(v *ir.Value) bool { return p.plan.Number(v) && !p.spread[v] }
	if leavesBy[cmp] == "" || !number(x) || !number(y) || s.Class != gang.Affine || s.Stride < 1 || p.plan.Shape[y.ID].Class != gang.Uniform {
		return nil
	}
	return &exit{n, cmp, x, y, s.Stride}
}

// leavesBy are the operators that say of a lane that it does not stay by a comparison.
var leavesBy = map[ir.Cmp]string{ir.LtS: ">=", ir.LtU: ">=", ir.LeS: ">", ir.LeU: ">"}

// someLeave prints that not all lanes of all gangs stay, by the number of the last of them: one that would wrap does
// not.
func (p *flowPrinter) someLeave(e *exit) gosrc.Expr {
	k := gosrc.U32
	if e.cmp.Signed() {
		k = gosrc.I32
	}
	wide := func(v *ir.Value) gosrc.Expr { return gosrc.Convert(gosrc.Convert(p.Number(v), k), gosrc.I64) }
	return gosrc.Binary(add(wide(e.number), e.stride*(p.allLanes()-1)), leavesBy[e.cmp], wide(e.bound), gosrc.Bool)
}

// ownOf are the values of a loop that nothing mentions outside of it, and that have variables of their own.
func (p *flowPrinter) ownOf(n *region.Node) map[*ir.Value]bool {
	blocks := map[*ir.Block]bool{}
	for _, x := range n.Body {
		x.Walk(func(x *region.Node) bool {
			if x.Kind == region.Basic {
				blocks[x.Block] = true
			}
			return true
		})
	}
	own := map[*ir.Value]bool{}
	var inside func(v *ir.Value) bool
	inside = func(v *ir.Value) bool {
		outside := func(u *ir.Value) bool {
			return !blocks[u.Block] || p.Inline(u) && !inside(u) // which is computed where it is mentioned
		}
		ends := func(b *ir.Block) bool { return !blocks[b] }
		return !slices.ContainsFunc(p.Users(v), outside) && !slices.ContainsFunc(p.Body().Uses.Ctrl[v.ID], ends)
	}
	for b := range blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpPhi && p.Needed(v) && p.HasOwn(v) && inside(v) {
				own[v] = true
			}
		}
	}
	return own
}
