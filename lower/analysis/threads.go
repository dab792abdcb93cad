package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// shape is what .reqntid says about warps.
type shape struct {
	rows, layers bool // warps are pieces of rows, of layers
}

func shapeOf(f *ir.Func) shape {
	n := f.ReqNTID
	if n == [3]int64{} {
		return shape{}
	}
	y, z := max(n[1], 1), max(n[2], 1)
	return shape{
		rows:   y*z == 1 || n[0]%32 == 0,
		layers: z == 1 || n[0]*y%32 == 0,
	}
}

// OneRow reports whether the blocks of a kernel certainly have one row.
func OneRow(f *ir.Func) bool {
	n := f.ReqNTID
	return f.Entry && n[0] > 0 && max(n[1], 1)*max(n[2], 1) == 1
}

// certain drops the conditions from a level that are known to hold.
func (s shape) certain(l Level) Level {
	switch {
	case s.rows && l&inRowWarp == 0:
		return l &^ (inWarp | inLayerWarp)
	case s.layers && l&inLayerWarp == 0:
		return l &^ inWarp
	}
	return l
}

// Warps returns the group to ask for where a question is about the lanes of a warp:
// Warp, or one of less where a kernel is written for blocks with warps of some shape.
// A kernel that does not look at tid.y and tid.z is most likely launched with one row,
// one that looks at tid.y alone with one layer. Who builds on an answer that is not in
// Warp must say so to the launch: see Level.Assumes. Of device functions nothing is
// assumed.
func Warps(f *ir.Func, anyShape bool) Level {
	if anyShape || !f.Entry || f.ReqNTID != [3]int64{} {
		return Warp
	}
	group := RowWarp
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch {
			case IsSReg(v, "tid.y"):
				group = LayerWarp
			case IsSReg(v, "tid.z"):
				return Warp
			}
		}
	}
	return group
}

// Assumes tells what a level assumes about the blocks that a kernel is launched with,
// where its threads are asked whether a warp agrees: that warps are pieces of rows, or
// only that they are pieces of layers.
func (l Level) Assumes() (rows, layers bool) {
	return !l.In(LayerWarp) && l.In(RowWarp), !l.In(Warp) && l.In(LayerWarp)
}

// RowsAgree is the level of what the threads of a row agree on and no others: who builds
// on a warp's agreement on it assumes that it is a piece of a row. LayersAgree is that of
// the layers.
func (u *Uniformity) RowsAgree() Level   { return u.shape.certain(Row) }
func (u *Uniformity) LayersAgree() Level { return u.shape.certain(Layer) }

// IsSReg reports whether a value is a special register.
func IsSReg(v *ir.Value, name string) bool { return v.Op == ir.OpSReg && v.Attr.SReg == name }

// ThreadNumber returns in which warps a value numbers the threads so that lane 0 has a
// multiple of 32 and each other one more than the lane before it, where it is the number
// of the thread in its CTA, or tid.x, or in between; Varying for other values.
func (u *Uniformity) ThreadNumber(v *ir.Value) Level {
	if IsSReg(v, "tid.x") {
		return u.shape.certain(RowWarp)
	}
	if v.Op == ir.OpAdd {
		for i := range 2 {
			if IsSReg(v.Args[i], "tid.x") {
				return u.RowBase(v.Args[1-i])
			}
		}
	}
	return Varying
}

// RowBase returns in which warps a value is the number of the first thread of a row:
// ir.RowStart, ntid.x*(tid.y+ntid.y*tid.z), or ntid.x*tid.y.
func (u *Uniformity) RowBase(v *ir.Value) Level {
	if IsSReg(v, ir.RowStart) {
		return Warp
	}
	for i := range 2 {
		if v.Op != ir.OpMul || !IsSReg(v.Args[i], "ntid.x") {
			continue
		}
		y := v.Args[1-i]
		if IsSReg(y, "tid.y") {
			return u.shape.certain(LayerWarp)
		}
		for k := range 2 {
			if y.Op == ir.OpAdd && IsSReg(y.Args[k], "tid.y") && isProduct(y.Args[1-k], "ntid.y", "tid.z") {
				return Warp
			}
		}
	}
	return Varying
}

func isProduct(v *ir.Value, x, y string) bool {
	return v.Op == ir.OpMul && (IsSReg(v.Args[0], x) && IsSReg(v.Args[1], y) || IsSReg(v.Args[1], x) && IsSReg(v.Args[0], y))
}

