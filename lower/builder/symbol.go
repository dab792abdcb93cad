package builder

import (
	"fmt"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// declareVar makes the symbol of a variable of module scope. Variables that have
// no place in memory here are reported where they are used.
func (m *module) declareVar(v *frontend.Var) {
	if v.Type.IsOpaque() || v.Space == isa.SpaceTex {
		m.declareRef(v)
		return
	}
	switch v.Space {
	case isa.SpaceGlobal, isa.SpaceConst, isa.SpaceShared:
	default:
		return
	}
	if v.Linkage == frontend.Extern && v.Space != isa.SpaceShared {
		return
	}
	s := m.newSymbol(v)
	m.out.Symbols = append(m.out.Symbols, s)
}

// newSymbol makes the symbol of a variable.
func (m *module) newSymbol(v *frontend.Var) *ir.Symbol {
	space, _ := irSpace(v.Space)
	s := &ir.Symbol{
		Name:    m.uniqueName(v),
		Space:   space,
		Size:    sizeOf(v),
		Align:   max(v.Align, 1),
		Elem:    m.storage(v.Type),
		Visible: v.Linkage == frontend.Visible || v.Linkage == frontend.Weak || v.Linkage == frontend.Common,
		Pos:     v.Pos,
		Decl:    m.debug.Var(v.Name),
	}
	if v.Linkage == frontend.Extern {
		// All external shared arrays are the dynamic shared memory of the launch.
		s.Extern, s.Size = true, 0
	}
	if space != ir.Shared {
		m.varBytes = m.room(v, m.varBytes, "the .global and .const variables of a module")
	}
	m.symbols[v] = s
	if v.Init != nil {
		m.inits = append(m.inits, v)
	}
	return s
}

// maxVariables bounds what the variables of a module take, since a program has their
// memory from its start on, where too much is the end of it; and what the local
// variables of a function take, of which a thread can have far less.
const maxVariables = 1 << 30

// room adds the size of a variable to what those before it take, and reports the
// first that is too much.
func (m *module) room(v *frontend.Var, used int64, what string) int64 {
	total := used + min(v.Size(), maxVariables+1)
	if total > maxVariables && used <= maxVariables {
		m.l.Add(diag.Diagnostic{Pos: v.Pos, Len: len(v.Name), Code: "unsupported", Hint: "memory of the program, passed as a parameter, can be larger",
			Msg: fmt.Sprintf("not supported yet: with %s (%s) %s take more than %d bytes", v.Name, diag.Count(int(v.Size()), "byte"), what, maxVariables)})
	}
	return min(total, maxVariables+1)
}

// sizeOf returns the bytes of a variable; the initialiser says how many elements an array has
// that does not.
func sizeOf(v *frontend.Var) int64 {
	if n := v.Size(); n != 0 || v.Init == nil {
		return n
	}
	return int64(len(v.Init.List)) * elemSize(v)
}

// elemSize returns the bytes of one element along the first dimension.
func elemSize(v *frontend.Var) int64 {
	n := int64(v.ElemSize())
	for _, d := range v.Dims[min(1, len(v.Dims)):] {
		n *= d
	}
	return n
}

// uniqueName returns the name of a variable's symbol: its own, or, where that of a
// function's variable is taken, one with the function's name.
func (m *module) uniqueName(v *frontend.Var) string {
	name := v.Name
	if v.InFunc == nil && exported(v) {
		return name // it has been reserved
	}
	if v.InFunc != nil && m.names[name] > 0 {
		name = v.InFunc.Name + "$" + name
	}
	return m.names.unique(name)
}

// symbolNames are names in use, each with the number that the next that wants it may get.
type symbolNames map[string]int

// unique returns a name that is not taken yet: the wish, or one with a number.
func (used symbolNames) unique(wish string) string {
	name := wish
	if n := used[wish]; n > 0 {
		for used[name] > 0 {
			name = fmt.Sprintf("%s$%d", wish, n)
			n++
		}
		used[wish] = n
	}
	used[name] = 2
	return name
}

// symbol returns the symbol of a variable that the function uses, or why there is
// none.
func (b *fn) symbol(v *frontend.Var) (*ir.Symbol, string) {
	if v.InFunc == nil {
		if d := b.globals[v.Name]; d != nil {
			v = d // the definition, where this is a declaration
		}
	}
	if s := b.symbols[v]; s != nil {
		return s, ""
	}
	if s := b.moduleLocal(v); s != nil {
		return s, ""
	}
	switch {
	case v.Linkage == frontend.Extern:
		return nil, "the external variable " + v.Name
	}
	return nil, "the " + v.Space.String() + " variable " + v.Name
}

// localVar makes the symbol of a variable that a body declares.
func (b *fn) localVar(v *frontend.Var) {
	switch v.Space {
	case isa.SpaceLocal:
		b.localBytes = b.room(v, b.localBytes, "the .local variables of a function")
		s := b.newLocal(v.Name, v.Size(), max(v.Align, 1), b.storage(v.Type))
		s.Pos = v.Pos
		b.symbols[v] = s
	case isa.SpaceShared:
		b.f.Shared = append(b.f.Shared, b.newSymbol(v))
	case isa.SpaceGlobal, isa.SpaceConst:
		if v.Type.IsOpaque() {
			b.declareRef(v)
			return
		}
		b.out.Symbols = append(b.out.Symbols, b.newSymbol(v))
	}
}

// newLocal makes a symbol in the frame of the function.
func (b *fn) newLocal(name string, size int64, align int, elem ir.Type) *ir.Symbol {
	s := &ir.Symbol{Name: b.locals.unique(name), Space: ir.Local, Size: size, Align: align, Elem: elem, Pos: b.pos}
	b.f.Locals = append(b.f.Locals, s)
	return s
}
