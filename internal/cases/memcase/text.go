package memcase

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// prefixes are the names of registers by type.
var prefixes = map[isa.Type]string{
	isa.Pred: "%p", isa.B8: "%b", isa.U8: "%bu", isa.S8: "%bs",
	isa.B16: "%h", isa.U16: "%hu", isa.S16: "%hs", isa.F16: "%hf", isa.F16x2: "%hh",
	isa.B32: "%r", isa.U32: "%ru", isa.S32: "%rs", isa.F32: "%f",
	isa.B64: "%rd", isa.U64: "%rdu", isa.S64: "%rds", isa.F64: "%fd", isa.B128: "%q",
}

// code collects the body of a function.
type code struct {
	text strings.Builder
	used map[isa.Type]int // registers, by type
	n    int              // labels
}

func (b *code) reg(t isa.Type) string {
	if prefixes[t] == "" {
		panic("no register of type " + t.String())
	}
	if b.used == nil {
		b.used = map[isa.Type]int{}
	}
	b.used[t]++
	return fmt.Sprintf("%s%d", prefixes[t], b.used[t])
}

func (b *code) line(format string, args ...any) { fmt.Fprintf(&b.text, "\t"+format+"\n", args...) }

func (b *code) label() string {
	b.n++
	return fmt.Sprintf("L%d", b.n)
}

// declared returns the body with its registers in front.
func (b *code) declared() string {
	var t strings.Builder
	for typ := isa.TypeNone; typ < isa.TexRef; typ++ {
		if n := b.used[typ]; n > 0 {
			fmt.Fprintf(&t, "\t.reg .%s %s<%d>;\n", typ, prefixes[typ], n+1)
		}
	}
	return t.String() + "\n" + b.text.String()
}

// special reads a special register.
func (c *folder) special(b *code, name string) string {
	r := b.reg(isa.U32)
	if c.version.Less(isa.Version{Major: 2}) {
		b.line("cvt.u32.u16 %s, %s;", r, name) // they had 16 bits
	} else {
		b.line("mov.u32 %s, %s;", r, name)
	}
	return r
}

// index computes the number of the thread in the grid.
func (c *folder) index(b *code) string {
	cta, n, tid, i := c.special(b, "%ctaid.x"), c.special(b, "%ntid.x"), c.special(b, "%tid.x"), b.reg(isa.U32)
	b.line("mad.lo.u32 %s, %s, %s, %s;", i, cta, n, tid)
	return i
}

// part computes base + index*size.
func (b *code) part(base, index string, size int) string {
	off, p := b.reg(isa.U64), b.reg(isa.U64)
	b.line("mul.wide.u32 %s, %s, %d;", off, index, size)
	b.line("add.u64 %s, %s, %s;", p, base, off)
	return p
}

// param loads a pointer parameter of a kernel.
func (b *code) param(name string) string {
	r := b.reg(isa.U64)
	b.line("ld.param.u64 %s, [%s];", r, name)
	return r
}

// untyped is the type with which a register is loaded and stored as it is. Halves
// have no load of their own.
func untyped(reg isa.Type) isa.Type {
	if reg == isa.F16 || reg == isa.F16x2 {
		return isa.BitsType(reg.Bits())
	}
	return reg
}

// fetch loads a register from global memory.
func (b *code) fetch(reg isa.Type, from string, off int) string {
	r := b.reg(reg)
	if reg == isa.B128 {
		lo, hi := b.reg(isa.B64), b.reg(isa.B64)
		b.line("ld.global.v2.b64 {%s, %s}, [%s+%d];", lo, hi, from, off)
		b.line("mov.b128 %s, {%s, %s};", r, lo, hi)
		return r
	}
	b.line("ld.global.%s %s, [%s+%d];", untyped(reg), r, from, off)
	return r
}

// keep stores a register in global memory.
func (b *code) keep(reg isa.Type, r, to string, off int) {
	if reg == isa.B128 {
		lo, hi := b.reg(isa.B64), b.reg(isa.B64)
		b.line("mov.b128 {%s, %s}, %s;", lo, hi, r)
		b.line("st.global.v2.b64 [%s+%d], {%s, %s};", to, off, lo, hi)
		return
	}
	b.line("st.global.%s [%s+%d], %s;", untyped(reg), to, off, r)
}

// constant writes an immediate.
func constant(t isa.Type, u uint64, way int) string {
	switch {
	case t == isa.F32:
		return fmt.Sprintf("0f%08X", uint32(u))
	case t == isa.F64:
		return fmt.Sprintf("0d%016X", u)
	case t.IsSigned():
		s := 64 - t.Bits()
		return fmt.Sprint(int64(u<<s) >> s)
	case t.IsBits() || way%2 == 0:
		return fmt.Sprintf("0x%x", u)
	}
	return fmt.Sprint(u)
}
