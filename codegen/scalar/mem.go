package scalar

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// place is where an access goes: an element of a slice, or an address given to
// a function of the runtime.
type place struct {
	slice    *jen.Statement // the slice or array, nil where there is only an address
	elem     gosrc.Kind     // of the slice
	bytewise bool           // the slice is accessed by offsets in bytes
	array    bool           // it is an array, so that the runtime's functions need [:]
	index    gosrc.Expr     // element of the slice, or byte
	addr     gosrc.Expr
	space    ir.Space
	// outside is the runtime's Outside, and room the elements of an array: of a
	// slice of elements.
	outside *jen.Statement
	room    int64
	// aligned says that a vector access is, and vec is what points to its elements.
	aligned bool
	vec     *gosrc.Variable
}

// at prints the index of element i of an access. Go does not compile a constant
// that is outside of an array, or negative, so that such an access, which faults
// when it runs, needs another index.
func (p *place) at(i int) gosrc.Expr {
	x := offset(p.index, int64(i))
	if n := int64(x.Bits); x.IsConst && (n < 0 || p.array && n >= p.room) {
		return gosrc.Call(p.outside.Clone(), gosrc.Int, gosrc.Constant(x.Bits, gosrc.Int))
	}
	return x
}

// locate finds the place of a memory operation.
func (g *memGen) locate(v *ir.Value) place {
	a := g.mod.memory.Access(v)
	if p, ok := g.windowOf(v); ok {
		return g.through(p, v.Attr.Space)
	}
	g.refer(v, a)
	if a.View == nil {
		return place{addr: gosrc.Convert(g.value(v.Args[0]), gosrc.U64), space: v.Attr.Space}
	}
	p := place{
		slice: g.sliceOf(a), elem: g.mod.elem(a.View), bytewise: a.View.Bytes, array: isArray(a),
		space: v.Attr.Space, aligned: a.Aligned,
	}
	size, kind := int64(1), gosrc.I64
	if !p.bytewise {
		size, kind = int64(a.View.Elem.Bytes()), gosrc.Int
		p.outside = Runtime("Outside")
		switch {
		case !p.array:
		case a.Reach == schedule.Within:
			p.room = a.Base.Sym.Size / size
		case a.Reach == schedule.Onward:
			p.room = g.frameRoom(g.mod.memory.Start(g.f, a.Base.Sym), p.elem)
		default:
			p.room = g.frameRoom(0, p.elem)
		}
	}
	p.index = g.indexOf(a, size, kind)
	return p
}

// indexOf is the index of an access, in elements of a size.
func (g *memGen) indexOf(a *schedule.Access, size int64, kind gosrc.Kind) gosrc.Expr {
	addr, window := a.Addr, a.Reach == schedule.Anywhere
	if window && a.Root == nil {
		addr.Off += g.mod.memory.Start(g.f, a.Base.Sym)
	}
	return g.indexExpr(&addr, size, kind, window)
}

// refer notes an access of the statement being built, for faults.
func (g *memGen) refer(v *ir.Value, a *schedule.Access) {
	if a.Inside || g.vectors != nil {
		return
	}
	p := g.accessOf(v, a)
	i, found := slices.BinarySearchFunc(g.places, p, func(x, p gosrc.Access) int { return cmp.Compare(x.Order, p.Order) })
	if p.Line > 0 && !found {
		g.places = slices.Insert(g.places, i, p)
	}
}

func (g *memGen) accessOf(v *ir.Value, a *schedule.Access) gosrc.Access {
	return gosrc.Access{Order: g.plan.order[v.ID], Line: g.mod.Line(v.Pos), Ref: g.refTo(v, a)}
}

// refTo names what an access indexes, see ptx.Kernel.Lines; "" where the runtime's
// functions know the address themselves.
func (g *source) refTo(v *ir.Value, a *schedule.Access) string {
	if a.View == nil {
		return ""
	}
	ref := ""
	switch s := a.Base.Sym; {
	case a.Base.Kind == analysis.BaseParam:
		ref = "p" + strconv.Itoa(g.kernel.sliceNumber(g.kernel.Params[a.Base.Index]))
	case s.Space == ir.Shared && a.View.Bytes:
		return ""
	case s.Space == ir.Shared && a.Reach == schedule.Anywhere:
		ref = "s0"
	case s.Space == ir.Shared:
		ref = "s" + gosrc.Num(g.mod.memory.Start(g.f, s))
	case s.Space == ir.Global || s.Space == ir.Const:
		ref = "v" + strconv.Itoa(g.mod.Vars.Symbols[s].number)
	default:
		return ""
	}
	elem := a.View.Elem
	if a.View.Bytes {
		elem = v.Attr.Mem
	}
	return ref + "/" + strconv.Itoa(elem.Bytes())
}

