package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// maxStride bounds the distance of two lanes that is worth knowing.
const maxStride = 1 << 20

// shaper finds the shapes of the values of a function: that all lanes have the same is what
// the uniformity says, and by how much integers grow from lane to lane the greatest solution
// in which each value agrees with its arguments.
type shaper struct {
	*flow
	wraps  *wraps
	stride []int64 // by value ID: 0 where all lanes have the same
	state  []state // likewise
}

// state is what is known of a stride.
type state uint8

const (
	top    state = iota // nothing yet
	known               // what it is
	bottom              // that there is none
)

func (w *flow) shapes(x *wraps) []Shape {
	f := w.b.Func
	s := &shaper{flow: w, wraps: x, stride: make([]int64, f.NumValues()), state: make([]state, f.NumValues())}
	order := ir.ReversePostorder(f)
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			for _, v := range b.Values {
				by, now := s.of(v)
				if now == known && v.Type == ir.I32 {
					by = int64(int32(by))
				}
				if now == known && (by > maxStride || by < -maxStride || s.state[v.ID] == known && by != s.stride[v.ID]) {
					now = bottom
				}
				if now > s.state[v.ID] {
					s.stride[v.ID], s.state[v.ID], changed = by, now, true
				}
			}
		}
	}
	out := make([]Shape, f.NumValues())
	for id, st := range s.state {
		switch {
		case st != known:
		case s.stride[id] == 0:
			out[id] = Shape{Class: Uniform}
		default:
			out[id] = Shape{Affine, s.stride[id]}
		}
	}
	return out
}

// at returns what a value grows by from lane to lane, as the lanes see it that are in a block.
func (s *shaper) at(v *ir.Value, b *ir.Block) (int64, state) {
	if s.state[v.ID] == known && s.apart(v, b) {
		return 0, bottom
	}
	return s.stride[v.ID], s.state[v.ID]
}

// of returns what a value grows by from lane to lane, by what is known of its arguments.
func (s *shaper) of(v *ir.Value) (by int64, now state) {
	switch {
	case v.Type == ir.Void:
		return 0, bottom
	case s.u.Of(v).In(analysis.Gang):
		return 0, known
	case analysis.IsSReg(v, "tid.x"):
		return 1, known
	case v.Op == ir.OpPhi:
		return s.phi(v)
	}
	if !v.Pure() || !analysis.Inherent(v).In(analysis.Gang) {
		return 0, bottom
	}
	strides := make([]int64, len(v.Args))
	for i, a := range v.Args {
		var st state
		strides[i], st = s.at(a, v.Block)
		switch st {
		case top:
			return 0, top
		case bottom:
			return 0, bottom
		}
	}
	by, ok := s.linear(v, strides)
	if !ok {
		return 0, bottom
	}
	return by, known
}

// phi is of for a phi: lanes that come different ways have what they like.
func (s *shaper) phi(v *ir.Value) (by int64, now state) {
	if !s.u.Ways(v.Block).In(analysis.Gang) {
		return 0, bottom
	}
	for _, a := range v.Args {
		switch one, st := s.at(a, v.Block); {
		case st == bottom, st == known && now == known && one != by:
			return 0, bottom
		case st == known:
			by, now = one, known
		}
	}
	return by, now
}

// linear returns by how much a value grows if its arguments grow by so much.
func (s *shaper) linear(v *ir.Value, by []int64) (int64, bool) {
	switch {
	case !slices.ContainsFunc(by, func(n int64) bool { return n != 0 }):
		return 0, true
	case v.Type != ir.I32 && v.Type != ir.I64:
		return 0, false
	}
	switch v.Op {
	case ir.OpAdd:
		return by[0] + by[1], true
	case ir.OpSub:
		return by[0] - by[1], true
	case ir.OpNeg, ir.OpNot:
		return -by[0], true
	case ir.OpMul:
		for i := range 2 {
			if k, ok := v.Args[i].IsConst(); ok {
				k := ir.Signed(k, v.Type.Bits())
				return by[1-i] * k, k > -maxStride && k < maxStride
			}
		}
	case ir.OpShl:
		if k, ok := v.Args[1].IsConst(); ok && k < 20 {
			return by[0] << k, true
		}
	case ir.OpSelect:
		return by[1], by[0] == 0 && by[1] == by[2]
	case ir.OpTrunc:
		return by[0], true
	case ir.OpZext, ir.OpSext:
		return by[0], v.Args[0].Type == ir.I32 && s.wraps.never(Exact{v.Args[0], by[0], v.Op == ir.OpSext}, v.Block)
	}
	n, ok := s.bits(v, by)
	s.aligned[v.ID] = s.aligned[v.ID] || ok
	return n, ok
}

// bits is linear for operations on bits: where the first lane has a multiple of a power of two
// that the others do not come to, the lanes differ in some bits, and nothing is carried.
func (s *shaper) bits(v *ir.Value, by []int64) (int64, bool) {
	if len(by) != 2 || by[0] <= 0 || by[1] != 0 {
		return 0, false
	}
	k, ok := v.Args[1].IsConst()
	end := int64(1)
	for end <= by[0]*(Width-1) {
		end <<= 1
	}
	if !ok || !firstMultiple(v.Args[0], end, 6) {
		return 0, false
	}
	differ := uint64(end-1) &^ uint64(by[0]&-by[0]-1)
	switch v.Op {
	case ir.OpAnd:
		switch k & differ {
		case differ:
			return by[0], true
		case 0:
			return 0, true
		}
	case ir.OpOr, ir.OpXor:
		return by[0], k&differ == 0
	case ir.OpShrU, ir.OpShrS:
		switch {
		case k >= uint64(v.Type.Bits()):
		case 1<<k >= end:
			return 0, true
		case by[0]%(1<<k) == 0:
			return by[0] >> k, true
		}
	case ir.OpRemU:
		return by[0], k != 0 && k%uint64(end) == 0
	case ir.OpDivU:
		return 0, k != 0 && k%uint64(end) == 0
	}
	return 0, false
}

// firstMultiple reports whether the first lane of every gang has a multiple of a power of two.
func firstMultiple(v *ir.Value, of int64, deep int) bool {
	if deep == 0 {
		return false
	}
	arg := func(i int, of int64) bool { return firstMultiple(v.Args[i], of, deep-1) }
	low := func(i int) (int64, bool) { // a power of two that a constant argument is a multiple of
		k, ok := v.Args[i].IsConst()
		return int64(k & -k), ok && k != 0
	}
	switch v.Op {
	case ir.OpConst:
		return v.Attr.Bits%uint64(of) == 0
	case ir.OpSReg:
		return analysis.IsSReg(v, "tid.x") && of <= Width
	case ir.OpAdd, ir.OpSub, ir.OpOr, ir.OpXor:
		return arg(0, of) && arg(1, of)
	case ir.OpAnd:
		return arg(0, of) || arg(1, of)
	case ir.OpMul:
		for i := range 2 {
			if k, ok := low(i); ok {
				return k >= of || arg(1-i, of/k)
			}
		}
	case ir.OpShl:
		if k, ok := v.Args[1].IsConst(); ok && k < 20 {
			return 1<<k >= of || arg(0, of>>k)
		}
	}
	return false
}
