package builder

import (
	"fmt"
	"strconv"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// A short text can ask for initial values of any size, by giving the last elements of
// large arrays. They are bounded by the text: no element takes fewer than two bytes
// of it, and none has more than eight, so that tables that are written out pass
// whatever their size. sparseInit more bytes may be zeros that are not.
const (
	initPerText = 4
	sparseInit  = 4 << 20
)

// initLimit is the most bytes of initial values that the module may have.
func (m *module) initLimit() int64 { return sparseInit + initPerText*int64(len(m.ast.File.Src)) }

// initialise gives a symbol its initial bytes and the addresses in them.
func (m *module) initialise(v *frontend.Var) {
	if m.initBytes > m.initLimit() {
		return // it has been reported
	}
	s := m.symbols[v]
	data, relocs := m.ast.Image(v)
	if m.initBytes += int64(len(data)); m.initBytes > m.initLimit() {
		m.unsupported(v.Pos, fmt.Sprintf("%d bytes of initial values with those of %s, most of them zeros that the text does not give", m.initBytes, v.Name))
		return
	}
	s.Init = trimZeros(data)
	for _, r := range relocs {
		out := ir.Reloc{Off: r.Offset, Width: r.Size, Add: r.Addend, Generic: r.Generic}
		if r.Shift > 0 {
			out.Shift = r.Shift
		}
		why := ""
		switch ref := r.Ref.(type) {
		case *frontend.Func:
			out.Func, why = m.funcReloc(ref)
		case *frontend.Var:
			out.Sym, why = m.varReloc(ref)
		default:
			why = "this initial value"
		}
		if why == "" && r.Shift < 0 && r.Size < m.out.PtrBits/8 && (out.Func != nil || out.Sym.Space != ir.Shared) {
			why = strconv.Itoa(8*r.Size) + "-bit addresses in initial values"
		}
		if why != "" {
			m.unsupported(v.Pos, why)
			continue
		}
		s.Relocs = append(s.Relocs, out)
	}
}

func (m *module) funcReloc(f *frontend.Func) (*ir.Func, string) {
	g := m.lookup(f.Name)
	if g == nil || g.ir == nil {
		return nil, "the address of " + f.Name + ", which has no body"
	}
	if x := m.usable(g); x != (missing{}) {
		return nil, "the address of a function: " + x.why
	}
	return g.ir, ""
}

func (m *module) varReloc(v *frontend.Var) (*ir.Symbol, string) {
	if d := m.globals[v.Name]; v.InFunc == nil && d != nil {
		v = d
	}
	if s := m.symbols[v]; s != nil {
		return s, ""
	}
	return nil, "the address of " + v.Name
}

// trimZeros drops the zeros at the end: what is not given is zero anyway.
func trimZeros(b []byte) []byte {
	n := len(b)
	for n > 0 && b[n-1] == 0 {
		n--
	}
	return b[:n]
}
