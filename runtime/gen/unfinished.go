package gen

import (
	"cmp"
	goruntime "runtime"
	"slices"
	"strings"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// The bounds of what is said: CTAs that are listed, places of each, and CTAs that are looked at.
const (
	maxStandingCTAs = 4
	maxStanding     = 8
	maxLookedAt     = 64
)

// unfinished is the error of the launch that the run stands for.
func (r *run) unfinished(err error) error {
	all := r.End - r.First
	u := &ptx.Unfinished{Kernel: r.kernel.Name, CTAs: all, Running: r.cut.Load(), Err: err}
	u.Ended = all - u.Running - r.skipped.Load() - max(0, r.End-r.next.Load())
	slices.SortFunc(r.standing, func(a, b stand) int { return cmp.Compare(a.cta, b.cta) })
	for _, s := range r.standing[:min(len(r.standing), maxStandingCTAs)] {
		u.Where = append(u.Where, s.where...)
	}
	return u
}

// stand is where the threads of a CTA stood.
type stand struct {
	cta   int64
	where []ptx.Standing
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
func (c *CTA) stands() []ptx.Standing {
	if s := c.sched; s != nil && s.noted != nil {
		where := s.noted
		s.noted = nil
		return where
	}
	k := c.run.kernel
	all := int(c.Threads)
	function, gang := k.function()
	s := ptx.Standing{Thread: dim3(c.X, c.Y, c.Z)}
	k.here(&s)
	here := int(c.X + c.Dim.X*(c.Y+c.Dim.Y*c.Z))
	switch {
	case gang:
		s.State = ptx.ThreadInLoop
		return []ptx.Standing{s}
	case function == "":
		return []ptx.Standing{s}
	case function == betweenRows:
		return inTurn(nil, int(c.Dim.X*(c.Y+c.Dim.Y*c.Z+1)), all)
	case k.Mode == Rows && s.Line == 0: // in front of a thread's first instruction
		return inTurn(nil, here, all)
	case k.Mode == Rows:
		s.Threads = 1
		return inTurn([]ptx.Standing{s}, here, all-1)
	case strings.HasSuffix(strings.TrimRight(function, "0123456789"), "CTA"):
		s.Threads, s.Thread = all, Dim3{}
		return []ptx.Standing{s}
	}
	s.Threads = 1
	where := []ptx.Standing{s}
	if all > 1 {
		where = append(where, ptx.Standing{State: ptx.ThreadWaiting, Threads: all - 1})
	}
	return where
}

// inTurn adds how many threads have ended and how many have not begun, of so many that run one
// after the other.
func inTurn(where []ptx.Standing, ended, all int) []ptx.Standing {
	if ended > 0 {
		where = append(where, ptx.Standing{State: ptx.ThreadEnded, Threads: ended})
	}
	if all > ended {
		where = append(where, ptx.Standing{State: ptx.ThreadNotBegun, Threads: all - ended})
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

// here says where the goroutine is.
func (k *Kernel) here(s *ptx.Standing) {
	file, line, refs, _ := k.locate()
	if strings.HasPrefix(refs, loopRef) {
		s.State = ptx.ThreadInLoop
	}
	k.at(s, file, line)
}

// at says that it is at a line that locate has found.
func (k *Kernel) at(s *ptx.Standing, file string, line int) {
	f := &ptx.Fault{}
	f.File, f.Line = k.place(file, line)
	k.addSource(f)
	s.File, s.Line, s.Source = f.File, f.Line, f.Source
	if s.State == ptx.ThreadAt {
		s.Text = f.Text
	}
}