// sliceOf names the slice or array that an access goes through.
func (g *memGen) sliceOf(a *schedule.Access) *jen.Statement {
	if a.Base.Kind == analysis.BaseParam {
		g.use(g.kernel.Params[a.Base.Index].v)
		return jen.Id(g.kernel.Params[a.Base.Index].GoName)
	}
	s := a.Base.Sym
	switch {
	case g.lane != nil && !isArray(a):
		return g.lane.memory(a)
	case s.Space == ir.Local && a.Reach == schedule.Within:
		g.use(g.frameUse)
		return jen.Id(g.frameVar).Dot(g.frame.field(s))
	case s.Space == ir.Local || s.Space == ir.Shared && a.Reach > schedule.Within:
		part := g.window
		if s.Space == ir.Local {
			part = g.framePart
		}
		if a.Reach == schedule.Anywhere {
			s = nil
		}
		v := part(s, g.mod.elem(a.View))
		g.use(v)
		return jen.Id(v.Name)
	case s.Space == ir.Shared:
		g.use(g.sharedUse)
		return jen.Id(g.sharedVar).Dot(g.kernel.shared.field(s))
	}
	return g.moduleVar(s)
}

// isArray reports whether an access goes through an array: a field of a struct, or a
// pointer to a part of the frame.
func isArray(a *schedule.Access) bool {
	return a.Base.Kind == analysis.BaseSymbol &&
		(a.Base.Sym.Space == ir.Local || a.Base.Sym.Space == ir.Shared && a.Reach == schedule.Within)
}

// indexExpr prints the distance from the base, or from the start of the window of
// shared memory or of the frame, in units of size bytes, in the carrier ik.
func (g *memGen) indexExpr(a *analysis.Addr, size int64, ik gosrc.Kind, window bool) gosrc.Expr {
	if x, ok := g.narrowIndex(a, size); ok {
		return x
	}
	terms, off, ok := a.Index(size)
	if !ok || a.Root != nil || a.Narrow && len(terms) > 0 {
		// The sum is a multiple of the size though its summands may not be.
		return g.roughIndex(a, size, ik, window)
	}
	list := make([]gosrc.Expr, len(terms))
	wide := true // Go takes any integer as an index
	for i, t := range terms {
		x := g.value(t.Value)
		if t.Ext != analysis.ExtNone {
			x = g.extended(t.Value, t.Ext == analysis.ExtSigned)
		}
		list[i] = x
		wide = wide && x.Kind == gosrc.I64
	}
	switch {
	case len(terms) == 1 && off == 0 && terms[0].Scale == 1:
		return list[0]
	case wide:
		ik = gosrc.I64
	}
	var sum gosrc.Expr
	have := false
	add := func(op string, x gosrc.Expr) {
		switch {
		case have:
			sum = gosrc.Binary(sum, op, x, ik)
		case op == "-":
			sum = gosrc.Unary(op, x, ik)
		default:
			sum = x
		}
		have = true
	}
	for i, t := range terms {
		if t.Scale > 0 {
			add("+", scale(gosrc.Convert(list[i], ik), t.Scale))
		}
	}
	if !have && off != 0 || len(terms) == 0 {
		add("+", gosrc.Constant(uint64(off), ik))
		off = 0
	}
	for i, t := range terms {
		if t.Scale < 0 {
			add("-", scale(gosrc.Convert(list[i], ik), -t.Scale))
		}
	}
	if off != 0 {
		add("+", gosrc.Constant(uint64(off), ik))
	}
	return sum
}

