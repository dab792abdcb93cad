package pass

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// lanes knows which values differ between the lanes of a warp, and the ranges
// of integers. It serves lockstep, which asks about two lanes of one warp at the
// same place in the program.
type lanes struct {
	f     *ir.Func
	dom   *ir.DomTree
	post  *ir.DomTree
	loops *ir.LoopNest

	// rows says that the warps of a block lie in rows of threads, so that
	// tid.y and tid.z do not vary in a warp: .reqntid says so, or the function
	// does not look at tid.y and tid.z and is written for rows.
	rows     bool
	assumed  bool // rows is not certain
	usedRows bool // an answer relied on rows

	met     []bool // by block ID: lanes come there on different ways
	parted  []bool // by block ID: the branch at its end has been seen to diverge
	seen    []visit
	round   int
	work    int        // spent on that
	varying []bool     // by value ID
	ranges  []interval // by value ID, of I32 and I64 values as signed numbers
	exits   []bool     // by loop header's block ID: lanes leave the loop one by one
}

func newLanes(f *ir.Func, anyShape bool) *lanes {
	l := &lanes{
		f: f, dom: ir.Dominators(f),
		met: make([]bool, f.NumBlocks()), parted: make([]bool, f.NumBlocks()), seen: make([]visit, f.NumBlocks()),
		varying: make([]bool, f.NumValues()), ranges: make([]interval, f.NumValues()), exits: make([]bool, f.NumBlocks()),
	}
	l.loops = ir.Loops(f, l.dom)
	l.shape(anyShape)
	order := ir.ReversePostorder(f)
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			for _, v := range b.Values {
				if !l.varying[v.ID] && l.varies(v) {
					l.varying[v.ID] = true
					changed = true
				}
			}
			if !l.parted[b.ID] && l.divergent(b) {
				l.parted[b.ID] = true
				l.part(b)
				changed = true
			}
			for lp := l.loops.Of(b); lp != nil; lp = lp.Parent {
				if !l.exits[lp.Header.ID] && l.divergent(b) && l.leaves(b, lp) {
					l.exits[lp.Header.ID] = true
					changed = true
				}
			}
		}
	}
	l.findRanges(order)
	return l
}

// shape decides whether warps are rows.
func (l *lanes) shape(anyShape bool) {
	if n := l.f.ReqNTID; n != [3]int64{} {
		l.rows = n[0]%32 == 0 || max(n[1], 1)*max(n[2], 1) == 1
		return
	}
	if anyShape {
		return
	}
	l.rows, l.assumed = true, true
	for _, b := range l.f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpSReg && (v.Attr.SReg == "tid.y" || v.Attr.SReg == "tid.z") {
				l.rows, l.assumed = false, false
			}
		}
	}
}

// divergent reports whether the lanes of a warp may leave the block on
// different ways.
func (l *lanes) divergent(b *ir.Block) bool {
	return (b.Term == ir.If || b.Term == ir.Switch) && len(b.Ctrl) > 0 && l.varying[b.Ctrl[0].ID]
}

// leaves reports whether an edge of b leaves the loop.
func (l *lanes) leaves(b *ir.Block, lp *ir.Loop) bool {
	for _, s := range b.Succs {
		if !l.loops.Contains(lp, s) {
			return true
		}
	}
	return false
}

// uniformAt reports whether a value is the same in all lanes that are in block b
// at the same time.
func (l *lanes) uniformAt(v *ir.Value, b *ir.Block) bool {
	if l.varying[v.ID] {
		return false
	}
	for lp := l.loops.Of(v.Block); lp != nil && !l.loops.Contains(lp, b); lp = lp.Parent {
		if l.exits[lp.Header.ID] {
			return false // each lane took its own number of turns
		}
	}
	return true
}

func (l *lanes) varies(v *ir.Value) bool {
	switch v.Op {
	case ir.OpArg, ir.OpAtomic, ir.OpSurfLoad, ir.OpCall, ir.OpCallIndirect, ir.OpShfl, ir.OpMatch, ir.OpActive, ir.OpBarrier:
		return true
	case ir.OpVote, ir.OpRedux:
		return false // one result for all lanes that take part
	case ir.OpSReg:
		switch v.Attr.SReg {
		case "ntid.x", "ntid.y", "ntid.z", "ctaid.x", "ctaid.y", "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z",
			"warpid", "nwarpid", "smid", "nsmid", "gridid", "total_smem_size", "dynamic_smem_size":
			return false
		case "tid.y", "tid.z":
			return !l.rows
		}
		return true
	case ir.OpLoad:
		if v.Attr.Space != ir.Const && v.Attr.Space != ir.ParamSpace {
			return true
		}
	case ir.OpPhi:
		if l.joins(v) {
			return true
		}
	default:
		if l.wholeWarps(v) || l.warpNumber(v) {
			return false
		}
	}
	for i, a := range v.Args {
		if v.Op == ir.OpPhi {
			if !l.uniformAt(a, v.Block.Preds[i]) {
				return true
			}
		} else if !l.uniformAt(a, v.Block) {
			return true
		}
	}
	return false
}

// joins reports whether the lanes may come to a phi on different ways with
// different values.
func (l *lanes) joins(phi *ir.Value) bool {
	for _, a := range phi.Args {
		if a != phi.Args[0] {
			return l.meets(phi.Block)
		}
	}
	return false
}

// meets reports whether the lanes may come to a block on different ways. At the
// head of a loop with one way back they come together: all from outside or all
// around.
func (l *lanes) meets(b *ir.Block) bool {
	if l.loops.Irreducible {
		return true // a cycle may begin anywhere
	}
	if lp := l.loops.Headed(b); lp != nil && len(b.Preds) == 2 && len(lp.Latches) == 1 {
		return false
	}
	return l.met[b.ID]
}

// maxParts bounds the work on branches; beyond it all lanes may be anywhere.
const maxParts = 50_000_000

// part marks the blocks to which a divergent branch may send lanes on different
// ways: those that two of its ways reach, up to where all of them meet.
func (l *lanes) part(p *ir.Block) {
	if l.work > maxParts {
		for i := range l.met {
			l.met[i] = true
		}
		return
	}
	if l.post == nil {
		l.post = ir.PostDominators(l.f)
	}
	meet := l.post.Idom(p)
	if meet != nil {
		l.met[meet.ID] = true
	}
	for i := range p.Succs {
		l.round++
		work := []*ir.Block{p.Succs[i]}
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			seen := &l.seen[x.ID]
			if x == meet || x == p || seen.round == l.round {
				continue
			}
			l.work++
			if seen.branch == p && seen.way != i {
				l.met[x.ID] = true
			}
			*seen = visit{p, i, l.round}
			work = append(work, x.Succs...)
		}
	}
}

// visit is the last way on which part came to a block.
type visit struct {
	branch     *ir.Block
	way, round int
}
