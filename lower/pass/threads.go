package pass

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// rowBase reports whether a value is ntid.x*tid.y or ntid.x*(tid.y+ntid.y*tid.z).
func (l *lanes) rowBase(v *ir.Value) bool {
	if v.Op != ir.OpMul {
		return false
	}
	for i := range 2 {
		if !isSReg(v.Args[i], "ntid.x") {
			continue
		}
		y := v.Args[1-i]
		if isSReg(y, "tid.y") && l.noZ() {
			l.usedRows = l.usedRows || l.f.ReqNTID == [3]int64{}
			return true
		}
		if y.Op == ir.OpAdd {
			for k := range 2 {
				m := y.Args[1-k]
				if isSReg(y.Args[k], "tid.y") && m.Op == ir.OpMul &&
					(isSReg(m.Args[0], "ntid.y") && isSReg(m.Args[1], "tid.z") || isSReg(m.Args[1], "ntid.y") && isSReg(m.Args[0], "tid.z")) {
					return true
				}
			}
		}
	}
	return false
}

// noZ reports whether blocks have one layer of threads: .reqntid says so, or
// the function does not look at tid.z.
func (l *lanes) noZ() bool {
	if n := l.f.ReqNTID; n != [3]int64{} {
		return n[2] <= 1
	}
	for _, b := range l.f.Blocks {
		for _, v := range b.Values {
			if isSReg(v, "tid.z") {
				return false
			}
		}
	}
	return true
}

func isSReg(v *ir.Value, name string) bool { return v.Op == ir.OpSReg && v.Attr.SReg == name }

// laneNumber reports whether a value is tid.x modulo 32 where warps are rows.
func (l *lanes) laneNumber(v *ir.Value) bool {
	switch v.Op {
	case ir.OpAnd, ir.OpRemU, ir.OpRemS:
		n, ok := v.Args[1].IsConst()
		return ok && (v.Op == ir.OpAnd && n == 31 || v.Op != ir.OpAnd && n == 32) && l.threadNumber(v.Args[0])
	}
	return false
}

// warpNumber reports whether a value is tid.x / 32 where warps are rows.
func (l *lanes) warpNumber(v *ir.Value) bool {
	switch v.Op {
	case ir.OpShrU, ir.OpShrS, ir.OpDivU, ir.OpDivS:
		n, ok := v.Args[1].IsConst()
		shift := v.Op == ir.OpShrU || v.Op == ir.OpShrS
		return ok && (shift && n >= 5 && n < 32 || !shift && n != 0 && n%32 == 0) && l.threadNumber(v.Args[0])
	case ir.OpAnd:
		n, ok := v.Args[1].IsConst()
		return ok && n&31 == 0 && l.threadNumber(v.Args[0])
	}
	return false
}

// threadNumber reports whether a value numbers the threads so that lane 0 of a
// warp has a multiple of 32: the number in the CTA, or tid.x where warps are
// rows.
func (l *lanes) threadNumber(v *ir.Value) bool {
	if isSReg(v, "tid.x") && l.rows {
		l.usedRows = true
		return true
	}
	if v.Op != ir.OpAdd {
		return false
	}
	return isSReg(v.Args[0], "tid.x") && l.rowBase(v.Args[1]) || isSReg(v.Args[1], "tid.x") && l.rowBase(v.Args[0])
}

// wholeWarps reports whether a comparison of the number of a thread comes out
// the same for all threads of a warp: tid.x < 64.
func (l *lanes) wholeWarps(v *ir.Value) bool {
	if v.Op != ir.OpICmp || !l.threadNumber(v.Args[0]) {
		return false
	}
	n, ok := v.Args[1].IsConst()
	switch v.Attr.Cmp {
	case ir.LtU, ir.GeU, ir.LtS, ir.GeS:
		return ok && n%32 == 0
	case ir.LeU, ir.GtU, ir.LeS, ir.GtS:
		return ok && n%32 == 31
	}
	return false
}
