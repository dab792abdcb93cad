package analysis

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Lanes says what two lanes of one warp at the same place in the program have in common,
// and remembers what the answers assumed about the shape of blocks.
type Lanes struct {
	*Ranges
	u     *Uniformity
	loops *ir.LoopNest
	group Level // which warps it is about
	used  Level // what answers relied on
}

func newLanes(f *ir.Func, syncs map[ir.CallNode]bool, anyShape bool) *Lanes {
	u := NewUniformity(f, syncs)
	return &Lanes{Ranges: newRanges(f, u.Dom()), u: u, loops: u.Loops(), group: Warps(f, anyShape)}
}

// Loops are the loops of the function.
func (l *Lanes) Loops() *ir.LoopNest { return l.loops }

// Dom is its dominator tree.
func (l *Lanes) Dom() *ir.DomTree { return l.dom }

// Assumes returns what the answers so far have assumed: that each warp is a piece of a row,
// or of a layer.
func (l *Lanes) Assumes() (rows, layers bool) { return l.used.Assumes() }

// agree reports whether the lanes agree on what has a level.
func (l *Lanes) agree(level Level) bool {
	if !level.In(l.group) {
		return false
	}
	l.used |= level
	return true
}

// uniformAt reports whether a value is the same in all lanes that are in block b
// at the same time.
func (l *Lanes) uniformAt(v *ir.Value, b *ir.Block) bool { return l.agree(l.u.At(v, b)) }

// meets reports whether the lanes may come to a block on different ways.
func (l *Lanes) meets(b *ir.Block) bool { return !l.agree(l.u.Ways(b)) }

// oneByOne reports whether the lanes that are in b may have left a loop before it on
// different turns.
func (l *Lanes) oneByOne(lp *ir.Loop, b *ir.Block) bool { return !l.agree(l.u.Leave(lp, b)) }

// rows reports whether warps are pieces of rows, so that tid.x counts the lanes and
// tid.y and tid.z do not vary.
func (l *Lanes) rows() bool { return l.agree(l.u.RowsAgree()) }

// layers reports whether warps are pieces of layers, so that tid.z does not vary.
func (l *Lanes) layers() bool { return l.agree(l.u.LayersAgree()) }
