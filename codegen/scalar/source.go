package scalar

import (
	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// source is a function of SSA that is printed, and what is known of it.
type source struct {
	mod    *Module
	f      *ir.Func
	kernel *Kernel           // nil in a device function
	args   []*gosrc.Variable // of a device function or a region

	gangs  GangPrinter              // prints loops over gangs in front of those over threads; or nil
	parts  *parts                   // of a kernel that is cut
	chains map[*ir.Value]*chainFunc // of the function of the CTA, by what they begin with

	origins    *originFunc        // nil where nobody asks
	knowledge  []known            // see known
	factors    map[*ir.Value]bool // see isFactor
	flushed    []bool             // see isFlushed
	nanSources map[*ir.Value]*ir.Value
	counts     map[*ir.Block]analysis.Count // the loops that count, by their headers
	testOf     map[*ir.Block]*gosrc.Count   // and what asks whether they go on
}
