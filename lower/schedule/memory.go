package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Memory is how the memory that a module accesses appears to who prints it: variables and
// the buffers after parameters as views, and every access as one through a view, or one
// by its address.
type Memory struct {
	views   map[param]*View
	symbols map[*ir.Symbol]*View
	freed   map[param]bool       // given to the device function free
	pointer map[param]bool       // used as pointers
	local   map[*ir.Symbol]int64 // where local variables begin in their frames
	prov    map[*ir.Func]*analysis.Provenance
	access  map[*ir.Func][]*Access // by value ID, nil for what is no access
}

// View is how a variable, or the buffer that a parameter of a kernel points to, appears:
// as elements of one type where all accesses agree on a width and are aligned to it, else
// as bytes. A variable that no access names has the type of its declaration.
type View struct {
	Elem    ir.Type // an integer without a sign, F32 or F64; I8 where Bytes
	Bytes   bool    // accessed by offsets in bytes
	Reach   Reach   // of a shared variable: that of the access that goes farthest
	Writes  bool    // there are stores or atomic operations
	Atomics bool

	sums bool // there are atomic operations of integers, other than exchanges
}

// Access is a Load, Store or Atomic.
type Access struct {
	analysis.Addr

	// View is what it goes through, nil where it goes by its address: of such an access
	// no more than Addr and Reach is known.
	View  *View
	Reach Reach // how far an access of a shared or local variable may go

	Aligned bool // of a variable, and certainly at a multiple of its size
	Inside  bool // certainly inside of its variable, and aligned: it never faults

	bytes int64 // how many it loads or stores
}

// Unit returns how many bytes the elements have that an access through a view counts in: those of
// the view, or where that is one of bytes what the access itself loads or stores.
func (a *Access) Unit(v *ir.Value) int64 {
	if a.View.Bytes {
		return int64(v.Attr.Mem.Bytes())
	}
	return int64(a.View.Elem.Bytes())
}

// param is a parameter of a kernel.
type param struct {
	kernel *ir.Func
	index  int
}

// viewOf returns the view of what an address points into, nil where that has none. It may
// make one.
func (m *Memory) viewOf(f *ir.Func, a *analysis.Addr, create bool) *View {
	switch a.Base.Kind {
	case analysis.BaseParam:
		p := param{f.Owner(), a.Base.Index}
		if a.Base.Off != 0 || !m.sliced(p) {
			return nil
		}
		if m.views[p] == nil && create {
			m.views[p] = &View{}
		}
		return m.views[p]
	case analysis.BaseSymbol:
		s := a.Base.Sym
		if s.Extern && s.Space != ir.Shared {
			return nil
		}
		if m.symbols[s] == nil && create {
			m.symbols[s] = &View{}
		}
		return m.symbols[s]
	}
	return nil
}

// sliced reports whether the buffer that a parameter points to may have a view.
func (m *Memory) sliced(p param) bool {
	size, q := int64(8), p.kernel.Params[p.index]
	if p.kernel.Module.Narrow() {
		size = 4
	}
	return m.pointer[p] && !m.freed[p] && q.Size == size && q.Type != ir.Void
}

// tally counts the accesses of what a view shows.
type tally struct {
	size         int // of all of them in bytes
	mixed        bool
	floats, ints int
}

type tallies map[*View]*tally

// note adds an access.
func (all tallies) note(w *View, v *ir.Value, a *analysis.Addr) {
	n := v.Attr.Mem.Bytes()
	t := all[w]
	if t == nil {
		t = &tally{size: n}
		all[w] = t
	}
	if n != t.size || a.Align%int64(n) != 0 {
		t.mixed = true
	}
	if v.Attr.Mem.IsFloat() && n >= 4 {
		t.floats++
	} else {
		t.ints++
	}
	w.Atomics = w.Atomics || v.IsAtomic()
	w.sums = w.sums || v.IsAtomic() && v.Attr.Mem.IsInt() && v.Attr.Atom != ir.AtomExch && v.Attr.Atom != ir.AtomCAS
	w.Writes = w.Writes || v.Writes()
}

// settle chooses the element of a view from its accesses, and where these leave it open
// whether they are of floats, by a wish.
func (w *View) settle(t *tally, wish ir.Type) {
	switch {
	case t.mixed || t.size > 8:
		w.Bytes, w.Elem = true, ir.I8
	case wish.Bytes() == t.size && wish.IsFloat() && !w.Atomics:
		w.Elem = wish
	case t.floats <= t.ints:
		w.Elem = ir.IntOfBits(8 * t.size)
	case t.size == 8:
		w.Elem = ir.F64
	default:
		w.Elem = ir.F32
	}
}

