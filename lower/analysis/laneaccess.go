package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// LaneAccess is an access to memory that other threads see, as far as the lanes of a warp
// may notice who of them was first.
type LaneAccess struct {
	Value       *ir.Value
	read, write bool
	atomic      bool
	volatile    bool // volatile or strong: it may be meant for another lane
	shared      bool // may be in shared memory
	call        bool // a function that may do anything of the above
	addr        Addr
	size        int64 // bytes
	lane        int   // the only lane that gets here, -1 for all
	sum         *laneSum
	places      *places // see Conflicts.placed
	placed      bool    // they have been asked for
	reach       []bool  // by block ID: entered afterwards without a sync point between
}

// Accesses lists the accesses that may take part in a conflict.
func (c *Conflicts) Accesses() []*LaneAccess {
	var all []*LaneAccess
	anyVolatile := false
	lanes := make([]int, c.f.NumBlocks()) // by block ID: see onlyLane
	for _, b := range ir.ReversePostorder(c.f) {
		lane := c.onlyLane(b, lanes)
		lanes[b.ID] = lane
		for _, v := range b.Values {
			a := &LaneAccess{Value: v, lane: lane, read: v.Reads(), write: v.Writes(), atomic: v.IsAtomic()}
			switch {
			case v.Callee() != ir.CallNode{}:
				s := c.memory.summary(v.Callee())
				a.call = true
				a.shared, a.volatile = s.shared, s.volatile
			case !v.IsAccess():
				continue
			}
			if !a.call {
				switch v.Attr.Space {
				case ir.Const, ir.Local, ir.ParamSpace:
					continue
				}
				a.addr = c.prov.Access(v)
				a.size = v.AccessBytes()
				a.volatile = strong(v)
				a.shared = c.mayBeShared(v, &a.addr)
			}
			anyVolatile = anyVolatile || a.volatile
			all = append(all, a)
		}
	}
	if anyVolatile {
		return all
	}
	return slices.DeleteFunc(all, func(a *LaneAccess) bool { return !a.shared })
}

func (c *Conflicts) mayBeShared(v *ir.Value, a *Addr) bool {
	switch v.Attr.Space {
	case ir.Shared:
		return true
	case ir.Generic:
		switch a.Base.Kind {
		case BaseSymbol:
			return a.Base.Sym.Space == ir.Shared
		case BaseParam:
			return false
		}
		return c.memory.escapes
	}
	return false
}

// onlyLane returns the number of the lane of each warp that alone reaches the
// block, after a branch such as tid.x == 0; -1 if it may be any. It is told that of the
// blocks before.
func (c *Conflicts) onlyLane(b *ir.Block, before []int) int {
	if len(b.Preds) == 1 {
		p := b.Preds[0]
		if p.Term == ir.If {
			if n := c.selects(p.Ctrl[0], p.Succs[0] == b, p); n >= 0 {
				return n
			}
		}
	}
	if p := c.dom.Idom(b); p != nil {
		return before[p.ID]
	}
	return -1
}

// selects returns the lane for which alone the condition has the given value.
func (c *Conflicts) selects(cond *ir.Value, is bool, at *ir.Block) int {
	switch cond.Op {
	case ir.OpNot:
		return c.selects(cond.Args[0], !is, at)
	case ir.OpAnd:
		if is {
			return max(c.selects(cond.Args[0], is, at), c.selects(cond.Args[1], is, at))
		}
	case ir.OpOr:
		if !is {
			return max(c.selects(cond.Args[0], is, at), c.selects(cond.Args[1], is, at))
		}
	case ir.OpICmp:
		n, ok := cond.Args[1].IsConst()
		if !ok || cond.Attr.Cmp != ir.Eq && cond.Attr.Cmp != ir.Ne || (cond.Attr.Cmp == ir.Eq) != is {
			return -1
		}
		switch x := cond.Args[0]; {
		case c.agree(c.u.LaneNumber(x)), c.agree(c.u.ThreadNumber(x)):
			return int(n & 31)
		}
	}
	return -1
}
