package analysis

import (
	"math"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Read is a place at which a value is read: by the value at an index of a block, by the
// terminator, which stands behind all of these, or on an edge, behind that.
type Read struct {
	Block *ir.Block
	At    int
}

// AtEnd is the place of the terminator of a block, and OnEdge that of the copies which
// give the phis after the block their values.
func AtEnd(b *ir.Block) Read  { return Read{b, len(b.Values)} }
func OnEdge(b *ir.Block) Read { return Read{b, len(b.Values) + 1} }

// Reads lists by the IDs of values where they are read. A value reads what args says;
// those of a phi must be its arguments.
func Reads(f *ir.Func, args func(*ir.Value) []*ir.Value) [][]Read {
	reads := make([][]Read, f.NumValues())
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			for k, a := range args(v) {
				at := Read{b, i}
				if v.Op == ir.OpPhi {
					at = OnEdge(b.Preds[k])
				}
				reads[a.ID] = append(reads[a.ID], at)
			}
		}
		for _, c := range b.Ctrl {
			reads[c.ID] = append(reads[c.ID], AtEnd(b))
		}
	}
	return reads
}

// Liveness tells where values are still needed. A phi is defined before its block
// begins, and its arguments are not needed after the edge.
//
// What is known of a value is found when it is asked for: by a walk from each read up to
// the definition, so that time and memory follow the size of the result.
type Liveness struct {
	reads  func(*ir.Value) []Read
	index  []int32       // by value ID: its place in its block
	ranges [][]liveBlock // by value ID, ordered by block; nil where nobody has asked

	// Of the current walk, by block ID.
	until   []int32 // see liveBlock
	touched []ir.ID // the blocks with another until than unused
	entered []ir.ID // the value, plus one, that is needed at the beginning of the block
}

// liveBlock says how long a value is needed in a block in which it is: up to an index of
// its values, and allOfIt where it is also needed after it.
type liveBlock struct {
	block ir.ID
	until int32
}

const (
	unused  = int32(-1)
	allOfIt = int32(math.MaxInt32)
)

// NewLiveness prepares the analysis of a function; reads returns the places at which a
// value is read.
func NewLiveness(f *ir.Func, reads func(*ir.Value) []Read) *Liveness {
	l := &Liveness{
		reads: reads, index: make([]int32, f.NumValues()), ranges: make([][]liveBlock, f.NumValues()),
		until: make([]int32, f.NumBlocks()), entered: make([]ir.ID, f.NumBlocks()),
	}
	for i := range l.until {
		l.until[i] = unused
	}
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			l.index[v.ID] = int32(i)
			if v.Op == ir.OpPhi {
				l.index[v.ID] = -1
			}
		}
	}
	return l
}

// Behind reports whether a value is needed behind the end of a block, by phis of its
// successors included.
func (l *Liveness) Behind(v *ir.Value, b *ir.Block) bool { return l.in(v, b) == allOfIt }

// After reports whether a value is needed after the place at which another is computed.
func (l *Liveness) After(v, d *ir.Value) bool { return l.in(v, d.Block) > l.index[d.ID] }

// Into reports whether a value is needed at the beginning of a block, where its phis have what
// they got.
func (l *Liveness) Into(v *ir.Value, b *ir.Block) bool {
	if v.Block == b && v.Op != ir.OpPhi {
		return false
	}
	return l.in(v, b) != unused
}

// in returns how long a value is needed in a block.
func (l *Liveness) in(v *ir.Value, b *ir.Block) int32 {
	r := l.ranges[v.ID]
	if r == nil {
		r = l.find(v)
		l.ranges[v.ID] = r
	}
	i, ok := slices.BinarySearchFunc(r, b.ID, func(x liveBlock, id ir.ID) int { return int(x.block - id) })
	if !ok {
		return unused
	}
	return r[i].until
}

func (l *Liveness) find(v *ir.Value) []liveBlock {
	touch := func(b *ir.Block, until int32) (later bool) {
		last := l.until[b.ID]
		if last >= until {
			return false
		}
		if last == unused {
			l.touched = append(l.touched, b.ID)
		}
		l.until[b.ID] = until
		return true
	}
	var work []*ir.Block
	enter := func(b *ir.Block) { // v is needed at the beginning of b
		if b == v.Block || l.entered[b.ID] == v.ID+1 {
			return
		}
		l.entered[b.ID] = v.ID + 1
		for _, p := range b.Preds {
			if touch(p, allOfIt) {
				work = append(work, p)
			}
		}
	}
	for _, u := range l.reads(v) {
		if u.At > len(u.Block.Values) {
			touch(u.Block, allOfIt)
		} else {
			touch(u.Block, int32(u.At))
		}
		enter(u.Block)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		enter(b)
	}
	r := make([]liveBlock, len(l.touched))
	slices.Sort(l.touched)
	for i, b := range l.touched {
		r[i] = liveBlock{b, l.until[b]}
		l.until[b] = unused
	}
	l.touched = l.touched[:0]
	return r
}