// variables lists the variables of a module and of its functions.
func variables(mod *ir.Module) []*ir.Symbol {
	list := slices.Clone(mod.Symbols)
	for _, f := range mod.Funcs {
		list = slices.Concat(list, f.Shared, f.Locals)
	}
	return list
}

// fit makes a view one of bytes where its elements do not fit the variable.
func (m *Memory) fit(s *ir.Symbol, w *View) {
	if !m.fits(s, w) {
		w.Bytes, w.Elem = true, ir.I8
	}
}

// fits reports whether a variable is an array of the elements of a view.
func (m *Memory) fits(s *ir.Symbol, w *View) bool {
	n := int64(w.Elem.Bytes())
	return s.Size%n == 0 && m.place(s)%n == 0
}

// place returns where a variable begins in its window or frame; that of a dynamic shared
// one depends on the kernel.
func (m *Memory) place(s *ir.Symbol) int64 {
	if s.Space == ir.Local {
		return m.local[s]
	}
	return s.Offset
}

// dynamicAlign is the alignment of dynamic shared memory in the window.
const dynamicAlign = 128

// Start returns where a variable begins: a shared one in the window of a kernel, a local
// one in its frame.
func (m *Memory) Start(f *ir.Func, s *ir.Symbol) int64 {
	if s.Space == ir.Shared && s.Extern {
		return (f.SharedSize + dynamicAlign - 1) &^ (dynamicAlign - 1)
	}
	return m.place(s)
}

// Provenance returns what the addresses of a function point into.
func (m *Memory) Provenance(f *ir.Func) *analysis.Provenance { return m.prov[f] }

// Access returns what is known of an access, nil for a value that is none.
func (m *Memory) Access(v *ir.Value) *Access {
	if list := m.access[v.Block.Func]; int(v.ID) < len(list) {
		return list[v.ID]
	}
	return nil
}

// Param returns the view of what a parameter of a kernel points to, nil where it has none.
func (m *Memory) Param(kernel *ir.Func, i int) *View { return m.views[param{kernel, i}] }

// Symbol returns the view of a variable of the module.
func (m *Memory) Symbol(s *ir.Symbol) *View { return m.symbols[s] }

// Static lists the static shared variables that a kernel names and does not reach beyond:
// the fields of a struct.
func (m *Memory) Static(kernel *ir.Func) []*ir.Symbol {
	var out []*ir.Symbol
	for _, b := range kernel.Blocks {
		for _, v := range b.Values {
			if s := v.Attr.Sym; v.Op == ir.OpSymAddr && s.Space == ir.Shared && !s.Extern && m.symbols[s].Reach == Within && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// Operands returns what a value mentions when it is printed: its arguments, and in the
// place of an address that a view stands for the parts of the index.
func (m *Memory) Operands(v *ir.Value) []*ir.Value {
	if a := m.Access(v); a != nil && a.View != nil {
		return append(mentions(&a.Addr), v.Args[1:]...)
	}
	if v.Op == ir.OpApart {
		return nil // it is of what they point into
	}
	return v.Args
}

// mentions returns what an address into something known is computed from.
func mentions(a *analysis.Addr) []*ir.Value {
	out := make([]*ir.Value, 0, len(a.Terms)+2)
	if a.Root != nil {
		out = append(out, a.Root)
	}
	for _, t := range a.Terms {
		out = append(out, t.Value)
	}
	return out
}

// Reach is how far the accesses of a shared or local variable may go. An access that
// overflows a shared variable meets its neighbours on a GPU, up to the end of the CTA's
// shared memory, which is called the window. One that overflows a local variable meets
// those of its frame: the variables of a function lie in a frame on the stack of the
// thread, one after another, and before the first are the frames of the callers.
type Reach uint8

const (
	// Within the variable; or, of a local one, leaving the frame where it leaves the
	// variable, which is a fault.
	Within Reach = iota
	// Onward from the start of the variable, up to the end of the window or frame.
	Onward
	// Anywhere in the window or frame.
	Anywhere
	// Beyond the frame of a local variable: it is what its address says.
	Beyond
)

var reachNames = [...]string{"within", "onward", "anywhere", "beyond"}

func (r Reach) String() string { return reachNames[r] }
