package builder

import (
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// References and handles: a texture, sampler or surface is an I64, the handle of a
// reference of the module or a number that the program passed in.

var refKinds = map[isa.Type]ir.RefKind{isa.TexRef: ir.TexRef, isa.SamplerRef: ir.SamplerRef, isa.SurfRef: ir.SurfRef}

// declareRef makes the reference of a .texref, .samplerref, .surfref or .tex
// variable. Where it is defined does not matter: the launch binds it by its name.
func (m *module) declareRef(v *frontend.Var) {
	if len(v.Dims) > 0 || v.Vec > 1 {
		m.unsupported(v.Pos, "an array of references")
		return
	}
	r := &ir.Ref{
		Name:    m.uniqueName(v),
		Kind:    refKinds[v.Type], // of .tex .u32: a texture
		Visible: v.Linkage == frontend.Visible || v.Linkage == frontend.Weak || v.Linkage == frontend.Common,
		Pos:     v.Pos,
	}
	m.refs[v] = r
	m.out.Refs = append(m.out.Refs, r)
	switch {
	case len(v.Attrs) == 0:
	case r.Kind != ir.SamplerRef:
		m.unsupported(v.Pos, "initial properties of a "+r.Kind.String())
	default:
		m.samplerProps(v, r)
	}
}

// samplerValues are the properties of a sampler with their values (section 5.3).
var samplerValues = map[string]string{
	"addr_mode_0":               "wrap mirror clamp_ogl clamp_to_edge clamp_to_border",
	"addr_mode_1":               "wrap mirror clamp_ogl clamp_to_edge clamp_to_border",
	"addr_mode_2":               "wrap mirror clamp_ogl clamp_to_edge clamp_to_border",
	"filter_mode":               "nearest linear",
	"force_unnormalized_coords": "0 1",
}

func (m *module) samplerProps(v *frontend.Var, r *ir.Ref) {
	for _, p := range v.Attrs {
		name, value, isProp := strings.Cut(p, "=")
		if !isProp {
			continue // .attribute
		}
		list, known := samplerValues[name]
		switch {
		case !known:
			m.errorf(v.Pos, "type", "a .samplerref has no property %s", name)
		case !slices.Contains(strings.Fields(list), value):
			m.errorf(v.Pos, "type", "%s of a .samplerref is one of %s, not %s", name, list, value)
		default:
			r.Props = append(r.Props, p)
		}
	}
}

// refAddress returns the handle of a reference, or of a parameter that is one.
func (b *fn) refAddress(v *frontend.Var, off int64) *ir.Value {
	if off != 0 {
		b.giveUpf("an offset from a reference")
	}
	if v.Space == isa.SpaceParam {
		return b.paramHandle(v)
	}
	if v.InFunc == nil {
		if d := b.globals[v.Name]; d != nil {
			v = d
		}
	}
	r := b.refs[v]
	if r == nil {
		b.giveUpf("the reference " + v.Name)
		return b.konst(ir.I64, 0)
	}
	h := b.add(ir.OpRefAddr, ir.I64)
	h.Attr.Ref = r
	return h
}

// paramHandle returns the handle that a parameter holds.
func (b *fn) paramHandle(v *frontend.Var) *ir.Value {
	if i, ok := b.params[v]; ok {
		p := b.f.Params[i]
		if p.Size == 8 {
			x := b.add(ir.OpParam, ir.I64)
			x.Attr.Index = i
			return x
		}
	} else if s := b.slots[v]; s != nil && s.size == 8 {
		return b.integer(b.loadSlot(s, 0, ir.I64))
	}
	b.giveUpf("the parameter " + v.Name)
	return b.konst(ir.I64, 0)
}

// handle returns the handle that an operand names: a reference, a parameter or a
// register.
func (b *fn) handle(o *frontend.Operand, kind ir.RefKind) (*ir.Value, bool) {
	if o.Const != nil && (o.Const.Bits != 0 || o.Const.Kind == frontend.ConstAddr) {
		b.giveUpf("an offset from a handle")
		return nil, false
	}
	switch sym := o.Sym.(type) {
	case *frontend.Reg:
		v := b.integer(b.read(b.reg(sym, o.Comp), b.cur))
		if v.Type != ir.I64 {
			b.l.Add(diag.Diagnostic{Pos: o.Pos, Code: "type", Msg: o.Name + " is no handle: it must have 64 bits"})
			return nil, false
		}
		return v, true
	case *frontend.Var:
		if want := sym.Type; want.IsOpaque() && refKinds[want] != kind {
			b.l.Add(diag.Diagnostic{Pos: o.Pos, Code: "type", Msg: o.Name + " is a ." + want.String() + ", " + b.head() + " takes a ." + kind.String()})
			return nil, false
		}
		switch {
		case sym.Type.IsOpaque() || sym.Space == isa.SpaceTex:
			return b.refAddress(sym, 0), true
		case sym.Space == isa.SpaceParam && sym.Size() == 8:
			return b.paramHandle(sym), true
		}
		b.l.Add(diag.Diagnostic{Pos: o.Pos, Code: "type", Msg: o.Name + " is no ." + kind.String()})
		return nil, false
	}
	b.giveUp()
	return nil, false
}

// geoms are the geometries by their modifiers.
var geoms = map[string]ir.Geom{
	"1d": ir.Geom1D, "2d": ir.Geom2D, "3d": ir.Geom3D, "a1d": ir.GeomA1D, "a2d": ir.GeomA2D,
	"cube": ir.GeomCube, "acube": ir.GeomACube, "2dms": ir.Geom2DMS, "a2dms": ir.GeomA2DMS,
}

// geometry returns the geometry that the instruction names.
func (b *fn) geometry() ir.Geom {
	for _, t := range b.match.Tokens() {
		if g, ok := geoms[t]; ok {
			return g
		}
	}
	panic("build: " + b.head() + " has no geometry")
}

// numbers returns n numbers of an operand: a scalar, or a list that is padded to a
// length of a power of two, or, where there may be spare ones, to four.
func (b *fn) numbers(o *frontend.Operand, n int, spare bool, t func(i int) ir.Type) ([]*ir.Value, bool) {
	es := elements(o)
	padded := n
	if n == 3 {
		padded = 4
	}
	if len(es) != padded && !(len(es) == 4 && spare) {
		b.errorf(o.Pos, "operand", "%s takes %s here, not %d", b.head(), diag.Count(padded, "number"), len(es))
		return nil, false
	}
	out := make([]*ir.Value, n)
	for i := range out {
		e := &es[i]
		if r, ok := e.Sym.(*frontend.Reg); ok && r.Var.Type.Bits() != 32 || e.Kind == frontend.OpSink || e.Kind == frontend.OpConst && e.Const.Kind == frontend.ConstAddr {
			b.errorf(e.Pos, "type", "the numbers of %s have 32 bits", b.head())
			return nil, false
		}
		out[i] = b.value(e, t(i))
	}
	return out, true
}

// tex builds tex.
func (b *fn) tex() {
	mode := ir.TexPlain
	switch b.match.HasAny("base", "level", "grad") {
	case "base":
		mode = ir.TexBase
	case "level":
		mode = ir.TexLevel
	case "grad":
		mode = ir.TexGrad
	}
	b.fetch(mode)
}

// tld4 builds tld4.
func (b *fn) tld4() {
	mode := map[string]ir.TexMode{"r": ir.TexGatherR, "g": ir.TexGatherG, "b": ir.TexGatherB, "a": ir.TexGatherA}
	b.fetch(mode[b.match.HasAny("r", "g", "b", "a")])
}

// fetch builds a texture instruction. All texels are resident, so the optional
// predicate is true.
func (b *fn) fetch(mode ir.TexMode) {
	g := b.geometry()
	types := b.match.Types()
	coord := irType(types[len(types)-1])
	if coord != ir.F32 {
		coord = ir.I32
	}
	args, ok := b.position(&b.ops[1], g, coord)
	if !ok {
		return
	}
	more := func(k, n int, t ir.Type) bool {
		list, ok := b.numbers(&b.ops[k], n, false, func(int) ir.Type { return t })
		args = append(args, list...)
		return ok
	}
	at := 2
	switch mode {
	case ir.TexLevel:
		ok = more(2, 1, coord)
		at = 3
	case ir.TexGrad:
		ok = more(2, g.Coordinates(), ir.F32) && more(3, g.Coordinates(), ir.F32)
		at = 4
	}
	v := b.f.NewValue(ir.OpTex, ir.Tuple, b.pos)
	if ok && len(b.ops) > at && b.ops[at].Kind != frontend.OpSink {
		n := g.Coordinates()
		if g == ir.GeomCube || g == ir.GeomACube {
			b.giveUpf("offsets in a cube")
			return
		}
		ok = more(at, n, ir.I32)
		v.Attr.Offset = true
	}
	if ok && len(b.ops) > at+1 {
		ok = more(at+1, 1, ir.F32)
		v.Attr.Depth = true
	}
	if !ok {
		return
	}
	v.Attr.Geom, v.Attr.Tex, v.Args, v.Block = g, mode, args, b.cur
	d := &b.ops[0]
	if d.Kind == frontend.OpPair {
		b.set(&d.Elems[1], b.konst(ir.I1, 1), false)
		d = &d.Elems[0]
	}
	elem := ir.I32
	if t := irType(types[0]); t != ir.I32 {
		elem = ir.F32
	}
	v.Results = []ir.Type{elem, elem, elem, elem}
	b.cur.Values = append(b.cur.Values, v)
	b.setTexel(d, types[0], b.extract(v))
}

// setTexel writes the four results of a fetch. Halves are the rounded floats.
func (b *fn) setTexel(d *frontend.Operand, t isa.Type, vals []*ir.Value) {
	es := elements(d)
	switch t {
	case isa.F16:
		for i, v := range vals {
			vals[i] = b.intrinsic("CvtRnF16F32", ir.F16, v)
		}
	case isa.F16x2:
		for i := range 2 {
			vals[i] = b.intrinsic("CvtRnF16x2F32", ir.F16x2, vals[2*i+1], vals[2*i])
		}
		vals = vals[:2]
	}
	if len(es) != len(vals) {
		b.errorf(d.Pos, "operand", "%s has %s, not %d", b.head(), diag.Count(len(vals), "result"), len(es))
		return
	}
	for i := range es {
		b.set(&es[i], vals[i], false)
	}
}

// position returns the arguments that a texture instruction begins with: texture,
// sampler, sample, layer and coordinates.
func (b *fn) position(o *frontend.Operand, g ir.Geom, coord ir.Type) ([]*ir.Value, bool) {
	parts := o.Elems
	independent := b.module.ast.Target.Has("texmode_independent")
	if len(parts) == 0 || len(parts) > 2 {
		b.errorf(o.Pos, "operand", "%s takes [texture, coordinates]", b.head())
		return nil, false
	}
	tex, ok := b.handle(o, ir.TexRef)
	if !ok {
		return nil, false
	}
	sampler := b.konst(ir.I64, 0)
	switch {
	case len(parts) == 2 && !independent:
		b.l.Add(diag.Diagnostic{Pos: parts[0].Pos, Code: "operand", Msg: "a texture has its own sampler in unified mode",
			Hint: ".target ..., texmode_independent separates them"})
		return nil, false
	case len(parts) == 2:
		if sampler, ok = b.handle(&parts[0], ir.SamplerRef); !ok {
			return nil, false
		}
	case independent && coord != ir.I32:
		b.errorf(o.Pos, "operand", "%s takes [texture, sampler, coordinates] in independent mode", b.head())
		return nil, false
	}
	first := 0
	if g.Multisample() {
		first++
	}
	if g.Layered() {
		first++
	}
	// tex takes four coordinates for any geometry and ignores the rest (section 9.7.10.3).
	list, ok := b.numbers(&parts[len(parts)-1], first+g.Coordinates(), b.match.Form.Opcode == "tex", func(i int) ir.Type {
		if i < first {
			return ir.I32
		}
		return coord
	})
	return append([]*ir.Value{tex, sampler}, list...), ok
}

// texQuery builds txq and suq.
func (b *fn) texQuery() {
	name := ""
	for _, t := range b.match.Tokens() {
		if _, ok := ir.ParseQuery(t); ok {
			name = t
		}
	}
	q, ok := ir.ParseQuery(name)
	if !ok {
		b.giveUp()
		return
	}
	kind := ir.TexRef
	switch {
	case b.match.Form.Opcode == "suq":
		kind = ir.SurfRef
	case q.OfSampler() && b.module.ast.Target.Has("texmode_independent"):
		kind = ir.SamplerRef
	}
	h, ok := b.handle(&b.ops[1], kind)
	if !ok {
		return
	}
	args := []*ir.Value{h}
	if len(b.ops) > 2 {
		args = append(args, b.value(&b.ops[2], ir.I32))
	}
	v := b.add(ir.OpTexQuery, ir.I32, args...)
	v.Attr.Query = q
	b.set(&b.ops[0], v, false)
}

// istypep builds istypep.
func (b *fn) istypep() {
	h := b.value(&b.ops[1], ir.I64)
	v := b.add(ir.OpIsRef, ir.I1, h)
	switch b.match.HasAny("texref", "samplerref", "surfref") {
	case "samplerref":
		v.Attr.RefKind = ir.SamplerRef
	case "surfref":
		v.Attr.RefKind = ir.SurfRef
	}
	b.set(&b.ops[0], v, false)
}