// roughIndex is indexExpr by the distance in bytes, divided once.
func (g *memGen) roughIndex(a *analysis.Addr, size int64, k gosrc.Kind, window bool) gosrc.Expr {
	var sum gosrc.Expr
	have := false
	if a.Narrow {
		k = gosrc.U32
	}
	add := func(x gosrc.Expr) {
		x = gosrc.Convert(x, k)
		if !have {
			sum, have = x, true
			return
		}
		sum = gosrc.Binary(sum, "+", x, k)
	}
	if a.Root != nil {
		r := gosrc.Convert(g.value(a.Root), k)
		start := g.baseStart(a, window)
		if start.IsConst {
			start.Kind = k
			if start.Bits == 0 {
				add(r)
			} else {
				add(gosrc.Binary(r, "-", start, k))
			}
		} else if start.Kind == k {
			add(gosrc.Binary(r, "-", start, k))
		} else {
			start, r = gosrc.Convert(start, gosrc.U64), gosrc.Convert(g.value(a.Root), gosrc.U64)
			add(gosrc.Binary(r, "-", start, gosrc.U64))
		}
	}
	for _, t := range a.Terms {
		x := g.value(t.Value)
		switch {
		case a.Narrow:
			x = gosrc.Convert(x, gosrc.U32)
		case t.Ext == analysis.ExtSigned:
			x = gosrc.Convert(x, x.Kind.AsSigned())
		case t.Ext == analysis.ExtUnsigned:
			x = gosrc.Convert(x, x.Kind.AsUnsigned())
		}
		x = gosrc.Convert(x, k)
		if t.Scale != 1 {
			x = gosrc.Binary(x, "*", gosrc.Constant(uint64(t.Scale), k), k)
		}
		add(x)
	}
	off := gosrc.Constant(uint64(a.Off), k)
	if !have {
		add(off)
	} else if a.Off != 0 {
		sum = gosrc.Binary(sum, "+", off, k)
	}
	if a.Narrow {
		sum = g.signed(sum)
	}
	if size != 1 {
		sum = gosrc.Convert(sum, gosrc.Int)
		sum = gosrc.Binary(sum, "/", gosrc.Constant(uint64(size), gosrc.Int), gosrc.Int)
	}
	return sum
}

// baseStart is the address of the base itself, or of the window of shared memory or of
// the frame, in the sort of the address.
func (g *memGen) baseStart(a *analysis.Addr, window bool) gosrc.Expr {
	if a.Base.Kind == analysis.BaseParam {
		return g.paramAddr(g.kernel.Params[a.Base.Index])
	}
	x := g.symbolAddr(a.Base.Sym)
	if window {
		x = gosrc.Constant(0, gosrc.U64)
		if a.Base.Sym.Space == ir.Local {
			x = g.frameBase()
		}
	}
	if a.Space == ir.Generic && a.Base.Sym.Space == ir.Shared || a.Space == ir.Generic && a.Base.Sym.Space == ir.Local {
		x = g.toGeneric(x, a.Base.Sym.Space)
	}
	return x
}

// symbolAddr prints the address of a variable in its own space.
func (g *memGen) symbolAddr(s *ir.Symbol) gosrc.Expr {
	switch s.Space {
	case ir.Shared:
		if s.Extern {
			return gosrc.Primary(g.cta().Dot("DynamicOffset").Call(), gosrc.U64)
		}
		return gosrc.Constant(uint64(s.Offset), gosrc.U64)
	case ir.Local:
		return offset(g.frameBase(), g.mod.memory.Start(g.f, s))
	}
	if g.narrow() {
		return gosrc.Call(Runtime("Addr32"), gosrc.U32, gosrc.Primary(g.moduleVar(s), gosrc.NoKind))
	}
	return addrOf(g.moduleVar(s))
}

func buildSymAddr(g *memGen, v *ir.Value) gosrc.Expr {
	x := g.symbolAddr(v.Attr.Sym)
	if v.Attr.Off == 0 {
		return x
	}
	if x.IsConst {
		x.Bits += uint64(v.Attr.Off)
		return x
	}
	return gosrc.Binary(x, "+", gosrc.Constant(uint64(v.Attr.Off), x.Kind), x.Kind)
}

func buildFuncAddr(g *memGen, v *ir.Value) gosrc.Expr {
	return gosrc.Constant(g.mod.Handle(v.Attr.Func), gosrc.U64)
}

var spaceNames = map[ir.Space]string{ir.Shared: "Shared", ir.Local: "Local", ir.ParamSpace: "Param"}

func (g *memGen) toGeneric(x gosrc.Expr, s ir.Space) gosrc.Expr {
	n, ok := spaceNames[s]
	if !ok {
		return x
	}
	if s == ir.ParamSpace {
		return gosrc.Binary(g.imageAddr(), "+", gosrc.Convert(x, gosrc.U64), gosrc.U64)
	}
	return gosrc.Call(g.thread().Dot(g.windowFunc(n+"ToGeneric")), gosrc.U64, gosrc.Convert(x, gosrc.U64))
}

