package builder

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// SSA form on the fly, after Braun, Buchwald, Hack, Leißa, Mallon and Zwinkau,
// "Simple and Efficient Construction of Static Single Assignment Form" (2013).
// A block is sealed once all its predecessors are known. Reading a variable in
// an unsealed block makes a phi whose arguments are found when it is sealed;
// reading it in a sealed one looks at all predecessors first, and makes a phi
// only if they differ or a loop leads back. Phis that turn out to be trivial are
// replaced at once. Everything is iterative, because real functions have
// thousands of blocks in a row.

// varID is a variable: a register or a component of a vector register, a word of
// a .param slot, or the carry flag.
type varID int32

type variable struct {
	typ  ir.Type
	name string
}

type ssa struct {
	f      *ir.Func
	vars   []variable
	states []*blockState // by block ID
	joins  []join        // the blocks that read is looking through, outermost first
	args   []*ir.Value   // values found so far for the joins
	kept   int           // values that joins remember, see maxKept
	fwd    map[*ir.Value]*ir.Value
	users  map[*ir.Value][]*ir.Value // phi to the phis that have it as argument
	undef  map[ir.Type]*ir.Value
	notes  bool // see Options.Notes

	// What is still to be looked at, see simplify: phis whose argument has become a value, and these values.
	pending map[*ir.Value][]*ir.Value
	changed []*ir.Value
}

type blockState struct {
	defs   map[varID]*ir.Value // last definition in the block, or the value at its start
	phis   []*ir.Value
	open   []openPhi // phis made before the block was sealed
	sealed bool
	join   int // 1 + index of the block in ssa.joins, 0 where it is not there
}

type openPhi struct {
	x   varID
	phi *ir.Value
}

func newSSA(f *ir.Func, notes bool) ssa {
	return ssa{f: f, notes: notes, fwd: map[*ir.Value]*ir.Value{}, users: map[*ir.Value][]*ir.Value{}, pending: map[*ir.Value][]*ir.Value{}, undef: map[ir.Type]*ir.Value{}}
}

// newVar makes a variable.
func (s *ssa) newVar(t ir.Type, name string) varID {
	s.vars = append(s.vars, variable{t, name})
	return varID(len(s.vars) - 1)
}

func (s *ssa) state(b *ir.Block) *blockState {
	for int(b.ID) >= len(s.states) {
		s.states = append(s.states, &blockState{})
	}
	return s.states[b.ID]
}

// write sets a variable in a block.
func (s *ssa) write(x varID, b *ir.Block, v *ir.Value) {
	if v.Type != s.vars[x].typ {
		panic("build: write of " + v.Type.String() + " to a variable of type " + s.vars[x].typ.String())
	}
	st := s.state(b)
	if st.defs == nil {
		st.defs = map[varID]*ir.Value{}
	}
	st.defs[x] = v
}

// join is a block with several predecessors where read looks for a variable.
type join struct {
	b    *ir.Block
	base int       // of its values in ssa.args
	phi  *ir.Value // made if the search came back to the block
}

// read returns the value of a variable at the end of what the block has so far.
func (s *ssa) read(x varID, start *ir.Block) *ir.Value {
	at := start
	for {
		v, b := s.walk(x, at)
		if v == nil {
			st := s.state(b)
			if st.join == 0 {
				s.joins = append(s.joins, join{b: b, base: len(s.args)})
				st.join = len(s.joins)
				at = b.Preds[0]
				continue
			}
			v = s.newPhi(x, b)
			s.joins[st.join-1].phi = v
		}
		// Give the value to the innermost join, and finish those that have all.
		for {
			if len(s.joins) == 0 {
				if s.state(start).defs[x] != v {
					s.write(x, start, v)
				}
				return v
			}
			j := &s.joins[len(s.joins)-1]
			s.args = append(s.args, v)
			if n := len(s.args) - j.base; n < len(j.b.Preds) {
				at = j.b.Preds[n]
				break
			}
			v = s.finishJoin(x, j)
			s.args = s.args[:j.base]
			s.joins = s.joins[:len(s.joins)-1]
		}
	}
}

