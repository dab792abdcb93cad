package gang

import (
	"fmt"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Gangs side by side execute every operation one after the other: like one gang of as many
// lanes. That gains where operations wait for others, in loops and in long sequences, and what
// all gangs share is loaded, put into all lanes, and checked once for all of them. It takes the
// registers of all of them.

// maxJam is how many gangs are side by side at most.
const maxJam = 4

// registers is how many vector registers code may use: one is left for constants and one for
// what a sequence of instructions needs.
const registers = 14

// minChain is how many operations of vectors there are at least where gangs side by side gain.
const minChain = 8

// maxTaken bounds how many elements at a time are taken from here and there in all gangs: Go's
// compiler moves such loads together, and spills with legacy SSE.
const maxTaken = 4

// maxLive bounds the tables of what is alive, in bits.
const maxLive = 1 << 27

// jam estimates how many vector registers a gang needs, and chooses how many gangs execute
// side by side.
func (p *Plan) jam(operands func(*ir.Value) []*ir.Value) {
	f := p.Body.Func
	p.Jam, p.Pressure = 1, registers
	if f.NumBlocks()*f.NumValues() > maxLive {
		p.Alone = "too long"
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
	if p.Alone = p.alone(); p.Alone != "" {
		return
	}
	for _, n := range [...]int{maxJam, 2} {
		switch m := most(n); {
		case n*Width > p.rowLength():
			p.Alone = fmt.Sprintf("rows may be shorter than %d threads", n*Width)
		case m > registers:
			p.Alone = fmt.Sprintf("%d vectors for %d", m, n)
		default:
			p.Jam, p.Pressure = n, m
			return
		}
	}
}

// alone returns why gangs do not execute side by side whatever registers there are, "" if they
// may and gain.
func (p *Plan) alone() string {
	taken := map[*ir.Block]int{}
	for _, v := range p.flow.values {
		switch a, ok := p.Access[v]; {
		case ok && a.Order == Gather && v.Writes(): // which may fail behind that of another gang
			return "scatters"
		case ok && (a.Order == Gather || a.Order == Strided):
			if taken[v.Block] += v.Vec(); 2*taken[v.Block] > maxTaken {
				return "gathers"
			}
		}
	}
	for _, d := range p.Diverges {
		if d {
			return "lanes part" // as many rounds as the slowest lane of all
		}
	}
	switch f := p.Body.Func; {
	case len(p.Section) > 0:
		return "lane by lane"
	case f.Mask != nil:
		return "lanes are missing"
	case f.Order != ir.AnyOrder:
		return "threads have an order"
	case p.Aligned:
		return "lanes count from multiples of 8"
	case p.chain() < minChain:
		return "few operations wait"
	}
	return ""
}

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
		return int(threads(p.Body.Func))
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if analysis.IsSReg(v, "tid.y") {
				return min(2*Width, int(threads(p.Body.Func)))
			}
		}
	}
	return int(threads(p.Body.Func))
}

// vectors returns how many registers a value takes as a vector, 0 where it is none.
func (p *Plan) vectors(v *ir.Value) int {
	t := v.Type
	if t == ir.Void || t == ir.Tuple || p.Shape[v.ID].Class != Varying && !t.IsFloat() {
		return 0
	}
	return max(1, t.Bits()*Width/256)
}
