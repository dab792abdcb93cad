package conform

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// Module is what the meaning of an instruction depends on beside its head.
type Module struct {
	Version isa.Version
	Target  isa.Target
}

// flushes reports whether single precision has no subnormals (manual 9.7.3:
// sm_1x targets flush inputs and results).
func (m Module) flushes() bool { return m.Target.Arch < 20 }

// head is what the modifiers of an instruction say.
type head struct {
	op     string
	mode   string // rn, rz, rm, rp, rna, rni, rzi, rmi, rpi, or ""
	approx bool   // .approx, .full, or what these were before PTX 1.4
	full   bool   // .full
	ftz    bool
	sat    bool
	relu   bool
	finite bool // .satfinite
	pzo    bool // .pzo
	scales int  // the scales of a conversion, its last operand
	types  []isa.Type
}

// last is the instruction type, or the type of the sources.
func (h head) last() isa.Type { return h.types[len(h.types)-1] }

// operand is the type of operand k of n of an arithmetic instruction. Of mixed precision those
// of pairs all have their types; else the addend, which is last, is like the result.
func (h head) operand(k, n int) isa.Type {
	switch {
	case len(h.types) == n+1:
		return h.types[k+1]
	case len(h.types) > 1 && k < n-1:
		return h.last()
	}
	return h.types[0]
}

func (m Module) head(x *isa.Match) head {
	h := head{
		op:     x.Form.Opcode,
		mode:   x.HasAny("rn", "rz", "rm", "rp", "rna", "rni", "rzi", "rmi", "rpi"),
		approx: x.HasAny("approx", "full") != "",
		full:   x.Has("full"),
		ftz:    x.Has("ftz"),
		sat:    x.Has("sat"),
		relu:   x.Has("relu"),
		finite: x.Has("satfinite"),
		pzo:    x.Has("pzo"),
		types:  x.Types(),
	}
	switch {
	case x.Has("scaled::n1::ue8m0"):
		h.scales = 1
	case x.Has("scaled::n2::ue8m0"):
		h.scales = 2
	}
	single := len(h.types) > 0 && h.types[0] == isa.F32
	switch h.op {
	case "add", "sub", "mul", "fma", "mad", "frc":
		if h.mode == "" {
			h.mode = "rn"
		}
	case "div", "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2":
		// PTX 1.0 to 1.3 (9.7.3.8 and its like): .approx.ftz for f32; .rn for f64,
		// but .approx for rsqrt.
		if h.mode == "" && !h.approx {
			h.approx = single || h.op == "rsqrt"
			h.ftz = single
		}
		if h.mode == "" {
			h.mode = "rn"
		}
	}
	return h
}

// Results returns what an instruction writes: d, and q of a destination p|q. The
// operands are the bits of the sources in the order of the form; a predicate is 0
// or 1. Integers narrower than their register may have anything above them.
func (m Module) Results(x *isa.Match, in []uint64) (d, q uint64) {
	h := m.head(x)
	switch h.op {
	case "set":
		return m.set(x, h, in), 0
	case "setp":
		return m.setp(x, h, in)
	case "selp":
		if in[2] != 0 {
			return in[0], 0
		}
		return in[1], 0
	case "slct":
		return m.slct(h, in), 0
	case "testp":
		return testp(h.last(), x, in[0]), 0
	case "cvt":
		if x.Has("pack") {
			return pack(h, in), 0
		}
		return m.convert(h, in), 0
	}
	t := h.types[0]
	f, n := lanes(t)
	ftz := h.ftz || f == ieee.F32 && m.flushes()
	var lane []uint64
	for i := range n {
		lane = lane[:0]
		for k, u := range in {
			from, _ := lanes(h.operand(k, len(in)))
			lane = append(lane, u>>(uint(i)*from.Width())&(1<<from.Width()-1))
		}
		d |= m.one(x, h, f, ftz, lane) << (uint(i) * f.Width())
	}
	return d, 0
}

// outOfBounds is the NaN, of either sign, that makes fma.oob zero as a factor: what a
// GPU does, and no document says.
const outOfBounds = 0x7ff7

// one computes an element of the result of an arithmetic instruction.
func (m Module) one(x *isa.Match, h head, f ieee.Format, ftz bool, in []uint64) uint64 {
	var d uint64
	switch {
	case h.approx:
		d = approximate(h, f, ftz, in)
	case h.op == "mad" && f == ieee.F32 && m.flushes():
		d = madTruncated(in)
	default:
		switch h.op {
		case "min", "max":
			d = minmax(x, f, h.op, ftz, in)
		case "abs", "neg":
			d = sign(f, h.op, ftz, in[0])
		case "copysign":
			d = in[0]&f.SignBit() | in[1]&^f.SignBit()
		default:
			if x.Has("oob") && (in[0]&0x7fff == outOfBounds || in[1]&0x7fff == outOfBounds) {
				return 0
			}
			d = arithmetic(h, f, ftz, in)
		}
	}
	if h.sat {
		d = ieee.Sat(f, d)
	}
	if h.relu {
		d = ieee.Relu(f, d)
	}
	return d
}

// lanes returns the format of a type's elements and their number.
func lanes(t isa.Type) (ieee.Format, int) {
	f, ok := ieee.Of(t.String())
	if !ok {
		panic(fmt.Sprintf("%s is no floating-point type", t))
	}
	return f, t.Lanes()
}

// isFloat reports whether lanes knows a type.
func isFloat(t isa.Type) bool {
	switch t {
	case isa.F16, isa.F16x2, isa.BF16, isa.BF16x2, isa.F32, isa.F32x2, isa.F64:
		return true
	}
	return false
}
