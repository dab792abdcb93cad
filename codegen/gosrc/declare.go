package gosrc

import (
	"slices"
	"sort"
)

// Declare places the declarations of the variables below the function body.
// atTop puts all of them at the head of the function, which goto needs: Go
// does not let it jump over a declaration.
func Declare(vars []*Variable, root *Block, atTop bool) {
	hoist(root)
	root.number(0)
	for _, v := range vars {
		if v.decl != nil || v.Param || v.PerThread && len(v.defs) == 0 || len(v.defs) == 0 && len(v.uses) == 0 {
			continue
		}
		if onlyUpdates(v) && !v.Part {
			// Nobody reads it: what is assigned is kept for its effect only.
			for _, s := range v.defs {
				for i, w := range s.LHS {
					if w == v {
						s.LHS[i] = nil
					}
				}
			}
			continue
		}
		if atTop {
			root.decls = append(root.decls, v)
			continue
		}
		var home *Block
		for _, s := range append(append([]*Stmt(nil), v.defs...), v.uses...) {
			if home == nil {
				home = s.Parent
			} else {
				home = common(home, s.Parent)
			}
		}
		if d := firstIn(home, v); d != nil {
			d.define = true
			v.decl = d
			continue
		}
		// Keep the declaration out of loops whose body lives through several
		// rounds: a variable that is read in a later round than it was written
		// belongs outside. A phi is assigned outside the loop as well, so its
		// home is outside already.
		home.declareAt(v)
	}
	fixDefines(root)
}

// number gives the statements of a block their order in the text.
func (b *Block) number(n int) int {
	for _, s := range b.Stmts {
		n++
		s.order = n
		for _, part := range []*Stmt{s.Init, s.Post} {
			if part != nil {
				part.order = n
			}
		}
		for _, c := range append([]*Block{s.Body, s.Other}, s.Cases...) {
			if c != nil {
				n = c.number(n)
			}
		}
	}
	return n
}

// first returns the first statement of the block that mentions the variable, or
// holds one that does; nil if there is none. Statements have their numbers.
func (b *Block) first(v *Variable) *Stmt {
	var first *Stmt
	for _, list := range [][]*Stmt{v.defs, v.uses} {
		for _, s := range list {
			for s != nil && s.Parent != b {
				if s.Parent == nil {
					s = nil
					break
				}
				s = s.Parent.owner
			}
			if s != nil && (first == nil || s.order < first.order) {
				first = s
			}
		}
	}
	return first
}

// declareAt puts a var declaration in front of the first statement of the block
// that mentions the variable.
func (b *Block) declareAt(v *Variable) {
	s := b.first(v)
	if s == nil {
		b.decls = append(b.decls, v)
		return
	}
	// A declaration has the number of the statement behind it.
	i := sort.Search(len(b.Stmts), func(i int) bool { return b.Stmts[i].order >= s.order })
	if d := b.Stmts[i]; d.Kind == VarStmt {
		d.LHS = append(d.LHS, v)
		return
	}
	d := &Stmt{Kind: VarStmt, Parent: b, order: s.order, LHS: []*Variable{v}}
	b.Stmts = slices.Insert(b.Stmts, i, d)
}

// firstIn returns the assignment of v that can declare it: the first statement
// of its home block that mentions v, when that is a plain assignment to
// variables that are all declared there.
func firstIn(home *Block, v *Variable) *Stmt {
	s := home.first(v)
	if s != nil && s.Kind == AssignStmt && s.op == "" && slices.Contains(s.LHS, v) && !slices.Contains(s.Deps, v) {
		return s
	}
	return nil
}

// fixDefines settles assignments of several variables of which only some are
// declared there: := needs all of them to be new, for readers and for scopes.
func fixDefines(b *Block) {
	var moved []*Variable
	for _, s := range b.Stmts {
		if s.define {
			for _, v := range s.LHS {
				if v != nil && v.decl != s {
					s.define = false
				}
			}
			if !s.define {
				for _, v := range s.LHS {
					if v != nil && v.decl == s {
						v.decl = nil
						moved = append(moved, v)
					}
				}
			}
		}
		for _, c := range append([]*Block{s.Body, s.Other}, s.Cases...) {
			if c != nil {
				fixDefines(c)
			}
		}
	}
	for _, v := range moved {
		b.declareAt(v)
	}
}
