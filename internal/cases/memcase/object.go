package memcase

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Barrier objects (manual 9.7.13.15). One thread does all operations in a random
// order that is legal, and asks after each whether the phase is over.

// object is a barrier object: how many arrivals this phase waits for and the next
// ones will, transactions, and the number of phases that are over.
type object struct{ pending, expected, tx, phase int }

// arrive takes arrivals off, and ends the phase when nothing is left.
func (o *object) arrive(n int) {
	o.pending -= n
	o.settle()
}

func (o *object) settle() {
	if o.pending == 0 && o.tx == 0 {
		o.phase++
		o.pending = o.expected
	}
}

// token is the state that an arrival returns.
type token struct {
	reg            string
	phase, pending int
}

// objectWalk is the random walk.
type objectWalk struct {
	*hand
	r        *seeded.Numbers
	o        object
	last     *token
	used     map[string]int
	n        int
	generic  string // addresses of the object
	small    string
	waits    []*isa.Match
	inits    []*isa.Match
	invals   []*isa.Match
	pendings []*isa.Match
}

// objects has every head of the rows on barrier objects.
func (c *folder) objects(name string) written {
	actions := c.allHeads("mbarrier-0002 mbarrier-0003 mbarrier-0004 mbarrier-0005 mbarrier-0006 mbarrier-0007 " +
		"mbarrier-0008 mbarrier-0009 mbarrier-0010 mbarrier-0011 mbarrier-0012 mbarrier-0013")
	w := &objectWalk{hand: c.newHand(name, 1, 1, 8192), r: seeded.For(c.name + name), used: map[string]int{}}
	w.head = "\t.shared .align 8 .b64 object[2];\n"
	w.waits = c.allHeads("mbarrier-0014 mbarrier-0015 mbarrier-0016 mbarrier-0017")
	w.inits, w.invals, w.pendings = c.allHeads("mbarrier-0000"), c.allHeads("mbarrier-0001"), c.allHeads("mbarrier-0018")
	at := w.symbol("object+8")
	w.generic, w.small = w.reg(isa.U64), w.reg(isa.U32)
	w.line("cvta.shared.u64 %s, %s;", w.generic, at)
	w.line("mov.u32 %s, object+8;", w.small)
	w.init(4)
	steps := 0
	for since := 0; ; since++ {
		var best *isa.Match
		for _, m := range actions {
			if w.legal(m) && (best == nil || w.used[m.Head] < w.used[best.Head]) {
				best = m
			}
		}
		// Where only heads are left that have had their turns, another object will do.
		if since > 8 && w.o.tx == 0 || best == nil || w.used[best.Head] > 1 && since > 0 && w.o.tx == 0 {
			m := w.next(w.invals)
			w.line("%s [%s];", m.Head, w.at(m))
			w.init(2 + w.r.Below(6))
			since = -1
			continue
		}
		if !slices.ContainsFunc(actions, func(m *isa.Match) bool { return w.used[m.Head] < 2 }) {
			break
		}
		w.act(best)
		w.ask(w.next(w.waits))
		if steps++; steps > 5*len(actions) {
			panic("the walk does not end")
		}
	}
	w.record = (w.parts[len(w.parts)-1] + 15) / 8 * 8
	return w.done()
}

// next returns the heads in turn.
func (w *objectWalk) next(ms []*isa.Match) *isa.Match {
	key := ms[0].Form.ID
	w.used[key]++
	return ms[w.used[key]%len(ms)]
}

// at is the address of the object for a head.
func (w *objectWalk) at(m *isa.Match) string {
	switch {
	case m.Space() == isa.SpaceNone:
		return w.generic
	case w.r.Below(2) == 0:
		return w.small
	}
	return "object+8"
}

func (w *objectWalk) init(count int) {
	m := w.next(w.inits)
	w.line("%s [%s], %s;", m.Head, w.at(m), w.either(w.r.Below(2), count))
	w.o = object{pending: count, expected: count}
	w.last = nil
}

// most is the number of arrivals that a head may bring now.
func (w *objectWalk) most(m *isa.Match) int {
	n := w.o.pending
	if m.Has("noComplete") {
		n--
	}
	if m.Has("arrive_drop") {
		n = min(n, w.o.expected-1)
	}
	return n
}

func (w *objectWalk) legal(m *isa.Match) bool {
	switch {
	case m.Has("complete_tx"):
		return w.o.tx > 0
	case m.Has("arrive") || m.Has("arrive_drop"):
		return w.most(m) > 0
	}
	return true
}

