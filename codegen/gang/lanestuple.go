package gang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Accesses of several elements by each lane, which lie one after another: a vector of PTX. Where those of all lanes follow
// each other too it is one load; at a distance of whole vectors it is one for each element; and where some lanes are
// missing, or vectors lie anywhere, a function finds that out by each lane's index, and that they are inside and at
// multiples of their size.

func init() {
	acts[ir.OpLoad] = func(p *lanes, v *ir.Value) bool {
		own := v.Varying && (p.some(v) || v.Type == ir.Tuple)
		switch {
		case own && v.Type == ir.Tuple:
			p.loadTuple(v)
		case own:
			p.load(v)
		}
		return own
	}
}

// loadTuple prints a load of several elements by each lane.
func (p *lanes) loadTuple(v *ir.Value) {
	vars := p.elements(v)
	some := p.asks[v] != nil || slices.ContainsFunc(vars, func(w *gosrc.Variable) bool { return w != nil })
	if !some {
		return
	}
	place := p.at(v)
	if !p.byLane(v) && p.order(v) != int64(v.Vec()) {
		for i, w := range vars {
			if w != nil {
				at := p.at(v)
				at.Index = add(laneZero(at), int64(i))
				p.Assign(v, []*gosrc.Variable{w}, p.read(v, p.loadAt(v, at)).expr())
			}
		}
		return
	}
	raw := slices.Clone(vars)
	same := typeOf(place.Elem) == typeOf(p.tupleKind(v, 0))
	for i, w := range vars {
		if w != nil && !same {
			raw[i] = p.NewVariable(w.Name, p.vec(typeOf(place.Elem)))
		}
	}
	if p.byLane(v) {
		p.gatherTuple(v, raw)
	} else {
		load := p.vec("Load"+vecName(v, place.Elem)).Call(place.Slice, laneZero(place).Code())
		p.Assign(v, raw, gosrc.Primary(load, gosrc.NoKind))
	}
	for i, w := range vars {
		if w != nil && !same {
			p.Assign(nil, []*gosrc.Variable{w}, p.read(v, p.named(raw[i], place.Elem)).expr())
		}
	}
}

// gatherTuple prints a load by each lane's index, which says whether it can where that is asked.
func (p *lanes) gatherTuple(v *ir.Value, vars []*gosrc.Variable) {
	var ok *gosrc.Variable
	load := p.loadSome(v, p.at(v))
	if p.asks[v] != nil {
		ok = p.NewVariable("ok", jen.Bool())
	}
	p.Assign(v, append(slices.Clip(vars), ok), gosrc.Primary(load, gosrc.NoKind))
	if ok != nil {
		p.unless(ok, p.firstOf(p.asks[v]))
	}
}
