package gosrc

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// mostAsked is how many ifs at most become one. Gofmt and Go's compiler go down into a condition once for
// each of its operands.
const mostAsked = 256

// JoinLeaves makes one if of those that stand in a row and leave for the same place.
func JoinLeaves(b *Block) {
	j := joiner{asked: map[*Stmt]int{}, into: map[*Stmt]*Stmt{}, moved: map[*Variable]bool{}}
	j.block(b)
	for v := range j.moved {
		for i, u := range v.uses {
			if s := j.into[u]; s != nil {
				v.uses[i] = s
			}
		}
	}
}

// joiner joins ifs.
type joiner struct {
	asked map[*Stmt]int      // of an if: how many it was
	into  map[*Stmt]*Stmt    // of an if that is gone: the one that asks for it
	moved map[*Variable]bool // those that such an if mentions
}

func (j *joiner) block(b *Block) {
	out := b.Stmts[:0]
	for _, s := range b.Stmts {
		for _, c := range append([]*Block{s.Body, s.Other}, s.Cases...) {
			if c != nil {
				j.block(c)
			}
		}
		if len(out) > 0 && j.asked[out[len(out)-1]] < mostAsked-1 && out[len(out)-1].leavesWith(s) {
			j.join(out[len(out)-1], s)
			continue
		}
		out = append(out, s)
	}
	b.Stmts = out
}

// join adds what another if asks to what this one does.
func (j *joiner) join(s, t *Stmt) {
	s.Code, s.Neg, s.Turns = s.Code.Clone().Op("||").Line().Add(t.Code), nil, false
	for _, v := range t.Deps {
		j.moved[v] = true
	}
	s.Deps = append(s.Deps, t.Deps...)
	s.Origins = append(s.Origins, t.Origins...)
	j.asked[s]++
	j.into[t] = s
}

// leavesWith reports whether two ifs do nothing but to leave, for the same place, and
// the second one is of no line of PTX.
func (s *Stmt) leavesWith(t *Stmt) bool {
	return s.onlyLeaves() && t.onlyLeaves() && t.Line == 0 && t.Comment == "" &&
		slices.EqualFunc(s.Body.Stmts, t.Body.Stmts, func(a, b *Stmt) bool {
			return a.Kind == b.Kind && a.Label == b.Label && a.source() == b.source()
		})
}

// onlyLeaves reports whether a statement is an if that may leave, and has no other side.
func (s *Stmt) onlyLeaves() bool {
	if s.Kind != IfStmt || s.Other != nil || s.Count != nil || len(s.Body.Stmts) == 0 || len(s.Body.decls) > 0 {
		return false
	}
	for i, x := range s.Body.Stmts {
		switch x.Kind {
		case BreakStmt, ContinueStmt, GotoStmt, ReturnStmt:
			return i == len(s.Body.Stmts)-1
		case CodeStmt:
		default:
			return false
		}
		if len(x.Deps) > 0 || x.Line != 0 || len(x.Places) > 0 {
			return false
		}
	}
	return false
}

// source is the text of what a statement calls or returns.
func (s *Stmt) source() string {
	if s.Code == nil && len(s.RHS) == 0 {
		return ""
	}
	list := s.RHS
	if s.Kind == CodeStmt {
		list = []jen.Code{s.Code}
	}
	return Plain(jen.List(list...))
}

// Unlabel takes the labels from breaks and continues that are for the innermost loop or
// switch anyway.
func Unlabel(b *Block) { b.unlabel(nil, nil) }

// unlabel does so in a block that stands in a loop, and in a loop or switch, if any.
func (b *Block) unlabel(loop, inner *Stmt) {
	for _, s := range b.Stmts {
		switch {
		case s.Kind == BreakStmt && inner != nil && s.Label == inner.Label,
			s.Kind == ContinueStmt && loop != nil && s.Label == loop.Label:
			s.Label = ""
		}
		l, in := loop, inner
		switch s.Kind {
		case ForStmt:
			l, in = s, s
		case SwitchStmt:
			in = s
		}
		for _, c := range append([]*Block{s.Body, s.Other}, s.Cases...) {
			if c != nil {
				c.unlabel(l, in)
			}
		}
	}
}
