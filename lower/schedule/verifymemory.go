package schedule

import (
	"fmt"
	"reflect"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// verifyMemory checks the views, and of every access of the functions that are printed,
// as they are now, that it is what the schedule says of it.
func (s *Schedule) verifyMemory() []error {
	var list []error
	bad := func(format string, args ...any) { list = append(list, fmt.Errorf("memory: "+format, args...)) }
	m := s.Memory
	for _, k := range s.Kernels {
		for i, p := range k.Func.Params {
			w := m.Param(k.Func, i)
			if w == nil {
				continue
			}
			if !m.sliced(param{k.Func, i}) {
				bad("parameter %s of kernel %s has a view, and is no pointer that can have one", p.Name, k.Func.Name)
			}
			if why := w.wrong(); why != "" {
				bad("the view of parameter %s of kernel %s %s", p.Name, k.Func.Name, why)
			}
		}
	}
	for _, x := range variables(s.Module) {
		w := m.symbols[x]
		switch {
		case w == nil:
			bad("variable %s has no view", x.Name)
		case w.wrong() != "":
			bad("the view of variable %s %s", x.Name, w.wrong())
		case !m.fits(x, w):
			bad("variable %s is no array of %s", x.Name, w.Elem)
		}
	}
	if len(list) > 0 {
		return list // else nothing is safe to ask
	}
	for _, f := range s.Funcs() {
		prov, r := analysis.NewProvenance(f), &reaches{m: m, f: f}
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if !v.IsAccess() {
					continue
				}
				if why := r.wrong(v, prov.Access(v)); why != "" {
					bad("v%d %s of %s: %s", v.ID, v.Op, f.Name, why)
				}
			}
		}
	}
	return list
}

// wrong says what is wrong with a view on its own, "" for nothing.
func (w *View) wrong() string {
	switch {
	case w.Elem != ir.F32 && w.Elem != ir.F64 && (!w.Elem.IsInt() || w.Elem.Bits() < 8 || w.Elem.Bits() > 64):
		return "has elements of type " + w.Elem.String()
	case w.Bytes && w.Elem != ir.I8:
		return "shows bytes as elements of type " + w.Elem.String()
	case w.Atomics && !w.Writes:
		return "has atomic operations that write nothing"
	}
	return ""
}

// wrong says what is wrong with an access whose address is now what it is.
func (r *reaches) wrong(v *ir.Value, now analysis.Addr) string {
	m, a := r.m, r.m.Access(v)
	switch {
	case a == nil:
		return "the schedule knows nothing of it"
	case !reflect.DeepEqual(a.Addr, now):
		return "its address is another one"
	case a.View == nil:
		return ""
	case a.View != m.viewOf(r.f, &now, false):
		return "goes through the view of something else"
	case now.IsShared() && !r.f.Entry:
		return "names shared memory of a kernel"
	case !a.View.Writes && v.Writes(), !a.View.Atomics && v.IsAtomic():
		return "does what its view excludes"
	case !a.View.Bytes && v.Attr.Mem.Bytes() != a.View.Elem.Bytes():
		return fmt.Sprintf("%s, through elements of type %s", v.Attr.Mem, a.View.Elem)
	case !a.View.Bytes && now.Align%int64(a.View.Elem.Bytes()) != 0:
		return "may be no multiple of its element"
	case a.Reach < r.of(v, &now), a.Reach < a.View.Reach:
		return fmt.Sprintf("is said to go %s, and may go farther", a.Reach)
	case a.Reach == Beyond || a.Reach > Within && a.View.Bytes:
		return fmt.Sprintf("goes %s through a view that does not show it", a.Reach)
	case a.Aligned && !m.aligned(v, &now):
		return "is said to be aligned, and may not be"
	case a.Inside && !r.certain(v, &now):
		return "is said never to fault, and may"
	}
	return ""
}

// certain reports whether an access is aligned and inside of a variable by its bounds.
func (r *reaches) certain(v *ir.Value, a *analysis.Addr) bool {
	s := a.Base.Sym
	if s == nil || s.Extern || v.Writes() && s.Space == ir.Const {
		return false
	}
	start := int64(s.Align)
	if s.Space == ir.Shared {
		start = s.Offset
	}
	lo, hi, ok := r.bounds(v, a)
	return ok && lo >= 0 && hi+size(v) <= float64(s.Size) && a.Align%v.AccessBytes() == 0 && start%v.AccessBytes() == 0
}
