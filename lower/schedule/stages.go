package schedule

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// A kernel is cut in stages. Each verb returns what it has found out, with all that was known
// before: a subject has headers, values of the CTA, masks, slots, and then functions.

// subject is the kernel, with the facts about the copy that is cut.
type subject struct {
	kernel *ir.Func
	f      *ir.Func // the copy that is cut

	anyShape bool
	verify   bool               // Options.Verify
	turned   map[*ir.Block]bool // heads of loops of which there is an interchanged copy
	assumed  analysis.Level     // of what masks rely on, see Level.Assumes

	// prepare
	uni     *analysis.Uniformity
	prov    *analysis.Provenance
	dom     *ir.DomTree
	loops   *ir.LoopNest
	ranges  *analysis.Ranges   // when first needed
	tidX    *ir.Value          // the first read of %tid.x; nil where there is none
	place   []int              // by block ID: its place in the order of the text
	needed  []bool             // by value ID: it has an effect, or something needed uses it
	leaves  [][]*ir.Value      // by value ID of an access: what its address is computed from
	users   [][]*ir.Value      // by value ID: the values that use it, among what is needed
	ctrl    [][]*ir.Block      // by value ID: the blocks whose terminator uses it
	syncing map[*ir.Block]bool // blocks after which there is a sync point, or which are one
	tail    []bool             // by block ID: short, and no sync point comes after it: every region has its own

	// order
	alike  bool                         // the rows of threads do the same
	orders map[*ir.Block]ir.ThreadOrder // by block whose barrier went: the order of its region
}

// headed has the blocks at which regions begin, see findHeaders.
type headed struct {
	*subject
	headers  []*ir.Block // in the order of the text
	isHeader []bool      // by block ID
	fork     []bool      // by block ID: a header whose branch is that of the CTA, or of a mask
	owner    []*ir.Block // by block ID: the header of its region, of a tail the first
	next     []*ir.Block // by block ID of a header that is no fork: where all threads go on that go on
	members  map[*ir.Block][]*ir.Block
}

// levelled has the values that are computed once for the CTA, see level.
type levelled struct {
	*headed
	once []bool // by value ID
}

// masked has the headers under masks, see mask.
type masked struct {
	*levelled
	under  map[*ir.Block]bool      // headers under a mask
	meets  map[*ir.Block]*ir.Block // where the ways of a fork of threads under no mask meet
	areas  []*area
	areaOf map[*ir.Block]*area
	ends   map[*ir.Block]bool // a thread may end in the region
	alive  *ir.Slot           // the threads that have not ended; nil where none ends before the last region
	slots  []*ir.Slot
	// See endEarly.
	partial   map[*ir.Block]bool     // headers to which threads come that others have ended before
	setsAlive bool                   // the regions in which the first threads end set alive for all
	left      map[*ir.Block]*ir.Slot // by header of partial: the mask of those that have not ended; nil where it is alive
	first     map[int64]*ir.Slot     // see firstOnes
	on        map[*ir.Block]*ir.Slot
	unison    map[*ir.Block]*unison // by header
	keeps     map[*ir.Block]bool    // headers under masks whose threads go on under the same mask
	joined    map[*ir.Block]bool    // those to which they go on
	plain     map[*ir.Slot]bool     // masks that one region sets for all threads every time before they are read
}

// spilled has how values get from one region to another, see spill.
type spilled struct {
	*masked
	slot   []*ir.Slot               // by value ID
	remat  []bool                   // by value ID: rematerialised where another region needs it
	pass   map[*ir.Value][]*ir.Slot // by sync point and argument: what it reads of every thread
	shared *analysis.Coalescer      // which values share a slot
}

// outlined has the functions that a kernel is cut into, see outline.
type outlined struct {
	*spilled
	cta     *ir.Func
	regions []*ir.Func
	region  map[*ir.Block]*ir.Func // by header
	elided  map[*ir.Block]bool     // headers under masks without anything to do
}

