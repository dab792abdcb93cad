package interp

import (
	"fmt"
	"io"
	"os"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// stdout puts what the CTAs of a launch print in their order, although a CTA may
// be set aside for others: only the oldest CTA that has not ended prints at
// once, the others keep their text until they are it.
//
// What comes after an error of the writer is lost.
type stdout struct {
	w     io.Writer
	err   error
	lost  int64  // bytes that were not written
	order []*cta // in the order of their start, without those that have ended and printed
}

func (s *stdout) started(c *cta) { s.order = append(s.order, c) }

// print prints the text of one call.
func (g *grid) print(c *cta, text []byte) {
	if g.stdout.order[0] == c {
		g.stdout.write(text)
		return
	}
	c.text = append(c.text, text...)
	g.live += int64(len(text))
	if limit := g.m.opt.MaxMemory; g.live > limit {
		panic(canceled{fmt.Errorf("kernel %s: what CTAs print that wait for others needs more than %d bytes of memory", g.kernel.f.Name, limit)})
	}
}

// ended notes that a CTA will print no more.
func (g *grid) ended(c *cta) {
	s := &g.stdout
	c.done = true
	for len(s.order) > 0 && s.order[0].done {
		s.order = s.order[1:]
		if len(s.order) > 0 {
			g.live -= int64(len(s.order[0].text))
			s.flush(s.order[0])
		}
	}
}

// close prints what CTAs have kept, when the launch has failed.
func (s *stdout) close() {
	for _, c := range s.order {
		s.flush(c)
	}
}

func (s *stdout) flush(c *cta) {
	if len(c.text) > 0 {
		s.write(c.text)
		c.text = nil
	}
}

// write writes.
func (s *stdout) write(text []byte) {
	n := 0
	if s.err == nil {
		w := s.w
		if w == nil {
			w = os.Stdout
		}
		n, s.err = w.Write(text)
		if s.err == nil && n < len(text) {
			s.err = io.ErrShortWrite
		}
	}
	s.lost += int64(len(text) - max(n, 0))
}

// OutputError is the error of a launch that has done all but print: Config.Stdout has
// returned Err, and Lost bytes of text were not written.
type OutputError struct {
	Kernel string
	Lost   int64
	Err    error
}

// Error returns "kernel k: 12 bytes that threads have printed are lost: what happened".
func (e *OutputError) Error() string {
	return fmt.Sprintf("kernel %s: %s that threads have printed are lost: %v", e.Kernel, diag.Count(int(e.Lost), "byte"), e.Err)
}

// Unwrap returns Err.
func (e *OutputError) Unwrap() error { return e.Err }
