package gang

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Width is how many lanes a gang has that is part of a warp in a chain, and Widest how many any may
// have.
const (
	Width  = analysis.GangWidth
	Widest = 2 * Width
)

// Plan is how the threads of a body run as gangs.
type Plan struct {
	Width int // how many lanes a gang has: a power of two
	Body  *schedule.Body
	Why   *schedule.Reason // what keeps the body from gangs; nil if it has them. Else nothing below is set

	Loops map[*schedule.Clean]*Loop // of the body: the clean ones, and with nil the general one

	// Aligned says that the first lane of every gang must have a multiple of Width as its
	// %tid.x: facts below rely on it.
	Aligned bool

	Shape    []Shape               // by value ID: where it is computed, see At
	Diverges map[*ir.Block]bool    // lanes may differ at the branch that ends the block
	Blend    map[Def]bool          // assignments at which lanes that are out of the mask need what the variable holds
	Access   map[*ir.Value]Pattern // of each Load, Store and Atomic that goes through a view
	Record   map[*ir.Value]*Record // of those in one
	Apart    []Meeting             // what gangs ask before their loop: none of these may meet, or there are no gangs
	Turns    map[*ir.Value]bool    // atomic operations that lanes may do one after another
	Disjoint []Meeting             // what gangs ask for them before their loop: none of these may meet, or there are no gangs
	Section  map[*ir.Value]string  // what has no vector form and is executed lane by lane, or where all lanes share it once; and why, a clause as Reason.Text is
	Ways     []Way                 // how gangs are left, the simplest first; none in a chain
	Asked    map[*ir.Value]bool    // what would have no way back, but goes to where the same lanes have been just before

	// Overlap says that the last gang of a clean loop may begin where threads have run already, so that
	// it ends with the last thread: what they do may be done twice, at any time.
	Overlap bool

	Lanes    map[*ir.Value]uint8 // in a chain: predicates of which it is known in which lanes they hold, some of them
	Jam      int                 // 1, 2 or 4 gangs side by side
	Pressure int                 // an estimate: the most vector registers that they need at once
	Alone    string              // why no more gangs are side by side; "" where 4 are
	Rows     *Rows               // how gangs go through the rows of a CTA by themselves; nil where they do not

	flow    *flow
	masks   *masks
	often   func(*ir.Block) float64 // how often blocks are taken to be executed; nil until asked for
	chances []float64               // see timed.likely; nil until asked for
}

// Def is an assignment to the variable of a value: where it is computed, Edge -1, or of a phi
// at the Edge node of the predecessor with this index.
type Def struct {
	Value *ir.Value
	Edge  int
}

// Class says what the lanes of a gang have of a value.
type Class uint8

const (
	Varying Class = iota // nothing is known
	Crossed              // as Affine, but lane l has what lane l^Cross would: lanes change places
	Affine               // an integer: each lane has Stride more than the lane before it, modulo 2^n
	Uniform              // all have the same
)

var classNames = [...]string{"varying", "crossed", "affine", "uniform"}

func (c Class) String() string { return classNames[c] }

// Shape is what the lanes that compute a value have of it. What holds of the lanes in the
// mask determines what any other lane, such as the first, would have.
type Shape struct {
	Class  Class
	Stride int64 // where Affine or Crossed: not 0
	Cross  int   // where Crossed: below the number of lanes, not 0
}

// Of returns what a lane has more than the first one.
func (s Shape) Of(lane int) int64 { return s.Stride * int64(lane^s.Cross-s.Cross) }

// Order is how the elements that the lanes of a gang access follow each other.
type Order uint8

const (
	Gather     Order = iota // anyhow
	Strided                 // Pattern.Stride elements from lane to lane
	Contiguous              // Strided, and each lane accesses what is after the lane before it: one element, or a vector
	Splat                   // all lanes access the same
	Swapped                 // as Contiguous, but lane l accesses what lane l^Pattern.Cross would
)

var orderNames = [...]string{"gather", "strided", "contiguous", "splat", "swapped"}

func (o Order) String() string { return orderNames[o] }

// Pattern is how a gang accesses memory through a view.
type Pattern struct {
	Order  Order
	Stride int64 // in elements, see schedule.Access.Unit; of all but Gather and Splat
	Cross  int   // of Swapped: the first lane accesses Stride*Cross elements after the first element

	// Exact are the numbers of 32 bits in the index that are extended to 64 bits, and that
	// must not wrap from the first lane to the last: the order is another one where they do.
	// What goes through a window of a clean loop is known not to.
	Exact []Exact

	// Whole says that what any lane would access, whether it is in the mask or not, is inside of
	// the variable.
	Whole bool

	// Short says that the index of a Gather is one number of 32 bits of each lane as it is:
	// nothing is to be computed in 64 bits.
	Short bool

	// Even is the term of the index of a Gather by which alone the lanes differ, and which grows by the same from each to the
	// next, modulo its size: by how much is known only when the kernel runs. nil where there is none, or lanes may be
	// missing.
	Even *analysis.Term

	// Clamped says of a Gather that lanes that follow each other have elements that do, but for those whose
	// index is kept within bounds: they are looked for, and accessed at once.
	Clamped bool

	// Same says of a Gather that its lanes mostly access the same element, of 32 bits or more: it is looked whether they do.
	Same bool

	// Own says that it goes to the local memory of the lanes, see own.go: Contiguous where they share the place in their
	// frames, and a Gather anywhere else.
	Own bool

	// Window says that in a clean loop of the body the access goes through a window, see
	// schedule.Clean.Use: nothing is to be checked there.
	Window bool
}

