package runtime

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// Unfinished is the error of a launch whose context has ended before it. It says how many CTAs have
// ended, and where the threads of some others were. errors.Is finds the error of the context.
type Unfinished struct {
	Kernel  string     // its name in the PTX
	CTAs    int64      // of the launch
	Ended   int64      // CTAs that have run to their end
	Running int64      // CTAs that had begun; the others had not
	Where   []Standing // the threads of the first CTAs that had begun
	Err     error      // of the context
}

// Standing says where threads of a CTA were when their launch was given up.
type Standing struct {
	CTA     Dim3        // its index
	State   ThreadState // what they did
	Threads int         // how many; 0 if that is not known, because threads ran together as lanes of vectors
	Thread  Dim3        // index of the first of them, if they are at a line
	File    string      // base name of the PTX file
	Line    int         // in the PTX file; 0 if not known
	Text    string      // of that line; "" if not known
	Source  []Place     // what the line was compiled from, as in a [Fault]
}

// ThreadState says what threads did when their launch was given up.
type ThreadState uint8

// The states of threads.
const (
	ThreadAt       ThreadState = iota // they were at a line, or waited there
	ThreadInLoop                      // they were in the loop that begins at a line
	ThreadWaiting                     // they waited at a barrier before or after those that ran, or had ended
	ThreadEnded                       // they had ended
	ThreadNotBegun                    // they had not begun
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
		b.WriteString(wording.Count(s.Threads, "thread"))
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
