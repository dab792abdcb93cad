package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Steady finds out which values of a function are the same whenever they are computed, whatever
// is stored in between.
type Steady map[*ir.Value]bool

// Of reports whether a value is the same whenever it is computed.
func (s Steady) Of(v *ir.Value) bool {
	ok, known := s[v]
	if !known {
		s[v] = false // a value that depends on itself
		ok = v.Pure() && v.Op != ir.OpPhi && !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !s.Of(a) })
		s[v] = ok
	}
	return ok
}

// SharedByRow reports whether a steady value is the same for all threads of a row.
func SharedByRow(v *ir.Value) bool {
	return Inherent(v).In(Row) && !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !SharedByRow(a) })
}
