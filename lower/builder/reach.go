package builder

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// place is a function or variable, and the module that it is in.
type place struct {
	in  *module
	sym frontend.Symbol
}

// reachable returns the functions and variables that are to be built: those that the chosen
// entries use, or where none is chosen everything but variables of which nobody knows.
func (p *linked) reachable() map[frontend.Symbol]bool {
	keep := map[frontend.Symbol]bool{}
	for at := range p.closure(p.roots()) {
		keep[at.sym] = true
	}
	return keep
}

// roots are the chosen entries, or what is built whether something refers to it or not.
func (p *linked) roots() []place {
	var list []place
	var entries []string
	for _, m := range p.modules {
		entries = append(entries, Entries(m.ast)...)
	}
	for _, wanted := range p.opt.Entries {
		name, problem, hint := cxx.Find(wanted, entries)
		if problem != "" {
			p.l.Add(diag.Diagnostic{Code: "entry", Msg: fmt.Sprintf("there is no entry %s in this module: %s", wanted, problem), Hint: hint})
			continue
		}
		i := slices.IndexFunc(p.modules, func(m *module) bool { f := m.funcs[name]; return f != nil && f.in == m && f.ast.Entry })
		list = append(list, place{p.modules[i], p.modules[i].funcs[name].ast})
	}
	if len(p.opt.Entries) > 0 {
		return list
	}
	for _, m := range p.modules {
		for _, d := range m.ast.Decls {
			switch d := d.(type) {
			case *frontend.Func:
				list = append(list, place{m, d})
			case *frontend.Var:
				if !m.private(d) {
					list = append(list, place{m, d})
				}
			}
		}
	}
	return list
}

// Entries lists the names of the kernels of a module.
func Entries(m *frontend.Module) (names []string) {
	for _, d := range m.Decls {
		if f, ok := d.(*frontend.Func); ok && f.Entry {
			names = append(names, f.Name)
		}
	}
	return names
}

// private reports whether only the module's own code can know a variable: it has memory, and no
// linking directive. In front of PTX 3.1 compilers wrote none for what the host sets either.
func (m *module) private(v *frontend.Var) bool {
	return (v.Space == isa.SpaceGlobal || v.Space == isa.SpaceConst) && !v.Type.IsOpaque() && v.Linkage == frontend.Internal && !m.before(3, 1)
}

// closure returns what some places use, through each other, and these.
func (p *linked) closure(roots []place) map[place]bool {
	found := map[place]bool{}
	var todo []place
	add := func(at place) {
		if !found[at] {
			found[at] = true
			todo = append(todo, at)
		}
	}
	for _, at := range roots {
		add(at)
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		use := func(name string) {
			if in, sym := at.in.named(name); sym != nil {
				add(place{in, sym})
			}
		}
		switch s := at.sym.(type) {
		case *frontend.Func:
			usedInBlock(s.Body, use)
		case *frontend.Var:
			usedInInit(s.Init, use)
		}
	}
	return found
}

// leaveOut notes which private variables of a module are not built, since nothing refers to them.
func (m *module) leaveOut(list []*frontend.Var) {
	if len(list) == 0 {
		return
	}
	first, size := list[0], int64(0)
	for _, v := range list {
		size += sizeOf(v)
	}
	msg := fmt.Sprintf("variable %s of %s is left out: nothing refers to it, and without .visible the host does not know it", first.Name, diag.Count(int(size), "byte"))
	if n := len(list); n > 1 {
		msg = fmt.Sprintf("%d variables of %s are left out, %s the first: nothing refers to them, and without .visible the host does not know them",
			n, diag.Count(int(size), "byte"), first.Name)
	}
	m.l.Add(diag.Diagnostic{Pos: first.Pos, Len: len(first.Name), Severity: diag.Note, Code: "unused", Msg: msg})
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
