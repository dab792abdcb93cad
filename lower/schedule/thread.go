package schedule

import "github.com/ptx2go/ptx2go/lower/ir"

// AsksThread returns the first value of a body that is not computed without the thread as an object:
// a call, a special register that only the thread knows, an access or a conversion of an address
// that may be one of its own memory; nil where there is none. The variables in its frame are another
// matter, see NeedsThread. Values of which but reports true do not count.
func (m *Memory) AsksThread(b *Body, but func(*ir.Value) bool) *ir.Value {
	for _, x := range b.Func.Blocks {
		for _, v := range x.Values {
			if b.Uses.Needed[v.ID] && m.asksThread(v) && (but == nil || !but(v)) {
				return v
			}
		}
	}
	return nil
}

// asksThread reports whether a value is computed with its thread as an object.
func (m *Memory) asksThread(v *ir.Value) bool {
	switch {
	case v.Callee() != ir.CallNode{}, v.Op == ir.OpIsSpace:
		return true
	case v.Op == ir.OpSReg:
		return !v.Coordinate()
	case v.IsAccess():
		return m.Access(v).View == nil && v.Attr.Space != ir.Shared // may be the thread's own local memory
	}
	return v.Attr.Space.Windowed() // a conversion of an address
}

// NeedsThread reports whether the code of a body has the thread as an object: it asks it for
// something, see AsksThread, or has local variables.
func (m *Memory) NeedsThread(b *Body) bool {
	return len(b.Func.Locals) > 0 || b.Func.Allocates() || m.AsksThread(b, nil) != nil
}
