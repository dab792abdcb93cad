package gang

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Unroll and jam: gangs side by side execute every operation one after another, like one gang of
// as many lanes. That hides latency in loops and in long sequences, and what all gangs share is
// loaded, broadcast and checked once for all of them. It takes the registers of all of them.
//
// If lanes diverge each gang has masks of its own, and all go on as long as a lane of any does:
// more iterations than one gang needs, which pays if an iteration is a chain of dependent
// operations.

// maxJam is the largest number of gangs side by side.
const maxJam = 4

// maxOwn is how many vectors all gangs may have at once beside those that they share. It is more
// than there are registers: what is stored and loaded again in between waits for no other
// operation, and takes less than what sharing spares.
const maxOwn = 23

// minDepth is how many operations of vectors follow each other at least, where gangs side by side
// gain: out of order, processors execute as many of one gang and of the next one at once.
const minDepth = 6

// maxParting is how many gangs are side by side at most where lanes part: they go round a loop as
// long as any lane of all of them does.
const maxParting = 2

// maxBeside is how many operations there are at most for each of those that wait for one another
// where lanes part: so few that those of a second gang fit in between.
const maxBeside = 4

// maxTaken bounds how many elements at a time are taken from here and there in all gangs: Go's
// compiler moves such loads together, and spills with legacy SSE.
const maxTaken = 8

// maxLive bounds the tables of what is alive, in bits.
const maxLive = 1 << 27

// jam estimates how many vector registers a gang needs, and chooses how many gangs execute
// side by side.
func (p *Plan) jam(operands func(*ir.Value) []*ir.Value) {
	f := p.Body.Func
	p.Jam = 1
	if f.NumBlocks()*f.NumValues() > maxLive {
		p.Alone = "too long"
		return
	}
	own, alive := 0, p.alive(operands, func(v *ir.Value) bool { return p.Shape[v.ID].Class == Uniform })
	most := func(gangs int) (most int) {
		for _, n := range alive {
			most, own = max(most, n.shared+gangs*n.own), max(own, n.own)
		}
		return most
	}
	p.Pressure = most(1)
	if p.Alone = p.alone(); p.Alone != "" {
		return
	}
	for _, n := range [...]int{maxJam, 2} {
		switch {
		case n > maxParting && p.parts():
			p.Alone = "lanes diverge"
		case n*p.Width > p.rowLength():
			p.Alone = fmt.Sprintf("rows may be shorter than %d threads", n*p.Width)
		case n*own > maxOwn:
			p.Alone = fmt.Sprintf("%d vectors of their own for %d", n*own, n)
		default:
			p.Jam, p.Pressure = n, most(n)
			return
		}
	}
}

// alone returns why gangs do not execute side by side whatever registers there are, "" if they
// may and gain.
func (p *Plan) alone() string {
	if why := p.mayBeBeside(); why != "" {
		return why
	}
	d := p.depth()
	if d < minDepth {
		return fmt.Sprintf("%d operations wait", d)
	}
	if n := p.work(); p.parts() && n > maxBeside*d {
		return fmt.Sprintf("lanes diverge, %d operations beside %d that wait", n, d)
	}
	return ""
}

// mayBeBeside returns why gangs do not execute side by side whatever they gain, "" if they may. Where each lane
// goes through a row of its own they do not: rows of a power of two elements have their lines in one set of the
// cache, which holds those of 8 lanes. That of 32 takes four times as long; rows of other lengths gain a sixth.
func (p *Plan) mayBeBeside() string {
	taken := map[*ir.Block]int{}
	for _, v := range p.flow.values {
		switch a, ok := p.Access[v]; {
		case a.Own:
			return "local memory"
		case a.Even != nil:
			return "rows of each lane"
		case p.Record[v] != nil, p.Rows != nil && p.Rows.Square[v]:
		case ok && a.Order == Gather && v.Writes(): // which may fail after that of another gang
			return "scatters"
		case ok && (a.Order == Gather || a.Order == Strided):
			if taken[v.Block] += v.Vec(); 2*taken[v.Block] > maxTaken {
				return "gathers"
			}
		}
	}
	if p.parts() {
		for _, v := range p.flow.values {
			if why := p.apartFrom(v); why != "" {
				return "lanes diverge, " + why
			}
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
		return "lanes count from multiples of " + strconv.Itoa(p.Width)
	}
	return ""
}

// parts reports whether lanes may go different ways.
func (p *Plan) parts() bool {
	for _, d := range p.Diverges {
		if d {
			return true
		}
	}
	return false
}

// apartFrom returns why gangs whose lanes part do not execute a value side by side, "" if they
// do: what lanes share there is what those of one gang share, of which none may be left.
func (p *Plan) apartFrom(v *ir.Value) string {
	_, access := p.Access[v]
	varies := func(a *ir.Value) bool { return a.Type.IsFloat() || p.Shape[a.ID].Class == Varying }
	switch class := p.Shape[v.ID].Class; {
	case (access || v.HasEffect() || v.Op == ir.OpSlotLoad) && !p.masks.full[v.Block.ID] && !(inRow(v, p.Access[v]) && len(p.flow.loops[v.Block.ID]) > 0):
		return "and access memory"
	case class != Varying && !access && v.Op != ir.OpPhi && v.Op != ir.OpExtract && v.Type != ir.Void && !v.Type.IsFloat() && slices.ContainsFunc(v.Args, varies):
		return "and share what vectors decide"
	case class != Varying && v.Type.IsFloat() && p.blendsAny(v):
		return "and have a vector from different iterations"
	}
	return ""
}

// inRow reports whether a value is a load of places one after the other. Of a gang of which no lane is left nothing is
// loaded, nor asked.
func inRow(v *ir.Value, a Pattern) bool {
	return v.Op == ir.OpLoad && v.Attr.Space != ir.ParamSpace && a.Order == Contiguous && !a.Own
}

// blendsAny reports whether anything that is assigned to the variable of a value is blended.
func (p *Plan) blendsAny(v *ir.Value) bool {
	for edge := -1; edge < len(v.Args); edge++ {
		if p.Blends(v, edge) {
			return true
		}
	}
	return false
}

// work returns how many operations of vectors there are; those of loops count as in depth.
func (p *Plan) work() (n int) {
	for _, v := range p.flow.values {
		if p.vectors(v) > 0 && v.Op != ir.OpPhi && v.Op != ir.OpConst && v.Op != ir.OpExtract {
			n += 1 + (perRound-1)*min(len(p.flow.loops[v.Block.ID]), 1)
		}
	}
	return n
}

// depth returns how many operations of vectors follow each other, each of which waits for the one
// before it; those of loops count as often as they are taken to go round.
func (p *Plan) depth() int {
	most, depth := 0, make([]int, p.Body.Func.NumValues())
	for _, v := range p.flow.values {
		if v.Op == ir.OpPhi {
			continue // after what is before the loop, or on another way
		}
		d := &depth[v.ID]
		for _, a := range v.Args {
			*d = max(*d, depth[a.ID])
		}
		if p.vectors(v) > 0 && !v.IsAccess() && v.Op != ir.OpConst && v.Op != ir.OpExtract {
			*d++
		}
		most = max(most, *d*(1+(perRound-1)*min(len(p.flow.loops[v.Block.ID]), 1)))
	}
	return most
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
				return min(2*p.Width, int(threads(p.Body.Func)))
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
	return max(1, t.Bits()/32)
}
