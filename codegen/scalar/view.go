package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// view is how the memory behind one base appears in Go: as a slice or array of
// one element type where all accesses agree on a width and are aligned to it,
// else as bytes.
type view struct {
	base  analysis.Base
	elem  gosrc.Kind
	bytes bool // accessed by byte offset through the runtime's functions

	reach reach // of the accesses of a shared variable

	floats, ints, atomics int
	size                  int
	mixed                 bool
	writes                bool
}

// note records one access.
func (w *view) note(v *ir.Value, a analysis.Addr) {
	n := v.Attr.Mem.Bytes()
	if w.size == 0 {
		w.size = n
	}
	if n != w.size || a.Align%int64(n) != 0 {
		w.mixed = true
	}
	if v.Attr.Mem.IsFloat() && n >= 4 {
		w.floats++
	} else {
		w.ints++
	}
	switch v.Op {
	case ir.OpAtomic:
		w.atomics++
		w.writes = true
	case ir.OpStore:
		w.writes = true
	}
}

// settle chooses the element after all accesses have been noted.
func (w *view) settle() {
	if w.mixed || w.size == 0 || w.size > 8 {
		w.bytes, w.elem = true, gosrc.U8
		return
	}
	w.elem = KindOf(ir.IntOfBits(8 * w.size))
	if w.floats > w.ints {
		w.elem = gosrc.F32
		if w.size == 8 {
			w.elem = gosrc.F64
		}
	}
}

// indexKind is how places are counted: elements as Go does, bytes as the runtime's
// functions take them.
func (w *view) indexKind() gosrc.Kind {
	if w.bytes {
		return gosrc.I64
	}
	return gosrc.Int
}

// views are the bases of a module that have a view: parameters by kernel,
// variables by symbol.
type views struct {
	params   map[*ir.Func]map[int]*view
	symbols  map[*ir.Symbol]*view
	prov     map[*ir.Func]*analysis.Provenance
	freed    map[kernelParam]bool // given to the device function free
	pointers map[kernelParam]bool // used as pointers
	far      map[*ir.Value]reach  // of the accesses to local variables that are not within
}

// kernelParam is a parameter of a kernel.
type kernelParam struct {
	f     *ir.Func
	index int
}

func newViews(s *schedule.Schedule) *views {
	vs := &views{
		params:  map[*ir.Func]map[int]*view{},
		symbols: map[*ir.Symbol]*view{},
		prov:    map[*ir.Func]*analysis.Provenance{},
		freed:   map[kernelParam]bool{}, pointers: map[kernelParam]bool{},
		far: map[*ir.Value]reach{},
	}
	funcs := s.Funcs()
	for _, f := range funcs {
		p := analysis.NewProvenance(f)
		vs.prov[f] = p
		vs.noteFreed(f, p)
		vs.notePointers(f, p)
	}
	for _, f := range funcs {
		p := vs.prov[f]
		in := inside{f: f}
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if !isMemory(v) {
					continue
				}
				a := p.Access(v)
				if w := vs.get(f, &a, true); w != nil {
					w.note(v, a)
					switch {
					case isShared(&a):
						w.reach = max(w.reach, in.reach(v, &a))
					case isLocal(&a):
						if r := in.local(v, &a); r > within {
							vs.far[v] = r
						}
					}
				}
			}
		}
	}
	for _, ps := range vs.params {
		for _, w := range ps {
			w.settle()
		}
	}
	for s, w := range vs.symbols {
		w.settle()
		if n := int64(w.elem.Bits() / 8); s.Size%n != 0 || s.Offset%n != 0 {
			w.bytes, w.elem = true, gosrc.U8
		}
	}
	return vs
}

// signParams makes the elements of a kernel's parameters signed where most of the code
// that loads and stores them takes them so.
func (vs *views) signParams(plans []*plan) {
	votes := map[*view]int{}
	for _, p := range plans {
		vs.signVotes(p, votes)
	}
	for w, n := range votes {
		if n > 0 {
			w.elem = w.elem.AsSigned()
		}
	}
}

// signVotes counts the accesses that take elements with a sign, less the others.
func (vs *views) signVotes(p *plan, votes map[*view]int) {
	params, prov := vs.params[p.f.Owner()], vs.prov[p.f]
	for _, b := range p.f.Blocks {
		for _, v := range b.Values {
			if !isMemory(v) || !p.needed[v.ID] {
				continue
			}
			base := prov.Access(v).Base
			if base.Kind != analysis.BaseParam {
				continue
			}
			w := params[base.Index]
			if w == nil || w.base != base || w.bytes || !w.elem.IsInt() || w.atomics > 0 {
				continue
			}
			x := v
			if v.Op == ir.OpStore {
				x = v.Args[1]
			}
			k := p.kinds[x.ID]
			switch {
			case x.Op == ir.OpConst || x.Type == ir.Tuple:
			case v.Attr.Signed, k.Signed() && k.Bits() == w.elem.Bits():
				votes[w]++
			default:
				votes[w]--
			}
		}
	}
}

