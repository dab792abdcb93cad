package schedule

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Declared returns the type that the source declares a parameter of a kernel with, where the
// kernel does nothing that contradicts it. Where it does, the type is nil, and why says what.
func (m *Memory) Declared(kernel *ir.Func, i int) (t *cxx.Type, why string) {
	q := kernel.Params[i]
	w := m.Param(kernel, i)
	t = q.Decl
	switch {
	case t == nil || kernel.Module.Narrow():
		return nil, ""
	case t.Kind == cxx.Pointer && w == nil:
		return nil, "" // an address, of which the kernel makes nothing that has a view
	case t.Kind == cxx.Pointer:
		why = m.accesses(kernel, i, t.Elem)
	case t.Bytes() == 0:
		return nil, ""
	case w != nil:
		why = "the kernel takes it for an address"
	case t.Bytes() != q.Size:
		why = fmt.Sprintf("it has %s", diag.Count(int(q.Size), "byte"))
	case q.Type.IsFloat() && q.Type.Bits() >= 32 && t.Kind != cxx.Float:
		why = "it is a ." + q.PTX
	}
	if why != "" {
		return nil, why
	}
	return t, ""
}

// accesses compares what a kernel does with the memory behind a parameter with what is said to lie
// there. It returns what contradicts that.
func (m *Memory) accesses(kernel *ir.Func, i int, elem *cxx.Type) string {
	size := elem.Bytes()
	if size == 0 {
		return ""
	}
	w := m.views[param{kernel, i}]
	least := int64(0) // of the accesses that are none of whole numbers
	for f, list := range m.access {
		if f.Owner() != kernel {
			continue
		}
		for _, a := range list {
			if a == nil || a.Base.Kind != analysis.BaseParam || a.Base.Index != i || a.Base.Off != 0 {
				continue
			}
			if !fitsElem(a, elem) && (least == 0 || a.bytes < least) {
				least = a.bytes
			}
		}
	}
	switch {
	case least > 0:
		return fmt.Sprintf("an access of %s is none of whole numbers there", diag.Count(int(least), "byte"))
	case elem.Kind == cxx.Float && w.sums:
		return "atomic operations take it for integers"
	case (elem.Kind == cxx.Int || elem.Kind == cxx.Uint) && w.Elem.IsFloat():
		return "accesses are of floats"
	}
	return ""
}

// fitsElem reports whether an access may be one of whole numbers of elements behind each other. What is
// known of its offset is a remainder.
func fitsElem(a *Access, elem *cxx.Type) bool {
	size := elem.Bytes()
	step := size
	for _, t := range a.Terms {
		step = gcd(step, t.Scale)
	}
	if a.Root != nil {
		step = gcd(step, a.Align)
	}
	if size/step > 1<<12 {
		return true // nothing is known of where it may be
	}
	first := ((a.Off % step) + step) % step
	for o := first; o < size; o += step {
		if elem.Boundary(o) && elem.Boundary((o+a.bytes)%size) {
			return true
		}
	}
	return false
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// wish is the type of elements that what is declared asks for, Void where it asks for none.
func wish(t *cxx.Type) ir.Type {
	for t != nil && t.Kind == cxx.Array {
		t = t.Elem
	}
	switch {
	case t == nil || t.Kind != cxx.Float:
		return ir.Void
	case t.Bits == 32:
		return ir.F32
	case t.Bits == 64:
		return ir.F64
	}
	return ir.Void
}

// wishOf is the wish for what a parameter points to.
func wishOf(p param) ir.Type {
	if t := p.kernel.Params[p.index].Decl; t != nil && t.Kind == cxx.Pointer {
		return wish(t.Elem)
	}
	return ir.Void
}
