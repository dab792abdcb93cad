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
// are two answers: one for any memory, and one for the case that certain accesses do not overlap,
// which gangs may check before their loop.

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

	stored map[*ir.Value]bool
	again  map[*ir.Value]bool    // see Loop.Again
	late   map[*region.Node]bool // see Plan.Late
	apart  bool                  // what may be the same memory is not, and notes it in
	meet   []Meeting             // each pair of slices once
}

// Meeting is two accesses that go to the same memory if two slices overlap: a load, and a store
// after it.
type Meeting struct{ Load, Store *ir.Value }

// maxMeetings bounds what gangs ask before their loop.
const maxMeetings = 8

// keep finds what may fail in a gang after something that must not be done again.
func (p *Plan) keep(m *schedule.Memory) {
	k := &keeper{flow: p.flow, p: p, m: m, index: make([]int, p.Body.Func.NumValues()), reads: newReads(m, p.flow.values), dom: ir.Dominators(p.Body.Func)}
	for _, b := range p.Body.Func.Blocks {
		for i, v := range b.Values {
			k.index[v.ID] = i
		}
	}
	p.Asked = map[*ir.Value]bool{}
	behind := func() (map[*ir.Value]bool, map[*region.Node]bool) {
		k.stored, k.again, k.late, k.been = map[*ir.Value]bool{}, map[*ir.Value]bool{}, map[*region.Node]bool{}, map[where][]*ir.Value{}
		k.wrote = nil
		k.list(p.Body.Tree.Body, false)
		return k.stored, k.late
	}
	p.Stored, p.Late = behind()
	p.again, p.surelyAgain = k.again, k.again
	if p.Surely, p.SurelyLate = p.Stored, p.Late; len(p.Stored) == 0 {
		return
	}
	k.apart = true
	if surely, late := behind(); len(surely) < len(p.Stored) && len(k.meet) <= maxMeetings {
		p.Surely, p.SurelyLate, p.Meet, p.surelyAgain = surely, late, k.meet, k.again
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
						k.stored[v] = true
					}
				}
				k.seen(v)
				if done = done || k.once(v); !done && v.HasEffect() {
					k.again[v] = true
				}
			}
		case region.Loop:
			done = done || k.does(n)
			k.late[n] = done
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
	mem    ir.Type
	vec    int
	terms  int
}

func (k *keeper) where(v *ir.Value) (w where, ok bool) {
	a := k.m.Access(v)
	if a == nil || a.View == nil || v.Op != ir.OpLoad && v.Op != ir.OpStore || v.Strong() {
		return w, false
	}
	return where{a.View, a.Base, a.Root, a.Off, a.Narrow, v.Attr.Space, v.Attr.Mem, v.Vec(), len(a.Terms)}, true
}

// seen notes an access that lanes come to.
func (k *keeper) seen(v *ir.Value) {
	if w, ok := k.where(v); ok {
		k.been[w] = append(k.been[w], v)
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
			return before(r) && slices.Equal(k.m.Access(r).Terms, k.m.Access(v).Terms)
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
			k.meet = k.add(k.meet, q)
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
