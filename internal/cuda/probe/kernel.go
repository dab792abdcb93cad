package probe

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Names of the kernels of a module.
const (
	tupleKernel = "tuples"
	hashKernel  = "hashes"
)

// Kernel writes the module of a head for a GPU of that compute capability. It has
// the kernel
//
//	tuples(u64 out, u64 a, ..., u32 n)
//
// which computes out[i] for a[i], ..., with elements of 4 bytes for values of up
// to 32 bits, 8 for others; and for a Unary head
//
//	hashes(u64 out, u32 first, u32 n)
//
// which adds to out[ctaid.y] the hashes of the first n members of the group
// first+ctaid.y.
func (h *Head) Kernel(arch int) (string, error) {
	v, t, err := h.TargetFor(arch)
	if err != nil {
		return "", err
	}
	var w writer
	w.line("// head: %s", h.Name)
	w.line(".version %s", v)
	w.line(".target %s", t)
	w.line(".address_size 64")
	w.tuples(h)
	if h.Shape == Unary {
		w.hashes(h)
	}
	return w.String(), nil
}

// writer writes PTX line by line.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.Builder, format+"\n", args...)
}

// in writes instructions, one for each string.
func (w *writer) in(list ...string) {
	for _, s := range list {
		w.line("\t%s;", s)
	}
}

// registers declares what all kernels use: %i are 32 bits, %x 64; %s and %d are
// the operands in the registers of their types, %p predicates.
func (w *writer) registers(h *Head) {
	w.in(".reg .pred %p<8>", ".reg .b32 %i<12>", ".reg .b64 %x<12>")
	for i, o := range h.src {
		w.in(fmt.Sprintf(".reg .%s %%s%d", o.register(), i))
	}
	w.in(fmt.Sprintf(".reg .%s %%d0", h.dest.register()))
	if h.pair {
		w.in(".reg .pred %d1")
	}
}

// register is the type of the register that holds the operand. Bytes are in the
// low bits of a 32-bit one, as compilers keep them, where that is legal.
func (o operand) register() isa.Type {
	switch {
	case o.typ == isa.Pred:
		return isa.Pred
	case o.bits == 8 && (!o.own || o.typ.IsFloat()):
		return isa.U32
	case o.typ == isa.F32, o.typ == isa.F64:
		return o.typ
	case o.typ.IsFloat():
		return isa.BitsType(o.bits)
	}
	return o.typ
}

// load moves raw bits into source i: from %i for up to 32 bits, else from %x.
func (w *writer) load(h *Head, i int, from string) {
	o := h.src[i]
	switch {
	case o.typ == isa.Pred:
		w.in(fmt.Sprintf("setp.ne.u32 %%s%d, %s, 0", i, from))
	case o.bits == 16:
		// A narrowing cvt needs integers; a b16 register takes either.
		w.in(fmt.Sprintf("cvt.u16.u32 %%s%d, %s", i, from))
	case o.register().Bits() == 8:
		w.in(fmt.Sprintf("cvt.u8.u32 %%s%d, %s", i, from))
	case o.bits == 8:
		w.in(fmt.Sprintf("mov.b32 %%s%d, %s", i, from))
	default:
		w.in(fmt.Sprintf("mov.b%d %%s%d, %s", o.bits, i, from))
	}
}

// execute writes the instruction.
func (w *writer) execute(h *Head) {
	if h.body != nil {
		w.in(h.body...)
		return
	}
	ops := []string{"%d0"}
	if h.pair {
		ops[0] = "%d0|%d1"
	}
	for i := range h.src {
		ops = append(ops, fmt.Sprintf("%%s%d", i))
	}
	w.in(h.Name + " " + strings.Join(ops, ", "))
}

// store moves the bits of the result into %i8, or into %x8 where it has more than
// 32.
func (w *writer) store(h *Head) {
	o := h.dest
	switch {
	case h.pair:
		w.in("selp.u32 %i8, 1, 0, %d0", "selp.u32 %i9, 2, 0, %d1", "or.b32 %i8, %i8, %i9")
	case o.typ == isa.Pred:
		w.in("selp.u32 %i8, 1, 0, %d0")
	case o.register().Bits() == 8:
		w.in("cvt.u32.u8 %i8, %d0")
	case o.bits == 8:
		w.in("mov.b32 %i8, %d0", "and.b32 %i8, %i8, 255")
	case o.bits == 16:
		w.in("cvt.u32.u16 %i8, %d0")
	case o.bits == 32:
		w.in("mov.b32 %i8, %d0")
	default:
		w.in("mov.b64 %x8, %d0")
	}
}