// act does an operation.
func (w *objectWalk) act(m *isa.Match) {
	w.used[m.Head]++
	f := m.Form
	var ops []string
	n, tx := 1, 0
	var t *token
	for _, i := range w.operands(m) {
		switch o := &f.Operands[i]; o.Name {
		case "_":
			ops = append(ops, "_")
		case "st":
			if o.Is(isa.KSink) && w.r.Below(4) == 0 {
				ops = append(ops, "_")
				continue
			}
			t = &token{reg: w.reg(isa.B64), phase: w.o.phase, pending: w.o.pending}
			ops = append(ops, t.reg)
		case "bar":
			ops = append(ops, "["+w.at(m)+"]")
		case "count":
			n = 1 + w.r.Below(w.most(m))
			ops = append(ops, w.either(w.r.Below(2), n))
		case "tx":
			tx = 1 + w.r.Below(64)
			if m.Has("complete_tx") {
				tx = 1 + w.r.Below(w.o.tx)
				if w.o.pending == 0 || w.r.Below(2) == 0 {
					tx = w.o.tx
				}
			}
			ops = append(ops, w.either(w.r.Below(2), tx))
		default:
			panic("operand " + o.Name + " of " + f.ID)
		}
	}
	w.line("%s %s;", m.Head, strings.Join(ops, ", "))
	switch {
	case m.Has("complete_tx"):
		w.o.tx -= tx
		w.o.settle()
	case m.Has("arrive_drop"):
		w.o.tx += tx
		w.o.expected -= n
		w.o.arrive(n)
	case m.Has("arrive"):
		w.o.tx += tx
		w.o.arrive(n)
	default:
		w.o.tx += tx
	}
	if t != nil {
		w.last = t
		d := w.reg(isa.U32)
		w.line("%s %s, %s;", w.next(w.pendings).Head, d, t.reg)
		w.keepEach(isa.U32, d, func(int) uint64 { return uint64(t.pending) })
	}
}

// operands chooses which operands of a head are written.
func (w *objectWalk) operands(m *isa.Match) []int {
	var ways [][]int
	for n := range len(m.Form.Operands) + 1 {
		if at := m.Bind(n); at != nil {
			ways = append(ways, at)
		}
	}
	w.n++
	return ways[w.n%len(ways)]
}

// ask tests for the end of a phase: that of the last token, if it is this phase's or
// the one before, or that of a parity.
func (w *objectWalk) ask(m *isa.Match) {
	parity := w.r.Below(2)
	over := w.o.phase%2 != parity
	if !m.Has("parity") {
		if w.last == nil || w.last.phase < w.o.phase-1 {
			return
		}
		over = w.o.phase > w.last.phase
	}
	p := w.reg(isa.Pred)
	var ops []string
	for _, i := range w.operands(m) {
		switch name := m.Form.Operands[i].Name; name {
		case "p":
			ops = append(ops, p)
		case "bar":
			ops = append(ops, "["+w.at(m)+"]")
		case "st":
			ops = append(ops, w.last.reg)
		case "parity":
			ops = append(ops, w.either(w.r.Below(2), parity))
		case "hint":
			ops = append(ops, w.either(w.r.Below(2), 20))
		default:
			panic("operand " + name + " of " + m.Form.ID)
		}
	}
	w.line("%s %s;", m.Head, strings.Join(ops, ", "))
	w.keepPred(p, func(int) bool { return over })
}

// objectThreads has phases of many threads: each adds to a cell in shared memory,
// arrives, waits in a loop, and reads what the others have added.
func (c *folder) objectThreads(name string) written {
	const block, rounds = 3 * warpSize, 8
	h := c.newHand(name, 2, block, 4*rounds)
	h.head = "\t.shared .align 8 .b64 object;\n\t.shared .align 4 .b32 sums[8];\n"
	tid := c.special(&h.code, "%tid.x")
	sums := h.symbol("sums")
	h.when("lt", tid, fmt.Sprint(rounds), func() {
		h.line("st.shared.u32 [%s], 0;", h.part(sums, tid, 4))
	})
	h.when("eq", tid, "0", func() { h.line("mbarrier.init.shared::cta.b64 [object], %d;", block) })
	h.line("bar.sync 0;")
	loops := []string{
		"mbarrier.test_wait.shared.b64 P, [object], STATE",
		"mbarrier.try_wait.acquire.cta.shared::cta.b64 P, [object], STATE, 1000",
		"mbarrier.test_wait.parity.acquire.cta.shared::cta.b64 P, [object], PARITY",
		"mbarrier.try_wait.parity.shared.b64 P, [object], PARITY",
	}
	for r := range rounds {
		st, p, d := h.reg(isa.B64), h.reg(isa.Pred), h.reg(isa.U32)
		h.line("red.shared.add.u32 [%s+%d], %s;", sums, 4*r, tid)
		h.line("mbarrier.arrive.release.cta.shared::cta.b64 %s, [object];", st)
		again := h.label()
		h.place(again)
		h.line("%s;", strings.NewReplacer("P,", p+",", "STATE", st, "PARITY", fmt.Sprint(r%2)).Replace(loops[r%len(loops)]))
		h.line("@!%s bra %s;", p, again)
		h.line("ld.shared.u32 %s, [%s+%d];", d, sums, 4*r)
		h.keepEach(isa.U32, d, func(int) uint64 { return block * (block - 1) / 2 })
	}
	return h.done()
}
