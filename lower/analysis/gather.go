package analysis

import (
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// gatherings are the operations that bring threads together and may give them a common
// result: bar.red, and the instructions of a warp. Threads meet at them in the order in
// which each comes to one, whatever the turn and, where barrier or mask and function are
// the same, whatever the instruction. So a result belongs to one turn of
// one instruction only if all threads come to all such operations together.
type gatherings struct {
	barrier, anyMask Level            // which threads come to all barriers together, and to warp operations of unknown mask
	byMask           map[masked]Level // to those of one function with a constant mask
	allMasks         Level            // to all of them
	wait             Level            // to everything that waits for threads
	at               []sort           // by block ID
}

// sort is which of them there are in a block.
type sort struct {
	barrier, anyMask, wait bool
	masks                  []masked
}

// masked are the instructions of a warp of one function and with one mask of lanes.
type masked struct {
	name string
	mask uint64
}

func (g *gatherings) collect(f *ir.Func, order []*ir.Block, syncs map[ir.CallNode]bool) {
	g.byMask = map[masked]Level{}
	g.at = make([]sort, f.NumBlocks())
	for _, b := range order {
		s := &g.at[b.ID]
		for _, v := range b.Values {
			s.wait = s.wait || synchronises(v, syncs) && (v.Op != ir.OpWarp || v.Attr.Sync)
			switch {
			case v.Op == ir.OpBarrier:
				s.barrier = true
			case v.Op == ir.OpCall || v.Op == ir.OpCallIndirect:
				if synchronises(v, syncs) {
					s.barrier, s.anyMask = true, true
				}
			default:
				m := v.Members()
				if m == nil {
					continue
				}
				if n, ok := m.IsConst(); ok {
					s.masks = append(s.masks, masked{v.Attr.Name, n})
				} else {
					s.anyMask = true
				}
			}
		}
	}
}

// meet notes which threads come to a block together.
func (g *gatherings) meet(u *Uniformity, b *ir.Block) {
	s := &g.at[b.ID]
	if s.wait {
		u.raise(&g.wait, u.Exec(b))
	}
	if s.barrier {
		u.raise(&g.barrier, u.Exec(b))
	}
	if s.anyMask {
		u.raise(&g.anyMask, u.Exec(b))
		u.raise(&g.allMasks, u.Exec(b))
	}
	for _, m := range s.masks {
		level := g.byMask[m]
		u.raise(&level, u.Exec(b))
		g.byMask[m] = level
		u.raise(&g.allMasks, level)
	}
}

// barrierResult returns the level of what a barrier yields.
func (g *gatherings) barrierResult(u *Uniformity, v *ir.Value) Level {
	if !u.f.Entry {
		return Varying // threads may be in different calls
	}
	// All threads of the CTA get one result.
	if n, ok := v.Args[1].IsConst(); ok && n == 0 {
		return CTA | g.barrier
	}
	return Varying
}

// warpResult returns the level of a result of a warp instruction.
func (g *gatherings) warpResult(u *Uniformity, v *ir.Value, index int) Level {
	f, _ := intrin.LookupWarp(v.Attr.Name)
	if !u.f.Entry {
		return Varying // threads may be in different calls
	}
	level := Grid
	switch {
	case index == 0 && readsOneLane(v):
		// That lane's value, or zero for all where it is not there: kernels shuffle the number
		// of their warp so, for compilers to know that it is one number.
		level = Warp | u.At(v.Args[0], v.Block) | u.At(v.Args[1], v.Block)
	case !f.Uniform[index]:
		return Varying
	case v.Attr.Sync:
		level = Warp
	}
	if v.Attr.Sync {
		return level | u.At(v.Members(), v.Block) | g.together(v)
	}
	return level | g.active(u, v.Block)
}

// readsOneLane reports whether the lanes that execute a shuffle read from one lane, if its
// number, the second argument, is the same for all of them.
func readsOneLane(v *ir.Value) bool {
	if v.Attr.Name != "ShflIdxB32" {
		return false
	}
	const whole = 31 // segments of 32 lanes, of which all may be read
	c, ok := v.Args[2].IsConst()
	return ok && c&0x1f1f == whole
}

// together returns which threads come to the instructions together that may take part
// in one.
func (g *gatherings) together(v *ir.Value) Level {
	if n, ok := v.Members().IsConst(); ok {
		return g.byMask[masked{v.Attr.Name, n}] | g.anyMask
	}
	return g.allMasks
}

// active returns which lanes execute an instruction at one time. Where lanes wait that
// others do not wait with, these go ahead. So do some in a loop in which they take
// different ways, and before lanes that spin for long in one.
func (g *gatherings) active(u *Uniformity, b *ir.Block) Level {
	return Warp | u.Exec(b) | g.wait | u.within
}
