package vector

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

func (x *gangFunc) set(w *variable, v *ir.Value) { x.names.write(x.at, w, v) }
func (x *gangFunc) get(w *variable) *ir.Value    { return x.names.read(x.at, w) }

// one reports whether a value of the body is one number of the gang, where it is computed. What is
// loaded for all lanes at once is, as long as it is not taken apart.
func (x *gangFunc) one(v *ir.Value) bool {
	if v.Op == ir.OpLoad && v.Type == ir.Tuple && x.plan.Access[v].Order == gang.Splat {
		return true
	}
	return v.Type != ir.Void && x.plan.Shape[v.ID].Class != gang.Varying
}

// variable is that of a value of the body.
func (x *gangFunc) variable(v *ir.Value) *variable { return x.named(v, key{v, false}, !x.one(v)) }

// copyOf is the vector beside a number, see apart.
func (x *gangFunc) copyOf(v *ir.Value) *variable { return x.named(v, key{v, true}, true) }

func (x *gangFunc) named(v *ir.Value, k key, varying bool) *variable {
	w := x.of[k]
	if w == nil {
		w = &variable{typ: v.Type, varying: varying, name: v.Name, pos: v.Pos}
		x.of[k] = w
	}
	return w
}

// findApart finds the numbers that lanes have from different rounds of a loop where they are read: they
// have a vector beside the number.
func (x *gangFunc) findApart() {
	x.apart = map[*ir.Value]bool{}
	note := func(a *ir.Value, s gang.Shape) {
		if x.one(a) && a.Type != ir.Tuple && s.Class == gang.Varying {
			x.apart[a] = true
		}
	}
	x.body.Tree.Walk(func(n *region.Node) bool {
		switch n.Kind {
		case region.Basic:
			for _, v := range n.Block.Values {
				if v.Op != ir.OpPhi && x.body.Uses.Needed[v.ID] {
					for _, a := range x.memory.Operands(v) {
						note(a, x.plan.At(a, v.Block))
					}
				}
			}
		case region.If, region.Switch:
			note(n.Block.Ctrl[0], x.plan.At(n.Block.Ctrl[0], n.Block))
		case region.Edge:
			for _, phi := range n.To.Phis() {
				if x.body.Uses.Needed[phi.ID] {
					note(phi.Args[n.Pred], x.plan.AtEdge(phi.Args[n.Pred], n))
				}
			}
		}
		return true
	})
}

// shape is what the lanes have of a value where it is read.
func (x *gangFunc) shape(v *ir.Value) gang.Shape {
	if x.edge != nil {
		return x.plan.AtEdge(v, x.edge)
	}
	return x.plan.At(v, x.block)
}

// number is a value of the body that is one number where it is read: that of the first lane.
func (x *gangFunc) number(v *ir.Value) *ir.Value {
	if holds, ok := x.facts.Of(v); ok {
		return x.constant(ir.I1, bit(holds))
	}
	switch {
	case x.early(v):
		return x.inFront(v)
	case analysis.IsSReg(v, "tid.x"):
		return x.first
	case !x.one(v) || v.Type != ir.Tuple && x.shape(v).Class == gang.Varying:
		x.refuse(v.Pos, "a number that is computed from vectors")
	}
	return x.get(x.variable(v))
}

// vector is a value of the body in each lane, where it is read.
func (x *gangFunc) vector(v *ir.Value) *ir.Value {
	if _, ok := x.facts.Of(v); ok {
		return x.splat(x.number(v))
	}
	if !x.one(v) {
		return x.get(x.variable(v))
	}
	s := x.shape(v)
	if s.Class == gang.Varying {
		return x.get(x.copyOf(v))
	}
	return x.spread(x.number(v), s)
}

// spread makes a vector of the number of the first lane.
func (x *gangFunc) spread(number *ir.Value, s gang.Shape) *ir.Value {
	if s.Class == gang.Uniform {
		return x.splat(number)
	}
	r := x.lanewise(ir.OpRamp, number.Type, number)
	r.Attr.Stride, r.Attr.Cross = s.Stride, s.Cross
	return r
}

// assign assigns to the variable of a value where it is computed, or with its predecessor at an Edge: for
// the lanes at hand alone, where others need what they have.
func (x *gangFunc) assign(v, is *ir.Value, edge int) {
	if x.one(v) {
		x.set(x.variable(v), is)
		if x.apart[v] {
			x.blend(v, x.copyOf(v), x.spread(is, x.plan.Shape[v.ID]), edge)
		}
		return
	}
	x.blend(v, x.variable(v), is, edge)
}

