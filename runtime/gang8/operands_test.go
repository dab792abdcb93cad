//go:build goexperiment.simd && amd64

package gang8_test

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
)

// operands draws operands of a function on which implementations break.
type operands struct {
	name  string
	kinds []intrin.Kind
	all   bool // all operands in order: there is one
}

// fill draws the operands of block number k.
func (o *operands) fill(b *block, k uint64) {
	if o.all {
		for i := range b.arg[0] {
			b.arg[0][i] = (k*blockSize + uint64(i)) & (1<<o.kinds[0].Bits() - 1)
		}
		return
	}
	g := &softfloat.Rand{Seed: testmode.Seed(), Stream: k}
	for i := range blockSize {
		u := o.tuple(g)
		for a := range o.kinds {
			b.arg[a][i] = u[a]
		}
	}
}

// tuple draws one operand of each kind.
func (o *operands) tuple(g *softfloat.Rand) (u [4]uint64) {
	half := softfloat.F16
	if strings.Contains(o.name, "Bf16") {
		half = softfloat.Bf16
	}
	pair := func(f *softfloat.Format) {
		a, b, c := f.Tuple(g)
		d, e, h := f.Tuple(g)
		u = [4]uint64{a | d<<f.Width, b | e<<f.Width, c | h<<f.Width}
	}
	switch last := o.kinds[len(o.kinds)-1]; {
	case last == intrin.Float32 && (len(o.kinds) == 1 || strings.HasPrefix(o.name, "Cvt")):
		for a := range o.kinds {
			u[a] = single(g, softfloat.F32)
		}
	case len(o.kinds) == 1 && last == intrin.Float64:
		u[0] = single(g, softfloat.F64)
	case o.kinds[0] == intrin.Uint16 && last == intrin.Float32: // mixed precision
		a, b, c := half.MixedTuple(g)
		u = [4]uint64{a, b, c}
		u[len(o.kinds)-1] = c
	case last == intrin.Float32:
		u[0], u[1], u[2] = softfloat.F32.Tuple(g)
	case last == intrin.Float64:
		u[0], u[1], u[2] = softfloat.F64.Tuple(g)
	case strings.HasSuffix(o.name, "16x2"):
		pair(half)
	case strings.HasSuffix(o.name, "F32x2"):
		pair(softfloat.F32)
	case strings.HasSuffix(o.name, "F16") || strings.HasSuffix(o.name, "Bf16"):
		u[0], u[1], u[2] = half.Tuple(g)
	default:
		for a, k := range o.kinds {
			u[a] = softfloat.Integer(g, uint(k.Bits()))
		}
	}
	return u
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
