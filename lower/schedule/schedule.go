package schedule

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Form is how the threads of a CTA execute a kernel.
type Form uint8

// The forms, the fastest first.
const (
	Rows       Form = iota // one loop over threads
	Regions                // a loop over threads for each region between two sync points
	Coroutines             // each thread keeps its own place
)

var formNames = [...]string{"rows", "regions", "coroutines"}

func (f Form) String() string { return formNames[f] }

// Kernel is the schedule of a kernel.
type Kernel struct {
	Func *ir.Func // as the passes left it
	Form Form
	Why  Reason // why the form is not a faster one, where it is Coroutines

	// What the passes or the schedule took for granted of the blocks that the kernel is
	// launched with, see ir.Func: that a warp is a piece of a row of threads, or of a layer.
	RowWarps, LayerWarps bool

	// Of the form Regions: the control flow of a CTA, the regions that it runs, and the
	// copy of Func that they were cut from, to whose values slots and arguments refer.
	CTA     *ir.Func
	Regions []*ir.Func
	Cut     *ir.Func

	// Operands returns what a value of Cut is computed from: its arguments, and in the
	// place of an address of which is known what it points into the parts of it.
	Operands func(*ir.Value) []*ir.Value
}

// Reason is what keeps a kernel from a form, and where.
type Reason struct {
	Pos  diag.Pos
	Text string // a clause without a verb of its own: "a barrier in divergent control flow"
}

// Funcs returns the functions whose code is printed for the kernel, the regions first.
func (k *Kernel) Funcs() []*ir.Func {
	if k.Form != Regions {
		return []*ir.Func{k.Func}
	}
	return append(append([]*ir.Func(nil), k.Regions...), k.CTA)
}

// Schedule is the schedule of a module.
type Schedule struct {
	Module  *ir.Module
	Kernels []*Kernel // in the order of Module.Funcs
	Calls   *ir.CallGraph
	Memory  *Memory // as the functions access it whose code is printed
	Debug   bool    // see Options
	of      map[*ir.Func]*Kernel
	bodies  map[*ir.Func]*Body
}

// Parts returns the functions of the CTAs by kernel, of those kernels that run as regions.
func (s *Schedule) Parts() map[*ir.Func]*ir.Func {
	parts := map[*ir.Func]*ir.Func{}
	for _, k := range s.Kernels {
		if k.Form == Regions {
			parts[k.Func] = k.CTA
		}
	}
	return parts
}

// Options are what the schedule may rely on.
type Options struct {
	// AnyShape makes it assume nothing about the shape of blocks, as pass.Options do.
	AnyShape bool

	// Debug leaves the work of a thread as it is, for debuggers: every thread does all of
	// it, in one place, each loop and each barrier where the PTX has it. Results are the same.
	Debug bool

	// Verify makes New panic where the schedule does not satisfy Schedule.Verify.
	Verify bool
}

// Of returns the schedule of a kernel.
func (s *Schedule) Of(f *ir.Func) *Kernel { return s.of[f] }
