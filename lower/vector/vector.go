package vector

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Part is a region of a kernel, or the whole of one that is not cut, in gangs.
type Part struct {
	Body *schedule.Body
	Func *ir.Func         // with lanes; nil where there is none
	Why  *schedule.Reason // what keeps the threads from gangs; nil where there is a Func

	Gangs *ir.Block               // of Func: the header of the loop over gangs; nil where no gang comes to its end, which leaves none
	Loops map[*ir.Block]*ir.Block // of Func: by the header of a loop that of the loop of Body
}

// Kernel returns the parts of a kernel whose threads may run as gangs of so many lanes, in the order of its
// regions.
func Kernel(s *schedule.Schedule, k *schedule.Kernel, lanes int) (parts []Part) {
	if k.Form == schedule.Coroutines {
		return nil
	}
	for _, f := range k.Funcs() {
		if s.LoopsThreads(f) {
			parts = append(parts, Body(s, s.Body(f), lanes))
		}
	}
	return parts
}

// Funcs returns the functions with lanes of all kernels, by the regions or kernels whose threads they run.
func Funcs(s *schedule.Schedule, lanes int) map[*ir.Func]*ir.Func {
	out := map[*ir.Func]*ir.Func{}
	for _, k := range s.Kernels {
		for _, p := range Kernel(s, k, lanes) {
			if p.Func != nil {
				out[p.Body.Func] = p.Func
			}
		}
	}
	return out
}

// Longest returns the part with the most values: what keeps a kernel from gangs of which no part has
// some, if one thing is to be said.
func Longest(parts []Part) Part {
	return slices.MaxFunc(parts, func(a, b Part) int { return cmp.Compare(a.Body.Func.NumValues(), b.Body.Func.NumValues()) })
}

// Body makes the function with lanes of one body.
func Body(s *schedule.Schedule, b *schedule.Body, lanes int) (p Part) {
	p.Body = b
	plan := gang.NewPlan(s, b, lanes)
	if p.Why = plan.Why; p.Why != nil {
		return p
	}
	if gang.Frame(plan) > 0 {
		p.Why = &schedule.Reason{Pos: b.Func.Pos, Text: "local memory"}
		return p
	}
	var clean *schedule.Clean
	if p.Why = plan.Loops[nil].Why; p.Why != nil {
		// Gangs run in clean loops alone.
		if clean = b.Clean; clean == nil || b.Split != nil || plan.Loops[clean].Why != nil {
			return p
		}
		p.Why = nil
	}
	if len(plan.Loops[clean].Undo) > 0 {
		p.Why = &schedule.Reason{Pos: b.Func.Pos, Text: "stores that are undone where a check fails"}
		return p
	}
	if b.Func.Order == ir.Descending {
		p.Why = &schedule.Reason{Pos: b.Func.Pos, Text: "threads that run from the last to the first"}
		return p
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			p.Func, p.Why = nil, (*schedule.Reason)(&r)
		default:
			panic(r)
		}
	}()
	x := newGang(s, plan, clean)
	p.Func, p.Gangs = x.function()
	p.Loops = x.headers
	return p
}

// refusal is a panic: there is no rule for something.
type refusal schedule.Reason

func (x *gangFunc) refuse(pos diag.Pos, text string) {
	panic(refusal{Pos: pos, Text: text})
}

// gangFunc is a function with lanes in the making.
type gangFunc struct {
	memory *schedule.Memory
	body   *schedule.Body
	plan   *gang.Plan
	loops  *gang.Loop
	clean  *schedule.Clean // whose windows the accesses go through that may fault behind an effect; or nil
	facts  schedule.Facts
	ways   *ways

	emitter
	names *names
	of    map[key]*variable
	apart map[*ir.Value]bool      // numbers of which lanes have those of different rounds where they are read
	front map[*ir.Value]*ir.Value // what is computed once, in front of the gangs
	row   map[*ir.Value]bool      // schedule.Body.Row
	ahead map[*ir.Value]bool      // accesses that have been checked before an effect
	dead  []*ir.Block             // to which nothing leads
	slots map[*ir.Slot]bool       // that the function has

	headers map[*ir.Block]*ir.Block // see Part.Loops

	// Where it has come to.
	block   *ir.Block    // of the body
	edge    *region.Node // at an Edge, else nil
	frame   *frame
	targets map[*region.Node]*target
	on      *variable // of a region with a mask in a slot: what is to be in the slot at the end of the gang
	onset   bool      // that is stored to
	late    bool      // something has been done that must not be done again
}

// key names a variable: that of a value, or that of its vector beside the number, see apart.
type key struct {
	*ir.Value
	copy bool
}

