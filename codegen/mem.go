package codegen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// place is where an access goes: an element of a slice, or an address given to
// a function of the runtime.
type place struct {
	view  *view
	slice *jen.Statement // the slice or array, of elements or bytes
	index expr           // element of a typed view, byte of a byte view
	addr  expr           // where there is no view
	space ir.Space
	reach reach // of an access of a variable
	// outside is the runtime's Outside, and room the elements of an array: of a
	// typed view.
	outside *jen.Statement
	room    int64
	// aligned says that a vector access is, and vec is what points to its elements.
	aligned bool
	vec     *variable
}

// at prints the index of element i of an access. Go does not compile a constant
// that is outside of an array, or negative, so that such an access, which faults
// when it runs, needs another index.
func (p *place) at(i int) expr {
	x := offset(p.index, int64(i))
	if n := int64(x.bits); x.isConst && (n < 0 || p.isArray() && n >= p.room) {
		return call(p.outside.Clone(), kInt, constant(x.bits, kInt))
	}
	return x
}

// locate finds the place of a memory operation.
func (g *funcGen) locate(v *ir.Value) place {
	a := g.prov.Access(v)
	if g.ctx.clean != nil {
		x := g.ctx.clean.use[v]
		g.use(x.v)
		return place{view: g.mod.views.viewFor(g.f, v, &a), slice: jen.Id(x.v.name), index: name("tx", kInt), space: v.Attr.Space}
	}
	w := g.mod.views.viewFor(g.f, v, &a)
	g.refer(v, w, &a)
	if w == nil {
		return place{addr: convert(g.value(v.Args[0]), kU64), space: v.Attr.Space}
	}
	r := g.mod.views.reachOf(v, w)
	p := place{view: w, slice: g.sliceOf(&a, r), space: v.Attr.Space, reach: r, aligned: aligned(v, &a)}
	size := int64(1)
	if !w.bytes {
		size = int64(w.elem.bits() / 8)
		p.outside = rt("Outside")
		switch {
		case p.isArray() && r == within:
			p.room = a.Base.Sym.Size / size
		case p.isArray() && r == onward:
			p.room = g.frameRoom(a.Base.Sym.Offset, w.elem)
		case p.isArray():
			p.room = g.frameRoom(0, w.elem)
		}
	}
	if r == anywhere && a.Root == nil {
		a.Off += windowStart(g.f, a.Base.Sym)
	}
	p.index = g.indexExpr(&a, size, w.indexKind(), r == anywhere)
	return p
}

// aligned reports whether an access to a shared or local variable is certainly at a
// multiple of its size.
func aligned(v *ir.Value, a *analysis.Addr) bool {
	n := int64(v.Attr.Mem.Bytes() * v.Vec())
	s := a.Base.Sym
	return a.Base.Kind == analysis.BaseSymbol && a.Align%n == 0 && s.Offset%n == 0 && (s.Space == ir.Shared || n <= ir.FrameAlign)
}

// refer notes an access of the statement being built, for faults.
func (g *funcGen) refer(v *ir.Value, w *view, a *analysis.Addr) {
	if g.plan.sites.inside(v) {
		return
	}
	p := access{order: g.plan.order[v.ID], line: g.mod.line(v.Pos), ref: g.refTo(w, a)}
	i, found := slices.BinarySearchFunc(g.places, p, func(x, p access) int { return cmp.Compare(x.order, p.order) })
	if p.line > 0 && !found {
		g.places = slices.Insert(g.places, i, p)
	}
}

