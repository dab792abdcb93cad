package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Window is what the threads of a row access of the buffer that a parameter points to:
// thread 0 the element First, extended to 64 bits, plus Off, and each other one the next.
type Window struct {
	Param  int
	First  Sum
	Signed bool // First is extended with its sign
	Off    int64
}

// access finds the window of an access, if there is one.
func (c *cleaner) access(v *ir.Value) bool {
	a := c.memory.Access(v)
	if a.View == nil || a.View.Bytes || a.Base.Kind != analysis.BaseParam || a.Root != nil || v.Vec() > 1 || v.Strong() {
		return false
	}
	terms, off, ok := a.Index(int64(a.View.Elem.Bytes()))
	if !ok {
		return false
	}
	x := &Window{Param: a.Base.Index, Signed: true, Off: off}
	var l lane
	switch {
	case a.Narrow: // a sum of 32 bits itself
		l, ok = c.lane(0, terms)
	case len(terms) == 1 && terms[0].Scale == 1 && terms[0].Ext != analysis.ExtNone:
		x.Signed = terms[0].Ext == analysis.ExtSigned
		l, ok = c.lane(c.prov.Sum(terms[0].Value))
	default:
		ok = false
	}
	if !ok {
		return false
	}
	// A sum that wraps shows in the first index, but for one of which something is
	// subtracted: there the guard must know.
	if off < 0 && !c.tame(l, x.Signed) {
		return false
	}
	if x.First, ok = c.sum(l); !ok {
		return false
	}
	i := slices.IndexFunc(c.w.Windows, x.equal)
	if i < 0 {
		i = len(c.w.Windows)
		c.w.Windows = append(c.w.Windows, x)
	}
	c.w.Use[v] = c.w.Windows[i]
	return true
}

// equal reports whether two windows are the same.
func (x *Window) equal(y *Window) bool {
	return x.Param == y.Param && x.Signed == y.Signed && x.Off == y.Off && x.First.Const == y.First.Const && slices.Equal(x.First.Values, y.First.Values)
}
