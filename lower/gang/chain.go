package gang

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Regions between which only warps synchronise need not run for the whole CTA, one after the
// other: a warp goes through all of them, then the next one does. Its threads are four gangs,
// what they keep from one region to the next and what they give each other stays in vectors.

// Chain is such regions, and the operations of warps between them, of one block of the function
// of a CTA. It runs for launches whose rows of threads are whole warps, and is left if
// a check fails: then the regions run one by one, from the first one on.
type Chain struct {
	Values []*ir.Value // of the block: all from the first step on up to what the last one sets
	Early  []*ir.Value // further on in it: what the last steps are, which can be done as early
	Steps  []Step
	Why    *schedule.Reason // what keeps the warps from going through it; nil if they do. Else nothing below is set

	First int64 // the threads of each row that run, a multiple of 32; 0 for all
	Alone bool  // it runs for CTAs of one row alone, of which First makes one warp

	Meet []Meeting // what is asked before the first warp: it runs where none of these meet

	Load  []*ir.Slot // what threads have kept before the chain, and that is read in it
	Store []*ir.Slot // what they keep in it that is read after it

	// Aside are those of both, if the chain may be left: what threads keep is put aside until the last warp is
	// through, so that the regions begin with what was there before the first one.
	Aside []*ir.Slot
}

// Step is what a warp does at once.
type Step struct {
	Value   *ir.Value     // a Run, or a Warp
	Plans   [Gangs]*Plan  // of a Run: how each gang executes the region
	Exact   []Exact       // of a Run: of what is asked before the chain, of all threads of a row
	Sources [Gangs]Source // of a shuffle by a constant, see Shuffle
	Results []*ir.Slot    // of a Warp: where its results go, nil for those that nothing reads

	// Wanted are the slots of each gang that something reads after the step; the others need
	// not be set.
	Wanted [Gangs]map[*ir.Slot]bool
}

// chains finds the chains of a kernel.
func chains(s *schedule.Schedule, k *schedule.Kernel) []*Chain {
	if k.Form != schedule.Regions {
		return nil
	}
	c := &chainer{s: s, k: k, plans: map[planKey][Gangs]*Plan{}, moved: map[*ir.Value]bool{}}
	for _, b := range k.CTA.Blocks {
		c.block(b)
	}
	if len(c.out) > 0 {
		c.slots()
	}
	return c.out
}

// chainer finds chains.
type chainer struct {
	s     *schedule.Schedule
	k     *schedule.Kernel
	plans map[planKey][Gangs]*Plan
	moved map[*ir.Value]bool // to an earlier place
	out   []*Chain
}

// planKey is what the plans of a region in a chain depend on.
type planKey struct {
	f    *ir.Func
	warp bool   // the threads of a row are one warp
	args string // which arguments are multiples of a warp
}

// block finds the chains of a block: as long as possible.
func (c *chainer) block(b *ir.Block) {
	var cur *Chain
	from, to := 0, 0
	end := func() {
		if cur != nil && len(cur.Steps) > 1 && slices.ContainsFunc(cur.Steps, func(s Step) bool { return s.Value.Op == ir.OpWarp }) {
			cur.Values = b.Values[from:to]
			c.early(cur, b.Values[to:])
			c.out = append(c.out, cur)
		}
		cur = nil
	}
	add := func(s Step, first int64, i int) {
		if cur == nil {
			cur, from = &Chain{First: first}, i
		}
		cur.Steps, to = append(cur.Steps, s), i+1
	}
	for i, v := range b.Values {
		switch v.Op {
		case ir.OpRun:
			if c.moved[v] {
				continue
			}
			if cur != nil {
				if s, why := c.run(v, cur.First); why == nil {
					add(s, cur.First, i)
					continue
				}
				end()
			}
			if first, ok := next(b.Values[i:]); ok {
				s, why := c.run(v, first)
				if why == nil {
					add(s, first, i)
				}
			}
		case ir.OpWarp:
			s, first, why := c.warp(v)
			if why != nil || cur != nil && cur.First != first {
				end()
			}
			if why != nil {
				c.out = append(c.out, &Chain{Why: why})
				continue
			}
			add(s, first, i)
		case ir.OpSlotSet, ir.OpExtract:
			if cur != nil && cur.Steps[len(cur.Steps)-1].Value.Op == ir.OpWarp {
				to = i + 1
			}
		case ir.OpSlotAll:
		default:
			if !v.Pure() {
				end()
			}
		}
	}
	end()
}

// next returns which threads of a row execute the next operation of warps in a list, in front
// of any other synchronisation.
func next(list []*ir.Value) (first int64, ok bool) {
	for _, v := range list {
		switch {
		case v.Op == ir.OpWarp:
			return firstOf(v.Attr.Slot)
		case v.Convergent(), v.Op == ir.OpSlotFill, v.Op == ir.OpSlotAny:
			return 0, false
		}
	}
	return 0, false
}

