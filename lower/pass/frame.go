package pass

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The local variables of a function are promoted only where everything that
// may touch them is known: this file follows their addresses through the
// function, also through local variables that hold pointers.

// pointee is what a value may point to, as far as local variables go.
type pointee struct {
	kind pointeeKind
	sym  int    // exact: index of the variable
	off  int64  // exact: byte within it
	mask uint64 // wild: the variables, by index; 63 stands for the rest
}

type pointeeKind uint8

const (
	unseen  pointeeKind = iota // no path to the value has been seen yet
	foreign                    // no local variable
	exact                      // one byte of one variable
	wild                       // anywhere in some variables
)

func symBit(i int) uint64 { return 1 << min(i, 63) }

// vars returns the variables that the value may point to.
func (p pointee) vars() uint64 {
	switch p.kind {
	case exact:
		return symBit(p.sym)
	case wild:
		return p.mask
	}
	return 0
}

func (p pointee) join(q pointee) pointee {
	switch {
	case p.kind == unseen:
		return q
	case q.kind == unseen || p == q:
		return p
	}
	return pointee{kind: wild, mask: p.vars() | q.vars()}
}

// loose is p after arithmetic that is not followed.
func (p pointee) loose() pointee {
	if p.kind == exact {
		return pointee{kind: wild, mask: p.vars()}
	}
	return p
}

// cell is a run of bytes of a variable.
type cell struct {
	sym  int
	off  int64
	size int64
}

// frame knows where the addresses of a function's local variables go.
type frame struct {
	f       *ir.Func
	index   map[*ir.Symbol]int
	align   []int64   // by variable, in bytes
	state   []pointee // by value ID
	cells   map[cell]pointee
	bySym   [][]cell // the keys of cells, by variable
	blocked uint64   // variables that something unknown may touch
	changed bool
	settled bool // what has not been written by now never is
}

// newFrame analyses a function; nil means that it has no local variables.
func newFrame(f *ir.Func) *frame {
	fr := &frame{f: f, index: map[*ir.Symbol]int{}, state: make([]pointee, f.NumValues()), cells: map[cell]pointee{}}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpSymAddr && v.Attr.Sym.Space == ir.Local {
				if _, ok := fr.index[v.Attr.Sym]; !ok {
					fr.index[v.Attr.Sym] = len(fr.index)
					fr.align = append(fr.align, int64(v.Attr.Sym.Align))
				}
			}
		}
	}
	if len(fr.index) == 0 {
		return nil
	}
	fr.bySym = make([][]cell, len(fr.index))
	order := ir.ReversePostorder(f)
	for fr.changed = true; fr.changed || !fr.settled; {
		fr.settled = fr.settled || !fr.changed
		fr.changed = false
		for _, b := range order {
			for _, v := range b.Values {
				if v.Type == ir.Void {
					fr.effect(v)
					continue
				}
				old := fr.state[v.ID]
				if now := old.join(fr.eval(v)); now != old {
					fr.state[v.ID] = now
					fr.changed = true
				}
				fr.effect(v)
			}
			if b.Term == ir.Ret {
				for _, c := range b.Ctrl {
					fr.escape(fr.state[c.ID])
				}
			}
		}
	}
	return fr
}

// eval returns what the value points to, given its arguments.
func (fr *frame) eval(v *ir.Value) pointee {
	arg := func(i int) pointee { return fr.state[v.Args[i].ID] }
	move := func(p pointee, by *ir.Value, sign int64) pointee {
		if c, ok := by.IsConst(); ok && p.kind == exact {
			p.off += sign * ir.Signed(c, by.Type.Bits())
			return p
		}
		return p.loose()
	}
	switch v.Op {
	case ir.OpSymAddr:
		if i, ok := fr.index[v.Attr.Sym]; ok {
			return pointee{kind: exact, sym: i, off: v.Attr.Off}
		}
		return pointee{kind: foreign}
	case ir.OpAdd:
		p, q := arg(0), arg(1)
		switch {
		case p.kind == unseen || q.kind == unseen:
			return pointee{}
		case p.vars() == 0 && q.vars() == 0:
			return pointee{kind: foreign}
		case p.vars() == 0:
			return move(q, v.Args[0], 1)
		case q.vars() == 0:
			return move(p, v.Args[1], 1)
		}
	case ir.OpOr:
		// a|c is a+c where the two have no bit in common.
		p, q := arg(0), arg(1)
		if c, ok := v.Args[1].IsConst(); ok && p.kind == exact && q.kind == foreign && c < uint64(fr.align[p.sym]) && uint64(p.off)&c == 0 {
			p.off += int64(c)
			return p
		}
	case ir.OpSub:
		if q := arg(1); q.kind == foreign && arg(0).vars() != 0 {
			return move(arg(0), v.Args[1], -1)
		}
	case ir.OpPhi:
		p := pointee{}
		for i := range v.Args {
			p = p.join(arg(i))
		}
		return p
	case ir.OpSelect:
		return arg(1).join(arg(2))
	case ir.OpToGeneric, ir.OpFromGeneric:
		if v.Attr.Space == ir.Local {
			return arg(0)
		}
		return arg(0).loose()
	case ir.OpZext, ir.OpTrunc:
		// Offsets into the window fit in 32 bits; generic addresses do not, but
		// a program that cuts them cannot use the result.
		if v.Type.Bits() >= 32 && v.Args[0].Type.Bits() >= 32 {
			return arg(0)
		}
	case ir.OpLoad:
		return fr.load(v)
	case ir.OpICmp, ir.OpFCmp, ir.OpIsSpace:
		return pointee{kind: foreign} // tells something about the address, reaches nothing
	case ir.OpConst:
		return pointee{kind: foreign}
	}
	p := pointee{kind: foreign}
	for i := range v.Args {
		switch q := arg(i).loose(); {
		case q.kind == unseen:
			return pointee{}
		case q.vars() != 0 && p.vars() == 0:
			p = q
		case q.vars() != 0:
			p.mask |= q.mask
		}
	}
	return p
}