// tuples writes the kernel that applies the instruction to arrays.
func (w *writer) tuples(h *Head) {
	params := []string{".param .u64 out"}
	for i := range h.src {
		params = append(params, fmt.Sprintf(".param .u64 a%d", i))
	}
	params = append(params, ".param .u32 n")
	w.line("")
	w.line(".visible .entry %s(%s)", tupleKernel, strings.Join(params, ", "))
	w.line("{")
	w.registers(h)
	w.in("ld.param.u32 %i0, [n]",
		"mov.u32 %i1, %ctaid.x", "mov.u32 %i2, %ntid.x", "mov.u32 %i3, %tid.x",
		"mad.lo.s32 %i4, %i1, %i2, %i3",
		"setp.ge.u32 %p0, %i4, %i0", "@%p0 bra DONE")
	for i, o := range h.src {
		w.in(fmt.Sprintf("ld.param.u64 %%x0, [a%d]", i),
			"cvta.to.global.u64 %x1, %x0",
			fmt.Sprintf("mul.wide.u32 %%x2, %%i4, %d", o.words()),
			"add.s64 %x1, %x1, %x2")
		if o.bits > 32 {
			w.in("ld.global.u64 %x3, [%x1]")
			w.load(h, i, "%x3")
		} else {
			w.in("ld.global.u32 %i5, [%x1]")
			w.load(h, i, "%i5")
		}
	}
	w.execute(h)
	w.store(h)
	size := operand{bits: h.Bits()}.words()
	w.in("ld.param.u64 %x0, [out]",
		"cvta.to.global.u64 %x1, %x0",
		fmt.Sprintf("mul.wide.u32 %%x2, %%i4, %d", size),
		"add.s64 %x1, %x1, %x2")
	if size == 8 {
		w.in("st.global.u64 [%x1], %x8")
	} else {
		w.in("st.global.u32 [%x1], %i8")
	}
	w.line("DONE:")
	w.in("ret")
	w.line("}")
}

// hashes writes the kernel that hashes the results of groups.
func (w *writer) hashes(h *Head) {
	w.line("")
	w.line(".visible .entry %s(.param .u64 out, .param .u32 first, .param .u32 n)", hashKernel)
	w.line("{")
	w.registers(h)
	w.in(".shared .align 8 .b64 sum")
	// %p0: not the first thread, which clears the sum of the CTA and passes it on.
	w.in("mov.u32 %i3, %tid.x", "setp.ne.u32 %p0, %i3, 0", "@%p0 bra CLEARED",
		"mov.u64 %x0, 0", "st.shared.u64 [sum], %x0")
	w.line("CLEARED:")
	w.in("bar.sync 0",
		"ld.param.u32 %i0, [n]", "ld.param.u32 %i1, [first]",
		"mov.u32 %i2, %ctaid.y", "add.s32 %i1, %i1, %i2",
		fmt.Sprintf("shl.b32 %%i1, %%i1, %d", fractionBits), // the group's bits
		"mov.u32 %i4, %ntid.x", "mov.u32 %i5, %ctaid.x",
		"mad.lo.s32 %i2, %i5, %i4, %i3",                      // this member
		"mov.u32 %i5, %nctaid.x", "mul.lo.s32 %i4, %i4, %i5", // and the step to the next one
		"mov.u64 %x4, 0")
	w.line("LOOP:")
	w.in("setp.ge.u32 %p1, %i2, %i0", "@%p1 bra DONE",
		fmt.Sprintf("mul.lo.s32 %%i5, %%i2, %d", int32(spread)),
		fmt.Sprintf("and.b32 %%i5, %%i5, 0x%x", Fractions-1),
		"or.b32 %i5, %i5, %i1")
	w.load(h, 0, "%i5")
	if h.twice {
		w.in(fmt.Sprintf("mul.lo.s32 %%i6, %%i5, %d", signed32(second)))
		w.load(h, 1, "%i6")
	}
	w.execute(h)
	w.store(h)
	if h.Bits() > 32 {
		w.mix("%x8")
		w.in("cvt.u64.u32 %x9, %i5", "xor.b64 %x8, %x8, %x9")
	} else {
		w.in("mov.b64 %x8, {%i5, %i8}")
	}
	w.mix("%x8")
	w.in("add.s64 %x4, %x4, %x8", "add.s32 %i2, %i2, %i4", "bra LOOP")
	w.line("DONE:")
	w.in("atom.shared.add.u64 %x5, [sum], %x4",
		"bar.sync 0", "@%p0 bra END",
		"ld.shared.u64 %x5, [sum]",
		"ld.param.u64 %x0, [out]", "cvta.to.global.u64 %x1, %x0",
		"mov.u32 %i2, %ctaid.y", "mul.wide.u32 %x2, %i2, 8", "add.s64 %x1, %x1, %x2",
		"atom.global.add.u64 %x5, [%x1], %x5")
	w.line("END:")
	w.in("ret")
	w.line("}")
}

// mix writes the function mix for a register, through %x9.
func (w *writer) mix(x string) {
	step := func(shift int, factor uint64) {
		w.in(fmt.Sprintf("shr.u64 %%x9, %s, %d", x, shift), fmt.Sprintf("xor.b64 %s, %s, %%x9", x, x))
		if factor != 0 {
			w.in(fmt.Sprintf("mul.lo.s64 %s, %s, %d", x, x, int64(factor)))
		}
	}
	step(30, 0xbf58476d1ce4e5b9)
	step(27, 0x94d049bb133111eb)
	step(31, 0)
}

// signed32 spells a constant as compilers do for a signed type.
func signed32(u uint32) int32 { return int32(u) }
