package scalar

import (
	"slices"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// plan decides, before anything is printed, how each value of a function
// appears in Go: as part of the one expression that uses it, or in a variable,
// and which values share a variable.
type plan struct {
	f      *ir.Func
	inline []bool              // by value ID: printed where it is used
	root   []*ir.Value         // by value ID: the statement that an inlined value is part of
	order  []int               // by value ID: index in its block's list
	kinds  []gosrc.Kind        // by value ID: the carrier
	shared *analysis.Coalescer // which values share a variable

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
	// lanes says that the code is that of a gang: what its threads keep is stored for all of them,
	// and nothing is computed into the slot of one.
	lanes bool
	// vectors are the lists of loads that share a check.
	vectors map[*ir.Value]*vectors
}

// maxInline bounds the size of one printed expression, in operations.
const maxInline = 6

// uses returns how many places mention a value.
func (p *plan) uses(v *ir.Value) int { return len(p.users[v.ID]) + len(p.term[v.ID]) }

// trivial reports whether a value is so cheap to print again that it never
// needs a variable: constants, parameters, the fields of the launch, and
// comparisons of these.
func trivial(v *ir.Value) bool {
	switch v.Op {
	case ir.OpConst, ir.OpArg, ir.OpSymAddr, ir.OpFuncAddr, ir.OpRefAddr, ir.OpExtract:
		return true
	case ir.OpParam, ir.OpUndef:
		return true
	case ir.OpSReg:
		return v.Coordinate() && v.Attr.SReg != ir.RowStart
	case ir.OpCanon:
		return v.Args[0].Op == ir.OpConst
	case ir.OpICmp:
		return v.Args[0].Type != ir.I1 && trivial(v.Args[0]) && trivial(v.Args[1])
	}
	return false
}

// statement reports whether a value can only be printed as a statement.
func statement(v *ir.Value) bool {
	switch v.Op {
	case ir.OpPhi:
		return true
	case ir.OpSelect:
		return !v.Varying
	case ir.OpLoad, ir.OpInside:
		if v.Args[0].Varying || v.Attr.Masked { // it says beside what it gives whether it can
			return true
		}
	case ir.OpZext, ir.OpSext:
		return v.Args[0].Type == ir.I1 && !v.Varying // 0 or 1 needs an if
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
	if v.Op == ir.OpSlotLoad && user.Op == ir.OpSlotStore {
		return v.Attr.Slot == user.Attr.Slot
	}
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
			if v.HasEffect() && v.Op != ir.OpSlotStore && v.Op != ir.OpBail && v.Op != ir.OpPoll {
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
			if statement(v) || p.uses(v) != 1 || p.sites.alone && v.Name != "" {
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
		p.findVectors(b, p.sites)
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

// readsOf returns where the variable of v is really read, through the inlined values that
// mention it.
func (p *plan) readsOf(v *ir.Value) []analysis.Read {
	var out []analysis.Read
	seen := map[*ir.Value]bool{}
	var walk func(x *ir.Value)
	walk = func(x *ir.Value) {
		for _, u := range p.users[x.ID] {
			switch {
			case u.Op == ir.OpPhi:
				for i, a := range u.Args {
					if a == x {
						out = append(out, analysis.OnEdge(u.Block.Preds[i]))
					}
				}
			case !p.inline[u.ID]:
				out = append(out, analysis.Read{Block: u.Block, At: p.order[u.ID]})
			case !seen[u]:
				seen[u] = true
				walk(u)
			}
		}
		for _, b := range p.term[x.ID] {
			out = append(out, analysis.AtEnd(b))
		}
	}
	walk(v)
	return out
}

// coalesce lets a phi and its arguments share one variable where no two of
// them are alive together, so that loops read as r += 1.
func (p *plan) coalesce() {
	p.shared = analysis.NewCoalescer(p.f, ir.Dominators(p.f), analysis.NewLiveness(p.f, p.readsOf))
	for _, b := range p.f.Blocks {
		for _, phi := range b.Phis() {
			p.shared.Join(phi, func(a *ir.Value) bool {
				return !p.inline[a.ID] && p.kinds[a.ID] == p.kinds[phi.ID]
			})
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

// inFront gives those of some values variables of their own that something else mentions:
// they are computed in front of it. It returns those that have one. A gate that one branch
// asks for stands in front alone.
func (p *plan) inFront(list []*ir.Value, gates []schedule.Guard) map[*ir.Value]bool {
	in, out, gate := map[*ir.Value]bool{}, map[*ir.Value]bool{}, map[*ir.Value]bool{}
	for _, v := range list {
		in[v] = true
	}
	for _, g := range gates {
		in[g.Cond], gate[g.Cond] = true, p.inline[g.Cond.ID]
	}
	for _, v := range list {
		if trivial(v) || gate[v] {
			continue
		}
		if slices.ContainsFunc(p.users[v.ID], func(u *ir.Value) bool { return !in[u] }) || len(p.term[v.ID]) > 0 {
			p.inline[v.ID] = false
		}
		if !p.inline[v.ID] {
			out[v] = true
			p.shared.Separate(v) // it is computed elsewhere than the classes assume
		}
	}
	return out
}
