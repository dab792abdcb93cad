package pipeline

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/builder"
)

// Supports reports whether a match can be lowered. Builders exist for every name
// in the table, as a test of lower/builder makes sure; of conversions, those between
// integers and plain moves need no function.
func Supports(m *isa.Match) bool {
	l := m.Lowering()
	name := l.Name
	switch l.Verb {
	case isa.LowerOp, isa.LowerAccess:
		return true
	case isa.LowerBuild:
		t := m.Types()
		plain := len(m.Normal()) == 3 && len(t) == 2 && (t[0].IsInt() && t[1].IsInt() || t[0] == t[1])
		if l.Name != "cvt" || plain {
			return true
		}
		name = m.Intrinsic()
	case isa.LowerWarp:
		_, ok := intrin.LookupWarp(name)
		return ok
	case isa.LowerNone:
		return false
	}
	_, ok := intrin.Lookup(name)
	return ok
}

// unsupported reports what cannot be lowered in a module that has mistakes, which
// therefore is not lowered. It finds what the table knows; the rest shows up
// once the mistakes are gone.
func unsupported(m *frontend.Module, l *diag.List, entries []string) {
	chosen := map[string]bool{}
	for _, e := range entries {
		name, _, _ := cxx.Find(e, builder.Entries(m))
		chosen[name] = true
	}
	for _, d := range m.Decls {
		fn, ok := d.(*frontend.Func)
		if !ok || len(entries) > 0 && !chosen[fn.Name] {
			continue
		}
		fn.Body.Insts(func(in *frontend.Inst) {
			if in.Match != nil && !Supports(in.Match) {
				l.Errorf(in.Pos, "unsupported", "not supported yet: %s", in.Match.Head)
			}
		})
	}
}