// notePointers notes the parameters that a function uses as pointers.
func (vs *views) notePointers(f *ir.Func, p *analysis.Provenance) {
	for i := range f.Params {
		if p.IsPointer(i, 0) {
			vs.pointers[kernelParam{f.Owner(), i}] = true
		}
	}
}

// noteFreed finds the parameters that a kernel gives to free: what they point to is
// looked up at every access, because it may no longer be there.
func (vs *views) noteFreed(f *ir.Func, p *analysis.Provenance) {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpCall || !v.Attr.Func.Extern || v.Attr.Func.Name != "free" || len(v.Args) == 0 {
				continue
			}
			if a := p.Of(v.Args[0]); a.Base.Kind == analysis.BaseParam {
				vs.freed[kernelParam{f.Owner(), a.Base.Index}] = true
			}
		}
	}
}

func isMemory(v *ir.Value) bool {
	return v.Op == ir.OpLoad || v.Op == ir.OpStore || v.Op == ir.OpAtomic
}

// get returns the view of an address in a function, nil where its base has
// none.
func (vs *views) get(f *ir.Func, a *analysis.Addr, create bool) *view {
	switch a.Base.Kind {
	case analysis.BaseParam:
		p := f.Params[a.Base.Index]
		k := kernelParam{f.Owner(), a.Base.Index}
		if a.Base.Off != 0 || p.Size != pointerSize(f.Module) || p.Type == ir.Void || vs.freed[k] || !vs.pointers[k] {
			return nil
		}
		ps := vs.params[k.f]
		if ps == nil {
			ps = map[int]*view{}
			vs.params[k.f] = ps
		}
		if ps[a.Base.Index] == nil && create {
			ps[a.Base.Index] = &view{base: a.Base}
		}
		return ps[a.Base.Index]
	case analysis.BaseSymbol:
		s := a.Base.Sym
		if s.Extern && s.Space != ir.Shared {
			return nil
		}
		if vs.symbols[s] == nil && create {
			vs.symbols[s] = &view{base: a.Base}
		}
		return vs.symbols[s]
	}
	return nil
}

// pointerSize returns the bytes of a parameter that is a pointer.
func pointerSize(m *ir.Module) int64 {
	if m.Narrow() {
		return 4
	}
	return 8
}

// symbol returns the view of a variable; one that is never accessed by name
// takes the type of its declaration.
func (vs *views) symbol(s *ir.Symbol) *view {
	w := vs.symbols[s]
	if w == nil {
		w = &view{elem: KindOf(s.Elem)}
		if w.elem == gosrc.NoKind || w.elem == gosrc.Bool || s.Size%int64(w.elem.Bits()/8) != 0 || s.Offset%int64(w.elem.Bits()/8) != 0 {
			w.elem = gosrc.U8
		}
		w.bytes = w.elem == gosrc.U8
		vs.symbols[s] = w
	}
	return w
}

// operands returns the values that an operation needs when it is printed: for
// an access through a view the parts of the index instead of the address.
func (vs *views) operands(f *ir.Func) func(v *ir.Value) []*ir.Value {
	p := vs.prov[f]
	return func(v *ir.Value) []*ir.Value {
		if !isMemory(v) {
			return v.Args
		}
		a := p.Access(v)
		if vs.viewFor(f, v, &a) == nil {
			return v.Args
		}
		var out []*ir.Value
		if a.Root != nil {
			out = append(out, a.Root)
		}
		for _, t := range a.Terms {
			out = append(out, t.Value)
		}
		return append(out, v.Args[1:]...)
	}
}

// viewFor returns the view through which a function accesses an address. A
// device function knows no kernel's shared memory by name, and local variables
// of one function only.
func (vs *views) viewFor(f *ir.Func, v *ir.Value, a *analysis.Addr) *view {
	if isShared(a) && !f.Entry {
		return nil
	}
	w := vs.get(f, a, false)
	if w == nil {
		return nil
	}
	if r := vs.reachOf(v, w); r > within && w.bytes || r == beyond {
		return nil // the runtime's functions look at the whole window
	}
	return w
}

// reachOf returns how far an access through a view may go.
func (vs *views) reachOf(v *ir.Value, w *view) reach { return max(w.reach, vs.far[v]) }

// typeOf returns the Go array that holds a variable inside a struct.
func (w *view) arrayOf(size int64) *jen.Statement {
	n := int64(w.elem.Bits() / 8)
	return jen.Index(jen.Id(gosrc.SpellUnsigned(uint64(size / n)))).Add(w.elem.Type())
}
