package pass

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// lanes answers what lockstep asks about two lanes of one warp at the same place in
// the program, and remembers what the answers assumed about the shape of blocks.
type lanes struct {
	*Ranges
	u     *analysis.Uniformity
	loops *ir.LoopNest
	group analysis.Level // which warps it is about
	used  analysis.Level // what answers relied on
}

func newLanes(f *ir.Func, syncs map[ir.CallNode]bool, anyShape bool) *lanes {
	u := analysis.NewUniformity(f, syncs)
	return &lanes{Ranges: newRanges(f, u.Dom()), u: u, loops: u.Loops(), group: analysis.Warps(f, anyShape)}
}

// agree reports whether the lanes agree on what has a level.
func (l *lanes) agree(level analysis.Level) bool {
	if !level.In(l.group) {
		return false
	}
	l.used |= level
	return true
}

// uniformAt reports whether a value is the same in all lanes that are in block b
// at the same time.
func (l *lanes) uniformAt(v *ir.Value, b *ir.Block) bool { return l.agree(l.u.At(v, b)) }

// meets reports whether the lanes may come to a block on different ways.
func (l *lanes) meets(b *ir.Block) bool { return !l.agree(l.u.Ways(b)) }

// oneByOne reports whether the lanes that are in b may have left a loop before it on
// different turns.
func (l *lanes) oneByOne(lp *ir.Loop, b *ir.Block) bool { return !l.agree(l.u.Leave(lp, b)) }

// rows reports whether warps are pieces of rows, so that tid.x counts the lanes and
// tid.y and tid.z do not vary.
func (l *lanes) rows() bool { return l.agree(l.u.RowsAgree()) }

// layers reports whether warps are pieces of layers, so that tid.z does not vary.
func (l *lanes) layers() bool { return l.agree(l.u.LayersAgree()) }

// leaves reports whether an edge of b leaves the loop.
func (l *lanes) leaves(b *ir.Block, lp *ir.Loop) bool {
	for _, s := range b.Succs {
		if !l.loops.Contains(lp, s) {
			return true
		}
	}
	return false
}
