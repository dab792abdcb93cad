package build

import "github.com/ptx2go/ptx2go/frontend"

// nameSet is a set of names; nil holds every name.
type nameSet map[string]bool

func (s nameSet) has(name string) bool { return s == nil || s[name] }

// reachable returns the functions and variables that the chosen entries use, by
// name, or nil where all of the module is wanted.
func (b *module) reachable() nameSet {
	if len(b.opt.Entries) == 0 {
		return nil
	}
	keep := nameSet{}
	var todo []string
	visit := func(name string) {
		if a, ok := b.alias[name]; ok {
			name = a
		}
		if (b.funcs[name] != nil || b.globals[name] != nil) && !keep[name] {
			keep[name] = true
			todo = append(todo, name)
		}
	}
	for _, name := range b.opt.Entries {
		if f := b.funcs[name]; f == nil || !f.ast.Entry {
			b.errorf(0, "entry", "there is no entry %s in this module", name)
			continue
		}
		visit(name)
	}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if f := b.funcs[name]; f != nil {
			usedInBlock(f.ast.Body, visit)
		}
		if v := b.globals[name]; v != nil {
			usedInInit(v.Init, visit)
		}
	}
	return keep
}

// usedInBlock calls visit for every module name that the statements use. It may
// also call it for local names, which keep too much at worst.
func usedInBlock(blk *frontend.Block, visit func(string)) {
	if blk == nil {
		return
	}
	for i := range blk.Stmts {
		s := &blk.Stmts[i]
		switch s.Kind {
		case frontend.StmtInst:
			usedInOperands(s.Inst.Ops, visit)
		case frontend.StmtBlock:
			usedInBlock(s.Block, visit)
		case frontend.StmtVar:
			usedInInit(s.Var.Init, visit)
		case frontend.StmtTable:
			for _, n := range s.Table.Names {
				visit(n.Text)
			}
		}
	}
}

func usedInOperands(ops []frontend.Operand, visit func(string)) {
	for i := range ops {
		o := &ops[i]
		if _, reg := o.Sym.(*frontend.Reg); !reg && o.Name != "" {
			visit(o.Name)
		}
		if o.Const != nil && o.Const.Kind == frontend.ConstAddr {
			visit(o.Const.Sym)
		}
		usedInOperands(o.Elems, visit)
	}
}

func usedInInit(in *frontend.Init, visit func(string)) {
	if in == nil {
		return
	}
	if in.Expr != nil && in.Expr.Kind == frontend.ConstAddr {
		visit(in.Expr.Sym)
	}
	for _, e := range in.List {
		usedInInit(e, visit)
	}
}
