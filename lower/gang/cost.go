package gang

import (
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
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
		return -Width * lanewise
	case section:
		return 0
	case isAccess && a.Order == Gather && v.Writes():
		return -Width
	case isAccess && a.Order == Gather: // slower than eight loads, as its result is put together
		return -Width / 2
	case isAccess && a.Order == Strided:
		return Width / 2
	case isAccess, v.Op == ir.OpSlotLoad, v.Op == ir.OpSlotStore:
		return Width - 1
	case number && slices.Contains(p.Body.Row, v):
		return 0 // computed once for the row
	case number:
		return 1
	case v.Type.Bits() == 64:
		return Width/2 - 1
	}
	return Width - 1
}

// worth returns why a body gains nothing in gangs, nil where it does.
func (p *Plan) worth() *schedule.Reason {
	sum, worst := p.gain()
	switch {
	case sum > 0:
		return nil
	case worst == nil:
		return &schedule.Reason{Pos: p.Body.Func.Pos, Text: "nothing that threads compute"}
	}
	return &schedule.Reason{Pos: worst.Pos, Text: "more work lane by lane than in vectors"}
}

// registers is how many vector registers code may use: one is left for constants and one for
// what a sequence of instructions needs.
const registers = 14

// maxLive bounds the tables of what is alive, in bits.
const maxLive = 1 << 27

// pressure estimates how many vector registers a gang needs, and how many gangs fit side by
// side. That gains where operations wait for others: in loops and in long sequences.
func (p *Plan) pressure(operands func(*ir.Value) []*ir.Value) {
	f := p.Body.Func
	p.Jam = 1
	if f.NumBlocks()*f.NumValues() > maxLive {
		p.Pressure = registers
		return
	}
	alive := p.alive(operands)
	most := func(gangs int) (most int) {
		for _, n := range alive {
			most = max(most, n.shared+gangs*n.own)
		}
		return most
	}
	p.Pressure = most(1)
	if len(p.Section) > 0 || p.chain() < minChain {
		return
	}
	for _, n := range [...]int{4, 2} {
		if n > 2 && slices.Contains(slices.Collect(maps.Values(p.Diverges)), true) {
			continue // as many rounds as the slowest lane of all
		}
		if n*Width <= p.rowLength() && most(n) <= registers {
			p.Jam = n
			return
		}
	}
}

// minChain is how many operations of vectors wait for each other at least where gangs side by
// side gain.
const minChain = 8

// chain counts operations of vectors, those of loops as often as they are taken to go round.
func (p *Plan) chain() int {
	n := 0
	for _, v := range p.flow.values {
		if p.vectors(v) > 0 && !v.IsAccess() && v.Op != ir.OpPhi && v.Op != ir.OpConst && v.Op != ir.OpExtract {
			n += 1 + (perRound-1)*min(len(p.flow.loops[v.Block.ID]), 1)
		}
	}
	return n
}

// rowLength is how many threads a row is taken to have: those of two dimensions are short.
func (p *Plan) rowLength() int {
	f := p.Body.Func.Owner()
	if f.ReqNTID[0] > 0 {
		return int(f.ReqNTID[0])
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if analysis.IsSReg(v, "tid.y") {
				return 2 * Width
			}
		}
	}
	return schedule.MaxRow
}

// vectors returns how many registers a value takes as a vector, 0 where it is none.
func (p *Plan) vectors(v *ir.Value) int {
	t := v.Type
	if t == ir.Void || t == ir.Tuple || p.Shape[v.ID].Class != Varying && !t.IsFloat() {
		return 0
	}
	return max(1, t.Bits()*Width/256)
}