// load returns what a loaded value points to.
func (fr *frame) load(v *ir.Value) pointee {
	at := fr.state[v.Args[0].ID]
	switch at.kind {
	case unseen:
		return pointee{}
	case foreign:
		return pointee{kind: foreign} // nothing escaped there, or it is blocked
	}
	p := pointee{kind: foreign}
	size := int64(v.Attr.Mem.Bytes())
	if at.kind == exact && v.Vec() == 1 {
		me := cell{at.sym, at.off, size}
		if c, ok := fr.cells[me]; ok {
			p = c
		} else {
			p = pointee{}
			fr.note(me, pointee{})
		}
		for _, c := range fr.bySym[at.sym] {
			if c != me && c.off < me.off+me.size && me.off < c.off+c.size {
				p = p.join(fr.cells[c].loose())
			}
		}
		if p.kind == unseen && fr.settled {
			return pointee{kind: foreign}
		}
		return p
	}
	// Several elements, or an unknown place: whatever is stored anywhere there.
	mask := uint64(0)
	for s, cells := range fr.bySym {
		if at.vars()&symBit(s) != 0 {
			for _, c := range cells {
				mask |= fr.cells[c].vars()
			}
		}
	}
	if mask != 0 {
		return pointee{kind: wild, mask: mask}
	}
	return p
}

// note joins a pointer into a cell.
func (fr *frame) note(c cell, p pointee) {
	old, ok := fr.cells[c]
	if !ok {
		fr.bySym[c.sym] = append(fr.bySym[c.sym], c)
		fr.cells[c] = p
		fr.changed = true
		return
	}
	if now := old.join(p); now != old {
		fr.cells[c] = now
		fr.changed = true
	}
}

// block gives variables up, and what pointers inside them point to.
func (fr *frame) block(mask uint64) {
	for mask&^fr.blocked != 0 {
		fr.blocked |= mask
		fr.changed = true
		for s, cells := range fr.bySym {
			if fr.blocked&symBit(s) != 0 {
				for _, c := range cells {
					mask |= fr.cells[c].vars()
				}
			}
		}
	}
}

func (fr *frame) escape(p pointee) { fr.block(p.vars()) }

// odd reports whether an access at a known place is certainly not aligned: it is a fault, which a variable in
// values does not have.
func (fr *frame) odd(at pointee, v *ir.Value) bool {
	n := min(int64(v.Attr.Mem.Bytes()*v.Vec()), fr.align[at.sym])
	return at.kind == exact && at.off&(n-1) != 0
}

// effect records what a value does to local variables.
func (fr *frame) effect(v *ir.Value) {
	switch v.Op {
	case ir.OpLoad:
		if p := fr.state[v.Args[0].ID]; p.kind == wild || fr.odd(p, v) {
			fr.block(p.vars())
		}
	case ir.OpStore:
		at := fr.state[v.Args[0].ID]
		size := int64(v.Attr.Mem.Bytes())
		for i, x := range v.Args[1:] {
			p := fr.state[x.ID]
			if p.kind == unseen {
				continue
			}
			switch at.kind {
			case exact:
				if at.vars()&fr.blocked != 0 {
					fr.escape(p)
				}
				if p.vars() != 0 && size < 4 {
					fr.escape(p)
				}
				fr.note(cell{at.sym, at.off + int64(i)*size, size}, p)
			case foreign, wild:
				fr.escape(p)
			}
		}
		if at.kind == wild || fr.odd(at, v) {
			fr.block(at.vars())
		}
	case ir.OpPhi, ir.OpSelect, ir.OpAdd, ir.OpSub, ir.OpICmp, ir.OpFCmp, ir.OpIsSpace,
		ir.OpToGeneric, ir.OpFromGeneric, ir.OpZext, ir.OpTrunc:
	default:
		if v.Pure() {
			return // followed by eval
		}
		for _, a := range v.Args {
			fr.escape(fr.state[a.ID])
		}
	}
}
