package scalar

import (
	"slices"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// source is a function of SSA that is printed, and what is known of it.
type source struct {
	mod    *Module
	f      *ir.Func
	kernel *Kernel           // nil in a device function
	args   []*gosrc.Variable // of a device function or a region

	gangs  GangPrinter                  // prints loops over gangs in front of those over threads; or nil
	parts  *parts                       // of a kernel that is cut
	chains map[*ir.Value]*chainFunc     // of the function of the CTA, by what they begin with
	aside  map[*ir.Slot]*gosrc.Variable // what chains put aside

	vectors Vectors                      // of a function with lanes; else nil
	lane    laneSeam                     // likewise
	whole   map[*ir.Slot]*gosrc.Variable // the slots, of all threads

	origins    *originFunc        // nil where nobody asks
	knowledge  []known            // see known
	factors    map[*ir.Value]bool // see isFactor
	flushed    []bool             // see isFlushed
	nanSources map[*ir.Value]*ir.Value
	counts     map[*ir.Block]analysis.Count // the loops that count, by their headers
	testOf     map[*ir.Block]*gosrc.Count   // and what asks whether they go on
}

// chainFunc is the function of a chain.
type chainFunc struct {
	*gang.Chain
	name   string
	params []*gosrc.Variable
	slot   map[*gosrc.Variable]*ir.Slot  // those that are slots
	aside  map[*gosrc.Variable]*ir.Slot  // those that are what is put aside of slots
	arg    map[*gosrc.Variable]*ir.Value // those that are values of the function of the CTA
	pieces pieces                        // those that are pieces of arrays
}

// origin is the number of a value.
func (g *source) origin(v *ir.Value) gosrc.Origin {
	if g.origins == nil {
		return 0
	}
	return g.origins.first + gosrc.Origin(v.ID)
}

// originOfEnd is that of the terminator of a block.
func (g *source) originOfEnd(b *ir.Block) gosrc.Origin {
	if g.origins == nil {
		return 0
	}
	return g.origins.blocks + gosrc.Origin(b.ID)
}

// originOfLoop are those of the branches that lead back to the header of a loop.
func (g *source) originOfLoop(header *ir.Block) (list []gosrc.Origin) {
	if g.origins == nil {
		return nil
	}
	for _, p := range header.Preds {
		if slices.Index(g.f.Blocks, p) >= slices.Index(g.f.Blocks, header) {
			list = append(list, g.originOfEnd(p))
		}
	}
	return list
}

// originOfGuard are those of a condition and the branch that asks for it.
func (g *source) originOfGuard(x schedule.Guard) (list []gosrc.Origin) {
	if g.origins == nil {
		return nil
	}
	if x.Cond != nil {
		list = append(list, g.origin(x.Cond))
	}
	if x.Block != nil {
		list = append(list, g.originOfEnd(x.Block))
	}
	return list
}

// originOfSpans are those of what selects the threads of spans.
func (g *source) originOfSpans(spans []schedule.Span) (list []gosrc.Origin) {
	for _, s := range spans {
		list = append(list, g.originOfGuard(s.Guard)...)
	}
	return list
}