// Exact is an Affine number of 32 bits, with a sign or without, that must not wrap from the
// first lane to the last.
type Exact struct {
	Value  *ir.Value
	Stride int64
	Signed bool
}

// NewPlan plans the body of a region by itself, or of a kernel that is not cut.
func NewPlan(s *schedule.Schedule, b *schedule.Body, lanes int) *Plan {
	return newPlan(s, b, lanes, nil)
}

// newPlan plans one body: by itself, or of a region in a chain.
func newPlan(s *schedule.Schedule, b *schedule.Body, lanes int, chain *multiples) *Plan {
	if why := long(b); why != nil {
		return &Plan{Width: lanes, Body: b, Why: why}
	}
	p := &Plan{Width: lanes, Body: b, flow: newFlow(b, lanes)}
	if p.Why = refusal(b, p.flow, s.Memory); p.Why != nil {
		return p
	}
	chained := chain != nil
	if chained {
		p.flow.whole = *chain
	}
	x := &wraps{flow: p.flow, prov: s.Memory.Provenance(b.Func)}
	// That lanes are missing depends on shapes, and what a number of 32 bits is in 64 on which
	// are there: first as if some were missing everywhere.
	for range 2 {
		p.Shape = p.flow.shapes(x)
		p.diverge()
		p.masks = p.flow.masks(p.Diverges)
		x.full = p.masks.full
	}
	p.align()
	p.patterns(s.Memory, x)
	p.records(s.Memory, !chained)
	p.sections(s.Memory)
	if !chained {
		p.turns(s.Memory)
	}
	if p.Why = p.divided(); p.Why == nil && !chained {
		p.Why = p.worth()
	}
	if p.Why != nil {
		return &Plan{Width: lanes, Body: b, Why: p.Why}
	}
	if !chained {
		p.keep(s.Memory)
		p.Overlap = mayOverlap(p, s.Memory)
	}
	if p.Why = p.form(s.Memory, chained); p.Why == nil && chained {
		p.Why = p.keptNumber()
	}
	if p.Why == nil {
		p.Why = asksThread(b, s.Memory)
	}
	if p.Why != nil {
		return &Plan{Width: lanes, Body: b, Why: p.Why}
	}
	p.blends(s.Memory.Operands)
	p.jam(s.Memory.Operands)
	if !chained {
		p.rows(s.Memory)
	}
	return p
}

// align finds out whether a fact takes it that gangs begin with a multiple of their width.
func (p *Plan) align() {
	for _, v := range p.flow.values {
		if _, known := p.flow.facts.Of(v); !known && p.Shape[v.ID].Class != Varying && (analysis.WholeGangs(v, p.Width) || p.flow.aligned[v.ID]) {
			p.Aligned = true
		}
	}
}

// diverge finds the branches at which lanes may differ.
func (p *Plan) diverge() {
	p.Diverges = map[*ir.Block]bool{}
	p.flow.walk(p.Body.Tree.Body, func(n *region.Node) {
		if n.Kind == region.If || n.Kind == region.Switch {
			p.Diverges[n.Block] = p.At(n.Block.Ctrl[0], n.Block).Class != Uniform
		}
	}, func(*region.Node) {})
}

// Number reports whether a value is one number for the gang: an integer or a predicate that the lanes
// share, or that counts up from lane to lane.
func (p *Plan) Number(v *ir.Value) bool {
	return p.Shape[v.ID].Class != Varying && !v.Type.IsFloat() && v.Type != ir.Tuple && v.Type != ir.Void
}

// FromVectors reports whether a number is computed from vectors: a comparison of floats that
// the lanes share, or of integers that are computed from some.
func (p *Plan) FromVectors(v *ir.Value) bool {
	if !p.Number(v) || v.Op == ir.OpPhi || v.IsAccess() || v.Op == ir.OpExtract {
		return false
	}
	for _, a := range v.Args {
		if !p.Number(a) {
			return true
		}
	}
	return false
}

// Blends reports whether an assignment must leave the lanes that are out of the mask what
// they have.
func (p *Plan) Blends(v *ir.Value, edge int) bool { return p.Blend[Def{v, edge}] }

// At returns the shape of a value as the lanes see it that are in a block: Varying where they
// left a loop around the value in different rounds. Where that is so and Shape is not Varying,
// its variable of one number is not enough: the blocks read a vector, for which Blend is said.
func (p *Plan) At(v *ir.Value, b *ir.Block) Shape {
	s := p.Shape[v.ID]
	if s.Class != Varying && p.flow.apart(v, b) {
		return Shape{}
	}
	return s
}

// AtEdge is At for what a phi gets at an Edge node.
func (p *Plan) AtEdge(v *ir.Value, n *region.Node) Shape {
	if p.flow.late[n] {
		return p.At(v, n.To)
	}
	return p.At(v, n.Block)
}
