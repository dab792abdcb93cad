package gang

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Verify checks a chain by other means than those that made it: the plans of its regions, and
// by the graph of these that everything which a gang reads has been kept in the chain, or is
// read from what was before it.
func (c *Chain) Verify(m *schedule.Memory) error {
	if c.Why != nil {
		if c.Why.Text == "" || c.Steps != nil {
			return errors.New("no chain that has steps, or no reason")
		}
		return nil
	}
	var list []error
	var has [Gangs]map[*ir.Slot]bool
	for g := range has {
		has[g] = map[*ir.Slot]bool{}
		for _, s := range c.Load {
			has[g][s] = true
		}
	}
	need := func(g int, s *ir.Slot) {
		if !has[g][s] {
			list = append(list, fmt.Errorf("gang %d reads $%d, which it has not", g, s.ID))
		}
	}
	for _, s := range c.Steps {
		for g, p := range s.Plans {
			if p != nil {
				list = append(list, p.Verify(m))
				p.follow(has[g], s.Wanted[g], func(s *ir.Slot) { need(g, s) })
				maps.DeleteFunc(has[g], func(r *ir.Slot, _ bool) bool { return !s.Wanted[g][r] })
				continue
			}
			s.reads(g, need)
		}
		for g := range has {
			for _, r := range s.Results {
				if has[g][r] = true; !s.Wanted[g][r] {
					delete(has[g], r)
				}
			}
		}
	}
	for g := range has {
		for _, s := range c.Store {
			need(g, s)
		}
	}
	for _, s := range c.Aside {
		if c.First != 0 || !slices.Contains(c.Load, s) || !slices.Contains(c.Store, s) {
			list = append(list, fmt.Errorf("$%d is put aside, which not all threads read and keep", s.ID))
		}
	}
	return errors.Join(list...)
}

// follow goes through a region with the slots that a gang has, calls need for each that it
// reads for what is wanted, and adds those that it has on each way to the end.
func (p *Plan) follow(has, wanted map[*ir.Slot]bool, need func(*ir.Slot)) {
	f := p.Body.Func
	in := map[*ir.Block]map[*ir.Slot]bool{f.Blocks[0]: has}
	var end map[*ir.Slot]bool
	meet := func(old, now map[*ir.Slot]bool) map[*ir.Slot]bool {
		out := map[*ir.Slot]bool{}
		for s := range now {
			if old == nil || old[s] {
				out[s] = true
			}
		}
		return out
	}
	// reads reports whether something needs a value that is computed on a way that the gang goes.
	var reads func(v *ir.Value) bool
	reads = func(v *ir.Value) bool {
		return in[v.Block] != nil && (v.Op == ir.OpPhi || p.acts(v, wanted) || len(p.Body.Uses.Ctrl[v.ID]) > 0 || slices.ContainsFunc(p.Body.Uses.Values[v.ID], reads))
	}
	through := func(b *ir.Block, read func(*ir.Slot)) map[*ir.Slot]bool {
		now := meet(nil, in[b])
		for _, v := range b.Values {
			switch {
			case v.Op == ir.OpSlotLoad && reads(v):
				read(v.Attr.Slot)
			case v.Op == ir.OpSlotStore:
				now[v.Attr.Slot] = true
			}
		}
		return now
	}
	order := ir.ReversePostorder(f)
	for range len(order) + 1 {
		end = nil
		for _, b := range order {
			if in[b] == nil {
				continue
			}
			now := through(b, func(*ir.Slot) {})
			if b.Term == ir.Ret {
				end = meet(end, now)
			}
			for i, s := range b.Succs {
				if holds, ok := p.flow.facts.Of(control(b)); b.Term == ir.If && ok && holds != (i == 0) {
					continue
				}
				in[s] = meet(in[s], now)
			}
		}
	}
	for _, b := range order {
		if in[b] != nil {
			through(b, need)
		}
	}
	for s := range end {
		has[s] = true
	}
}

// control is what decides where a block leads; of one that has one successor the block's first
// value, of which nothing is known.
func control(b *ir.Block) *ir.Value {
	if len(b.Ctrl) > 0 {
		return b.Ctrl[0]
	}
	return &ir.Value{}
}