// refTo names what an access indexes, see ptx.Kernel.Lines; "" where the runtime's
// functions know the address themselves.
func (g *funcGen) refTo(w *view, a *analysis.Addr) string {
	if w == nil || w.bytes {
		return ""
	}
	ref := ""
	switch s := a.Base.Sym; {
	case a.Base.Kind == analysis.BaseParam:
		ref = "p" + strconv.Itoa(g.kernel.sliceNumber(g.kernel.params[a.Base.Index]))
	case w.reach == anywhere:
		ref = "s0"
	case s.Space == ir.Shared:
		ref = "s" + num(windowStart(g.f, s))
	case s.Space == ir.Global || s.Space == ir.Const:
		ref = "v" + strconv.Itoa(g.mod.symbols[s].number)
	default:
		return ""
	}
	return ref + "/" + strconv.Itoa(w.elem.bits()/8)
}

// sliceOf names the slice or array behind a view, of an access of that reach.
func (g *funcGen) sliceOf(a *analysis.Addr, r reach) *jen.Statement {
	if a.Base.Kind == analysis.BaseParam {
		g.use(g.kernel.params[a.Base.Index].v)
		return jen.Id(g.kernel.params[a.Base.Index].name)
	}
	s := a.Base.Sym
	switch {
	case s.Space == ir.Local && r == within:
		g.use(g.frameUse)
		return jen.Id(g.frameVar).Dot(g.frame.field(s))
	case s.Space == ir.Local || s.Space == ir.Shared && r > within:
		elem, part := g.mod.views.symbol(s).elem, g.window
		if s.Space == ir.Local {
			part = g.framePart
		}
		if r == anywhere {
			s = nil
		}
		v := part(s, elem)
		g.use(v)
		return jen.Id(v.name)
	case s.Space == ir.Shared:
		g.use(g.sharedUse)
		return jen.Id(g.sharedVar).Dot(g.kernel.shared.field(s))
	}
	return jen.Id(g.mod.symbols[s].name)
}

// isArray reports whether the slice of the view is an array, a field of a
// struct, or a pointer to one, so that the runtime's functions need [:].
func (p *place) isArray() bool {
	b := p.view.base
	return b.Kind == analysis.BaseSymbol && (b.Sym.Space == ir.Local || b.Sym.Space == ir.Shared && p.reach == within)
}

// indexExpr prints the distance from the base, or from the start of the window of
// shared memory or of the frame, in units of size bytes, in the carrier ik.
func (g *funcGen) indexExpr(a *analysis.Addr, size int64, ik kind, window bool) expr {
	if x, ok := g.narrowIndex(a, size); ok {
		return x
	}
	terms, off, ok := a.Index(size)
	if !ok || a.Root != nil || a.Narrow && len(terms) > 0 {
		// The sum is a multiple of the size though its summands may not be.
		return g.roughIndex(a, size, ik, window)
	}
	list := make([]expr, len(terms))
	wide := true // Go takes any integer as an index
	for i, t := range terms {
		x := g.value(t.Value)
		if t.Ext != analysis.ExtNone {
			x = g.extended(t.Value, t.Ext == analysis.ExtSigned)
		}
		list[i] = x
		wide = wide && x.kind == kI64
	}
	switch {
	case len(terms) == 1 && off == 0 && terms[0].Scale == 1:
		return list[0]
	case wide:
		ik = kI64
	}
	var sum expr
	have := false
	add := func(op string, x expr) {
		switch {
		case have:
			sum = binary(sum, op, x, ik)
		case op == "-":
			sum = unary(op, x, ik)
		default:
			sum = x
		}
		have = true
	}
	for i, t := range terms {
		if t.Scale > 0 {
			add("+", scale(convert(list[i], ik), t.Scale))
		}
	}
	if !have && off != 0 || len(terms) == 0 {
		add("+", constant(uint64(off), ik))
		off = 0
	}
	for i, t := range terms {
		if t.Scale < 0 {
			add("-", scale(convert(list[i], ik), -t.Scale))
		}
	}
	if off != 0 {
		add("+", constant(uint64(off), ik))
	}
	return sum
}

// scale multiplies an index by a constant.
func scale(x expr, k int64) expr {
	if k == 1 {
		return x
	}
	return binary(x, "*", constant(uint64(k), x.kind), x.kind)
}

