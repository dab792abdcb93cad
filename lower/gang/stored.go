package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// If a check in a gang fails, the gang's threads are run again one at a time. That is right as
// long as everything that the gang has done can be repeated with the same result. A store to where
// no thread of the gang has read before can: it stores the same again.
//
// Whether two parameters point to the same memory is known only when the kernel runs. So there
// are several answers: one for any memory, one for the case that certain accesses do not overlap,
// which gangs may check before their loop, and one where gangs undo stores besides.

// Way is how gangs can be left where a check fails.
type Way struct {
	// NoWay is what may fail after something that must not be done again: there is no way back from it.
	NoWay map[*ir.Value]bool

	// Late are loops in the code of a thread whose heads come after what must not be done again: no way
	// back from there either.
	Late map[*region.Node]bool

	// Again is what may be done again with the same result, of the effects in front of which nothing is
	// done that must not be.
	Again map[*ir.Value]bool

	// Meet is what gangs have to ask before their loop: whether none of these meet.
	Meet []Meeting

	// Undo has the stores that gangs undo where they are left, and the loads that gave what was there before.
	Undo map[*ir.Value]*ir.Value
}

// keeper finds what may fail in a gang after something that must not be done again.
type keeper struct {
	*flow
	p     *Plan
	m     *schedule.Memory
	index []int // by value ID: its place in its block
	reads *reads
	dom   *ir.DomTree
	been  map[where][]*ir.Value // the accesses so far, by where they go
	wrote []*ir.Value           // the stores so far to what parameters point to

	way   *Way // that is looked for
	apart bool // what may be the same memory is not, and is noted as what must be asked

	// What gangs can undo, see undo.go; nil where they are not to.
	undo   map[*ir.Value]*ir.Value // the stores that are known so far, and by which load
	writes []*ir.Value             // so far, of memory that others see
	asks   map[*ir.Value][]Meeting // loads that give what memory held before the gang, if these are apart
}

// Meeting is two accesses that go to the same memory if two slices overlap: a load, and a store
// after it.
type Meeting struct{ Load, Store *ir.Value }

// maxMeetings bounds what gangs ask before their loop.
const maxMeetings = 32

// keep finds what may fail in a gang after something that must not be done again.
func (p *Plan) keep(m *schedule.Memory) {
	k := &keeper{flow: p.flow, p: p, m: m, index: make([]int, p.Body.Func.NumValues()), dom: ir.Dominators(p.Body.Func)}
	for _, b := range p.Body.Func.Blocks {
		for i, v := range b.Values {
			k.index[v.ID] = i
		}
	}
	k.reads = newReads(m, slices.DeleteFunc(slices.Clone(p.flow.values), k.fresh()))
	p.Asked = map[*ir.Value]bool{}
	behind := func() Way {
		k.way = &Way{NoWay: map[*ir.Value]bool{}, Late: map[*region.Node]bool{}, Again: map[*ir.Value]bool{}, Undo: map[*ir.Value]*ir.Value{}}
		k.been, k.wrote, k.writes, k.asks = map[where][]*ir.Value{}, nil, nil, map[*ir.Value][]Meeting{}
		k.list(p.Body.Tree.Body, false)
		return *k.way
	}
	any := behind()
	p.Ways = []Way{any}
	better := func() {
		last := p.Ways[len(p.Ways)-1]
		if w := behind(); len(w.NoWay) < len(last.NoWay) && len(w.Meet) <= maxMeetings {
			p.Ways = append(p.Ways, w)
		}
	}
	if len(any.NoWay) > 0 {
		k.apart = true
		better()
	}
	if len(p.Ways[len(p.Ways)-1].NoWay) > 0 {
		k.undo = map[*ir.Value]*ir.Value{}
		behind() // finds them
		better()
	}
}

// list goes through a list before which something has been done, or not, that must not be
// done again, and reports whether after it.
func (k *keeper) list(list []*region.Node, done bool) bool {
	for _, n := range list {
		if way, ok := k.facts.Way(n); ok {
			done = k.list(way, done)
			if !region.Falls(way) {
				return done
			}
			continue
		}
		switch n.Kind {
		case region.Basic:
			for _, v := range n.Block.Values {
				if !k.b.Uses.Needed[v.ID] {
					continue
				}
				if done && k.mayFail(v) {
					if k.asked(v) {
						k.p.Asked[v] = true
					} else {
						k.way.NoWay[v] = true
					}
				}
				k.seen(v)
				if done = done || k.once(v); !done && v.HasEffect() {
					k.way.Again[v] = true
				}
			}
		case region.Loop:
			done = done || k.does(n)
			k.way.Late[n] = done
		}
		// Of an If lanes may go both ways, Body first.
		for _, below := range n.Lists() {
			in := done
			done = k.list(below, in) || in
		}
	}
	return done
}

