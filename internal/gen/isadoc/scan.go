package isadoc

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tables"
	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// intrinsicDirs are the packages whose exported functions compute instructions.
var intrinsicDirs = []string{"runtime/fpops", "runtime/intops", "runtime/warpops"}

// existing says what the source tree provides, and what GPUs have answered.
type existing struct {
	intrinsic func(name string) bool
	builder   func(name string) bool
	gpus      []*gpuRun
}

// scan reads which intrinsics and builders exist.
func scan(v *tree.View) (existing, error) {
	funcs := map[string]bool{}
	for _, dir := range intrinsicDirs {
		list, err := v.Funcs(dir)
		if err != nil {
			return existing{}, err
		}
		for _, fd := range list {
			if tree.Exported(fd) {
				funcs[fd.Name.Name] = true
			}
		}
	}
	builders, err := tables.Builders(v)
	if err != nil {
		return existing{}, err
	}
	gpus, err := readHardware(v)
	if err != nil {
		return existing{}, err
	}
	return existing{
		intrinsic: func(name string) bool { return funcs[name] },
		builder:   func(name string) bool { return builders[name] },
		gpus:      gpus,
	}, nil
}

// supports reports whether a match can be lowered. A conversion between integers
// and a move need no intrinsic, every other conversion does.
func (e existing) supports(m *isa.Match) bool {
	switch l := m.Lowering(); l.Verb {
	case isa.LowerOp, isa.LowerAccess:
		return true
	case isa.LowerCall, isa.LowerWarp:
		return e.intrinsic(l.Name)
	case isa.LowerBuild:
		if !e.builder(l.Name) {
			return false
		}
		return l.Name != "cvt" || plainCvt(m) || e.intrinsic(m.Intrinsic())
	}
	return false
}

// plainCvt reports whether a conversion chops, extends or copies, nothing else.
func plainCvt(m *isa.Match) bool {
	t := m.Types()
	return len(m.Normal()) == 3 && len(t) == 2 && (t[0].IsInt() && t[1].IsInt() || t[0] == t[1])
}

// missing says what keeps a form from being supported: that of its first head.
func (e existing) missing(f *isa.Form) (what string) {
	f.Expand(func(mods []string) bool {
		m := f.Match(mods)
		if m == nil || e.supports(m) {
			return true
		}
		switch l := m.Lowering(); l.Verb {
		case isa.LowerCall, isa.LowerWarp, isa.LowerBuild:
			what = "no function " + m.Intrinsic() + " of " + strings.Join(intrinsicDirs, ", ") + " computes " + m.Head
		default:
			what = "nothing says how " + m.Head + " is lowered"
		}
		return false
	})
	return what
}