// firstOf returns how many threads of a row are in a mask, the first ones, 0 for all: false
// where they are not whole warps, or it is not known which they are.
func firstOf(mask *ir.Slot) (int64, bool) {
	if mask == nil {
		return 0, true
	}
	return mask.First, mask.First > 0 && mask.First%WarpSize == 0
}

// run plans a region for the gangs of a warp.
func (c *chainer) run(v *ir.Value, first int64) (Step, *schedule.Reason) {
	f := v.Attr.Func
	because := func(text string) (Step, *schedule.Reason) {
		return Step{}, &schedule.Reason{Pos: f.Pos, Text: text}
	}
	b := c.s.Body(f)
	switch n, ok := firstOf(f.Mask); {
	case !ok:
		return because("divergent control flow")
	case n != first && (n != 0 || !bounded(b, first)):
		return because("a region of other threads")
	case f.Order != ir.AnyOrder:
		return because("a region whose threads run in order")
	case len(f.Locals) > 0:
		return because("local memory")
	}
	whole := multiples{rows: true}.arguments(v)
	key := planKey{f, first == WarpSize, fmt.Sprint(whole.args)}
	plans, ok := c.plans[key]
	if !ok {
		for g := range plans {
			plans[g] = chained(c.s, b, g*Width, key.warp, whole)
		}
		c.plans[key] = plans
	}
	for _, p := range plans {
		if p.Why != nil {
			return Step{}, p.Why
		}
	}
	return Step{Value: v, Plans: plans}, nil
}

// bounded reports whether only threads of a row do anything in a body that are among the first
// ones.
func bounded(b *schedule.Body, first int64) bool {
	return first > 0 && slices.ContainsFunc(b.Spans, func(s schedule.Span) bool {
		upper, ok := s.Upper()
		return ok && upper <= first
	})
}

// chained plans a body for the gang of a warp that begins with a lane. Nothing is known of its
// threads but that.
func chained(s *schedule.Schedule, b *schedule.Body, lane int, warp bool, whole multiples) *Plan {
	alone := *b
	same, lanes := whole.laneFacts(b.Func, lane, warp)
	alone.Gates, alone.Spans, alone.Lanes, alone.Clean, alone.Split = same, nil, nil, nil, nil
	p := newPlan(s, &alone, Width, &whole)
	if p.Why == nil {
		p.Lanes = lanes
	}
	return p
}

// warp looks at an operation of warps, and returns which threads of a row execute it.
func (c *chainer) warp(v *ir.Value) (s Step, first int64, why *schedule.Reason) {
	because := func(text string) (Step, int64, *schedule.Reason) {
		return Step{}, 0, &schedule.Reason{Pos: v.Pos, Text: text}
	}
	first, ok := firstOf(v.Attr.Slot)
	if !ok {
		return because("a warp of which some threads are elsewhere")
	}
	if m := v.Members(); m != nil {
		if k, isConst := m.IsConst(); !isConst || uint32(k) != 1<<WarpSize-1 {
			return because("a warp operation of some of the lanes")
		}
	}
	s = Step{Value: v, Results: results(v)}
	args := v.WarpArgs()
	switch {
	case isShuffle(v):
		k, isConst := args[2].IsConst()
		if !isConst {
			return because("a shuffle whose segments are not constant")
		}
		if !args[0].Vector() {
			return because("a shuffle of a uniform value")
		}
		if b, isConst := args[1].IsConst(); isConst {
			s.Sources = Shuffle(v.Attr.Name, uint32(b), uint32(k))
		}
	case votes[v.Attr.Name]:
		if !args[0].Vector() {
			return because("a vote on a uniform value")
		}
	case v.Type != ir.Void:
		return because(v.Attr.Name)
	}
	return s, first, nil
}

// votes are the operations whose results all lanes share, and that have vectors.
var votes = map[string]bool{
	"VoteAllPred": true, "VoteAnyPred": true, "VoteUniPred": true, "VoteBallotB32": true,
	"ReduxAddS32": true, "ReduxAddU32": true, "ReduxMinS32": true, "ReduxMinU32": true, "ReduxMaxS32": true, "ReduxMaxU32": true,
	"ReduxAndB32": true, "ReduxOrB32": true, "ReduxXorB32": true,
}

// results returns where the results of an operation of a warp go.
func results(v *ir.Value) []*ir.Slot {
	out := make([]*ir.Slot, max(len(v.Results), 1))
	for _, u := range v.Block.Values {
		if u.Op != ir.OpSlotSet {
			continue
		}
		switch x := u.Args[0]; {
		case x == v:
			out[0] = u.Attr.Slot
		case x.Op == ir.OpExtract && x.Args[0] == v:
			out[x.Attr.Index] = u.Attr.Slot
		}
	}
	return out
}

// slots finds what chains take from what is before them and leave to what is after, and
// which of them could not be begun anew.
func (c *chainer) slots() {
	wanted := newWanted(c.s, c.k)
	for _, x := range c.out {
		if x.Why == nil {
			wanted.of(x)
			c.exact(x)
			c.again(x)
		}
	}
}