func (x *gangFunc) blend(v *ir.Value, w *variable, is *ir.Value, edge int) {
	if m := x.mask(); m != nil && x.plan.Blends(v, edge) {
		if v.Type == ir.Tuple {
			x.refuse(v.Pos, "several results that lanes keep")
		}
		is = x.lanewise(ir.OpSelect, v.Type, m, is, x.get(w))
	}
	x.set(w, is)
}

// basic goes through the values of a block.
func (x *gangFunc) basic(b *ir.Block) {
	x.block = b
	for _, v := range b.Values {
		if v.Op == ir.OpPhi || !x.body.Uses.Needed[v.ID] || x.early(v) || analysis.IsSReg(v, "tid.x") {
			continue
		}
		if _, known := x.facts.Of(v); known {
			continue
		}
		x.pos = v.Pos
		x.value(v)
	}
	x.pos = b.Pos
}

// value is the rule of a value.
func (x *gangFunc) value(v *ir.Value) {
	switch {
	case v.IsAccess():
		x.access(v)
	case v.Attr.Slot != nil && v.Attr.Slot == x.body.Func.Mask:
		x.own(v)
	case v.Op == ir.OpSlotLoad:
		w := x.add(ir.OpSlotGet, v.Type, !x.one(v), x.first)
		w.Attr.Slot, w.Name = x.slot(v.Attr.Slot), v.Name
		x.assign(v, w, -1)
	case v.Op == ir.OpSlotStore:
		w := x.add(ir.OpSlotPut, ir.Void, false, x.first, x.vector(v.Args[0]))
		w.Attr.Slot = x.slot(v.Attr.Slot)
		x.effect(v, w)
	case v.Op == ir.OpFence:
		x.like(v, false)
	case v.HasEffect(), v.IsImage():
		x.refuse(v.Pos, v.Op.String()+", which has no vector form")
	case v.Op == ir.OpExtract && !x.one(v) && x.one(v.Args[0]):
		x.assign(v, x.splat(x.like(v, false, x.number(v.Args[0]))), -1)
	case (v.Op == ir.OpFCmp || v.Op == ir.OpICmp) && x.one(v) && slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !x.one(a) }):
		x.assign(v, x.decides(v), -1)
	default:
		args := make([]*ir.Value, len(v.Args))
		for i, a := range v.Args {
			if x.one(v) {
				args[i] = x.number(a)
			} else {
				args[i] = x.vector(a)
			}
		}
		x.assign(v, x.like(v, !x.one(v), args...), -1)
	}
}

// decides is the rule of a comparison that gives all lanes the same, of vectors.
func (x *gangFunc) decides(v *ir.Value) *ir.Value {
	is := x.like(v, true, x.vector(v.Args[0]), x.vector(v.Args[1]))
	if m := x.mask(); m != nil {
		is = x.lanewise(ir.OpAnd, ir.I1, is, m)
	}
	return x.add(ir.OpAny, ir.I1, false, is)
}

// own is the rule of what loads or stores the mask of the region itself. A gang that is left begins again by that
// mask, so what it stores there comes last.
func (x *gangFunc) own(v *ir.Value) {
	if v.Op == ir.OpSlotLoad {
		x.assign(v, x.get(x.on), -1)
		return
	}
	is := x.vector(v.Args[0])
	if m := x.mask(); m != nil {
		is = x.lanewise(ir.OpSelect, ir.I1, m, is, x.get(x.on))
	}
	x.set(x.on, is)
	x.onset = true
}

// effect completes what has an effect, for the lanes at hand.
func (x *gangFunc) effect(v, w *ir.Value) {
	x.masked(w)
	if w.Op != ir.OpAtomic {
		w.Attr.Again = x.loops.Again[v]
	}
	x.late = x.late || !w.Attr.Again
}

// masked makes a value one of the lanes at hand.
func (x *gangFunc) masked(w *ir.Value) {
	if m := x.mask(); m != nil {
		// The mask may have been read just now: it has to stand in front.
		w.Attr.Masked, w.Args = true, append(w.Args, m)
	}
}

// phis is the rule of an Edge: it gives phis their values, all at once.
func (x *gangFunc) phis(n *region.Node) {
	x.block, x.edge = n.Block, n
	phis := n.To.Phis()
	is := make([]*ir.Value, len(phis))
	for i, phi := range phis {
		if !x.body.Uses.Needed[phi.ID] {
			continue
		}
		if x.one(phi) {
			is[i] = x.number(phi.Args[n.Pred])
		} else {
			is[i] = x.vector(phi.Args[n.Pred])
		}
	}
	x.edge, x.block = nil, n.To
	for i, phi := range phis {
		if is[i] != nil {
			x.assign(phi, is[i], n.Pred)
		}
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// place is where something of the body stands, or the body.
func (x *gangFunc) place(pos diag.Pos) diag.Pos {
	if pos.IsValid() {
		return pos
	}
	return x.body.Func.Pos
}
