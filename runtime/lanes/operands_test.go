package lanes_test

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
)

// operands draws operands on which implementations of a function break.
type operands struct {
	name string // says which they are: two of one name are the same
	draw func(g *softfloat.Rand) [4]uint64
	bits int // of the one operand, where it takes all values in order
}

// everyOperand are all values of so many bits.
func everyOperand(bits int) operands {
	return operands{name: fmt.Sprintf("all of %d bits", bits), bits: bits}
}

// operandsOf returns what a function is compared on.
func operandsOf(w *twin) operands {
	kinds := w.scalar.kinds
	half, name := softfloat.F16, "F16"
	if strings.Contains(w.name, "Bf16") {
		half, name = softfloat.Bf16, "Bf16"
	}
	tuple := func(f *softfloat.Format) func(g *softfloat.Rand) [4]uint64 {
		return func(g *softfloat.Rand) (u [4]uint64) {
			u[0], u[1], u[2] = f.Tuple(g)
			return u
		}
	}
	pair := func(f *softfloat.Format) func(g *softfloat.Rand) [4]uint64 {
		return func(g *softfloat.Rand) [4]uint64 {
			a, b, c := f.Tuple(g)
			d, e, h := f.Tuple(g)
			return [4]uint64{a | d<<f.Width, b | e<<f.Width, c | h<<f.Width}
		}
	}
	singles := func(f *softfloat.Format) func(g *softfloat.Rand) [4]uint64 {
		return func(g *softfloat.Rand) (u [4]uint64) {
			for a := range kinds {
				u[a] = single(g, f)
			}
			return u
		}
	}
	switch last := kinds[len(kinds)-1]; {
	case last == intrin.Float32 && (len(kinds) == 1 || strings.HasPrefix(w.name, "Cvt")):
		return operands{name: fmt.Sprintf("%d F32", len(kinds)), draw: singles(softfloat.F32)}
	case len(kinds) == 1 && last == intrin.Float64:
		return operands{name: "1 F64", draw: singles(softfloat.F64)}
	case kinds[0] == intrin.Uint16 && last == intrin.Float32: // mixed precision
		return operands{name: fmt.Sprintf("%d %s and F32", len(kinds)-1, name), draw: func(g *softfloat.Rand) [4]uint64 {
			a, b, c := half.MixedTuple(g)
			u := [4]uint64{a, b, c}
			u[len(kinds)-1] = c
			return u
		}}
	case last == intrin.Float32:
		return operands{name: "F32", draw: tuple(softfloat.F32)}
	case last == intrin.Float64:
		return operands{name: "F64", draw: tuple(softfloat.F64)}
	case strings.HasSuffix(w.name, "16x2"):
		return operands{name: name + "x2", draw: pair(half)}
	case strings.HasSuffix(w.name, "F32x2"):
		return operands{name: "F32x2", draw: pair(softfloat.F32)}
	case strings.HasSuffix(w.name, "F16") || strings.HasSuffix(w.name, "Bf16"):
		return operands{name: name, draw: tuple(half)}
	default:
		return operands{name: fmt.Sprint(kinds), draw: func(g *softfloat.Rand) (u [4]uint64) {
			for a, k := range kinds {
				u[a] = softfloat.Integer(g, uint(k.Bits()))
			}
			return u
		}}
	}
}

// fill draws the operands of block number k.
func (o *operands) fill(b *block, k uint64) {
	if o.bits > 0 {
		for i := range b.arg[0] {
			b.arg[0][i] = (k*blockSize + uint64(i)) & (1<<o.bits - 1)
		}
		return
	}
	g := &softfloat.Rand{Seed: testmode.Seed(), Stream: k}
	for i := range blockSize {
		u := o.draw(g)
		for a := range b.arg {
			b.arg[a][i] = u[a]
		}
	}
}

// single draws a number that is hard to round to an integer or to a narrower format, or any.
func single(g *softfloat.Rand, f *softfloat.Format) uint64 {
	narrower := []*softfloat.Format{softfloat.F16, softfloat.Bf16, softfloat.Tf32, softfloat.F32}
	switch z := g.Below(8); {
	case z < uint64(len(narrower)):
		return f.Narrowing(g, narrower[z])
	case z < 6:
		return f.AroundInt(g)
	}
	return f.Value(g)
}
