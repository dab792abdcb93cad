package codegen

import (
	"slices"
	"sort"
)

// declare places the declarations of the variables below the function body.
// atTop puts all of them at the head of the function, which goto needs: Go
// does not let it jump over a declaration.
func declare(vars []*variable, root *block, atTop bool) {
	hoist(root)
	root.number(0)
	for _, v := range vars {
		if v.param || v.perThread && len(v.defs) == 0 || len(v.defs) == 0 && len(v.uses) == 0 {
			continue
		}
		if onlyUpdates(v) {
			// Nobody reads it: what is assigned is kept for its effect only.
			for _, s := range v.defs {
				for i, w := range s.lhs {
					if w == v {
						s.lhs[i] = nil
					}
				}
			}
			continue
		}
		if atTop {
			root.decls = append(root.decls, v)
			continue
		}
		var home *block
		for _, s := range append(append([]*stmt(nil), v.defs...), v.uses...) {
			if home == nil {
				home = s.parent
			} else {
				home = common(home, s.parent)
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
func (b *block) number(n int) int {
	for _, s := range b.stmts {
		n++
		s.order = n
		for _, c := range append([]*block{s.body, s.other}, s.cases...) {
			if c != nil {
				n = c.number(n)
			}
		}
	}
	return n
}

// first returns the first statement of the block that mentions the variable, or
// holds one that does; nil if there is none. Statements have their numbers.
func (b *block) first(v *variable) *stmt {
	var first *stmt
	for _, list := range [][]*stmt{v.defs, v.uses} {
		for _, s := range list {
			for s != nil && s.parent != b {
				if s.parent == nil {
					s = nil
					break
				}
				s = s.parent.owner
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
func (b *block) declareAt(v *variable) {
	s := b.first(v)
	if s == nil {
		b.decls = append(b.decls, v)
		return
	}
	// A declaration has the number of the statement behind it.
	i := sort.Search(len(b.stmts), func(i int) bool { return b.stmts[i].order >= s.order })
	if d := b.stmts[i]; d.kind == stVar {
		d.lhs = append(d.lhs, v)
		return
	}
	d := &stmt{kind: stVar, parent: b, order: s.order, lhs: []*variable{v}}
	b.stmts = slices.Insert(b.stmts, i, d)
}

// firstIn returns the assignment of v that can declare it: the first statement
// of its home block that mentions v, when that is a plain assignment to
// variables that are all declared there.
func firstIn(home *block, v *variable) *stmt {
	s := home.first(v)
	if s != nil && s.kind == stAssign && s.op == "" && slices.Contains(s.lhs, v) && !slices.Contains(s.deps, v) {
		return s
	}
	return nil
}

// fixDefines settles assignments of several variables of which only some are
// declared there: := needs all of them to be new, for readers and for scopes.
func fixDefines(b *block) {
	var moved []*variable
	for _, s := range b.stmts {
		if s.define {
			for _, v := range s.lhs {
				if v != nil && v.decl != s {
					s.define = false
				}
			}
			if !s.define {
				for _, v := range s.lhs {
					if v != nil && v.decl == s {
						v.decl = nil
						moved = append(moved, v)
					}
				}
			}
		}
		for _, c := range append([]*block{s.body, s.other}, s.cases...) {
			if c != nil {
				fixDefines(c)
			}
		}
	}
	for _, v := range moved {
		b.declareAt(v)
	}
}
