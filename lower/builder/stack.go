package builder

import "github.com/ptx2go/ptx2go/lower/ir"

// maxAlloca is the largest alignment of alloca (section 9.7.17.3).
const maxAlloca = 1 << 23

// alloca builds alloca: an alignment that is left out, or 0, is 8.
func (b *fn) alloca() {
	align := uint64(8)
	if len(b.ops) > 2 {
		c, ok := constant(b.value(&b.ops[2], ir.I32))
		switch {
		case !ok || c&(c-1) != 0 || c > maxAlloca:
			b.errorf(b.in.Pos, "operand", "the alignment must be a power of two up to %d", maxAlloca)
			return
		case c != 0:
			align = c
		}
	}
	size := b.resize(b.src(1), ir.I64, false)
	b.set(&b.ops[0], b.add(ir.OpAlloca, ir.I64, size, b.konst(ir.I64, align)), false)
}

// stacksave builds stacksave.
func (b *fn) stacksave() {
	b.set(&b.ops[0], b.add(ir.OpStackSave, ir.I64), false)
}

// stackrestore builds stackrestore.
func (b *fn) stackrestore() {
	b.add(ir.OpStackRestore, ir.Void, b.resize(b.src(0), ir.I64, false))
}
