package scalar

import (
	"slices"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// plan decides, before anything is printed, how each value of a function
// appears in Go: as part of the one expression that uses it, or in a variable,
// and which values share a variable.
type plan struct {
	f       *ir.Func
	inline  []bool                    // by value ID: printed where it is used
	root    []*ir.Value               // by value ID: the statement that an inlined value is part of
	order   []int                     // by value ID: index in its block's list
	kinds   []gosrc.Kind              // by value ID: the carrier
	class   []*ir.Value               // by value ID: representative of the values that share a variable
	members map[*ir.Value][]*ir.Value // by representative: the values

	needed []bool        // see schedule.Uses, of what is printed
	users  [][]*ir.Value // by value ID: values that use it (phis and statements)
	term   [][]*ir.Block // by value ID: blocks whose terminator uses it
	// operands returns what a value mentions when it is printed.
	operands func(*ir.Value) []*ir.Value

	// given returns the carrier of a value that comes from another part of the kernel,
	// or of what goes there; nil in a function that is no part.
	given func(*ir.Value) (gosrc.Kind, bool)
	// sites says which values may fault.
	sites *sites
}

// maxInline bounds the size of one printed expression, in operations.
const maxInline = 6

func newPlan(f *ir.Func, operands func(*ir.Value) []*ir.Value, sites *sites, given func(*ir.Value) (gosrc.Kind, bool)) *plan {
	n, u := f.NumValues(), schedule.NewUses(f, operands)
	p := &plan{
		f: f, given: given, sites: sites, operands: operands, needed: u.Needed, users: u.Values, term: u.Ctrl,
		inline: make([]bool, n), root: make([]*ir.Value, n),
		order: make([]int, n), kinds: make([]gosrc.Kind, n), class: make([]*ir.Value, n),
	}
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			p.order[v.ID] = i
		}
	}
	p.chooseInline()
	p.chooseKinds()
	p.coalesce()
	return p
}

// uses returns how many places mention a value.
func (p *plan) uses(v *ir.Value) int { return len(p.users[v.ID]) + len(p.term[v.ID]) }

// trivial reports whether a value is so cheap to print again that it never
// needs a variable: constants, parameters, the fields of the launch, and
// comparisons of these.
func trivial(v *ir.Value) bool {
	switch v.Op {
	case ir.OpConst, ir.OpArg, ir.OpSymAddr, ir.OpFuncAddr, ir.OpRefAddr, ir.OpExtract:
		return true
	case ir.OpParam:
		return true
	case ir.OpSReg:
		return v.Pure() && sregs[v.Attr.SReg].cheap
	case ir.OpICmp:
		return v.Args[0].Type != ir.I1 && trivial(v.Args[0]) && trivial(v.Args[1])
	}
	return false
}

// statement reports whether a value can only be printed as a statement.
func statement(v *ir.Value) bool {
	switch v.Op {
	case ir.OpPhi, ir.OpSelect:
		return true
	case ir.OpZext, ir.OpSext:
		return v.Args[0].Type == ir.I1 // 0 or 1 needs an if
	}
	return v.Type == ir.Tuple || v.Type == ir.Void || v.HasEffect()
}

// repeats reports whether printing v mentions argument i more than once, so
// that the argument should be a name.
func repeats(v *ir.Value) bool {
	switch v.Op {
	case ir.OpAbs:
		return true
	case ir.OpFCmp:
		switch v.Attr.Cmp {
		case ir.NeF, ir.EquF, ir.NumF, ir.NanF:
			return true
		}
	}
	return false
}

// storesBack reports whether a value is loaded from where it is stored: go vet refuses
// x[i] = x[i].
func storesBack(v, user *ir.Value) bool {
	if v.Op != ir.OpLoad || user.Op != ir.OpStore {
		return false
	}
	a, b := v.Args[0], user.Args[0]
	return a == b || a.Op == ir.OpSymAddr && b.Op == ir.OpSymAddr && a.Attr.Sym == b.Attr.Sym && a.Attr.Off == b.Attr.Off
}

