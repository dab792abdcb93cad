package analysis

import "github.com/ptx2go/ptx2go/lower/ir"

// IsShared reports whether an address is that of a shared variable.
func (a *Addr) IsShared() bool { return a.Base.Kind == BaseSymbol && a.Base.Sym.Space == ir.Shared }

// IsLocal reports whether an address is that of a local variable.
func (a *Addr) IsLocal() bool { return a.Base.Kind == BaseSymbol && a.Base.Sym.Space == ir.Local }

// Fixed reports whether an access of the address is at a constant distance from the start of
// a variable, inside of it and aligned.
func (a *Addr) Fixed(v *ir.Value) bool {
	n, s := v.AccessBytes(), a.Base.Sym
	return s != nil && a.Root == nil && len(a.Terms) == 0 && !s.Extern && a.Off >= 0 && a.Off+n <= s.Size && a.Off%n == 0 && int64(s.Align)%n == 0 &&
		(!v.Writes() || s.Space != ir.Const)
}
