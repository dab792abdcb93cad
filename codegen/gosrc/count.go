package gosrc

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
)

// A loop that counts
//
//	i := uint32(0)
//	for {
//		...
//		i++
//		if i == n {
//			break
//		}
//	}
//
// is shorter as for i := range n, or as for i := uint32(0); i != n; i++ where it does not
// count from zero by one; and for i < n { ...; i++ } likewise.

// Count is what is known of the test of a loop that counts. One at the end has the same
// answer, to go on, in front of the first round.
type Count struct {
	Counter *Variable
	AtEnd   bool
	Limit   *Expr // of the counter's carrier, where the counter goes from 0 to it by one
	Deps    []*Variable
}

// CountLoops gives the loops that count heads that say so, in a block and those inside.
// Variables whose loops declare them are declared.
func CountLoops(b *Block) {
	for i := 0; i < len(b.Stmts); i++ {
		s := b.Stmts[i]
		for _, c := range s.blocks() {
			CountLoops(c)
		}
		if s.Kind == ForStmt && s.step() && s.start(b.Stmts[:i]) {
			i--
		}
	}
}

// step makes the update of what the test is about the post statement of a loop.
func (loop *Stmt) step() bool {
	list := loop.Body.Stmts
	end := len(list)
	test := loop
	if loop.Endless {
		if end = lastTest(list); end < 0 || !loop.lags(list[end], list[end+1:]) {
			return false
		}
		test = list[end]
	} else if !loop.Asks {
		return false
	}
	if continues(loop.Body, loop) {
		return false
	}
	at := loop.update(list[:end], test)
	if at < 0 {
		return false
	}
	post := list[at]
	rest := slices.Delete(slices.Clone(list), at, at+1)
	if test != loop {
		rest = slices.Delete(rest, end-1, end)
		for _, v := range test.Deps {
			v.uses = append(without(v.uses, test), loop)
		}
		loop.Code, loop.Deps, loop.Count = test.Neg, append(loop.Deps, test.Deps...), test.Count
		loop.Line, loop.From, loop.Comment, loop.Places = test.Line, test.From, test.Comment, test.Places
		loop.Origins = append(loop.Origins, test.Origins...)
		loop.Endless, loop.Asks = false, true
	}
	if post.Comment != "" && post.From != loop.From {
		loop.Comment = strings.TrimSuffix(post.Comment+"; "+loop.Comment, "; ")
	}
	loop.Body.Stmts, loop.Post = rest, post
	post.Parent = loop.Parent // which is where it sees the variables that it mentions
	return true
}

// lastTest returns the place of the last if of a list, where it leaves a loop that counts.
func lastTest(list []*Stmt) int {
	for i := len(list) - 1; i >= 0; i-- {
		switch s := list[i]; s.Kind {
		case AssignStmt:
			continue
		case IfStmt:
			if s.Count != nil && s.Count.AtEnd && s.Other == nil && s.Neg != nil && len(s.Places) == 0 &&
				len(s.Body.Stmts) == 1 && s.Body.Stmts[0].Kind == BreakStmt && s.Body.Stmts[0].Label == "" {
				return i
			}
		}
		break
	}
	return -1
}

// lags reports whether the test at the end of a loop may stand at its head: what it asks
// of the loop is the counter, and what is assigned behind it nobody sees who leaves.
func (loop *Stmt) lags(test *Stmt, behind []*Stmt) bool {
	for _, v := range test.Deps {
		if v != test.Count.Counter && slices.ContainsFunc(v.defs, loop.holds) {
			return false
		}
	}
	for _, s := range behind {
		if s.Keep || len(s.Places) > 0 || slices.Contains(s.Deps, test.Count.Counter) {
			return false
		}
		for _, w := range s.LHS {
			if w == nil || w.Param || w.PerThread || slices.Contains(test.Deps, w) || !all(w.uses, loop.holds) || !loop.begins(w) {
				return false
			}
		}
	}
	return true
}

// begins reports whether a variable is assigned in front of the loop whenever that begins: if not, the loop around it may
// hand on what it holds where the loop is left.
func (loop *Stmt) begins(v *Variable) bool {
	for s := loop; s.Parent != nil && s.Parent.owner != nil; s = s.Parent.owner {
		list := s.Parent.Stmts
		if slices.ContainsFunc(list[:slices.Index(list, s)], func(x *Stmt) bool { return x.Kind == AssignStmt && slices.Contains(x.LHS, v) }) {
			return true
		}
		if s.Parent.owner.Kind == ForStmt {
			return false
		}
	}
	return true
}

// holds reports whether a statement stands in the loop, of whose head only the condition
// does not.
func (loop *Stmt) holds(s *Stmt) bool {
	for s != nil && s != loop && s != loop.Post {
		if s.Parent == nil {
			return false
		}
		s = s.Parent.owner
	}
	return s != nil
}