func (p *plan) chooseInline() {
	size := make([]int, p.f.NumValues())
	for _, b := range p.f.Blocks {
		// lastEffect is the index of the last value with an effect seen so
		// far; a load may move down only past values without one.
		effects := make([]int, len(b.Values)+1) // effects[i]: how many among the first i
		for i, v := range b.Values {
			effects[i+1] = effects[i]
			if (v.HasEffect() || v.Convergent()) && v.Op != ir.OpSlotStore {
				effects[i+1]++
			}
		}
		for i := len(b.Values) - 1; i >= 0; i-- {
			v := b.Values[i]
			p.root[v.ID] = v
			if trivial(v) {
				p.inline[v.ID] = true
				continue
			}
			if statement(v) || p.uses(v) != 1 {
				continue
			}
			user, end := (*ir.Value)(nil), len(b.Values)
			if len(p.users[v.ID]) == 1 {
				user = p.users[v.ID][0]
				if user.Block != b || user.Op == ir.OpPhi || repeats(user) || storesBack(v, user) {
					continue
				}
				// The user may itself be printed further down.
				r := p.root[user.ID]
				if p.inline[user.ID] && r != nil {
					end = p.order[r.ID]
					if r == user {
						end = p.order[user.ID]
					}
				} else {
					end = p.order[user.ID]
				}
				if p.inline[user.ID] && p.rootAtEnd(user) {
					end = len(b.Values)
				}
			} else if len(p.term[v.ID]) != 1 || p.term[v.ID][0] != b {
				continue
			}
			if v.Op == ir.OpLoad && effects[end] != effects[i+1] {
				continue
			}
			if v.Op == ir.OpSlotLoad && changes(v.Attr.Slot, b.Values[i+1:end]) {
				continue
			}
			if !v.Pure() && v.Op != ir.OpLoad && v.Op != ir.OpSlotLoad && v.Op != ir.OpSlotAny {
				continue
			}
			p.inline[v.ID] = true
			if user != nil {
				p.root[v.ID] = p.root[user.ID]
			} else {
				p.root[v.ID] = nil // the terminator
			}
		}
		// Expressions that grew too large are cut at their largest part.
		for _, v := range b.Values {
			size[v.ID] = weight(v)
			if trivial(v) {
				size[v.ID] = 0
				continue
			}
			for _, a := range p.operands(v) {
				if p.inline[a.ID] && !trivial(a) && a.Block == b && v.Op != ir.OpPhi {
					size[v.ID] += size[a.ID]
				}
			}
			if size[v.ID] > maxInline && p.inline[v.ID] {
				p.inline[v.ID] = false
				size[v.ID] = 0
			} else if !p.inline[v.ID] {
				size[v.ID] = 0
			}
		}
		p.oneFault(b, p.sites)
	}
	p.fixRoots()
}

// changes reports whether one of the values gives a slot another value.
func changes(s *ir.Slot, list []*ir.Value) bool {
	return slices.ContainsFunc(list, func(v *ir.Value) bool { return v.Op == ir.OpSlotStore && v.Attr.Slot == s })
}

// weight is what an operation adds to the length of an expression.
func weight(v *ir.Value) int {
	switch v.Op {
	case ir.OpIntrin:
		return 3
	case ir.OpZext, ir.OpSext, ir.OpTrunc, ir.OpBitcast, ir.OpCanon, ir.OpNot, ir.OpNeg, ir.OpFNeg:
		return 0
	}
	return 1
}

// rootAtEnd reports whether an inlined value is printed in the terminator.
func (p *plan) rootAtEnd(v *ir.Value) bool { return p.root[v.ID] == nil }

// fixRoots recomputes the roots after the cuts.
func (p *plan) fixRoots() {
	for _, b := range p.f.Blocks {
		for i := len(b.Values) - 1; i >= 0; i-- {
			v := b.Values[i]
			p.root[v.ID] = v
			if p.inline[v.ID] && !trivial(v) {
				if len(p.users[v.ID]) == 1 {
					p.root[v.ID] = p.root[p.users[v.ID][0].ID]
				} else {
					p.root[v.ID] = nil
				}
			}
		}
	}
}

// point is a place in a function: between the values of a block. Copies along
// an edge happen at the end of its source, after the terminator's condition.
type point struct {
	b *ir.Block
	i int
}

// usePoints returns where the variable of v is really read, through the
// inlined values that mention it.
func (p *plan) usePoints(v *ir.Value) []point {
	var out []point
	seen := map[*ir.Value]bool{}
	var walk func(x *ir.Value)
	walk = func(x *ir.Value) {
		for _, u := range p.users[x.ID] {
			if u.Op == ir.OpPhi {
				for i, a := range u.Args {
					if a == x {
						pred := u.Block.Preds[i]
						out = append(out, point{pred, len(pred.Values) + 1})
					}
				}
				continue
			}
			if p.inline[u.ID] {
				if !seen[u] {
					seen[u] = true
					walk(u)
				}
				continue
			}
			out = append(out, point{u.Block, p.order[u.ID]})
		}
		for _, b := range p.term[x.ID] {
			out = append(out, point{b, len(b.Values)})
		}
	}
	walk(v)
	return out
}

// liveRange is where a value is live: whole blocks at their end, and in its
// last blocks up to an index.
type liveRange struct {
	out  map[*ir.Block]bool
	last map[*ir.Block]int // largest index of a use in the block
}

