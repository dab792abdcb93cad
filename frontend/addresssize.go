package frontend

import "github.com/ptx2go/ptx2go/internal/isa"

// sizeDirective is the version that has .address_size (section 11.1.3). Older
// modules have the addresses that they use: compilers wrote 64-bit ones long
// before there was a way to say so.
var sizeDirective = isa.Version{Major: 2, Minor: 3}

// inferAddressSize sets the address size of a module that cannot say it: 64 bits
// if a 64-bit register is an address anywhere. Names are resolved.
func inferAddressSize(m *Module, bodies []*Func) {
	if m.sized || !m.Version.Less(sizeDirective) {
		return
	}
	for _, f := range bodies {
		if wideAddress(f.Body) {
			m.AddressSize = 64
			return
		}
	}
}

// Sized reports whether the module says itself how wide addresses are.
func (m *Module) Sized() bool { return m.sized }

func wideAddress(b *Block) bool {
	for i := range b.Stmts {
		s := &b.Stmts[i]
		switch s.Kind {
		case StmtBlock:
			if wideAddress(s.Block) {
				return true
			}
		case StmtInst:
			for k := range s.Inst.Ops {
				o := &s.Inst.Ops[k]
				if r, ok := o.Sym.(*Reg); ok && o.Kind == OpAddr && r.Var.Type.Bits() == 64 {
					return true
				}
			}
		}
	}
	return false
}
