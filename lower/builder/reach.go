package builder

import (
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
)

// keepSet is a set of functions and variables; nil holds all.
type keepSet map[frontend.Symbol]bool

func (s keepSet) has(sym frontend.Symbol) bool { return s == nil || s[sym] }

// reachable returns the functions and variables that the chosen entries use, or nil
// where all of the modules is wanted.
func (p *linked) reachable() keepSet {
	if len(p.opt.Entries) == 0 {
		return nil
	}
	keep := keepSet{}
	type place struct {
		in  *module
		sym frontend.Symbol
	}
	var todo []place
	visit := func(m *module, name string) {
		if in, sym := m.named(name); sym != nil && !keep[sym] {
			keep[sym] = true
			todo = append(todo, place{in, sym})
		}
	}
	for _, name := range p.opt.Entries {
		i := slices.IndexFunc(p.modules, func(m *module) bool { f := m.funcs[name]; return f != nil && f.in == m && f.ast.Entry })
		if i < 0 {
			p.l.Errorf(0, "entry", "there is no entry %s in this module", name)
			continue
		}
		visit(p.modules[i], name)
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		use := func(name string) { visit(at.in, name) }
		switch s := at.sym.(type) {
		case *frontend.Func:
			usedInBlock(s.Body, use)
		case *frontend.Var:
			usedInInit(s.Init, use)
		}
	}
	return keep
}

// named returns the function or variable that a name of the module means, and the
// module that it is in.
func (m *module) named(name string) (*module, frontend.Symbol) {
	if f := m.lookup(name); f != nil {
		return f.in, f.ast
	}
	v := m.globals[name]
	if v == nil {
		return nil, nil
	}
	if d, ok := m.ast.Linked(name); ok {
		return m.moduleOf(d.Module), v
	}
	return m, v
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
