package memcase

import (
	"math"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// word is up to 128 bits.
type word struct{ lo, hi uint64 }

// mask keeps the low n bits.
func (w word) mask(n int) word {
	switch {
	case n < 64:
		return word{lo: w.lo & (1<<n - 1)}
	case n < 128:
		return word{lo: w.lo}
	}
	return w
}

// extended widens an n bit value to 64 by its sign, or with zeros.
func (w word) extended(n int, signed bool) word {
	if n < 64 && signed {
		w.lo = uint64(int64(w.lo) << (64 - n) >> (64 - n))
	}
	return w
}

// get reads n bytes, the lowest first (manual 5.2: little-endian).
func get(mem []byte, n int) (w word) {
	for i := range n {
		if i < 8 {
			w.lo |= uint64(mem[i]) << (8 * i)
		} else {
			w.hi |= uint64(mem[i]) << (8 * (i - 8))
		}
	}
	return w
}

// put writes the low n bytes.
func put(mem []byte, n int, w word) {
	for i := range n {
		if i < 8 {
			mem[i] = byte(w.lo >> (8 * i))
		} else {
			mem[i] = byte(w.hi >> (8 * (i - 8)))
		}
	}
}

// execute is what an access of a thread does: mem is its window, src gives the
// value of an element of a source operand. The results are those of the
// destination registers, as wide as these are.
func (a *access) execute(mem []byte, src func(operand, elem int) word) (results []word) {
	t := a.elem()
	n := t.Bits() / 8
	for i := range a.m.VecLen() {
		p := mem[a.off+i*n:]
		old := get(p, n)
		switch a.m.Form.Opcode {
		case "ld", "ldu":
			// 9.4.1: a destination wider than the type is filled by the type's sign.
			results = append(results, old.extended(n*8, t.IsSigned()).mask(a.reg.Bits()))
		case "st":
			w := src(0, i)
			if len(a.srcs) == 0 || a.srcs[0][i].column >= 0 {
				w = stored(w, a.reg, t)
			}
			put(p, n, w)
		case "atom", "red":
			var c word
			if len(a.srcs) > 1 {
				c = src(1, 0)
			}
			put(p, n, combine(a, t, old, src(0, i).mask(n*8), c.mask(n*8)))
			results = append(results, old)
		default:
			panic("nobody computes " + a.m.Head)
		}
	}
	return results
}

// stored is what st leaves of a register of type reg, of which the low bits of type t count: by 9.4.1 the
// register's low bits, "chop". An assembler of NVIDIA's (CUDA 13.0, sm_90) makes whole numbers of floating-point
// registers that are too wide, toward zero and without a sign, and f32 of 64 bits, and so an H100 stores them.
func stored(w word, reg, t isa.Type) word {
	if reg.Bits() <= t.Bits() {
		return w
	}
	var x float64
	switch {
	case t == isa.F32 && !reg.IsFloat():
		return word{lo: uint64(math.Float32bits(float32(w.lo)))}
	case !t.IsBits() || !reg.IsFloat() || reg.Bits() < 32:
		return w
	case reg.Bits() == 32:
		x = float64(math.Float32frombits(uint32(w.lo)))
	default:
		x = math.Float64frombits(w.lo)
	}
	most := uint64(1)<<t.Bits() - 1
	switch {
	case !(x >= 1): // NaNs too
		return word{}
	case x >= float64(most):
		return word{lo: most}
	}
	return word{lo: uint64(x)}
}

// elem is the type of an element in memory.
func (a *access) elem() isa.Type {
	if a.m.Has("b128") {
		return isa.B128
	}
	return a.m.Type()
}
