package sanitize

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// written is what is known of initialisation when a kernel is compiled: which accesses of global memory tell nothing
// if all of it was written before the launch. Those are loads of what the kernel itself leaves initialised, and stores
// of what certainly is.
type written struct {
	text string             // what must hold, for runtime/sanitize.ParseApart
	drop map[*ir.Value]bool // accesses that need no note of initialisation then
}

// findWritten looks at a kernel in front of all passes. It returns nil where nothing is to be gained.
func findWritten(f *ir.Func) *written {
	p := analysis.NewProvenance(f)
	var list []*ir.Value
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch {
			case v.Callee() != (ir.CallNode{}):
				if v.Op != ir.OpCall || !v.Attr.Func.Extern || v.Attr.Func.Name != "vprintf" {
					return nil // which may leave memory that was not written
				}
			case v.IsAccess() && v.Attr.Async:
				return nil
			case v.IsAccess() && (v.Attr.Space == ir.Global || v.Attr.Space == ir.Generic && p.Access(v).Base.Kind == analysis.BaseParam):
				list = append(list, v)
			}
		}
	}
	root := func(v *ir.Value) (off int64, ok bool) {
		a := p.Access(v)
		if a.Base.Kind != analysis.BaseParam {
			return 0, false
		}
		return f.Params[a.Base.Index].Off + a.Base.Off, true
	}
	// Each round takes fewer accesses for initialised, and so more values for what may not be.
	drop := map[*ir.Value]bool{}
	for _, v := range list {
		drop[v] = true
	}
	var spoilt []int64 // the parameters through which values are stored that may not be initialised
	for {
		may := mayTaint(f, drop)
		spoilt = spoilt[:0]
		anywhere := false
		spoils := func(v *ir.Value) bool {
			return v.Writes() && slices.ContainsFunc(v.Args[1:], func(a *ir.Value) bool { return may[a.ID] })
		}
		for _, v := range list {
			if !spoils(v) {
				continue
			}
			off, ok := root(v)
			if anywhere = anywhere || !ok; ok && !slices.Contains(spoilt, off) {
				spoilt = append(spoilt, off)
			}
		}
		before := len(drop)
		for v := range drop {
			off, ok := root(v)
			// Here may be what is not initialised, for a load to find or for a store to make good.
			meets := anywhere || len(spoilt) > 0 && (!ok || slices.Contains(spoilt, off))
			if meets || spoils(v) {
				delete(drop, v)
			}
		}
		if len(drop) == before {
			break
		}
	}
	if len(drop) == 0 {
		return nil
	}
	words := []string{"i"}
	for _, v := range list {
		if off, ok := root(v); ok && drop[v] {
			for _, s := range spoilt {
				if w := fmt.Sprintf("i:%d:%d", off, s); !slices.Contains(words, w) {
					words = append(words, w)
				}
			}
		}
	}
	return &written{strings.Join(words, " "), drop}
}