func buildToGeneric(g *memGen, v *ir.Value) gosrc.Expr {
	return gosrc.Convert(g.toGeneric(g.value(v.Args[0]), v.Attr.Space), g.plan.kinds[v.ID])
}

func buildFromGeneric(g *memGen, v *ir.Value) gosrc.Expr {
	x := g.value(v.Args[0])
	n, ok := spaceNames[v.Attr.Space]
	switch {
	case !ok:
		return gosrc.Convert(x, g.plan.kinds[v.ID])
	case v.Attr.Space == ir.ParamSpace:
		x = gosrc.Binary(gosrc.Convert(x, gosrc.U64), "-", g.imageAddr(), gosrc.U64)
	default:
		x = gosrc.Call(g.thread().Dot(g.windowFunc("GenericTo"+n)), gosrc.U64, gosrc.Convert(x, gosrc.U64))
	}
	return gosrc.Convert(x, g.plan.kinds[v.ID])
}

var spaceTests = map[ir.Space]string{ir.Shared: "IsShared", ir.Local: "IsLocal", ir.Const: "IsConst", ir.Global: "IsGlobal"}

func buildIsSpace(g *memGen, v *ir.Value) gosrc.Expr {
	x := gosrc.Convert(g.value(v.Args[0]), gosrc.U64)
	if v.Attr.Space == ir.ParamSpace {
		image := gosrc.Primary(g.paramImage(), gosrc.NoKind)
		size := gosrc.Call(jen.Id("len"), gosrc.Int, image)
		return gosrc.Binary(gosrc.Binary(x, "-", g.imageAddr(), gosrc.U64), "<", gosrc.Convert(size, gosrc.U64), gosrc.Bool)
	}
	test, ok := spaceTests[v.Attr.Space]
	if !ok {
		panic(fmt.Sprintf("scalar: isspacep of %s", v.Attr.Space))
	}
	return gosrc.Call(g.thread().Dot(g.windowFunc(test)), gosrc.Bool, x)
}

// strong reports whether an access must not be split, merged or moved by the
// Go compiler because other goroutines look at the same memory.
func strong(v *ir.Value, s ir.Space) bool {
	return v.Strong() && s != ir.Shared && s != ir.Local && s != ir.ParamSpace && s != ir.Const
}

// element prints the read of element i of a load.
func (g *memGen) element(v *ir.Value, p place, i int) gosrc.Expr {
	mk := memKind(v)
	size := int64(v.Attr.Mem.Bytes())
	fn := "Load" + mk.AsUnsigned().Suffix()
	if strong(v, p.space) {
		fn += "Volatile"
	}
	var x gosrc.Expr
	switch {
	case p.slice == nil:
		a := offset(p.addr, int64(i)*size)
		x = gosrc.Call(g.memoryFunc(p.space, fn), mk.AsUnsigned(), a)
	case p.bytewise:
		x = gosrc.Call(Runtime(fn), mk.AsUnsigned(), p.asBytes(), gosrc.Convert(offset(p.index, int64(i)*size), gosrc.I64))
	case strong(v, p.space):
		x = g.atomicLoad(p, i, mk)
	default:
		x = gosrc.Index(p.slice.Clone(), p.at(i), p.elem)
	}
	return x
}

// asBytes is the slice for functions of the runtime that take any.
func (p *place) asBytes() gosrc.Expr {
	s := p.slice.Clone()
	if p.array {
		s = s.Index(jen.Op(":"))
	}
	return gosrc.Primary(s, gosrc.NoKind)
}

// memoryFunc names the runtime's access function for an address without a
// view.
func (g *memGen) memoryFunc(s ir.Space, fn string) *jen.Statement {
	switch s {
	case ir.Shared:
		return g.mem().Dot("Shared" + fn)
	case ir.Local:
		return g.thread().Dot("Local" + fn)
	}
	return g.mem().Dot(fn)
}