// update returns the place of the statement that moves on what the test asks, such as
// i++, where it may as well come last; -1 for none. A step that only the body knows keeps
// its update there: the head would need the variable declared in front of the loop.
func (loop *Stmt) update(list []*Stmt, test *Stmt) int {
	for i := len(list) - 1; i >= 0; i-- {
		s := list[i]
		switch s.Kind {
		case AssignStmt:
			if s.op != "" && !s.Keep && !s.LHS[0].PerThread && slices.Contains(test.Deps, s.LHS[0]) &&
				(test == loop || s.LHS[0] == test.Count.Counter) {
				if loop.keepsStep(s) || slices.ContainsFunc(list[i+1:], func(x *Stmt) bool { return x.meets(s) }) {
					return -1
				}
				return i
			}
		case CodeStmt, CommentStmt:
			if s.Panics {
				return -1
			}
		default:
			return -1
		}
	}
	return -1
}

// keepsStep reports whether what an update changes its variable by is known in the body of
// a loop only: nothing else mentions it.
func (loop *Stmt) keepsStep(update *Stmt) bool {
	inside := func(s *Stmt) bool { return s != loop && loop.holds(s) }
	return slices.ContainsFunc(update.Deps, func(v *Variable) bool {
		return v != update.LHS[0] && !v.Param && all(v.defs, inside) && all(v.uses, inside)
	})
}

// meets reports whether two statements may not change places: one assigns what the other
// mentions.
func (s *Stmt) meets(t *Stmt) bool {
	assigns := func(s, t *Stmt) bool {
		return slices.ContainsFunc(s.LHS, func(v *Variable) bool {
			return v != nil && (slices.Contains(t.Deps, v) || slices.Contains(t.LHS, v))
		})
	}
	return assigns(s, t) || assigns(t, s)
}

// start makes the assignment in front of a loop by which its counter gets the first value
// a part of its head, where nobody else has the counter. It reports whether a statement of
// the list before is gone.
func (loop *Stmt) start(before []*Stmt) bool {
	x := loop.Post.LHS[0]
	var init *Stmt
	at := len(before) - 1
	for ; at >= 0 && init == nil; at-- {
		s := before[at]
		if s.Kind != AssignStmt || s.Keep {
			return false
		}
		if slices.Contains(s.LHS, x) {
			init = s
			break
		}
		if slices.Contains(s.Deps, x) {
			return false
		}
	}
	if init == nil || init.op != "" || len(init.LHS) != 1 || !init.silent() || x.Param || x.PerThread || x.Type != nil ||
		slices.ContainsFunc(before[at+1:], func(s *Stmt) bool { return s.meets(init) }) ||
		!all(x.defs, func(s *Stmt) bool { return s == init || loop.holds(s) }) || !all(x.uses, loop.holds) {
		return false
	}
	b := loop.Parent
	b.Stmts = slices.Delete(b.Stmts, at, at+1)
	init.define, x.decl = true, init
	loop.Init = init
	loop.overRange(x)
	return true
}

// silent reports whether an assignment can stand in the head of a loop, where it has no
// PTX text of its own.
func (s *Stmt) silent() bool { return s.simple || s.Line == 0 && len(s.Places) == 0 }

// overRange makes a loop for i := range n.
func (loop *Stmt) overRange(x *Variable) {
	n := loop.Count
	if n == nil || n.Counter != x || n.Limit == nil || len(x.defs) != 2 ||
		slices.ContainsFunc(n.Deps, func(v *Variable) bool { return slices.ContainsFunc(v.defs, loop.holds) }) {
		return
	}
	loop.Code = jen.Range().Add(n.Limit.Typed())
	if all(x.uses, func(s *Stmt) bool { return s == loop || s == loop.Post }) {
		x.defs, x.uses, x.decl = nil, nil, nil
	} else {
		loop.Code = jen.Id(x.Name).Op(":=").Add(loop.Code)
	}
	loop.Origins = slices.Concat(loop.Origins, loop.Init.Origins, loop.Post.Origins)
	loop.Init, loop.Post = nil, nil
}

// continues reports whether a block has a continue of the loop.
func continues(b *Block, loop *Stmt) bool {
	for _, s := range b.Stmts {
		if s.Kind == ContinueStmt && (s.Label == "" || s.Label == loop.Label) {
			return true // one without a label may be of a loop inside: so be it
		}
		if slices.ContainsFunc(s.blocks(), func(c *Block) bool { return continues(c, loop) }) {
			return true
		}
	}
	return false
}

func all(list []*Stmt, f func(*Stmt) bool) bool {
	return !slices.ContainsFunc(list, func(s *Stmt) bool { return !f(s) })
}
