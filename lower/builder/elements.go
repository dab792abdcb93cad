package builder

import (
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// matrixElements builds wmma.load or wmma.store. Each lane loads or stores the elements of its own
// registers, at addresses that its number gives: accesses like any other. The lanes wait for each
// other before that, so that one of them loads what another one has stored in the instruction before.
func matrixElements(b *fn) {
	var at, regs, stride *frontend.Operand
	var typ ir.Type
	loads := false
	for k, i := range b.bound {
		switch o := &b.match.Form.Operands[i]; {
		case o.Is(isa.KAddr):
			at = &b.ops[k]
		case o.Is(isa.KVec):
			regs, typ, loads = &b.ops[k], b.formType(k), o.Dest
		default:
			stride = &b.ops[k]
		}
	}
	places := b.match.Places()
	space, ok := irSpace(b.match.Space())
	if !ok || places == nil {
		b.giveUp()
		return
	}
	wait := b.add(ir.OpWarp, ir.Void, b.konst(ir.I32, 0xffffffff))
	wait.Attr.Name, wait.Attr.Sync = "BarWarp", true
	addr, ok := b.address(at, space)
	if !ok {
		return
	}
	w := &window{fn: b, access: access{space: space}, places: places, typ: typ, lines: map[int]*ir.Value{}}
	w.start(addr, stride)
	per := typ.Bits() / places.Bits
	registers := slices.Collect(slices.Chunk(places.At, per))
	loaded := make([]*ir.Value, len(registers))
	for r, x := range elements(regs) {
		if !loads {
			w.store(registers[r], b.value(&x, typ))
			continue
		}
		// The f16 factors of sm_70 have registers with the same elements.
		if same := slices.IndexFunc(registers, func(p []isa.Place) bool { return slices.Equal(p, registers[r]) }); same < r {
			loaded[r] = loaded[same]
		} else {
			loaded[r] = w.load(registers[r])
		}
	}
	if loads { // after all loads: a destination may be the register of the address
		for r, x := range elements(regs) {
			b.set(&x, loaded[r], false)
		}
	}
}

// window is the memory of a matrix as a lane sees it: from its own first element on.
type window struct {
	*fn
	access   access
	places   *isa.Places
	typ      ir.Type   // of registers
	distance *ir.Value // of lines, in bytes
	lines    map[int]*ir.Value
}

// start finds the first element of a lane.
func (w *window) start(addr *ir.Value, stride *frontend.Operand) {
	p := w.places
	switch {
	case stride == nil:
		w.distance = w.konst(ir.I64, uint64(p.Line))
	case p.Unit < 8:
		n := w.resize(w.value(stride, ir.I32), ir.I64, false)
		n = w.add(ir.OpMul, ir.I64, n, w.konst(ir.I64, uint64(p.Unit)))
		w.distance = w.add(ir.OpShrU, ir.I64, n, w.konst(ir.I32, 3))
	default:
		n := w.resize(w.value(stride, ir.I32), ir.I64, false)
		w.distance = w.add(ir.OpMul, ir.I64, n, w.konst(ir.I64, uint64(p.Unit/8)))
	}
	lane := w.resize(w.sreg(isa.LookupSReg("%laneid"), "", ir.I32), ir.I64, false)
	for _, step := range []struct {
		by *ir.Value
		isa.Place
	}{
		{w.add(ir.OpShrU, ir.I64, lane, w.konst(ir.I32, 2)), p.Group},
		{w.add(ir.OpAnd, ir.I64, lane, w.konst(ir.I64, 3)), p.Lane},
	} {
		if step.Line > 0 {
			n := w.add(ir.OpMul, ir.I64, step.by, w.konst(ir.I64, uint64(step.Line)))
			addr = w.add(ir.OpAdd, ir.I64, addr, w.add(ir.OpMul, ir.I64, n, w.distance))
		}
		if step.Bit > 0 {
			addr = w.add(ir.OpAdd, ir.I64, addr, w.add(ir.OpMul, ir.I64, step.by, w.konst(ir.I64, uint64(step.Bit/8))))
		}
	}
	w.lines[0] = addr
}

// at is the address of an element.
func (w *window) at(p isa.Place) *ir.Value {
	line := w.lines[p.Line]
	if line == nil {
		line = w.add(ir.OpAdd, ir.I64, w.lines[0], w.add(ir.OpMul, ir.I64, w.distance, w.konst(ir.I64, uint64(p.Line))))
		w.lines[p.Line] = line
	}
	if p.Bit == 0 {
		return line
	}
	return w.add(ir.OpAdd, ir.I64, line, w.konst(ir.I64, uint64(p.Bit/8)))
}

// whole reports whether the elements of a register lie in memory as they do in it.
func (w *window) whole(elements []isa.Place) bool {
	for i, p := range elements {
		if p.Line != elements[0].Line || p.Bit != elements[0].Bit+i*w.places.Bits {
			return false
		}
	}
	return true
}

func (w *window) load(elements []isa.Place) *ir.Value {
	if w.whole(elements) {
		return w.access.set(w.add(ir.OpLoad, w.typ, w.at(elements[0])), w.typ, 1)
	}
	mem := ir.IntOfBits(w.places.Bits)
	var v *ir.Value
	for i, p := range elements {
		x := w.resize(w.access.set(w.add(ir.OpLoad, mem, w.at(p)), mem, 1), w.typ, false)
		if i == 0 {
			v = x
			continue
		}
		x = w.add(ir.OpShl, w.typ, x, w.konst(ir.I32, uint64(i*w.places.Bits)))
		v = w.add(ir.OpOr, w.typ, v, x)
	}
	return v
}

func (w *window) store(elements []isa.Place, v *ir.Value) {
	if w.whole(elements) {
		w.access.set(w.add(ir.OpStore, ir.Void, w.at(elements[0]), v), w.typ, 1)
		return
	}
	mem := ir.IntOfBits(w.places.Bits)
	for i, p := range elements {
		x := v
		if i > 0 {
			x = w.add(ir.OpShrU, w.typ, v, w.konst(ir.I32, uint64(i*w.places.Bits)))
		}
		w.access.set(w.add(ir.OpStore, ir.Void, w.at(p), w.resize(x, mem, false)), mem, 1)
	}
}
