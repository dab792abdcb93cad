package gang

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// lanes spells what a function with lanes does with vectors: values by the same table as those of gangs that are
// printed as they are planned.
type lanes struct {
	*printer
	index map[indexOf]vector      // of each lane, where it was computed before
	whole map[*ir.Value]*ir.Value // the access that says itself whether it is inside, by the question; see fuse
	asks  map[*ir.Value]*ir.Value // the question that an access answers itself
}

// indexOf is what names the indices of lanes.
type indexOf struct {
	address, mask *ir.Value
	unit          int64
	block         *ir.Block
}

// Type is the type of a vector.
func (p *lanes) Type(v *ir.Value) *jen.Statement { return p.vec(typeOf(p.Kind(v))) }

// As is a vector in another carrier.
func (p *lanes) As(v *ir.Value, k gosrc.Kind) gosrc.Expr { return p.operand(v, k).expr() }

// vector is a varying value.
func (p *lanes) vector(v *ir.Value) vector {
	k := p.Kind(v)
	switch {
	case v.Op == ir.OpUndef:
		return p.constantSplat(gosrc.Constant(0, k))
	case v.Op == ir.OpSplat && v.Args[0].Op == ir.OpConst:
		return p.splat(gosrc.Constant(v.Args[0].Attr.Bits, k))
	case v.Op == ir.OpExtract:
		return buildExtract(p.printer, v)
	case p.Inline(v):
		return p.make(v)
	}
	return p.named(p.Variable(v), k)
}

// make is a varying value, computed here.
func (p *lanes) make(v *ir.Value) vector {
	if build := ofLanes[v.Op]; build != nil {
		x := build(p, v)
		x.code = p.Marked(v, x.code)
		return x
	}
	return p.build(v)
}

// ofLanes are the operations on vectors that functions with lanes alone have.
var ofLanes map[ir.Op]func(*lanes, *ir.Value) vector

// numbers are those that make a number of vectors, or of what is asked of memory.
var numbers map[ir.Op]func(*lanes, *ir.Value) gosrc.Expr

// acts print those that are statements, or some of them; false for others.
var acts map[ir.Op]func(*lanes, *ir.Value) bool

func init() {
	ofLanes = map[ir.Op]func(*lanes, *ir.Value) vector{
		ir.OpSplat:   func(p *lanes, v *ir.Value) vector { return p.splatNow(gosrc.Convert(p.Number(v.Args[0]), p.Kind(v))) },
		ir.OpRamp:    buildRamp,
		ir.OpSelect:  buildMerge,
		ir.OpAnd:     buildAnd,
		ir.OpSlotGet: buildSlotGet,
	}
	numbers = map[ir.Op]func(*lanes, *ir.Value) gosrc.Expr{
		ir.OpAny:   asks("Any"),
		ir.OpAll:   asks("All"),
		ir.OpApart: buildApart,
		ir.OpUndef: func(p *lanes, v *ir.Value) gosrc.Expr { return gosrc.Constant(0, p.Kind(v)) },
		ir.OpSlotGet: func(p *lanes, v *ir.Value) gosrc.Expr {
			array, elem := p.RowSlot(v.Attr.Slot)
			return gosrc.Convert(gosrc.Index(array, gosrc.Convert(p.Number(v.Args[0]), gosrc.Int), elem), p.Kind(v))
		},
	}
	acts = map[ir.Op]func(*lanes, *ir.Value) bool{
		ir.OpPoll:    act((*lanes).poll),
		ir.OpSlotPut: act((*lanes).slotPut),
		ir.OpFence: act(func(p *lanes, v *ir.Value) {
			if p.Fences(v) {
				p.Effect(v, p.vec("Fence").Call())
			}
		}),
	}
}

// act is what is a statement of its own always.
func act(print func(*lanes, *ir.Value)) func(*lanes, *ir.Value) bool {
	return func(p *lanes, v *ir.Value) bool {
		print(p, v)
		return true
	}
}

// Value is the expression of a varying value, or of a number that is made of vectors.
func (p *lanes) Value(v *ir.Value) (x gosrc.Expr, ok bool) {
	if v.Varying {
		return p.vector(v).expr(), true
	}
	if build := numbers[v.Op]; build != nil && p.Inline(v) {
		return build(p, v), true
	}
	return x, false
}

