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
	wraps *wraps
	grows []growth // by value ID
	state []state  // likewise
}

// growth is by how much a value grows from lane to lane; lane l has what lane l^cross would.
type growth struct {
	by    int64
	cross int
}

// state is what is known of a growth.
type state uint8

const (
	top    state = iota // nothing yet
	known               // what it is
	bottom              // that there is none
)

func (w *flow) shapes(x *wraps) []Shape {
	f := w.b.Func
	s := &shaper{flow: w, wraps: x, grows: make([]growth, f.NumValues()), state: make([]state, f.NumValues())}
	order := ir.ReversePostorder(f)
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			for _, v := range b.Values {
				g, now := s.of(v)
				if now == known && v.Type == ir.I32 {
					g.by = int64(int32(g.by))
				}
				if g.by == 0 {
					g.cross = 0
				}
				if now == known && (g.by > maxStride || g.by < -maxStride || s.state[v.ID] == known && g != s.grows[v.ID]) {
					now = bottom
				}
				if now > s.state[v.ID] {
					s.grows[v.ID], s.state[v.ID], changed = g, now, true
				}
			}
		}
	}
	out := make([]Shape, f.NumValues())
	for id, st := range s.state {
		switch g := s.grows[id]; {
		case st != known:
		case g.by == 0:
			out[id] = Shape{Class: Uniform}
		case g.cross != 0:
			out[id] = Shape{Crossed, g.by, g.cross}
		default:
			out[id] = Shape{Class: Affine, Stride: g.by}
		}
	}
	return out
}

// at returns by how much a value grows, as the lanes see it that are in a block.
func (s *shaper) at(v *ir.Value, b *ir.Block) (growth, state) {
	if s.state[v.ID] == known && s.apart(v, b) {
		return growth{}, bottom
	}
	return s.grows[v.ID], s.state[v.ID]
}

// of returns by how much a value grows, by what is known of its arguments.
func (s *shaper) of(v *ir.Value) (g growth, now state) {
	switch {
	case v.Type == ir.Void:
		return g, bottom
	case s.u.Of(v).In(analysis.Gang) && s.inVectors(v):
		return g, bottom
	case s.u.Of(v).In(analysis.Gang):
		return g, known
	case analysis.IsSReg(v, "tid.x"):
		return growth{by: 1}, known
	case v.Op == ir.OpPhi:
		return s.phi(v)
	}
	if !v.Pure() || !analysis.Inherent(v).In(analysis.Gang) {
		return g, bottom
	}
	args := make([]growth, len(v.Args))
	for i, a := range v.Args {
		var st state
		args[i], st = s.at(a, v.Block)
		switch st {
		case top:
			return g, top
		case bottom:
			return g, bottom
		}
	}
	g, ok := s.linear(v, args)
	if !ok {
		return growth{}, bottom
	}
	return g, known
}

// inVectors reports whether what all lanes share is in vectors all the same: an integer that is computed from
// floats, which are vectors whoever shares them, and what is computed from such. A comparison is not, since it
// decides for all lanes at once; nor is what is computed once for a row.
func (s *shaper) inVectors(v *ir.Value) bool {
	if v.Op == ir.OpFCmp || v.Op == ir.OpICmp || slices.Contains(s.b.Row, v) {
		return false
	}
	converts := !v.Type.IsFloat() && v.Op != ir.OpPhi && v.Op != ir.OpExtract && !v.IsAccess()
	return slices.ContainsFunc(v.Args, func(a *ir.Value) bool {
		return converts && a.Type.IsFloat() || s.state[a.ID] == bottom && s.u.Of(a).In(analysis.Gang)
	})
}

// phi is of for a phi: lanes that come different ways have what they like.
func (s *shaper) phi(v *ir.Value) (g growth, now state) {
	if !s.u.Ways(v.Block).In(analysis.Gang) {
		return g, bottom
	}
	for _, a := range v.Args {
		switch one, st := s.at(a, v.Block); {
		case st == bottom, st == known && now == known && one != g:
			return growth{}, bottom
		case st == known:
			g, now = one, known
		}
	}
	return g, now
}