// roughIndex is indexExpr by the distance in bytes, divided once.
func (g *funcGen) roughIndex(a *analysis.Addr, size int64, k kind, window bool) expr {
	var sum expr
	have := false
	if a.Narrow {
		k = kU32
	}
	add := func(x expr) {
		x = convert(x, k)
		if !have {
			sum, have = x, true
			return
		}
		sum = binary(sum, "+", x, k)
	}
	if a.Root != nil {
		r := convert(g.value(a.Root), k)
		start := g.baseStart(a, window)
		if start.isConst {
			start.kind = k
			if start.bits == 0 {
				add(r)
			} else {
				add(binary(r, "-", start, k))
			}
		} else if start.kind == k {
			add(binary(r, "-", start, k))
		} else {
			start, r = convert(start, kU64), convert(g.value(a.Root), kU64)
			add(binary(r, "-", start, kU64))
		}
	}
	for _, t := range a.Terms {
		x := g.value(t.Value)
		switch {
		case a.Narrow:
			x = convert(x, kU32)
		case t.Ext == analysis.ExtSigned:
			x = convert(x, x.kind.asSigned())
		case t.Ext == analysis.ExtUnsigned:
			x = convert(x, x.kind.asUnsigned())
		}
		x = convert(x, k)
		if t.Scale != 1 {
			x = binary(x, "*", constant(uint64(t.Scale), k), k)
		}
		add(x)
	}
	off := constant(uint64(a.Off), k)
	if !have {
		add(off)
	} else if a.Off != 0 {
		sum = binary(sum, "+", off, k)
	}
	if size != 1 {
		sum = convert(sum, kInt)
		sum = binary(sum, "/", constant(uint64(size), kInt), kInt)
	}
	return sum
}

// baseStart is the address of the base itself, or of the window of shared memory or of
// the frame, in the sort of the address.
func (g *funcGen) baseStart(a *analysis.Addr, window bool) expr {
	if a.Base.Kind == analysis.BaseParam {
		return g.paramAddr(g.kernel.params[a.Base.Index])
	}
	x := g.symbolAddr(a.Base.Sym)
	if window {
		x = constant(0, kU64)
		if a.Base.Sym.Space == ir.Local {
			x = name(g.frameBase(), kU64)
		}
	}
	if a.Space == ir.Generic && a.Base.Sym.Space == ir.Shared || a.Space == ir.Generic && a.Base.Sym.Space == ir.Local {
		x = g.toGeneric(x, a.Base.Sym.Space)
	}
	return x
}

func (g *funcGen) addrOf(slice *jen.Statement) expr {
	return call(rt("AddrOf"), kU64, primary(slice, kNone))
}

// symbolAddr prints the address of a variable in its own space.
func (g *funcGen) symbolAddr(s *ir.Symbol) expr {
	switch s.Space {
	case ir.Shared:
		if s.Extern {
			return primary(g.cta().Dot("DynamicOffset").Call(), kU64)
		}
		return constant(uint64(s.Offset), kU64)
	case ir.Local:
		if s.Offset == 0 {
			return name(g.frameBase(), kU64)
		}
		return binary(name(g.frameBase(), kU64), "+", constant(uint64(s.Offset), kU64), kU64)
	}
	if g.narrow() {
		return call(rt("Addr32"), kU32, primary(jen.Id(g.mod.symbols[s].name), kNone))
	}
	return g.addrOf(jen.Id(g.mod.symbols[s].name))
}

func (g *funcGen) buildSymAddr(v *ir.Value) expr {
	x := g.symbolAddr(v.Attr.Sym)
	if v.Attr.Off == 0 {
		return x
	}
	if x.isConst {
		x.bits += uint64(v.Attr.Off)
		return x
	}
	return binary(x, "+", constant(uint64(v.Attr.Off), x.kind), x.kind)
}

