package gen

import (
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// segments returns the buffers of the launch, sorted. They are collected when
// they are first needed: few kernels do.
func (r *run) segments() []memory.Segment {
	if p := r.known.Load(); p != nil {
		return *p
	}
	s := make([]memory.Segment, 0, len(r.bufs)+len(r.extra))
	for _, list := range [2][]Buffer{r.bufs, r.extra} {
		for _, b := range list {
			if len(b) > 0 {
				s = append(s, memory.Of(b))
			}
		}
	}
	if len(r.image) > 0 {
		i := memory.Of(r.image)
		i.Constant = true
		s = append(s, i)
	}
	s = memory.Sort(s)
	r.known.Store(&s)
	return s
}

// lookup finds the segment that holds an address.
func (r *run) lookup(addr uint64) *memory.Segment {
	if r.kernel.Addr32 {
		return r.addresses32().Find(addr)
	}
	if s := memory.Find(r.segments(), addr); s.Holds(addr) {
		return s
	}
	if s := memory.Find(memory.Registered(), addr); s.Holds(addr) {
		return s
	}
	return nil
}