// does reports whether something in a node must not be done again.
func (k *keeper) does(n *region.Node) bool {
	found := false
	k.walk([]*region.Node{n}, func(x *region.Node) {
		if x.Kind == region.Basic {
			for _, v := range x.Block.Values {
				found = found || k.b.Uses.Needed[v.ID] && k.once(v)
			}
		}
	}, func(*region.Node) {})
	return found
}

// mayFail reports whether a gang may fail a check of a value.
func (k *keeper) mayFail(v *ir.Value) bool {
	if a := k.m.Access(v); a != nil {
		return v.Attr.Space != ir.ParamSpace && !a.Inside && !(k.p.Access[v].Own && k.p.Access[v].Whole)
	}
	return v.Op != ir.OpSlotStore && (v.HasEffect() || v.IsImage())
}

// where is what two accesses have in common that go to the same place, but for the terms of their addresses.
type where struct {
	view   *schedule.View
	base   analysis.Base
	root   *ir.Value
	off    int64
	narrow bool
	space  ir.Space
	bytes  int
	vec    int
	terms  int
}

func (k *keeper) where(v *ir.Value) (w where, ok bool) {
	a := k.m.Access(v)
	if a == nil || a.View == nil || v.Op != ir.OpLoad && v.Op != ir.OpStore || v.Strong() {
		return w, false
	}
	return where{a.View, a.Base, a.Root, a.Off, a.Narrow, v.Attr.Space, v.Attr.Mem.Bytes(), v.Vec(), len(a.Terms)}, true
}

// seen notes an access that lanes come to.
func (k *keeper) seen(v *ir.Value) {
	if k.written(v) {
		k.writes = append(k.writes, v)
	}
	if w, ok := k.where(v); ok {
		if k.been[w] = append(k.been[w], v); k.undo != nil {
			k.undoable(v)
		}
		if v.Op == ir.OpStore && w.base.Kind == analysis.BaseParam {
			k.wrote = append(k.wrote, v)
		}
	}
}

// asked reports whether an access is to where the same lanes have been before, in a block that they all come through: if
// there is memory was asked then, as where a thread adds to its own element, or two elements change places; and if it may
// be written, with any store before, as gangs store to no buffer of a launch that has one which may not.
func (k *keeper) asked(v *ir.Value) bool {
	before := func(r *ir.Value) bool { return k.dom.Dominates(r.Block, v.Block) }
	w, ok := k.where(v)
	return ok && (v.Op == ir.OpLoad || w.space == ir.Shared || slices.ContainsFunc(k.wrote, before)) &&
		slices.ContainsFunc(k.been[w], func(r *ir.Value) bool {
			return before(r) && k.samePlace(r, v)
		})
}

// once reports whether a value must not be computed a second time.
func (k *keeper) once(v *ir.Value) bool {
	if k.p.Access[v].Own {
		return false // which nobody sees
	}
	if v.Op == ir.OpSlotStore && v.Attr.Slot == k.b.Func.Mask {
		return true // by which the threads are found that run again
	}
	again := v.Op == ir.OpSlotStore || v.Op == ir.OpStore && !v.Strong()
	if !again || k.b.Func.Order != ir.AnyOrder {
		return v.Writes() || v.HasEffect() && v.Op != ir.OpFence
	}
	if k.undoes(v) {
		return false
	}
	found := false
	var ask []Meeting
	k.reads.meets(v, k.index, func(r *ir.Value) {
		if !k.apart || r.Op == ir.OpSlotLoad || !mayAsk(k.m.Access(r), k.m.Access(v)) {
			found = true
		} else {
			ask = k.add(ask, Meeting{r, v})
		}
	})
	if !found {
		for _, q := range ask {
			k.way.Meet = k.add(k.way.Meet, q)
		}
	}
	return found
}

// add adds a question to those that gangs ask, once, as long as they are not too many anyway.
func (k *keeper) add(list []Meeting, q Meeting) []Meeting {
	if len(list) > maxMeetings || slices.ContainsFunc(list, func(o Meeting) bool { return o.Same(q, k.m) }) {
		return list
	}
	return append(list, q)
}

// mayAsk reports whether gangs can ask before their loop whether two accesses go to the same
// memory.
func mayAsk(a, b *schedule.Access) bool {
	return a.Base != b.Base && slice(a) && slice(b) && (a.Base.Kind == analysis.BaseParam || b.Base.Kind == analysis.BaseParam)
}

// slice reports whether an access goes to a slice of the kernel, or to a variable.
func slice(a *schedule.Access) bool {
	return a.View != nil && (a.Base.Kind == analysis.BaseParam || a.Base.Kind == analysis.BaseSymbol)
}
