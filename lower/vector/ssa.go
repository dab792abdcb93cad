package vector

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// variable is what a value of the body becomes in the gang: it is assigned where the tree says so,
// perhaps in several places, since lanes that go different ways are at all of them.
type variable struct {
	typ     ir.Type
	varying bool
	name    string
	pos     diag.Pos
	tuple   *ir.Value // of a Tuple: what is assigned in one place, as lanes keep no such; no phi has one
}

// names makes SSA of assignments while blocks are made (Braun et al., 2013). What is left of phis that
// choose nothing is for a pass to remove.
type names struct {
	f      *ir.Func
	defs   map[*ir.Block]map[*variable]*ir.Value
	sealed map[*ir.Block]bool // all predecessors are known
	open   map[*ir.Block][]openPhi
	undef  map[*variable]*ir.Value
	start  *ir.Block // where a gang begins, before which nothing is assigned
}

// openPhi is a phi of a block that is not sealed.
type openPhi struct {
	*variable
	phi *ir.Value
}

func newNames(f *ir.Func) *names {
	return &names{f: f, defs: map[*ir.Block]map[*variable]*ir.Value{}, sealed: map[*ir.Block]bool{}, open: map[*ir.Block][]openPhi{}, undef: map[*variable]*ir.Value{}}
}

// write assigns a value at the end of a block, as far as that has come.
func (s *names) write(b *ir.Block, w *variable, v *ir.Value) {
	if w.typ == ir.Tuple {
		w.tuple = v
		return
	}
	if s.defs[b] == nil {
		s.defs[b] = map[*variable]*ir.Value{}
	}
	s.defs[b][w] = v
}

// read returns what a variable holds at the end of a block.
func (s *names) read(b *ir.Block, w *variable) *ir.Value {
	if w.typ == ir.Tuple {
		return w.tuple
	}
	if v := s.defs[b][w]; v != nil {
		return v
	}
	var v *ir.Value
	switch {
	case !s.sealed[b]:
		v = s.phi(b, w)
		s.open[b] = append(s.open[b], openPhi{w, v})
	case b == s.start, len(b.Preds) == 0:
		v = s.undefined(w)
	case len(b.Preds) == 1:
		v = s.read(b.Preds[0], w)
	default:
		v = s.phi(b, w)
		s.write(b, w, v) // round a loop it is read itself
		s.arguments(b, w, v)
	}
	s.write(b, w, v)
	return v
}

func (s *names) phi(b *ir.Block, w *variable) *ir.Value {
	v := s.f.NewValue(ir.OpPhi, w.typ, w.pos)
	v.Varying, v.Name, v.Placed = w.varying, w.name, true
	b.Insert(len(b.Phis()), v)
	return v
}

func (s *names) arguments(b *ir.Block, w *variable, phi *ir.Value) {
	for _, p := range b.Preds {
		phi.Args = append(phi.Args, s.read(p, w))
	}
}

// seal says that a block has all its predecessors.
func (s *names) seal(b *ir.Block) {
	s.sealed[b] = true
	for _, x := range s.open[b] {
		s.arguments(b, x.variable, x.phi)
	}
	delete(s.open, b)
}

// undefined is what a variable holds to which nothing was assigned.
func (s *names) undefined(w *variable) *ir.Value {
	v := s.undef[w]
	if v == nil {
		v = s.f.NewValue(ir.OpUndef, w.typ, w.pos)
		v.Varying = w.varying
		s.f.Blocks[0].Insert(0, v)
		s.undef[w] = v
	}
	return v
}