func newGang(s *schedule.Schedule, plan *gang.Plan, clean *schedule.Clean) *gangFunc {
	b := plan.Body
	k := b.Func.Owner()
	f := &ir.Func{
		Name: k.Name, Entry: true, Module: k.Module, Pos: k.Pos, Params: k.Params, Shared: k.Shared, SharedSize: k.SharedSize,
		ReqNTID: k.ReqNTID, MaxNTID: k.MaxNTID, Part: ir.GangPart, Kernel: k, Lanes: plan.Width, Results: []ir.Type{ir.I32},
	}
	if b.Func.Part == ir.RegionPart {
		f.Args = append(f.Args, b.Func.Args...)
		f.ArgNames = append(f.ArgNames, b.Func.ArgNames...)
	}
	for len(f.ArgNames) < len(f.Args) {
		f.ArgNames = append(f.ArgNames, "")
	}
	f.Args, f.ArgNames = append(f.Args, ir.I32, ir.I32), append(f.ArgNames, "first", "end")
	x := &gangFunc{
		memory: s.Memory, body: b, plan: plan, loops: plan.Loops[clean], clean: clean, facts: b.Facts(true), emitter: emitter{f: f}, names: newNames(f),
		of: map[key]*variable{}, front: map[*ir.Value]*ir.Value{}, row: map[*ir.Value]bool{}, ahead: map[*ir.Value]bool{},
		slots: map[*ir.Slot]bool{}, headers: map[*ir.Block]*ir.Block{}, targets: map[*region.Node]*target{},
	}
	x.ways = newWays(x.facts, plan.Diverges)
	for _, v := range b.Row {
		x.row[v] = true
	}
	x.findApart()
	return x
}

// function makes the function:
//
//	entry: what must be so for there to be gangs
//	head:  first = phi(first, next); if first <= limit - Lanes
//	       the tree of the body
//	latch: next = first + Lanes
//	exit:  return first
//
// and returns the head, if it is one of a loop.
func (x *gangFunc) function() (f *ir.Func, gangs *ir.Block) {
	entry, head, body, latch, exit := x.newBlock(), x.newBlock(), x.newBlock(), x.newBlock(), x.newBlock()
	x.at = entry
	x.names.seal(entry)
	n := len(x.f.Args)
	start := x.argument(n - 2)
	x.first = start
	// The last thread at which a gang may begin.
	last := x.add(ir.OpSub, ir.I64, false, x.conditions(x.argument(n-1)), x.constant(ir.I64, uint64(x.plan.Width)))
	last.Name = "last"
	x.jump(head)

	x.at = head
	phi := x.add(ir.OpPhi, ir.I32, false, start)
	phi.Name, phi.Placed, x.first = "tid", true, phi
	x.branch(x.icmp(ir.LeS, x.add(ir.OpZext, ir.I64, false, phi), last), body, exit)

	x.names.start = body
	x.enter(body)
	if x.body.Polls.Start {
		x.add(ir.OpPoll, ir.Void, false, phi)
	}
	x.frame = &frame{end: latch}
	x.windows()
	if m := x.body.Func.Mask; m != nil && m.First == 0 {
		x.frame.mask = &variable{typ: ir.I1, varying: true, pos: x.pos}
		on := x.add(ir.OpSlotGet, ir.I1, true, phi)
		on.Attr.Slot = x.slot(m)
		x.set(x.frame.mask, on)
		x.on = &variable{typ: ir.I1, varying: true, pos: x.pos}
		x.set(x.on, on)
		x.goOn()
	} else if x.ways.any(x.body.Tree.Body) {
		x.frame.mask = x.newMask()
	}
	x.list(x.body.Tree.Body)
	x.jump(latch)
	if x.enter(latch); x.at != nil {
		if x.onset {
			put := x.add(ir.OpSlotPut, ir.Void, false, phi, x.get(x.on))
			put.Attr.Slot = x.slot(x.body.Func.Mask)
		}
		phi.Args = append(phi.Args, x.add(ir.OpAdd, ir.I32, false, phi, x.constant(ir.I32, uint64(x.plan.Width))))
		x.jump(head)
	}
	x.names.seal(head)
	x.enter(exit)
	exit.Ctrl = []*ir.Value{phi}
	exit.SetTerm(ir.Ret, emitter{}.pos)
	x.drop()
	if err := ir.Verify(x.f); err != nil {
		panic(fmt.Sprintf("vector: %v\n%s", err, ir.PrintFunc(x.f)))
	}
	simplify(x.f)
	pass.Run(&ir.Module{Funcs: []*ir.Func{x.f}}, pass.Tidy, pass.Options{Verify: true})
	hoist(x.f)
	if err := ir.Verify(x.f); err != nil {
		panic(fmt.Sprintf("vector: a value was hoisted that must not be: %v\n%s", err, ir.PrintFunc(x.f)))
	}
	for _, b := range x.f.Blocks {
		if slices.Contains(b.Values, phi) { // which is no more where nothing leads back
			gangs = b
		}
	}
	return x.f, gangs
}

// drop removes the blocks to which nothing leads.
func (x *gangFunc) drop() {
	dead := map[*ir.Block]bool{}
	for _, b := range x.dead {
		dead[b] = true
	}
	kept := x.f.Blocks[:0]
	for _, b := range x.f.Blocks {
		if !dead[b] {
			kept = append(kept, b)
		}
	}
	x.f.Blocks = kept
}