func (g *funcGen) buildFuncAddr(v *ir.Value) expr {
	return constant(g.mod.handle(v.Attr.Func), kU64)
}

var spaceNames = map[ir.Space]string{ir.Shared: "Shared", ir.Local: "Local", ir.ParamSpace: "Param"}

func (g *funcGen) toGeneric(x expr, s ir.Space) expr {
	n, ok := spaceNames[s]
	if !ok {
		return x
	}
	if s == ir.ParamSpace {
		return binary(g.imageAddr(), "+", convert(x, kU64), kU64)
	}
	return call(g.thread().Dot(g.windowFunc(n+"ToGeneric")), kU64, convert(x, kU64))
}

func (g *funcGen) buildToGeneric(v *ir.Value) expr {
	return convert(g.toGeneric(g.value(v.Args[0]), v.Attr.Space), g.plan.kinds[v.ID])
}

func (g *funcGen) buildFromGeneric(v *ir.Value) expr {
	x := g.value(v.Args[0])
	n, ok := spaceNames[v.Attr.Space]
	switch {
	case !ok:
		return convert(x, g.plan.kinds[v.ID])
	case v.Attr.Space == ir.ParamSpace:
		x = binary(convert(x, kU64), "-", g.imageAddr(), kU64)
	default:
		x = call(g.thread().Dot(g.windowFunc("GenericTo"+n)), kU64, convert(x, kU64))
	}
	return convert(x, g.plan.kinds[v.ID])
}

var spaceTests = map[ir.Space]string{ir.Shared: "IsShared", ir.Local: "IsLocal", ir.Const: "IsConst", ir.Global: "IsGlobal"}

func (g *funcGen) buildIsSpace(v *ir.Value) expr {
	x := convert(g.value(v.Args[0]), kU64)
	if v.Attr.Space == ir.ParamSpace {
		image := primary(g.paramImage(), kNone)
		size := call(jen.Id("len"), kInt, image)
		return binary(binary(x, "-", g.imageAddr(), kU64), "<", convert(size, kU64), kBool)
	}
	test, ok := spaceTests[v.Attr.Space]
	if !ok {
		panic(fmt.Sprintf("codegen: isspacep of %s", v.Attr.Space))
	}
	return call(g.thread().Dot(g.windowFunc(test)), kBool, x)
}

// memKind is the carrier of an element in memory.
func memKind(v *ir.Value) kind {
	k := kindOf(v.Attr.Mem)
	if v.Attr.Mem == ir.I1 {
		return kU8
	}
	if v.Attr.Signed {
		return k.asSigned()
	}
	return k
}

// strong reports whether an access must not be split, merged or moved by the
// Go compiler because other goroutines look at the same memory.
func strong(v *ir.Value, s ir.Space) bool {
	return (v.Attr.Volatile || v.Attr.Order != ir.Weak) && s != ir.Shared && s != ir.Local && s != ir.ParamSpace && s != ir.Const
}

// element prints the read of element i of a load.
func (g *funcGen) element(v *ir.Value, p place, i int) expr {
	mk := memKind(v)
	size := int64(v.Attr.Mem.Bytes())
	fn := "Load" + mk.asUnsigned().suffix()
	if strong(v, p.space) {
		fn += "Volatile"
	}
	var x expr
	switch {
	case p.view == nil:
		a := offset(p.addr, int64(i)*size)
		x = call(g.memoryFunc(p.space, fn), mk.asUnsigned(), a)
	case p.view.bytes:
		x = call(rt(fn), mk.asUnsigned(), p.bytes(), convert(offset(p.index, int64(i)*size), kI64))
	case strong(v, p.space):
		x = g.atomicLoad(p, i, mk)
	default:
		x = index(p.slice.Clone(), p.at(i), p.view.elem)
	}
	return x
}

// bytes is the []byte of a byte view.
func (p *place) bytes() expr {
	s := p.slice.Clone()
	if p.isArray() {
		s = s.Index(jen.Op(":"))
	}
	return primary(s, kNone)
}

