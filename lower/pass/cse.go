package pass

import (
	"hash/maphash"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// cse replaces each pure value by an equal one that dominates it, walking the
// dominator tree with a scope of known values for each block. Parameters and
// special registers count as pure.
func cse(f *ir.Func, _ *Options) bool {
	dom := ir.Dominators(f)
	r := newReplacer(f)
	known := newKnown(funcSize(f))
	// One frame per block on the path from the entry; leaving a block forgets
	// the values that it added.
	type frame struct {
		kids  []*ir.Block
		begin int // of what the block added
	}
	enter := func(b *ir.Block) frame {
		fr := frame{kids: dom.Children(b), begin: len(known.list)}
		for _, v := range b.Values {
			r.args(v)
			if !v.Pure() || len(v.Args) > len(operands{}) {
				continue
			}
			if w := known.add(v); w != nil {
				r.replace(v, w)
				if w.Name == "" {
					w.Name = v.Name
				}
			}
		}
		return fr
	}
	stack := []frame{enter(f.Blocks[0])}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.kids) > 0 {
			b := top.kids[0]
			top.kids = top.kids[1:]
			stack = append(stack, enter(b))
			continue
		}
		known.forget(top.begin)
		stack = stack[:len(stack)-1]
	}
	return r.apply()
}

// known finds equal values. A map whose keys are all that makes values equal would take
// a quarter of a kilobyte for each.
type known struct {
	heads []int32 // by hash: the last value with it, as an index of list from one
	list  []knownValue
}

type knownValue struct {
	v    *ir.Value
	slot uint32 // of heads
	next int32  // the one before with this slot
}

// newKnown makes room for about n values.
func newKnown(n int) *known {
	size := 16
	for size < n {
		size *= 2
	}
	return &known{heads: make([]int32, size)}
}

// add returns the value that v equals, or adds it.
func (k *known) add(v *ir.Value) *ir.Value {
	args := operandsOf(v)
	slot := uint32(hashOf(v, args)) & uint32(len(k.heads)-1)
	for i := k.heads[slot]; i != 0; i = k.list[i-1].next {
		if w := k.list[i-1].v; equal(v, w) && args == operandsOf(w) {
			return w
		}
	}
	k.list = append(k.list, knownValue{v, slot, k.heads[slot]})
	k.heads[slot] = int32(len(k.list))
	return nil
}

// forget removes the values from an index on.
func (k *known) forget(from int) {
	for i := len(k.list) - 1; i >= from; i-- {
		k.heads[k.list[i].slot] = k.list[i].next
	}
	k.list = k.list[:from]
}

// operands are the arguments after replacement; the few values with more are not merged.
type operands [4]ir.ID

func operandsOf(v *ir.Value) (o operands) {
	for i, a := range v.Args {
		o[i] = a.ID
	}
	if ir.Ops[v.Op].Flags&ir.Commutes != 0 && o[0] > o[1] {
		o[0], o[1] = o[1], o[0]
	}
	return o
}

// equal reports whether values are equal that have the same operands.
func equal(v, w *ir.Value) bool {
	return v.Op == w.Op && v.Type == w.Type && v.Varying == w.Varying && len(v.Args) == len(w.Args) && v.Attr == w.Attr &&
		(v.Op != ir.OpPhi || v.Block == w.Block)
}

var seed = maphash.MakeSeed()

// hashOf is equal for values that are equal. Of the attributes it has those by which many
// values of one operation differ.
func hashOf(v *ir.Value, args operands) uint64 {
	const prime = 0x9e3779b97f4a7c15
	h := uint64(v.Op)<<8 | uint64(v.Type)
	mix := func(x uint64) {
		h = (h ^ x) * prime
		h ^= h >> 29
	}
	for _, a := range args[:len(v.Args)] {
		mix(uint64(a))
	}
	a := &v.Attr
	mix(a.Bits ^ a.Hi<<1 ^ uint64(a.Off)<<2 ^ uint64(a.Index)<<3)
	switch v.Op {
	case ir.OpSReg:
		mix(maphash.String(seed, a.SReg))
	case ir.OpIntrin:
		mix(maphash.String(seed, a.Name))
	case ir.OpSymAddr:
		mix(maphash.Comparable(seed, a.Sym))
	case ir.OpFuncAddr:
		mix(maphash.Comparable(seed, a.Func))
	case ir.OpRefAddr:
		mix(maphash.Comparable(seed, a.Ref))
	case ir.OpPhi:
		mix(uint64(v.Block.ID))
	}
	return h
}