// LaneNumber returns in which warps a value is the number of the lane: the number of a
// thread modulo 32.
func (u *Uniformity) LaneNumber(v *ir.Value) Level {
	switch v.Op {
	case ir.OpSReg:
		if v.Attr.SReg == "laneid" {
			return Warp
		}
	case ir.OpAnd, ir.OpRemU, ir.OpRemS:
		n, ok := v.Args[1].IsConst()
		if ok && (v.Op == ir.OpAnd && n == 31 || v.Op != ir.OpAnd && n == 32) {
			return u.ThreadNumber(v.Args[0])
		}
	}
	return Varying
}

// wholeWarps returns the level of values that are the same for all threads of a warp,
// though they are computed from the number of the thread: which warp it is, and
// whether that comes before another.
func (u *Uniformity) wholeWarps(v *ir.Value) Level {
	if !wholeGroups(v, 32) {
		return Varying
	}
	return u.ThreadNumber(v.Args[0])
}

// WholeGangs reports whether a value is the same for all threads of a gang because of where
// gangs of a width begin, though it is computed from the number of the thread.
func WholeGangs(v *ir.Value, width int) bool {
	switch {
	case !wholeGroups(v, uint64(width)):
		return false
	case v.Op == ir.OpDivS: // numbers below zero are divided upwards
		return IsSReg(v.Args[0], "tid.x")
	}
	return gangNumber(v.Args[0], uint64(width))
}

// gangNumber reports whether a value numbers the threads of every gang so that the first
// has a multiple of width and each other one more than the thread before it.
func gangNumber(v *ir.Value, width uint64) bool {
	if v.Op == ir.OpAdd && v.Type == ir.I32 {
		for i := range 2 {
			if IsSReg(v.Args[i], "tid.x") {
				return multiple(v.Args[1-i], width, maxFactors)
			}
		}
	}
	return IsSReg(v, "tid.x")
}

// WholeRows reports whether a value is the number of the first thread of a row and certainly a multiple of
// 32: a kernel is launched with no other blocks.
func WholeRows(v *ir.Value) bool {
	k := v.Block.Func.Owner()
	return IsSReg(v, ir.RowStart) && (k.RowWarps || shapeOf(k).rows)
}

// maxFactors bounds how deep multiple and rowValue look.
const maxFactors = 6

// multiple reports whether a value is certainly a multiple of a power of two, and the same
// for all threads of a row.
func multiple(v *ir.Value, of uint64, deep int) bool {
	if deep == 0 || !Inherent(v).In(Row) {
		return false
	}
	arg := func(i int) bool { return multiple(v.Args[i], of, deep-1) }
	switch v.Op {
	case ir.OpConst:
		return v.Attr.Bits%of == 0
	case ir.OpSReg:
		return WholeRows(v) // of 32 at least
	case ir.OpAdd, ir.OpSub:
		return arg(0) && arg(1)
	case ir.OpMul:
		return arg(0) && rowValue(v.Args[1], maxFactors) || arg(1) && rowValue(v.Args[0], maxFactors)
	case ir.OpShl:
		k, ok := v.Args[1].IsConst()
		return ok && 1<<min(k, 63)%of == 0 && rowValue(v.Args[0], maxFactors)
	}
	return false
}

// rowValue reports whether a value is the same for all threads of a row because all that it
// is made of is.
func rowValue(v *ir.Value, deep int) bool {
	return deep > 0 && v.Op != ir.OpPhi && Inherent(v).In(Row) &&
		!slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !rowValue(a, deep-1) })
}

// wholeGroups reports whether groups of threads agree on a value that is computed from one
// which numbers the threads of each from a multiple of of on, a power of two: which group it
// is, and whether that comes before another.
func wholeGroups(v *ir.Value, of uint64) bool {
	if len(v.Args) != 2 {
		return false
	}
	n, ok := v.Args[1].IsConst()
	if !ok {
		return false
	}
	switch v.Op {
	case ir.OpShrU, ir.OpShrS:
		return 1<<min(n, 63)%of == 0 && n < 32
	case ir.OpDivU, ir.OpDivS:
		return n != 0 && n%of == 0
	case ir.OpAnd:
		return n%of == 0
	case ir.OpICmp:
		switch v.Attr.Cmp {
		case ir.LtU, ir.GeU, ir.LtS, ir.GeS:
			return n%of == 0
		case ir.LeU, ir.GtU, ir.LeS, ir.GtS:
			return n%of == of-1
		}
	}
	return false
}