// offset adds a constant to an index or address.
func offset(x expr, n int64) expr {
	if n == 0 {
		return x
	}
	if x.isConst {
		x.bits += uint64(n)
		return x
	}
	k := x.kind
	if k != kU64 && k != kI64 {
		k = kInt
	}
	return binary(convert(x, k), "+", constant(uint64(n), k), k)
}

// memoryFunc names the runtime's access function for an address without a
// view.
func (g *funcGen) memoryFunc(s ir.Space, fn string) *jen.Statement {
	switch s {
	case ir.Shared:
		return g.mem().Dot("Shared" + fn)
	case ir.Local:
		return g.thread().Dot("Local" + fn)
	}
	return g.mem().Dot(fn)
}

// atomicLoad reads an element of a typed view that other goroutines may write.
func (g *funcGen) atomicLoad(p place, i int, mk kind) expr {
	ptr := pointer(p, i)
	switch p.view.elem.bits() {
	case 32:
		if p.view.elem == kF32 {
			return call(rt("AtomicLoadF32"), kF32, ptr)
		}
		return call(rt("AtomicLoad32"), kU32, g.as(ptr, p.view.elem, kU32))
	case 64:
		if p.view.elem == kF64 {
			return call(rt("AtomicLoadF64"), kF64, ptr)
		}
		return call(rt("AtomicLoad64"), kU64, g.as(ptr, p.view.elem, kU64))
	}
	return call(rt("AtomicLoad"+strconv.Itoa(p.view.elem.bits())), p.view.elem.asUnsigned(), g.as(ptr, p.view.elem, p.view.elem.asUnsigned()))
}

// pointer is &slice[index].
func pointer(p place, i int) expr {
	x := index(p.slice.Clone(), p.at(i), p.view.elem)
	return unary("&", x, kNone)
}

// as turns a pointer to elements of one carrier into one to another of the
// same width.
func (g *funcGen) as(ptr expr, have, want kind) expr {
	if have == want {
		return ptr
	}
	return call(rt("As"+want.suffix()), kNone, ptr)
}

// buildLoad prints a load of one element as an expression.
func (g *funcGen) buildLoad(v *ir.Value) expr {
	if v.Attr.Space == ir.ParamSpace {
		g.refer(v, nil, nil)
		fn := "Load" + memKind(v).asUnsigned().suffix()
		x := call(rt(fn), memKind(v).asUnsigned(), primary(g.paramImage(), kNone), convert(g.value(v.Args[0]), kI64))
		return g.loaded(v, x, g.plan.kinds[v.ID])
	}
	return g.loaded(v, g.element(v, g.locate(v), 0), g.plan.kinds[v.ID])
}

// loaded converts what was read to the carrier of the result, which may be
// wider than the element.
func (g *funcGen) loaded(v *ir.Value, x expr, k kind) expr {
	mk := memKind(v)
	if x.kind.isFloat() != mk.isFloat() {
		x = bitcast(x, mk)
	}
	if mk.isInt() {
		x = convert(x, mk) // the sign decides how it extends
	}
	if k == kBool {
		return binary(x, "!=", constant(0, mk), kBool)
	}
	if k.isFloat() != x.kind.isFloat() {
		return bitcast(x, k)
	}
	return convert(x, k)
}

// stored converts a value to what the memory holds.
func (g *funcGen) stored(v *ir.Value, x expr, elem kind) expr {
	mk := kindOf(v.Attr.Mem)
	if mk.isInt() && x.kind.isFloat() {
		x = bitcast(x, sizedKind(x.kind.bits()))
	}
	if mk.isInt() {
		x = convert(x, mk.withSign(elem.signed())) // narrower: the low bits
	}
	if elem.isFloat() != x.kind.isFloat() {
		return bitcast(x, elem)
	}
	return convert(x, elem)
}
