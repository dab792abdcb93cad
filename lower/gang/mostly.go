package gang

import "github.com/ptx2go/ptx2go/lower/ir"

// Elements anywhere are mostly one after another where their index is kept within bounds, or says where a thread is in a
// row of so many elements: clamped edges, i % n, i / n, and the halves of a butterfly. The functions that gather and
// scatter find out, and access such elements at once.

// mostBounds is how many operations deep grows looks.
const mostBounds = 8

// manyLanes is how large a divisor that is known is at least, so that most gangs are within a row of so many elements. Of
// one that is not known that is taken to be so.
const manyLanes = 2 * Widest

// mostly looks at numbers as the lanes have them that are in a block.
type mostly struct {
	*Plan
	in *ir.Block
}

// grows returns by how much a number mostly grows from lane to lane.
func (p mostly) grows(v *ir.Value, deep int) (by int64, ok bool) {
	switch s := p.At(v, p.in); s.Class {
	case Uniform, Affine:
		return s.Stride, true
	case Crossed:
		return 0, false
	}
	if deep == 0 || len(v.Args) == 0 {
		return 0, false
	}
	grows := func(i int) (int64, bool) { return p.grows(v.Args[i], deep-1) }
	shared := func(i int) bool { return p.At(v.Args[i], p.in).Class == Uniform }
	switch {
	case v.Op == ir.OpSelect:
		return p.either(v.Args[1:], deep)
	case chooses(v.Op):
		return p.either(v.Args, deep)
	case v.Op == ir.OpZext, v.Op == ir.OpSext, v.Op == ir.OpTrunc:
		return grows(0)
	case v.Op == ir.OpAdd, v.Op == ir.OpSub:
		x, ok := grows(0)
		y, also := grows(1)
		if v.Op == ir.OpSub {
			y = -y
		}
		return x + y, ok && also
	case v.Op == ir.OpMul && shared(0):
		return p.times(v.Args[0], v.Args[1], deep)
	case v.Op == ir.OpMul && shared(1):
		return p.times(v.Args[1], v.Args[0], deep)
	case v.Op == ir.OpAnd && shared(0):
		return p.masked(v.Args[0], v.Args[1], deep)
	case v.Op == ir.OpAnd && shared(1):
		return p.masked(v.Args[1], v.Args[0], deep)
	case len(v.Args) != 2 || !shared(1):
		return 0, false
	}
	c, known := v.Args[1].IsConst()
	switch v.Op {
	case ir.OpShl:
		by, ok = grows(0)
		return by << (c & 31), ok && (known || by == 0)
	case ir.OpShrU, ir.OpShrS:
		_, ok = grows(0)
		return 0, ok && (!known || 1<<(c&31) >= manyLanes)
	case ir.OpMulHiU, ir.OpMulHiS: // a division by a constant
		_, ok = grows(0)
		return 0, ok
	case ir.OpRemU, ir.OpRemS:
		by, ok = grows(0)
		return by, ok && (!known || c >= manyLanes)
	case ir.OpDivU, ir.OpDivS:
		_, ok = grows(0)
		return 0, ok && (!known || c >= manyLanes)
	}
	return 0, false
}

// either is grows of one of several numbers: one grows, and the others bound it.
func (p mostly) either(args []*ir.Value, deep int) (by int64, ok bool) {
	for _, a := range args {
		one, ok := p.grows(a, deep-1)
		if !ok || one != 0 && by != 0 {
			return 0, false
		}
		by += one
	}
	return by, true
}

// times is grows of a product with a factor that lanes share.
func (p mostly) times(shared, v *ir.Value, deep int) (by int64, ok bool) {
	by, ok = p.grows(v, deep-1)
	c, known := shared.IsConst()
	return by * int64(c), ok && (known || by == 0)
}

// masked is grows of the low bits of a number, by a mask that lanes share.
func (p mostly) masked(shared, v *ir.Value, deep int) (by int64, ok bool) {
	by, ok = p.grows(v, deep-1)
	c, known := shared.IsConst()
	return by, ok && (!known || c&(c+1) == 0 && c >= manyLanes-1)
}
