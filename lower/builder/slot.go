package builder

import (
	"strconv"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Parameters of device functions, their results, and the .param variables of a
// call site are slots: memory that is only accessed at constant offsets, held in
// SSA variables. A scalar of up to eight bytes is one word of its own type;
// anything else is a row of 64-bit words, the last one perhaps only in part.
// Caller and callee agree because both derive the words from the declaration.

// maxSlot bounds what is passed by value to a device function, in bytes.
const maxSlot = 4352

// slot is one such variable.
type slot struct {
	v     *frontend.Var
	size  int
	words []word
}

// word is a part of a slot.
type word struct {
	x         varID
	off, size int
}

// SigOf returns the IR signature of a device function or call prototype.
func SigOf(f *frontend.Func) *ir.Sig {
	s := &ir.Sig{}
	for _, p := range f.Params {
		s.Params = append(s.Params, wordTypes(p)...)
	}
	for _, p := range f.Results {
		s.Results = append(s.Results, wordTypes(p)...)
	}
	return s
}

// isScalar reports whether a parameter is passed as one value.
func isScalar(v *frontend.Var) bool {
	return len(v.Dims) == 0 && v.Vec <= 1 && v.Type.Bytes() <= 8
}

// wordTypes returns the types of the values that a parameter is passed as.
func wordTypes(v *frontend.Var) []ir.Type {
	if v.Space == isa.SpaceReg {
		ts := make([]ir.Type, max(v.Vec, 1))
		for i := range ts {
			ts[i] = irType(v.Type)
		}
		return ts
	}
	if isScalar(v) {
		return []ir.Type{irType(v.Type)}
	}
	if len(v.Dims) > 0 && v.Dims[0] == 0 {
		return []ir.Type{ir.I64} // its address, see passArray
	}
	ts := make([]ir.Type, (min(v.Size(), maxSlot)+7)/8)
	for i := range ts {
		ts[i] = ir.I64
	}
	return ts
}

// argNames returns names for the values that a parameter is passed as.
func argNames(v *frontend.Var) []string {
	n := len(wordTypes(v))
	if n == 1 {
		return []string{v.Name}
	}
	names := make([]string, n)
	for i := range names {
		names[i] = v.Name + "_" + strconv.Itoa(i)
	}
	return names
}

// newSlot makes a slot with uninitialised words.
func (b *fn) newSlot(v *frontend.Var) *slot {
	s := &slot{v: v, size: int(min(v.Size(), maxSlot))}
	if v.Size() > maxSlot {
		b.unsupported(v.Pos, "parameters of more than "+strconv.Itoa(maxSlot)+" bytes of device functions")
	}
	names := argNames(v)
	for i, t := range wordTypes(v) {
		s.words = append(s.words, word{b.newVar(t, names[i]), 8 * i, min(8, s.size-8*i)})
	}
	b.words += len(s.words)
	b.slots[v] = s
	return s
}

// declareSlot makes the slot of a .param variable in a body. Bytes that are never
// stored are zero.
func (b *fn) declareSlot(v *frontend.Var) {
	s := b.newSlot(v)
	if b.cur == nil {
		return
	}
	for _, w := range s.words {
		b.write(w.x, b.cur, b.zero(b.vars[w.x].typ))
	}
}

// inSlot reports whether an access of n bytes at off is inside, and says so if
// it is not.
func (b *fn) inSlot(s *slot, off int64, n int) bool {
	if off >= 0 && off+int64(n) <= int64(s.size) {
		return true
	}
	b.errorf(b.in.Pos, "bounds", "bytes %d to %d are outside %s, which has %d", off, off+int64(n)-1, s.v.Name, s.size)
	return false
}

// loadSlot returns the n bytes at off as a value of type t, which has n bytes.
func (b *fn) loadSlot(s *slot, off int, t ir.Type) *ir.Value {
	n := t.Bytes()
	it := ir.IntOfBits(8 * n)
	var all *ir.Value
	for _, w := range s.words {
		lo, hi := max(off, w.off), min(off+n, w.off+w.size)
		if lo >= hi {
			continue
		}
		v := b.read(w.x, b.cur)
		if lo == off && hi == off+n && v.Type.Bytes() == n {
			return b.bitcast(v, t)
		}
		v = b.shiftRight(b.integer(v), 8*(lo-w.off))
		v = b.shiftLeft(b.resize(v, it, false), 8*(lo-off))
		if all == nil {
			all = v
		} else {
			all = b.or(all, v)
		}
	}
	if all == nil {
		panic("build: read outside a slot")
	}
	return b.bitcast(all, t)
}

// storeSlot sets the bytes at off.
func (b *fn) storeSlot(s *slot, off int, v *ir.Value) {
	n := v.Type.Bytes()
	for _, w := range s.words {
		lo, hi := max(off, w.off), min(off+n, w.off+w.size)
		if lo >= hi {
			continue
		}
		t := b.vars[w.x].typ
		if lo == off && hi == off+n && t.Bytes() == n {
			b.assign(w.x, b.bitcast(v, t))
			continue
		}
		wt := ir.IntOfBits(t.Bits())
		part := b.shiftRight(b.integer(v), 8*(lo-off))
		part = b.resize(part, wt, false)
		mask := ir.Ones(8*(hi-lo)) << (8 * (lo - w.off))
		part = b.shiftLeft(part, 8*(lo-w.off))
		if maybe(part, 0)&^mask&ir.Ones(wt.Bits()) != 0 {
			part = b.add(ir.OpAnd, wt, part, b.konst(wt, mask))
		}
		old := b.integer(b.read(w.x, b.cur))
		if maybe(old, 0)&mask != 0 {
			old = b.add(ir.OpAnd, wt, old, b.konst(wt, ^mask))
		}
		b.assign(w.x, b.bitcast(b.or(old, part), t))
	}
}

func (b *fn) shiftRight(v *ir.Value, n int) *ir.Value {
	if n == 0 {
		return v
	}
	if c, ok := constant(v); ok {
		return b.konst(v.Type, c>>n)
	}
	return b.add(ir.OpShrU, v.Type, v, b.konst(ir.I32, uint64(n)))
}

func (b *fn) shiftLeft(v *ir.Value, n int) *ir.Value {
	if n == 0 {
		return v
	}
	if c, ok := constant(v); ok {
		return b.konst(v.Type, c<<n)
	}
	return b.add(ir.OpShl, v.Type, v, b.konst(ir.I32, uint64(n)))
}

func (b *fn) or(x, y *ir.Value) *ir.Value {
	if n, ok := constant(x); ok && n == 0 {
		return y
	}
	if n, ok := constant(y); ok && n == 0 {
		return x
	}
	return b.add(ir.OpOr, x.Type, x, y)
}

// maybe returns the bits of a value of up to 64 bits that may be set, as far as a
// short look tells.
func maybe(v *ir.Value, depth int) uint64 {
	all := ir.Ones(v.Type.Bits())
	if v.Type.Bits() > 64 || depth > 8 {
		return ^uint64(0)
	}
	switch v.Op {
	case ir.OpConst:
		return v.Attr.Bits
	case ir.OpZext:
		return maybe(v.Args[0], depth+1)
	case ir.OpOr:
		return maybe(v.Args[0], depth+1) | maybe(v.Args[1], depth+1)
	case ir.OpAnd:
		return maybe(v.Args[0], depth+1) & maybe(v.Args[1], depth+1)
	case ir.OpShl:
		if n, ok := constant(v.Args[1]); ok {
			return maybe(v.Args[0], depth+1) << n & all
		}
	case ir.OpShrU:
		if n, ok := constant(v.Args[1]); ok {
			return maybe(v.Args[0], depth+1) >> n
		}
	}
	return all
}
