package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// surface begins a surface operation: its arguments are the surface, the layer and
// the coordinates.
func (b *fn) surface(op ir.Op, t ir.Type, o *frontend.Operand) (*ir.Value, bool) {
	g := b.geometry()
	if len(o.Elems) != 1 {
		b.errorf(o.Pos, "operand", "%s takes [surface, coordinates]", b.head())
		return nil, false
	}
	surf, ok := b.handle(o, ir.SurfRef)
	if !ok {
		return nil, false
	}
	n := g.Coordinates()
	if g.Layered() {
		n++
	}
	list, ok := b.numbers(&o.Elems[0], n, b.before(2, 0), func(int) ir.Type { return ir.I32 })
	if !ok {
		return nil, false
	}
	v := b.f.NewValue(op, t, b.pos, append([]*ir.Value{surf}, list...)...)
	v.Block = b.cur
	v.Attr.Geom = g
	switch b.match.HasAny("trap", "clamp", "zero") {
	case "clamp":
		v.Attr.Outside = ir.OutsideClamp
	case "zero":
		v.Attr.Outside = ir.OutsideZero
	}
	pt := b.match.Type()
	v.Attr.Mem = ir.IntOfBits(pt.Bits())
	if b.match.Has("p") {
		switch {
		case pt.IsFloat():
			v.Attr.Texel = ir.TexelFloat
		case pt.IsSigned():
			v.Attr.Texel = ir.TexelSigned
		case pt.IsUnsigned():
			v.Attr.Texel = ir.TexelUnsigned
		default:
			v.Attr.Texel = ir.TexelBits
		}
	}
	return v, true
}

// elementsOf returns the elements of a vector operand, as many as the instruction
// says.
func (b *fn) elementsOf(o *frontend.Operand) ([]frontend.Operand, bool) {
	es := elements(o)
	if n := b.match.VecLen(); n > 1 && n != len(es) || n == 1 && len(es) != 1 {
		b.giveUp()
		return nil, false
	}
	return es, true
}

// suld builds suld.
func (b *fn) suld() {
	es, ok := b.elementsOf(&b.ops[0])
	if !ok {
		return
	}
	t := ir.Tuple
	if len(es) == 1 {
		t = ir.IntOfBits(b.match.Type().Bits())
	}
	v, ok := b.surface(ir.OpSurfLoad, t, &b.ops[1])
	if !ok {
		return
	}
	b.cur.Values = append(b.cur.Values, v)
	vals := []*ir.Value{v}
	if t == ir.Tuple {
		v.Attr.Vec = len(es)
		for range es {
			v.Results = append(v.Results, v.Attr.Mem)
		}
		vals = b.extract(v)
	}
	for i := range es {
		b.set(&es[i], vals[i], b.match.Type().IsSigned())
	}
}

// sust builds sust.
func (b *fn) sust() {
	es, ok := b.elementsOf(&b.ops[1])
	if !ok {
		return
	}
	v, ok := b.surface(ir.OpSurfStore, ir.Void, &b.ops[0])
	if !ok {
		return
	}
	for i := range es {
		if es[i].Kind == frontend.OpSink {
			b.giveUp() // the element of memory that it leaves alone
			return
		}
		v.Args = append(v.Args, b.value(&es[i], v.Attr.Mem))
	}
	if len(es) > 1 {
		v.Attr.Vec = len(es)
	}
	b.cur.Values = append(b.cur.Values, v)
}

// sured builds sured. With .p and a type of bits, min and max take the sign from
// the format of the surface, which the operation's kind of texels says.
func (b *fn) sured() {
	v, ok := b.surface(ir.OpSurfRed, ir.Void, &b.ops[0])
	if !ok {
		return
	}
	v.Attr.Atom, _ = ir.ParseAtom(b.match.Val("O"), false, b.match.Type().IsSigned())
	v.Args = append(v.Args, b.value(&b.ops[1], v.Attr.Mem))
	b.cur.Values = append(b.cur.Values, v)
}
