package gen

import (
	"cmp"
	"fmt"
	goruntime "runtime"
	"slices"
	"strings"
)

// Unfinished is the error of a launch whose context has ended before it: how many CTAs have
// come to their end, and where the threads of some others stood. errors.Is finds the error of
// the context.
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
	CTA     Dim3
	State   ThreadState
	Threads int     // how many; 0 where that is not known, as threads ran together as lanes of vectors
	Thread  Dim3    // the first of them, if they are at a line
	File    string  // base name of the PTX file
	Line    int     // in the PTX file; 0 if not known
	Text    string  // of that line; "" if not known
	Source  []Place // what the line was compiled from, as in a Fault
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

// The bounds of what is said: CTAs that are listed, places of each, and CTAs that are looked at.
const (
	maxStandingCTAs = 4
	maxStanding     = 8
	maxLookedAt     = 64
)

// Error returns the error as "kernel k: context deadline exceeded; of 3 CTAs 1 has ended and 2
// were under way; CTA (0,0,0): 32 threads, the first (0,0,0), at k.ptx:41 "bar.sync 0;", 32
// threads, the first (32,0,0), in the loop at k.ptx:59".
func (u *Unfinished) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel %s: %v; ", u.Kernel, u.Err)
	switch {
	case u.CTAs == 0:
		b.WriteString("nothing has begun")
		return b.String()
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
			fmt.Fprintf(&b, "; CTA %v: ", s.CTA)
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
	var b strings.Builder
	switch {
	case s.Threads == 0:
		b.WriteString("threads")
	case s.State > ThreadInLoop:
		b.WriteString(count(s.Threads, "thread"))
	case s.Threads == 1:
		fmt.Fprintf(&b, "thread %v", s.Thread)
	default:
		fmt.Fprintf(&b, "%d threads, the first %v,", s.Threads, s.Thread)
	}
	switch s.State {
	case ThreadInLoop:
		b.WriteString(" in the loop")
	case ThreadWaiting:
		b.WriteString(" waiting or ended")
	case ThreadEnded:
		b.WriteString(" ended")
	case ThreadNotBegun:
		b.WriteString(" not begun")
	}
	if s.State > ThreadInLoop {
		return b.String()
	}
	b.WriteString(" at " + s.File)
	if s.Line > 0 {
		fmt.Fprintf(&b, ":%d", s.Line)
	}
	if s.Source != nil {
		fmt.Fprintf(&b, " (%s)", sourceText(s.Source))
	}
	if s.Text != "" {
		b.WriteString(" \"" + s.Text + "\"")
	}
	return b.String()
}

// unfinished is the error of the launch that the run stands for.
func (r *run) unfinished(err error) error {
	all := r.end - r.first
	u := &Unfinished{Kernel: r.kernel.Name, CTAs: all, Running: r.cut.Load(), Err: err}
	u.Ended = all - u.Running - r.skipped.Load() - max(0, r.end-r.next.Load())
	slices.SortFunc(r.standing, func(a, b stand) int { return cmp.Compare(a.cta, b.cta) })
	for _, s := range r.standing[:min(len(r.standing), maxStandingCTAs)] {
		u.Where = append(u.Where, s.where...)
	}
	return u
}

// stand is where the threads of a CTA stood.
type stand struct {
	cta   int64
	where []Standing
}

// over reports whether the context of the launch has ended.
func (r *run) over() bool { return r.ctx != nil && r.ctx.Err() != nil }

// left notes that a CTA leaves, which is under way. It is called while the frames of its
// function are on the stack.
func (r *run) left(c *CTA) {
	r.cut.Add(1)
	if !r.over() {
		return
	}
	r.mu.Lock()
	enough := len(r.standing) >= maxLookedAt
	r.mu.Unlock()
	if enough {
		return
	}
	where := c.stands()
	for i := range where {
		where[i].CTA = c.ID
	}
	r.mu.Lock()
	r.standing = append(r.standing, stand{c.index, where})
	r.mu.Unlock()
}

// loopRef is what the line table has for a poll: its line is that of the loop.
const loopRef = "loop"

// stands says where the threads of a CTA are, of which the goroutine runs one, or several as a
// gang.
func (c *CTA) stands() []Standing {
	if s := c.sched; s != nil && s.noted != nil {
		where := s.noted
		s.noted = nil
		return where
	}
	k := c.run.kernel
	all := int(c.Threads)
	function, gang := k.function()
	s := Standing{Thread: Dim3{c.X, c.Y, c.Z}}
	s.locate(k)
	here := int(c.X + c.Dim.X*(c.Y+c.Dim.Y*c.Z))
	switch {
	case gang:
		s.State = ThreadInLoop
		return []Standing{s}
	case function == "":
		return []Standing{s}
	case function == betweenRows:
		return inTurn(nil, int(c.Dim.X*(c.Y+c.Dim.Y*c.Z+1)), all)
	case k.Mode == Rows && s.Line == 0: // in front of a thread's first instruction
		return inTurn(nil, here, all)
	case k.Mode == Rows:
		s.Threads = 1
		return inTurn([]Standing{s}, here, all-1)
	case strings.HasSuffix(strings.TrimRight(function, "0123456789"), "CTA"):
		s.Threads, s.Thread = all, Dim3{}
		return []Standing{s}
	}
	s.Threads = 1
	where := []Standing{s}
	if all > 1 {
		where = append(where, Standing{State: ThreadWaiting, Threads: all - 1})
	}
	return where
}

// inTurn adds how many threads have ended and how many have not begun, of so many that run one
// after the other.
func inTurn(where []Standing, ended, all int) []Standing {
	if ended > 0 {
		where = append(where, Standing{State: ThreadEnded, Threads: ended})
	}
	if all > ended {
		where = append(where, Standing{State: ThreadNotBegun, Threads: all - ended})
	}
	return where
}

// betweenRows is the function that calls a body for one row of threads after the other.
const betweenRows = "otherRows"

// function is the name of the innermost function of generated code on the stack, without that of
// its package, or betweenRows, or "" where there is neither. gang says that it is assembly in
// which threads run as lanes of vectors.
func (k *Kernel) function() (name string, gang bool) {
	var pcs [64]uintptr
	frames := goruntime.CallersFrames(pcs[:goruntime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		file := baseName(f.File)
		if _, ours := k.source(file); ours || k.compiledFrom(f.File) != "" || isSource(file) {
			return f.Function[strings.LastIndexByte(f.Function, '.')+1:], gang
		}
		if strings.HasSuffix(f.Function, "."+betweenRows) {
			return betweenRows, false
		}
		gang = gang || strings.HasSuffix(f.Function, "/leaf.over")
		if !more {
			return "", false
		}
	}
}

// locate says where the goroutine is.
func (s *Standing) locate(k *Kernel) {
	file, line, refs, _ := k.locate()
	if strings.HasPrefix(refs, loopRef) {
		s.State = ThreadInLoop
	}
	s.at(k, file, line)
}

// at says that it is at a line that locate has found.
func (s *Standing) at(k *Kernel, file string, line int) {
	f := &Fault{}
	f.File, f.Line = k.place(file, line)
	f.source(k)
	s.File, s.Line, s.Source = f.File, f.Line, f.Source
	if s.State == ThreadAt {
		s.Text = f.Text
	}
}