// atomicLoad reads an element of a typed view that other goroutines may write.
func (g *memGen) atomicLoad(p place, i int, mk gosrc.Kind) gosrc.Expr {
	ptr := pointer(p, i)
	switch p.elem.Bits() {
	case 32:
		if p.elem == gosrc.F32 {
			return gosrc.Call(Runtime("AtomicLoadF32"), gosrc.F32, ptr)
		}
		return gosrc.Call(Runtime("AtomicLoad32"), gosrc.U32, g.as(ptr, p.elem, gosrc.U32))
	case 64:
		if p.elem == gosrc.F64 {
			return gosrc.Call(Runtime("AtomicLoadF64"), gosrc.F64, ptr)
		}
		return gosrc.Call(Runtime("AtomicLoad64"), gosrc.U64, g.as(ptr, p.elem, gosrc.U64))
	}
	return gosrc.Call(Runtime("AtomicLoad"+strconv.Itoa(p.elem.Bits())), p.elem.AsUnsigned(), g.as(ptr, p.elem, p.elem.AsUnsigned()))
}

// pointer is &slice[index].
func pointer(p place, i int) gosrc.Expr {
	x := gosrc.Index(p.slice.Clone(), p.at(i), p.elem)
	return gosrc.Unary("&", x, gosrc.NoKind)
}

// as turns a pointer to elements of one carrier into one to another of the
// same width.
func (g *memGen) as(ptr gosrc.Expr, have, want gosrc.Kind) gosrc.Expr {
	if have == want {
		return ptr
	}
	return gosrc.Call(Runtime("As"+want.Suffix()), gosrc.NoKind, ptr)
}

// buildLoad prints a load of one element as an expression.
func buildLoad(g *memGen, v *ir.Value) gosrc.Expr {
	if v.Attr.Space == ir.ParamSpace {
		g.refer(v, g.mod.memory.Access(v))
		fn := "Load" + memKind(v).AsUnsigned().Suffix()
		x := gosrc.Call(Runtime(fn), memKind(v).AsUnsigned(), gosrc.Primary(g.paramImage(), gosrc.NoKind), gosrc.Convert(g.value(v.Args[0]), gosrc.I64))
		return loaded(v, x, g.plan.kinds[v.ID])
	}
	return loaded(v, g.element(v, g.locate(v), 0), g.plan.kinds[v.ID])
}

// loaded converts what was read to the carrier of the result, which may be
// wider than the element.
func loaded(v *ir.Value, x gosrc.Expr, k gosrc.Kind) gosrc.Expr {
	mk := memKind(v)
	if x.Kind.IsFloat() != mk.IsFloat() {
		x = gosrc.Bitcast(x, mk)
	}
	if mk.IsInt() {
		x = gosrc.Convert(x, mk) // the sign decides how it extends
	}
	return gosrc.Bitcast(x, k)
}

// stored converts a value to what the memory holds.
func stored(v *ir.Value, x gosrc.Expr, elem gosrc.Kind) gosrc.Expr {
	mk := KindOf(v.Attr.Mem)
	if mk.IsInt() && x.Kind.IsFloat() {
		x = gosrc.Bitcast(x, sizedKind(x.Kind.Bits()))
	}
	if mk.IsInt() {
		x = gosrc.Convert(x, mk.WithSign(elem.Signed())) // narrower: the low bits
	}
	return gosrc.Bitcast(x, elem)
}

// through is the place of an access that goes through a window.
func (g *memGen) through(p schedule.Place, s ir.Space) place {
	o := g.ctx.clean[p.Window]
	elem := g.mod.elem(p.Of.View)
	if o.array {
		g.use(o.v)
		return place{slice: o.slice.Clone(), elem: elem, array: true, room: span(p.Window), aligned: true, vec: o.v, index: gosrc.Constant(uint64(p.Off-p.Min), gosrc.Int), space: s}
	}
	slice := o.slice
	if o.v == nil {
		slice = g.slice(p.Window, false)
	}
	g.use(o.v)
	return place{slice: slice.Clone(), elem: elem, index: offset(scale(g.position(), p.Step), p.Off-p.Min), space: s}
}

// slice prints what a window is a part of, as a slice where the context needs one.
func (g *memGen) slice(x *schedule.Window, whole bool) *jen.Statement {
	s := g.sliceOf(x.Of)
	if whole && isArray(x.Of) {
		s.Index(jen.Op(":"))
	}
	return s
}

// windowOf returns the window that an access goes through in the loop at hand.
func (g *scope) windowOf(v *ir.Value) (schedule.Place, bool) {
	if g.ctx.clean == nil {
		return schedule.Place{}, false
	}
	p, ok := g.ctx.loop.Use[v]
	return p, ok
}
