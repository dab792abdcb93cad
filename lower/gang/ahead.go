package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// What may fail after a store must not end the gang there. Of stores that follow each other
// in a block all is checked before the first one, where their indices are known by then.
// Or the gangs ask before their loop whether what is stored is apart from what was read, so
// that all can be done again.

// aheads finds what is checked before the first store of a block, of a block at a time: its
// values are gone through once, however many of them ask.
type aheads struct {
	plan   *Plan
	stored map[*ir.Value]bool // what has no way back
	memory *schedule.Memory
	blocks map[*ir.Block]ahead
}

// ahead is what is checked before a store.
type ahead struct {
	store  *ir.Value // the first effect of the block; nil where it is none, or stands behind another one
	checks []*ir.Value
	has    map[*ir.Value]bool // what checks lists
}

func newAheads(p *Plan, stored map[*ir.Value]bool, m *schedule.Memory) *aheads {
	return &aheads{p, stored, m, map[*ir.Block]ahead{}}
}

// of returns what is checked before the first store of a block: the accesses that may fail
// after it, as far as all lanes are there and the first one's index is known by then.
func (a *aheads) of(b *ir.Block) ahead {
	x, known := a.blocks[b]
	if known {
		return x
	}
	effect := func(v *ir.Value) bool { return v.HasEffect() && !a.plan.Access[v].Own }
	if at := slices.IndexFunc(b.Values, effect); at >= 0 && !a.stored[b.Values[at]] && !a.plan.Asked[b.Values[at]] {
		x = ahead{store: b.Values[at], has: map[*ir.Value]bool{}}
		behind := map[*ir.Value]bool{} // what is computed after the store
		for _, v := range b.Values[at:] {
			if a.stored[v] && a.plan.Access[v].Order != Gather && !a.plan.Access[v].Own && !slices.ContainsFunc(indexOf(a.memory, v), func(i *ir.Value) bool { return behind[i] }) {
				x.checks, x.has[v] = append(x.checks, v), true
			}
			behind[v] = !analysis.IsSReg(v, "tid.x")
		}
	}
	a.blocks[b] = x
	return x
}

// indexOf returns the values that the index of an access is computed from.
func indexOf(m *schedule.Memory, v *ir.Value) (out []*ir.Value) {
	a := m.Access(v)
	if a.Root != nil {
		out = append(out, a.Root)
	}
	for _, t := range a.Terms {
		out = append(out, t.Value)
	}
	return out
}
