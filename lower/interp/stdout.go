package interp

import (
	"fmt"
	"io"
	"os"
)

// stdout puts what the CTAs of a launch print in their order, although a CTA may
// be set aside for others: only the oldest CTA that has not ended prints at
// once, the others keep their text until they are it.
type stdout struct {
	w     io.Writer
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

// write writes. Output that the writer does not take is lost, as it is where the
// buffer of a GPU is full.
func (s *stdout) write(text []byte) {
	w := s.w
	if w == nil {
		w = os.Stdout
	}
	_, _ = w.Write(text)
}
