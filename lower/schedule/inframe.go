package schedule

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// InFrame is where an access of local memory is in the frame of its function, whichever of the
// variables in there it meets:
//
//	byte of the frame = (Root - start of the frame) + Off + sum of Terms
//
// where the first summand is absent if Root is nil. Sums are modulo 2^64. It mentions what Operands says.
type InFrame struct {
	Root  *ir.Value
	Off   int64
	Terms []analysis.Term
}

// InFrame finds it; false where the access is none of local memory, or its address may be one of another
// space. It may be outside of the frame.
func (m *Memory) InFrame(v *ir.Value) (InFrame, bool) {
	a := m.Access(v)
	switch {
	case a == nil || a.Narrow:
		return InFrame{}, false
	case a.IsLocal() && a.View != nil && a.Root == nil:
		return InFrame{Off: a.Off + m.Start(v.Block.Func, a.Base.Sym), Terms: a.Terms}, true
	case v.Attr.Space != ir.Local:
		return InFrame{}, false
	case a.IsLocal() && a.View != nil:
		return InFrame{Root: a.Root, Off: a.Off, Terms: a.Terms}, true
	}
	return InFrame{Root: v.Args[0]}, true
}
