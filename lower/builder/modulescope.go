package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Before PTX 3.0 registers and local variables could be declared at module scope.
// Each thread has its own, so in a kernel they are like those of the kernel itself.
// Those that a device function uses, too, would have to be passed to it; they are
// reported.

// sharedWithFunctions reports whether the body of a device function names a register
// or local variable of module scope.
func (m *module) sharedWithFunctions(v *frontend.Var) bool {
	if m.inFuncs == nil {
		m.inFuncs = map[*frontend.Var]bool{}
		for _, f := range m.order {
			if !f.ast.Entry && f.ast.Body != nil {
				m.noteModuleScope(f.ast.Body)
			}
		}
	}
	return m.inFuncs[v]
}

func (m *module) noteModuleScope(blk *frontend.Block) {
	note := func(sym frontend.Symbol) {
		switch sym := sym.(type) {
		case *frontend.Reg:
			m.inFuncs[sym.Var] = true
		case *frontend.Var:
			m.inFuncs[sym] = true
		}
	}
	var operands func(ops []frontend.Operand)
	operands = func(ops []frontend.Operand) {
		for i := range ops {
			note(ops[i].Sym)
			if c := ops[i].Const; c != nil {
				note(c.Ref)
			}
			operands(ops[i].Elems)
		}
	}
	for i := range blk.Stmts {
		switch s := &blk.Stmts[i]; s.Kind {
		case frontend.StmtBlock:
			m.noteModuleScope(s.Block)
		case frontend.StmtInst:
			if g := s.Inst.Guard; g != nil {
				note(g.Pred.Sym)
			}
			operands(s.Inst.Ops)
		}
	}
}

// moduleLocal returns the symbol of a local variable of module scope in the frame of
// the kernel, or nil where it cannot have one.
func (b *fn) moduleLocal(v *frontend.Var) *ir.Symbol {
	if v.InFunc != nil || v.Space != isa.SpaceLocal || !b.ast.Entry || b.sharedWithFunctions(v) {
		return nil
	}
	if s := b.moduleLocals[v]; s != nil {
		return s
	}
	s := b.newLocal(v.Name, v.Size(), max(v.Align, 1), b.storage(v.Type))
	s.Pos = v.Pos
	if b.moduleLocals == nil {
		b.moduleLocals = map[*frontend.Var]*ir.Symbol{}
	}
	b.moduleLocals[v] = s
	return s
}
