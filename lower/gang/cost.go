package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// What a gang gains is estimated in operations of one thread: eight threads execute each of
// theirs, a gang one for all, or takes its vectors apart.

// perRound is how often a loop is taken to go round.
const perRound = 8

// lanewise is what a gang pays for a lane of a section beside what the lane computes: its
// operands are taken out of vectors, its result is put into one.
const lanewise = 2

// called is the same for a function of the gang that calls the scalar one for each lane: all
// vectors at hand go to memory besides.
const called = 6

// single is what a lane costs whose element has less than 32 bits, and no neighbour in the next lane: no
// processor gathers or scatters such.
const single = 3

// gain returns the estimate, and what costs most of what goes lane by lane.
func (p *Plan) gain() (sum int, worst *ir.Value) {
	most := 0
	for _, v := range p.flow.values {
		g := p.gains(v)
		for range min(len(p.flow.loops[v.Block.ID]), 4) {
			g *= perRound
		}
		sum += g
		if g < most {
			most, worst = g, v
		}
	}
	return sum, worst
}

// gains returns what one value gains.
func (p *Plan) gains(v *ir.Value) int {
	a, isAccess := p.Access[v]
	_, section := p.Section[v]
	varies := p.Shape[v.ID].Class == Varying
	number := !varies && !v.Type.IsFloat()
	switch {
	case v.Op == ir.OpPhi, v.Op == ir.OpConst, v.Op == ir.OpExtract, v.Op == ir.OpParam, v.Op == ir.OpArg:
		return 0
	case section && varies:
		return -p.Width * lanewise
	case section:
		return 0
	case p.Record[v] != nil && v.Attr.Mem.Bytes() == 8:
		return 0
	case p.Record[v] != nil:
		return p.Width - 2
	case isAccess && a.Order == Gather && v.Vec() > 1: // each lane's vector is accessed at once
		return -p.Width / 2
	case isAccess && (a.Order == Gather || a.Order == Strided):
		return p.apart(v, a)
	case isAccess, v.Op == ir.OpSlotLoad, v.Op == ir.OpSlotStore:
		return p.Width - 1
	case number && slices.Contains(p.Body.Row, v):
		return 0 // computed once for the row
	case number:
		return 1
	case lanewiseCall(v):
		return -p.Width * called
	case v.Type == ir.I64 && isDivision(v.Op): // there is no vector form of it: the gang's function takes lanes out
		return -Width * lanewise
	case v.Type == ir.I64 && (v.Op == ir.OpMulHiS || v.Op == ir.OpMulHiU): // of products of 32 bits
		return 0
	case v.Type.Bits() == 64:
		return p.Width/2 - 1
	}
	return p.Width - 1
}

// apart returns what an access gains whose elements do not lie one after another: its lanes are
// put together, or taken apart. Vectors of 64 bits go through memory on their way there.
func (p *Plan) apart(v *ir.Value, a Pattern) int {
	wide, stores := v.Attr.Mem.Bytes() == 8, v.Writes()
	if a.Even != nil {
		a.Order = Strided
	}
	switch {
	case v.Attr.Mem.Bytes() < 4 && !stores && (a.Order == Strided || p.loaded(v.Args[0])):
		return -p.Width * single
	case a.Order == Strided && !wide:
		return p.Width / 2
	case a.Order == Strided && stores, stores && (wide || !a.Short):
		return -2 * p.Width
	case a.Order == Strided:
		return -p.Width / 2
	case stores:
		return -p.Width
	case a.Short:
		return -p.Width / 2
	}
	return -p.Width - p.Width/2 // indices are computed in 64 bits, and checked
}

// loaded reports whether a value differs by lane because it comes from memory: lanes that follow each other
// have numbers that do not.
func (p *Plan) loaded(v *ir.Value) bool {
	seen := map[*ir.Value]bool{}
	var from func(v *ir.Value) bool
	from = func(v *ir.Value) bool {
		if seen[v] || p.Shape[v.ID].Class != Varying {
			return false
		}
		seen[v] = true
		return v.Op == ir.OpLoad || slices.ContainsFunc(v.Args, from)
	}
	return from(v)
}

func isDivision(op ir.Op) bool {
	return op == ir.OpDivS || op == ir.OpDivU || op == ir.OpRemS || op == ir.OpRemU
}

// worth returns why a body gains nothing in gangs, nil where it does.
func (p *Plan) worth() *schedule.Reason {
	sum, worst := p.gain()
	switch {
	case sum > 0:
		return nil
	case worst == nil:
		return &schedule.Reason{Pos: start(p.Body), Text: "nothing to vectorise"}
	}
	return &schedule.Reason{Pos: worst.Pos, Text: "most operations have no vector form"}
}

// lanewiseCall reports whether the function of a gang for an intrinsic takes its lanes out.
func lanewiseCall(v *ir.Value) bool {
	if v.Op != ir.OpIntrin {
		return false
	}
	fn, ok := intrin.Lookup(v.Attr.Name)
	return ok && fn.Lanewise()
}