func (p *plan) live(v *ir.Value) *liveRange {
	r := &liveRange{out: map[*ir.Block]bool{}, last: map[*ir.Block]int{}}
	var work []*ir.Block
	in := map[*ir.Block]bool{}
	enter := func(b *ir.Block) { // v is live at the start of b
		if b == v.Block || in[b] {
			return
		}
		in[b] = true
		for _, q := range b.Preds {
			if !r.out[q] {
				r.out[q] = true
				work = append(work, q)
			}
		}
	}
	for _, u := range p.usePoints(v) {
		if i, ok := r.last[u.b]; !ok || u.i > i {
			r.last[u.b] = u.i
		}
		if u.b == v.Block && (v.Op == ir.OpPhi || u.i > p.order[v.ID] || u.i == p.order[v.ID]) {
			continue
		}
		enter(u.b)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		enter(b)
	}
	return r
}

// liveAfter reports whether the range holds just after the definition of d.
func (p *plan) liveAfter(r *liveRange, v, d *ir.Value) bool {
	if r.out[d.Block] {
		return true
	}
	i, ok := r.last[d.Block]
	if !ok {
		return false
	}
	at := p.order[d.ID]
	if d.Op == ir.OpPhi {
		at = -1
	}
	return i > at
}

// coalesce lets a phi and its arguments share one variable where no two of
// them are alive together, so that loops read as r += 1.
func (p *plan) coalesce() {
	ranges := map[*ir.Value]*liveRange{}
	rng := func(v *ir.Value) *liveRange {
		if ranges[v] == nil {
			ranges[v] = p.live(v)
		}
		return ranges[v]
	}
	dom := ir.Dominators(p.f)
	clash := func(a, b *ir.Value) bool {
		if a.Op == ir.OpPhi && b.Op == ir.OpPhi && a.Block == b.Block {
			return true
		}
		before := func(x, y *ir.Value) bool { // definition of x before that of y
			if x.Block == y.Block {
				if x.Op == ir.OpPhi {
					return true
				}
				return y.Op != ir.OpPhi && p.order[x.ID] < p.order[y.ID]
			}
			return dom.Dominates(x.Block, y.Block)
		}
		if before(a, b) {
			return p.liveAfter(rng(a), a, b)
		}
		if before(b, a) {
			return p.liveAfter(rng(b), b, a)
		}
		return false
	}
	members := map[*ir.Value][]*ir.Value{}
	p.members = members
	rep := func(v *ir.Value) *ir.Value {
		if c := p.class[v.ID]; c != nil {
			return c
		}
		return v
	}
	list := func(r *ir.Value) []*ir.Value {
		if m := members[r]; m != nil {
			return m
		}
		return []*ir.Value{r}
	}
	const maxClass = 64 // keeps the pairwise test cheap
	for _, b := range p.f.Blocks {
		for _, phi := range b.Phis() {
			for _, a := range phi.Args {
				if a == phi || p.inline[a.ID] || p.kinds[a.ID] != p.kinds[phi.ID] {
					continue
				}
				x, y := rep(phi), rep(a)
				if x == y {
					continue
				}
				mx, my := list(x), list(y)
				if len(mx)+len(my) > maxClass {
					continue
				}
				ok := true
			pairs:
				for _, m := range mx {
					for _, n := range my {
						if clash(m, n) {
							ok = false
							break pairs
						}
					}
				}
				if !ok {
					continue
				}
				all := slices.Concat(mx, my)
				members[x] = all
				for _, m := range all {
					p.class[m.ID] = x
				}
			}
		}
	}
}

// only reports whether an operation on a slot is the only one in the function.
func (p *plan) only(s *ir.Value) bool {
	for _, b := range p.f.Blocks {
		for _, v := range b.Values {
			if v != s && v.Attr.Slot == s.Attr.Slot {
				return false
			}
		}
	}
	return true
}

// classOf returns the representative of the values that share v's variable.
func (p *plan) classOf(v *ir.Value) *ir.Value {
	if c := p.class[v.ID]; c != nil {
		return c
	}
	return v
}

// separate gives a value a variable of its own, where it is computed elsewhere
// than coalesce assumed. Nothing must have been printed yet.
func (p *plan) separate(v *ir.Value) {
	shared := p.class[v.ID]
	if shared == nil {
		return
	}
	rest := slices.DeleteFunc(p.members[shared], func(m *ir.Value) bool { return m == v })
	delete(p.members, shared)
	p.class[v.ID] = nil
	for _, m := range rest {
		p.class[m.ID] = rest[0]
	}
	if len(rest) > 0 {
		p.members[rest[0]] = rest
	}
}
