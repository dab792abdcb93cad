package memcase

import (
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// operation is the modifier that names an atomic operation, "" for none.
func operation(m *isa.Match) string { return m.Lowering().Access.Atom }

// combine is what an atomic operation writes (manual 9.7.13.5 and 9.7.13.6).
func combine(a *access, t isa.Type, old, b, c word) word {
	op := operation(a.m)
	switch op {
	case "exch":
		return b
	case "cas":
		if old == b {
			return c
		}
		return old
	}
	if f, lanes := float(t); lanes > 0 {
		var d uint64
		for i := range lanes {
			at := uint(i) * f.Width()
			lane := uint64(1)<<(f.Width()-1)<<1 - 1
			d |= combineFloat(f, op, a.flushes(), old.lo>>at&lane, b.lo>>at&lane) << at
		}
		return word{lo: d}
	}
	return word{lo: combineInteger(t, op, old.lo, b.lo)}.mask(t.Bits())
}

// flushes reports whether the addition has no subnormals: that of f32 in global
// memory, also where a generic address leads there.
func (a *access) flushes() bool { return a.m.Type() == isa.F32 && a.window == inGlobal }

// float returns the format of a type's lanes and their number, 0 for integers.
func float(t isa.Type) (ieee.Format, int) {
	f, ok := ieee.Of(t.String())
	if !ok {
		return f, 0
	}
	return f, t.Lanes()
}

func combineFloat(f ieee.Format, op string, ftz bool, a, b uint64) uint64 {
	if op == "add" {
		return ieee.Arith(f, "add", "rn", ftz, []uint64{a, b})
	}
	// min and max as the instructions of that name: a number wins over a NaN, and -0
	// is less than +0.
	switch {
	case f.IsNaN(a) && f.IsNaN(b):
		return f.NaN()
	case f.IsNaN(a):
		return b
	case f.IsNaN(b):
		return a
	}
	order := ieee.Compare(ieee.Decode(f, a), ieee.Decode(f, b))
	if order == 0 && a != b && a == f.SignBit() {
		order = -1
	} else if order == 0 && a != b {
		order = 1
	}
	if (order < 0) == (op == "min") {
		return a
	}
	return b
}

func combineInteger(t isa.Type, op string, a, b uint64) uint64 {
	less := a < b
	if t.IsSigned() {
		s := 64 - t.Bits()
		less = int64(a<<s) < int64(b<<s)
	}
	switch op {
	case "add":
		return a + b
	case "and":
		return a & b
	case "or":
		return a | b
	case "xor":
		return a ^ b
	case "inc":
		if a >= b {
			return 0
		}
		return a + 1
	case "dec":
		if a == 0 || a > b {
			return b
		}
		return a - 1
	case "min", "max":
		if less == (op == "min") {
			return a
		}
		return b
	}
	panic("nobody computes " + op)
}