// linear returns by how much a value grows if its arguments grow by so much.
func (s *shaper) linear(v *ir.Value, args []growth) (growth, bool) {
	switch {
	case !slices.ContainsFunc(args, func(g growth) bool { return g.by != 0 }):
		return growth{}, true
	case v.Op == ir.OpICmp:
		return growth{}, args[0] == args[1] && s.compares(v, args[0].by)
	case v.Type != ir.I32 && v.Type != ir.I64:
		return growth{}, false
	}
	op := v.Op
	if op == ir.OpOr && analysis.CarriesNothing(v.Args[0], v.Args[1]) {
		op = ir.OpAdd // nothing is carried
	}
	switch op {
	case ir.OpAdd, ir.OpSub:
		a, b := args[0], args[1]
		if v.Op == ir.OpSub {
			b.by = -b.by
		}
		return growth{a.by + b.by, max(a.cross, b.cross)}, a.by == 0 || b.by == 0 || a.cross == b.cross
	case ir.OpNeg, ir.OpNot:
		return growth{-args[0].by, args[0].cross}, true
	case ir.OpMul:
		for i := range 2 {
			if k, ok := v.Args[i].IsConst(); ok {
				k := ir.Signed(k, v.Type.Bits())
				return growth{args[1-i].by * k, args[1-i].cross}, k > -maxStride && k < maxStride
			}
		}
	case ir.OpShl:
		if k, ok := v.Args[1].IsConst(); ok && k < 20 {
			return growth{args[0].by << k, args[0].cross}, true
		}
	case ir.OpSelect:
		return args[1], args[0].by == 0 && args[1] == args[2]
	case ir.OpTrunc:
		return args[0], true
	case ir.OpZext, ir.OpSext:
		return args[0], v.Args[0].Type == ir.I32 && s.wraps.never(Exact{v.Args[0], args[0].by, v.Op == ir.OpSext}, v.Block)
	}
	g, ok := s.bits(v, args)
	s.aligned[v.ID] = s.aligned[v.ID] || ok
	return g, ok
}

// compares reports whether all lanes get the same from a comparison of two numbers that grow
// by the same.
func (s *shaper) compares(v *ir.Value, by int64) bool {
	cmp := v.Attr.Cmp
	if cmp == ir.Eq || cmp == ir.Ne {
		return true
	}
	return !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !s.wraps.never(Exact{a, by, cmp.Signed()}, v.Block) })
}

// bits is linear for operations on bits: where the first lane has a multiple of a power of two
// that the others do not come to, the lanes differ in some bits, and nothing is carried.
func (s *shaper) bits(v *ir.Value, args []growth) (growth, bool) {
	if v.Op == ir.OpShrU || v.Op == ir.OpShrS {
		if g, ok := s.shiftCrossed(v, args[0]); ok {
			return g, true
		}
	}
	if len(args) != 2 || args[0].by <= 0 || args[0].cross != 0 || args[1].by != 0 {
		return growth{}, false
	}
	by := args[0].by
	k, ok := v.Args[1].IsConst()
	end := int64(1)
	for end <= by*int64(s.lanes-1) {
		end <<= 1
	}
	if !ok || !s.whole.first(v.Args[0], end, int64(s.lanes), mostFactors) {
		return growth{}, false
	}
	differ := uint64(end-1) &^ uint64(by&-by-1)
	same, all := growth{by: by}, growth{}
	switch v.Op {
	case ir.OpAnd:
		return map[bool]growth{true: same, false: all}[k&differ == differ], k&differ == differ || k&differ == 0
	case ir.OpOr:
		return same, k&differ == 0
	case ir.OpXor: // exchanges lanes that are a power of two apart
		return growth{by, int(k & differ / uint64(by))}, k&differ == 0 || by&-by == by
	case ir.OpShrU, ir.OpShrS:
		switch {
		case k >= uint64(v.Type.Bits()):
		case 1<<k >= end:
			return all, true
		case by%(1<<k) == 0:
			return growth{by: by >> k}, true
		}
	case ir.OpRemU:
		return same, k != 0 && k%uint64(end) == 0
	case ir.OpDivU:
		return all, k != 0 && k%uint64(end) == 0
	}
	return growth{}, false
}

// shiftCrossed is bits for a shift to the right of what exchanges lanes: what is shifted out is the same for
// all of them.
func (s *shaper) shiftCrossed(v *ir.Value, g growth) (growth, bool) {
	x := v.Args[0]
	k, ok := v.Args[1].IsConst()
	if !ok || g.cross == 0 || g.by <= 0 || k >= 32 || g.by%(1<<k) != 0 || x.Op != ir.OpXor {
		return growth{}, false
	}
	if from := s.grows[x.Args[0].ID]; from.cross != 0 || from.by != g.by {
		return growth{}, false
	}
	return growth{g.by >> k, g.cross}, true
}
