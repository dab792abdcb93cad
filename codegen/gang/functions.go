package gang

import (
	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
	functions "github.com/ptx2go/ptx2go/lower/vector"
)

// Functions prints gangs by the functions with lanes of a kernel (package lower/vector): what is to be done is
// said there, operation by operation. Nothing is decided here but how that reads in Go.
type Functions struct {
	lanes int
	parts map[*schedule.Body]*part
}

// part is a region of a kernel, or the whole of one that is not cut.
type part struct {
	plan *gang.Plan // that there are gangs, and in which loops
	lane *scalar.LaneBody
}

// NewFunctions returns a printer of the gangs of a kernel of a schedule.
func NewFunctions(s *schedule.Schedule, k *schedule.Kernel, lanes int) *Functions {
	p := &Functions{lanes, map[*schedule.Body]*part{}}
	for _, x := range functions.Kernel(s, k, lanes) {
		q := &part{plan: &gang.Plan{Width: lanes, Body: x.Body, Jam: 1, Why: x.Why, Loops: map[*schedule.Clean]*gang.Loop{nil: {}}}}
		for _, w := range x.Body.Clean.All() {
			q.plan.Loops[w] = &gang.Loop{}
		}
		if x.Func != nil {
			q.lane = &scalar.LaneBody{Body: s.Gang(x.Func), Of: x.Body, Gangs: x.Gangs, Loops: x.Loops}
			q.plan.Why = spelled(s.Memory, x.Func)
		}
		p.parts[x.Body] = q
	}
	return p
}

// Why says what keeps the threads of a body from gangs, nil where they run as gangs.
func (p *Functions) Why(b *schedule.Body) *schedule.Reason {
	if q := p.parts[b]; q != nil {
		return q.plan.Why
	}
	return nil
}

// Lanes is how many lanes a gang has.
func (p *Functions) Lanes() int { return p.lanes }

// Plan says of a body whether its threads run as gangs.
func (p *Functions) Plan(b *schedule.Body) *gang.Plan { return p.parts[b].plan }

// Lane is the function with lanes of a body.
func (p *Functions) Lane(b *schedule.Body) *scalar.LaneBody { return p.parts[b].lane }

// Chains returns none: regions run one after the other.
func (p *Functions) Chains() []*gang.Chain { return nil }

// Print and PrintWarp are not asked for.
func (p *Functions) Print(*scalar.Gang)     { panic("gang: what a gang does is a function") }
func (p *Functions) PrintWarp(*scalar.Warp) { panic("gang: there is no chain") }

// Some reports whether a part has gangs.
func (p *Functions) Some() bool {
	for _, q := range p.parts {
		if q.plan.Why == nil {
			return true
		}
	}
	return false
}

// Vectors returns who spells the vectors of a function with lanes.
func (p *Functions) Vectors(g *scalar.Gang) scalar.Vectors {
	x := &lanes{index: map[indexOf]vector{}, whole: map[*ir.Value]*ir.Value{}, asks: map[*ir.Value]*ir.Value{}}
	x.printer = &printer{
		Gang: g, plan: &gang.Plan{Width: p.lanes}, pkg: pkg(scalar.GangPath(p.lanes)), varying: x.vector,
		vecs: map[one]*gosrc.Variable{}, tuples: map[one][]*gosrc.Variable{}, frame: &frame{},
	}
	x.fuse()
	return x
}