// Define prints the statement of a value.
func (p *lanes) Define(v *ir.Value) bool {
	switch {
	case acts[v.Op] != nil && acts[v.Op](p, v):
	case v.Varying:
		p.keep(v, p.make(v))
	case numbers[v.Op] != nil:
		p.Assign(v, []*gosrc.Variable{p.Variable(v)}, numbers[v.Op](p, v))
	default:
		return false
	}
	return true
}

// keep assigns a vector to the variable of a value, where anything mentions that.
func (p *lanes) keep(v *ir.Value, x vector) {
	if len(p.Users(v)) > 0 || p.endsBlock(v) {
		p.Assign(v, []*gosrc.Variable{p.Variable(v)}, x.as(p.Kind(v)).expr())
	}
}

func buildRamp(p *lanes, v *ir.Value) vector {
	k := p.Kind(v)
	s := gang.Shape{Stride: v.Attr.Stride, Cross: v.Attr.Cross}
	first := gosrc.Convert(p.Number(v.Args[0]), k)
	if s.Cross != 0 {
		return p.crossed(v.Args[0], s).as(k)
	}
	if k.Bits() < 32 {
		w := carried(k)
		return p.of(w, "Ramp", gosrc.Convert(first, w).Code(), gosrc.Constant(uint64(s.Stride), w).Code()).narrow(k)
	}
	return p.of(k, "Ramp", first.Code(), gosrc.Constant(uint64(s.Stride), k).Code())
}

// narrow says that lanes of 32 bits are smaller numbers.
func (x vector) narrow(k gosrc.Kind) vector {
	x.kind = k
	return x.extended()
}

func buildMerge(p *lanes, v *ir.Value) vector {
	k := p.Kind(v)
	x, y := p.operand(v.Args[1], k), p.operand(v.Args[2], k)
	return p.of(k, "Merge", x.code, y.code, p.vector(v.Args[0]).code)
}

// buildAnd is an and, in one operation with a not that nothing else asks for.
func buildAnd(p *lanes, v *ir.Value) vector {
	if v.Type == ir.I1 {
		for i, not := range v.Args {
			if not.Op == ir.OpNot && p.Inline(not) {
				return p.call(gosrc.Bool, "AndNotM", p.vector(v.Args[1-i]).code, p.vector(not.Args[0]).code)
			}
		}
	}
	return p.build(v)
}

// asks is a question about the lanes of a mask.
func asks(fn string) func(*lanes, *ir.Value) gosrc.Expr {
	return func(p *lanes, v *ir.Value) gosrc.Expr {
		return gosrc.Primary(p.vec(fn).Call(p.vector(v.Args[0]).code), gosrc.Bool)
	}
}

func buildApart(p *lanes, v *ir.Value) gosrc.Expr {
	x, _ := p.Through(v.Args[0])
	y, _ := p.Through(v.Args[1])
	return gosrc.Primary(scalar.Runtime("Apart").Call(x, y), gosrc.Bool)
}

func (p *lanes) poll(v *ir.Value) {
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: scalar.Runtime("Leave").Call(jen.Id("c")), Body: gosrc.NewBlock()}
	p.Push(s, nil)
	p.In(s.Body, func() { p.Return(v.Args[0]) })
}

func buildSlotGet(p *lanes, v *ir.Value) vector {
	array, elem := p.RowSlot(v.Attr.Slot)
	i := gosrc.Convert(p.Number(v.Args[0]), gosrc.Int)
	return p.call(elem, "Load"+elemName(elem), array, i.Code()).carried(p.Kind(v))
}

// slotPut prints what threads keep for another region.
func (p *lanes) slotPut(v *ir.Value) {
	array, elem := p.RowSlot(v.Attr.Slot)
	i := gosrc.Convert(p.Number(v.Args[0]), gosrc.Int)
	x, m := p.vector(v.Args[1]).carried(elem), v.Mask()
	switch name := elemName(elem); {
	case m == nil:
		p.Effect(v, p.vec("Store"+name).Call(array, i.Code(), x.code))
	case elem == gosrc.Bool:
		p.Effect(v, p.vec("StoreMasked"+name).Call(array, i.Code(), x.code, p.vector(m).code))
	default:
		a := accessPrinter{p.printer}
		p.Effect(v, a.storeMerged(array, elem, i.Code(), x.code, p.vector(m)))
	}
}