// walk follows single predecessors from a block until the variable has a value. At
// a sealed block with several predecessors it stops and returns that instead.
func (s *ssa) walk(x varID, b *ir.Block) (*ir.Value, *ir.Block) {
	// A long way is remembered in places, so that the next walk ends there.
	var places []*ir.Block
	found := func(v *ir.Value) *ir.Value {
		for _, p := range places {
			s.kept++
			s.write(x, p, v)
		}
		return v
	}
	const apart = 32
	for steps := 0; ; steps++ {
		st := s.state(b)
		if v := st.defs[x]; v != nil {
			return found(s.resolve(v)), nil
		}
		if steps%apart == apart-1 {
			places = append(places, b)
		}
		switch {
		case !st.sealed:
			phi := s.newPhi(x, b)
			st.open = append(st.open, openPhi{x, phi})
			return found(phi), nil
		case len(b.Preds) == 0, steps > s.f.NumBlocks():
			// Never written on this path, or a loop that nothing enters.
			return found(s.zero(s.vars[x].typ)), nil
		case len(b.Preds) > 1:
			return nil, b
		}
		b = b.Preds[0]
	}
}

// finishJoin returns the value of a variable in a block whose predecessors'
// values are known.
func (s *ssa) finishJoin(x varID, j *join) *ir.Value {
	s.state(j.b).join = 0
	args := s.args[j.base:]
	if j.phi == nil {
		same := true
		for i, a := range args {
			args[i] = s.resolve(a)
			same = same && args[i] == args[0]
		}
		if same {
			s.kept++
			s.write(x, j.b, args[0])
			return args[0]
		}
		j.phi = s.newPhi(x, j.b)
	}
	return s.setArgs(j.phi, append([]*ir.Value(nil), args...))
}

// maxKept bounds what the blocks of a function remember of registers that pass
// through them. No real function gets near; a text of a megabyte that is made for
// it could ask for gigabytes.
const maxKept = 1 << 24

// setArgs completes a phi, and returns what it is worth.
func (s *ssa) setArgs(phi *ir.Value, args []*ir.Value) *ir.Value {
	phi.Args = args
	for _, a := range args {
		if a = s.resolve(a); a.Op == ir.OpPhi && a != phi {
			s.users[a] = append(s.users[a], phi)
		}
	}
	s.simplify(phi)
	return s.resolve(phi)
}

func (s *ssa) newPhi(x varID, b *ir.Block) *ir.Value {
	phi := s.f.NewValue(ir.OpPhi, s.vars[x].typ, 0)
	phi.Block = b
	phi.Name = s.vars[x].name
	st := s.state(b)
	st.phis = append(st.phis, phi)
	s.write(x, b, phi)
	return phi
}

// zero returns the constant that a variable without a definition holds.
func (s *ssa) zero(t ir.Type) *ir.Value {
	v := s.undef[t]
	if v == nil {
		v = s.f.NewValue(ir.OpConst, t, s.f.Pos)
		v.Attr.Undefined = s.notes
		s.undef[t] = v
	}
	return v
}

// simplify replaces a phi that has only one argument beside itself, and then
// those that become trivial by that.
func (s *ssa) simplify(phi *ir.Value) {
	s.examine(phi)
	for len(s.changed) > 0 {
		v := s.changed[len(s.changed)-1]
		s.changed = s.changed[:len(s.changed)-1]
		list := s.pending[v]
		delete(s.pending, v)
		for _, u := range list {
			if s.fwd[u] != nil {
				continue
			}
			if s.examine(u); s.fwd[u] != nil {
				continue
			}
			if w := s.resolve(v); w.Op == ir.OpPhi {
				s.users[w] = append(s.users[w], u)
			}
		}
	}
}

// examine replaces a phi that is trivial, and what it is worth, where that is a phi of the same loops that has
// become trivial by it, and so on. Only then their users are looked at: there may be as many as phis.
func (s *ssa) examine(phi *ir.Value) {
	for s.fwd[phi] == nil && phi.Op == ir.OpPhi && phi.Args != nil {
		same, trivial := s.only(phi)
		if !trivial {
			return
		}
		s.fwd[phi] = same
		list := merge(s.users[phi], s.pending[phi])
		delete(s.users, phi)
		delete(s.pending, phi)
		if len(list) > 0 {
			if len(s.pending[same]) == 0 {
				s.changed = append(s.changed, same)
			}
			s.pending[same] = merge(s.pending[same], list)
		}
		phi = same
	}
}

// only returns what all arguments of a phi are beside itself, false where they differ.
func (s *ssa) only(phi *ir.Value) (same *ir.Value, trivial bool) {
	for _, a := range phi.Args {
		a = s.resolve(a)
		if a == phi || a == same {
			continue
		}
		if same != nil {
			return nil, false
		}
		same = a
	}
	if same == nil {
		same = s.zero(phi.Type) // in a loop that nothing enters
	}
	return same, true
}

