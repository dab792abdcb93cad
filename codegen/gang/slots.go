package gang

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// slotStore prints what threads keep for another region.
func (p *accessPrinter) slotStore(v *ir.Value) {
	if w := p.kept[v.Attr.Slot]; w != nil {
		if !p.wanted[v.Attr.Slot] {
			return
		}
		x := p.vector(v.Args[0]).carried(w.Kind)
		if p.part() != nil {
			x = p.merged(w, w.Kind, x)
		}
		p.Assign(v, []*gosrc.Variable{w}, x.expr())
		return
	}
	array, i, elem := p.Slot(v.Attr.Slot)
	x := p.vector(v.Args[0])
	x = x.carried(elem)
	name := elemName(elem)
	if p.part() == nil {
		p.Effect(v, p.vec("Store"+name).Call(array, i.Code(), x.code))
		return
	}
	if elem == gosrc.Bool {
		p.Effect(v, p.vec("StoreMasked"+name).Call(array, i.Code(), x.code, p.mask().code))
		return
	}
	p.Effect(v, p.storeMerged(array, elem, i.Code(), x.code, p.mask()))
}

// vecName names the functions of vectors of so many elements, "2F32", or of single elements.
func vecName(v *ir.Value, elem gosrc.Kind) string {
	if v.Vec() > 1 {
		return strconv.Itoa(v.Vec()) + elemName(elem)
	}
	return elemName(elem)
}

// elemName is how functions of memory spell the elements of a slice.
func elemName(k gosrc.Kind) string {
	switch k {
	case gosrc.Bool:
		return "M"
	case gosrc.I8, gosrc.I16, gosrc.I32, gosrc.I64:
		return "I" + k.String()[3:]
	case gosrc.F32, gosrc.F64:
		return typeOf(k)
	}
	return "U" + k.String()[4:]
}

// storeMerged stores some lanes, and what is there already of the others.
func (p *accessPrinter) storeMerged(slice *jen.Statement, elem gosrc.Kind, first *jen.Statement, x jen.Code, in vector) *jen.Statement {
	old := p.vec("Load"+elemName(elem)).Call(slice.Clone(), first.Clone())
	return p.vec("Store"+elemName(elem)).Call(slice, first, p.of(elem, "Merge", x, old, in.code).code)
}
