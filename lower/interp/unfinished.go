package interp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Unfinished is the error of a launch whose context has ended before it: how many CTAs have
// come to their end, and where the threads of some others stood. errors.Is finds the error of
// the context. Generated code says the same of its launches.
type Unfinished struct {
	Kernel  string
	CTAs    int64      // of the launch
	Ended   int64      // those that have come to their end
	Running int64      // those that were under way; the others had not begun
	Where   []Standing // of the first CTAs that were under way
	Err     error      // of the context
}

// Standing says where threads of a CTA stood when their launch was given up.
type Standing struct {
	CTA     [3]uint32
	State   ThreadState
	Threads int       // how many
	Thread  [3]uint32 // the first of them, if they are at a line
	Pos     diag.Position
	Text    string       // of its line; "" if not known
	Source  *diag.Origin // as in a Fault
}

// ThreadState says what threads of a launch did that was given up.
type ThreadState uint8

// The states of threads.
const (
	ThreadAt       ThreadState = iota // they were at a line, or waited there
	ThreadInLoop                      // they were in the loop that begins at a line
	ThreadWaiting                     // they waited at a barrier in front of those that ran or behind them, or had ended
	ThreadEnded                       // they had ended
	ThreadNotBegun                    // they had not begun
)

// The bounds of what is said: CTAs that are listed, and places of each.
const (
	maxStandingCTAs = 4
	maxStanding     = 8
)

// Error returns the error as "kernel k: context deadline exceeded; of 3 CTAs 1 has ended and 2
// were under way; CTA (0,0,0): 32 threads, the first (0,0,0), at k.ptx:41 "bar.sync 0;", 32
// threads, the first (32,0,0), in the loop at k.ptx:59".
func (u *Unfinished) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel %s: %v; ", u.Kernel, u.Err)
	switch {
	case u.CTAs > 1:
		fmt.Fprintf(&b, "of %d CTAs %s ended and %s under way", u.CTAs, plural(u.Ended, "has", "have"), plural(u.Running, "was", "were"))
	case u.Running > 0:
		b.WriteString("its CTA was under way")
	default:
		b.WriteString("its CTA had not begun")
	}
	for i := range u.Where {
		s := &u.Where[i]
		if i > 0 && u.Where[i-1].CTA == s.CTA {
			b.WriteString(", ")
		} else {
			fmt.Fprintf(&b, "; CTA %s: ", dims(s.CTA))
		}
		b.WriteString(s.String())
	}
	return b.String()
}

func plural(n int64, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Unwrap returns Err.
func (u *Unfinished) Unwrap() error { return u.Err }

// String returns what the threads did, without the CTA: "32 threads, the first (32,0,0), in the
// loop at k.ptx:59".
func (s *Standing) String() string {
	who := diag.Count(s.Threads, "thread")
	switch s.State {
	case ThreadWaiting:
		return who + " waiting or ended"
	case ThreadEnded:
		return who + " ended"
	case ThreadNotBegun:
		return who + " not begun"
	}
	if s.Threads == 1 {
		who = "thread " + dims(s.Thread)
	} else {
		who += ", the first " + dims(s.Thread) + ","
	}
	if s.State == ThreadInLoop {
		who += " in the loop"
	}
	who += " at " + place(s.Pos)
	if s.Source != nil {
		who += fmt.Sprintf(" (%s)", s.Source)
	}
	if s.Text != "" {
		who += " \"" + s.Text + "\""
	}
	return who
}

// unfinished is the error of the launch where its context has ended.
func (g *grid) unfinished(err error) *Unfinished {
	u := &Unfinished{Kernel: g.kernel.f.Name, CTAs: g.cfg.Count, Ended: g.finished, Err: err}
	under := slices.Clone(g.aside)
	if g.turns != nil {
		under = append(under, g.turns)
	}
	u.Running = int64(len(under))
	slices.SortFunc(under, func(a, b *cta) int {
		return cmp.Or(cmp.Compare(a.id[2], b.id[2]), cmp.Compare(a.id[1], b.id[1]), cmp.Compare(a.id[0], b.id[0]))
	})
	loops := map[*ir.Func]*ir.LoopNest{}
	for _, c := range under[:min(len(under), maxStandingCTAs)] {
		for _, s := range c.stands(loops) {
			s.CTA = c.id
			u.Where = append(u.Where, s)
		}
	}
	return u
}

// stands says where the threads of a CTA are.
func (c *cta) stands(loops map[*ir.Func]*ir.LoopNest) (where []Standing) {
	all := c.grid.threads
	if p := c.parts; p != nil {
		if p.now == nil {
			s := p.main.lanes[0].stands(nil, loops)
			s.Threads = all
			return []Standing{s}
		}
		where = []Standing{p.now.stands(nil, loops)}
		if all > 1 {
			where = append(where, Standing{State: ThreadWaiting, Threads: all - 1})
		}
		return where
	}
	ended, ahead := 0, 0
	for _, w := range c.warps {
		w.settle()
		for i, l := range w.lanes {
			if w.alive>>i&1 == 0 {
				ended++
				continue
			}
			if fr := l.frame(); len(l.frames) == 1 && fr.block == 0 && fr.at == 0 {
				ahead++
				continue
			}
			var in *inst
			if w.running>>i&1 == 0 {
				in = w.waits[i].in
			}
			s := l.stands(in, loops)
			at := slices.IndexFunc(where, func(x Standing) bool { return x.State == s.State && x.Pos == s.Pos })
			switch {
			case at >= 0:
				where[at].Threads++
			case len(where) < maxStanding:
				where = append(where, s)
			}
		}
	}
	if ended > 0 {
		where = append(where, Standing{State: ThreadEnded, Threads: ended})
	}
	if ahead > 0 {
		where = append(where, Standing{State: ThreadNotBegun, Threads: ahead})
	}
	return where
}

// stands says where a thread is: at what it waits for, in a loop, or else at the instruction
// that comes next.
func (l *lane) stands(in *inst, loops map[*ir.Func]*ir.LoopNest) Standing {
	m := l.cta.grid.m.mod
	s := Standing{Threads: 1, Thread: l.tid}
	pos := diag.Pos(0)
	switch header := l.header(loops); {
	case in != nil:
		pos = in.v.Pos
	case header != nil:
		pos, s.State = header.Start(), ThreadInLoop
	default:
		fr := l.frame()
		b := &fr.code.blocks[fr.block]
		if pos = b.b.Pos; fr.at < len(b.insts) {
			pos = b.insts[fr.at].v.Pos
		}
	}
	s.Pos, s.Source = position(m, pos), origin(m, pos)
	s.Pos.Col = 0
	if s.State == ThreadAt {
		s.Text = text(m, pos)
	}
	return s
}

// header is where the innermost loop begins that a thread is in, with the functions that it has
// called; nil where it is in none.
func (l *lane) header(loops map[*ir.Func]*ir.LoopNest) *ir.Block {
	for i := len(l.frames) - 1; i >= 0; i-- {
		fr := &l.frames[i]
		nest := loops[fr.code.f]
		if nest == nil {
			nest = ir.Loops(fr.code.f, ir.Dominators(fr.code.f))
			loops[fr.code.f] = nest
		}
		if loop := nest.Of(fr.code.blocks[fr.block].b); loop != nil {
			return loop.Header
		}
	}
	return nil
}