// merge adds the shorter of two lists to the other one.
func merge(a, b []*ir.Value) []*ir.Value {
	if len(a) < len(b) {
		a, b = b, a
	}
	return append(a, b...)
}

// resolve follows replaced phis.
func (s *ssa) resolve(v *ir.Value) *ir.Value {
	if v.Op != ir.OpPhi {
		return v
	}
	w := s.fwd[v]
	if w == nil {
		return v
	}
	for w.Op == ir.OpPhi {
		next := s.fwd[w]
		if next == nil {
			break
		}
		s.fwd[v] = next
		v, w = w, next
	}
	return w
}

// seal says that all predecessors of the block are known.
func (s *ssa) seal(b *ir.Block) {
	st := s.state(b)
	if st.sealed {
		return
	}
	st.sealed = true
	open := st.open
	st.open = nil
	for _, o := range open {
		args := make([]*ir.Value, len(b.Preds))
		for i, p := range b.Preds {
			args[i] = s.read(o.x, p)
		}
		s.setArgs(o.phi, args)
	}
}

// finish completes the function: order lists its blocks in program order.
// Blocks that cannot be reached are dropped.
func (s *ssa) finish(order []*ir.Block) {
	for _, b := range s.f.Blocks {
		s.seal(b)
	}
	s.prune(order)
	for _, b := range s.f.Blocks {
		st := s.state(b)
		phis := st.phis[:0:0]
		for _, p := range st.phis {
			if s.fwd[p] == nil {
				phis = append(phis, p)
			}
		}
		if len(phis) > 0 {
			b.Values = append(phis, b.Values...)
		}
	}
	used := map[*ir.Value]bool{}
	for _, b := range s.f.Blocks {
		for _, v := range b.Values {
			s.resolveAll(v.Args, used)
			if v.Op == ir.OpPhi && v.Pos == 0 {
				v.Pos = firstPos(b, s.f.Pos)
			}
		}
		s.resolveAll(b.Ctrl, used)
	}
	s.placeUndef(used)
}

// resolveAll replaces trivial phis in a list of arguments, and notes which
// constants of undefined variables are used.
func (s *ssa) resolveAll(args []*ir.Value, used map[*ir.Value]bool) {
	for i, a := range args {
		a = s.resolve(a)
		args[i] = a
		if a.Op == ir.OpConst && a.Block == nil {
			used[a] = true
		}
	}
}

// prune keeps the reachable blocks, in order, and removes the edges from others.
func (s *ssa) prune(order []*ir.Block) {
	seen := make([]bool, s.f.NumBlocks())
	todo := []*ir.Block{s.f.Blocks[0]}
	seen[s.f.Blocks[0].ID] = true
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, t := range b.Succs {
			if !seen[t.ID] {
				seen[t.ID] = true
				todo = append(todo, t)
			}
		}
	}
	s.f.Blocks = s.f.Blocks[:0]
	for _, b := range order {
		if seen[b.ID] {
			s.f.Blocks = append(s.f.Blocks, b)
		}
	}
	for _, b := range s.f.Blocks {
		dropPreds(b, s.state(b).phis, seen)
	}
	for _, b := range s.f.Blocks {
		for _, p := range s.state(b).phis {
			if s.fwd[p] == nil {
				s.simplify(p)
			}
		}
	}
}

// dropPreds removes the predecessors that are not in keep, and their arguments
// of the phis.
func dropPreds(b *ir.Block, phis []*ir.Value, keep []bool) {
	n := 0
	for i, p := range b.Preds {
		if !keep[p.ID] {
			continue
		}
		b.Preds[n] = p
		for _, phi := range phis {
			phi.Args[n] = phi.Args[i]
		}
		n++
	}
	b.Preds = b.Preds[:n]
	for _, phi := range phis {
		phi.Args = phi.Args[:n]
	}
}

// placeUndef puts the constants of undefined variables that are used at the head
// of the entry.
func (s *ssa) placeUndef(used map[*ir.Value]bool) {
	var head []*ir.Value
	for t := range ir.Tuple {
		if v := s.undef[t]; used[v] {
			v.Block = s.f.Blocks[0]
			head = append(head, v)
		}
	}
	if len(head) > 0 {
		s.f.Blocks[0].Values = append(head, s.f.Blocks[0].Values...)
	}
}

// firstPos returns the position of the first instruction of a block.
func firstPos(b *ir.Block, otherwise diag.Pos) diag.Pos {
	for _, v := range b.Values {
		if v.Pos != 0 {
			return v.Pos
		}
	}
	if b.Pos != 0 {
		return b.Pos
	}
	return otherwise
}
