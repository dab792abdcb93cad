package gang

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// The local memory of the lanes is an array of vectors, see lower/gang/own.go and runtime/lanes/framewords.go:
//
//	gang8.ClearFrames(frames)
//	...
//	f1 := gang8.LoadFramesU32(frames, 4*uint64(i))
//	at, ok := gang8.FramePlaces(i2, 60, 3, m)
//	if !ok { break gangs }
//	gang8.ScatterFramesU32(frames, at, u3, m)

// ownPrinter prints accesses of it.
type ownPrinter struct{ *accessPrinter }

// clear prints what a gang begins with.
func (p ownPrinter) clear() {
	if n := gang.Frame(p.plan); n > 0 {
		p.HasFrames(n)
		p.Push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: p.vec("ClearFrames").Call(p.Frames())}, nil)
	}
}

// ownKind is the carrier in which lanes have the bits of an element.
func ownKind(v *ir.Value) gosrc.Kind {
	switch v.Attr.Mem.Bytes() {
	case 1:
		return gosrc.U8
	case 2:
		return gosrc.U16
	case 4:
		return gosrc.U32
	}
	return gosrc.U64
}

// ownPlace is where lanes access their memory: one number, or places by lane. It is checked.
type ownPlace struct {
	at    *gosrc.Variable
	lanes bool
}

// place prints it.
func (p ownPrinter) place(v *ir.Value) ownPlace {
	fr, size := p.plan.Body.Func.Frame(), v.AccessBytes()
	last, rest := fr.Size-size, size-1
	a := p.plan.Access[v]
	if a.Order == gang.Gather {
		return ownPlace{p.placesByLane(v, last, rest), true}
	}
	at := p.NewVariable("at", jen.Uint64())
	at.Kind = gosrc.U64
	p.Assign(nil, []*gosrc.Variable{at}, p.InFrame(v))
	if !a.Whole {
		outside := jen.Id(at.Name).Op(">").Id(gosrc.Num(last))
		if rest > 0 {
			outside = outside.Op("||").Id(at.Name).Op("&").Id(gosrc.Num(rest)).Op("!=").Lit(0)
		}
		p.bail(outside, at)
	}
	return ownPlace{at, false}
}

// placesByLane prints the places of the lanes.
func (p ownPrinter) placesByLane(v *ir.Value, last, rest int64) *gosrc.Variable {
	at, ok := p.NewVariable("at", p.vec("U32")), p.NewVariable("ok", jen.Bool())
	where, _ := p.Memory().InFrame(v)
	args := []jen.Code{jen.Id(gosrc.Num(last)), jen.Id(gosrc.Num(rest)), p.mask().code}
	var find *jen.Statement
	if t, ok := small(where); ok {
		n := p.vector(t.Value)
		n = n.as(n.kind.WithSign(t.Ext == analysis.ExtSigned))
		find = p.vec("FramePlaces" + typeOf(n.kind)).Call(append([]jen.Code{n.code, jen.Id(gosrc.Num(where.Off)), jen.Id(gosrc.Num(t.Scale))}, args...)...)
	} else {
		find = p.vec("FramePlaces").Call(append([]jen.Code{p.inFrames(where).code}, args...)...)
	}
	p.Assign(v, []*gosrc.Variable{at, ok}, gosrc.Primary(find, gosrc.NoKind))
	p.bail(jen.Op("!").Id(ok.Name), ok)
	return at
}

// small returns the one term of a place that is computed in 32 bits.
func small(at schedule.InFrame) (analysis.Term, bool) {
	const most = 1 << 10 // times 2^20
	if at.Root != nil || len(at.Terms) != 1 || at.Off < -most<<16 || at.Off > most<<16 {
		return analysis.Term{}, false
	}
	t := at.Terms[0]
	return t, t.Ext != analysis.ExtNone && t.Value.Type == ir.I32 && t.Scale > 0 && t.Scale <= most
}

// inFrames are the places of the lanes in 64 bits.
func (p ownPrinter) inFrames(at schedule.InFrame) vector {
	var root vector
	off := at.Off
	if at.Root != nil {
		root = p.vector(at.Root).as(gosrc.I64)
		off -= ir.FrameStart
	}
	return p.sum(root, at.Terms, off, p.vector)
}

// element is the place of one element of an access.
func (x ownPlace) element(p ownPrinter, i int, size int64) *jen.Statement {
	at := p.Use(x.at)
	switch by := int64(i) * size; {
	case by == 0:
		return at
	case x.lanes:
		return p.named(x.at, gosrc.U32).method("Add", p.splat(gosrc.Constant(uint64(by), gosrc.U32)).code).code
	default:
		return at.Op("+").Id(gosrc.Num(by))
	}
}

// load prints a load.
func (p ownPrinter) load(v *ir.Value) {
	place, elem := p.place(v), ownKind(v)
	load := func(i int) vector {
		at := place.element(p, i, int64(v.Attr.Mem.Bytes()))
		name := elemName(elem)
		if place.lanes {
			return p.call(elem, "GatherFrames"+name, p.Frames(), at, p.mask().code)
		}
		return p.call(elem, "LoadFrames"+name, p.Frames(), at)
	}
	if v.Type != ir.Tuple {
		if len(p.Users(v)) > 0 || p.endsBlock(v) {
			p.set(v, p.variable(v), p.fromMemory(v, load(0)), -1)
		}
		return
	}
	for i, w := range p.elements(v) {
		if w != nil {
			p.setElement(v, i, p.fromMemory(v, load(i)))
		}
	}
}

// store prints a store.
func (p ownPrinter) store(v *ir.Value) {
	place, elem := p.place(v), ownKind(v)
	name := "StoreFrames"
	if place.lanes {
		name = "ScatterFrames"
	}
	for i, x := range v.Args[1:] {
		at := place.element(p, i, int64(v.Attr.Mem.Bytes()))
		p.Effect(v, p.vec(name+elemName(elem)).Call(p.Frames(), at, p.toMemory(v, x, elem).code, p.mask().code))
	}
}
