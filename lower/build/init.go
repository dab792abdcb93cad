package build

import (
	"strconv"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// maxInit bounds the initial values of a module, in bytes. A short text can ask
// for more, by giving the last elements of a large array.
const maxInit = 512 << 20

// initialise gives a symbol its initial bytes and the addresses in them.
func (m *module) initialise(v *frontend.Var) {
	s := m.symbols[v]
	m.initBytes += v.Size()
	if m.initBytes > maxInit {
		m.unsupported(v.Pos, "initial values of more than "+strconv.Itoa(maxInit)+" bytes in a module")
		return
	}
	data, relocs := m.ast.Image(v)
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
	if g.ast.Entry {
		return nil, "the address of a kernel"
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