// prepare computes the facts about the copy that the other passes ask for, which a pass before it may have changed.
func (c *subject) prepare() {
	f := c.f
	if c.verify {
		if err := ir.Verify(f); err != nil {
			panic(err)
		}
	}
	c.uni = analysis.NewUniformity(f, nil) // a kernel that is cut calls nothing that synchronises
	c.prov = analysis.NewProvenance(f)
	c.dom = ir.Dominators(f)
	c.loops = ir.Loops(f, c.dom)
	c.place = make([]int, f.NumBlocks())
	for i, b := range f.Blocks {
		c.place[b.ID] = i
	}
	c.leaves = make([][]*ir.Value, f.NumValues())
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if c.tidX == nil && analysis.IsSReg(v, "tid.x") {
				c.tidX = v
			}
			switch {
			case v.OnStack():
				refuse(v.Pos, "local memory of alloca that is live across sync points")
			case v.IsAccess():
				c.leaves[v.ID] = c.addressLeaves(v)
			}
		}
	}
	c.tails()
	u := NewUses(f, c.operands)
	c.needed, c.users, c.ctrl = u.Needed, u.Values, u.Ctrl
}

// addressLeaves returns what the address of an access is computed from, nil where its
// base is not known. A region that makes the access computes the address itself, so
// that it can be seen there what it points into.
func (c *subject) addressLeaves(v *ir.Value) []*ir.Value {
	a := c.prov.Access(v)
	if a.Base.Kind != analysis.BaseParam && a.Base.Kind != analysis.BaseSymbol {
		return nil
	}
	return mentions(&a)
}

// operands returns what a value is computed from: of an access with a known base the
// leaves of its address.
func (c *subject) operands(v *ir.Value) []*ir.Value {
	if l := c.leaves[v.ID]; l != nil {
		return append(l[:len(l):len(l)], v.Args[1:]...)
	}
	return v.Args
}

// trivial reports whether a value is so cheap that every part that needs it has its own.
func trivial(v *ir.Value) bool {
	switch v.Op {
	case ir.OpConst, ir.OpParam, ir.OpSymAddr, ir.OpFuncAddr, ir.OpRefAddr:
		return v.Type != ir.Tuple
	case ir.OpSReg:
		return v.Pure()
	}
	return false
}

// syncOf returns the sync point that is the only value of a block, nil if there is none.
func syncOf(b *ir.Block) *ir.Value {
	if len(b.Values) == 1 && b.Values[0].Convergent() {
		return b.Values[0]
	}
	return nil
}

// bounds returns the ranges of the integers.
func (c *subject) bounds() *analysis.Ranges {
	if c.ranges == nil {
		c.ranges = analysis.NewRanges(c.f)
	}
	return c.ranges
}

// succs returns where the threads in the region of a header go on.
func (c *headed) succs(x *ir.Block) []*ir.Block {
	switch {
	case c.single(x):
		return x.Succs
	case c.next[x.ID] != nil:
		return []*ir.Block{c.next[x.ID]}
	}
	return nil
}

// preds returns the headers from which threads come to each header.
func (c *headed) preds() map[*ir.Block][]*ir.Block {
	out := map[*ir.Block][]*ir.Block{}
	for _, x := range c.headers {
		for _, y := range c.succs(x) {
			out[y] = append(out[y], x)
		}
	}
	return out
}

func (c *masked) newSlot(name string, t ir.Type, from *ir.Value) *ir.Slot {
	s := &ir.Slot{Name: name, ID: len(c.slots), Type: t, From: from}
	c.slots = append(c.slots, s)
	return s
}

// maskedLoop returns the innermost loop around a header whose head is under a mask.
func (c *masked) maskedLoop(x *ir.Block) *ir.Loop {
	for l := c.loops.Of(x); l != nil; l = l.Parent {
		if c.under[l.Header] {
			return l
		}
	}
	return nil
}

// area is a set of headers under masks that are executed one after another.
type area struct {
	headers []*ir.Block // in the order of the text
	items   []*item
	exit    *ir.Block // the header after it, nil where all threads end
	ends    bool      // a thread may end in it
	late    bool      // the CTA may come to it with threads of which none goes on after it
}

// item is a header of an area, a loop of them, or a unison.
type item struct {
	header *ir.Block
	loop   []*item // nil where it is not the head of a loop; the head comes first
	unison *unison // nil where it is not the entry of one
}

// unison is such a part. No thread ends in it.
type unison struct {
	entry   *ir.Block
	headers []*ir.Block // in the order of the text
	exit    *ir.Block   // the header after it
}

// refusal is a panic of a pass that cannot cut a kernel.
type refusal Reason

func refuse(pos diag.Pos, text string) { panic(refusal{pos, text}) }
