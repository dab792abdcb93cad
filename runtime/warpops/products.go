package warpops

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/tensorops"
)

// A product of matrices is a function with a slice for each register of its fragments, of which
// GPUs may have several: MmaM16n8k16F32F16F16F32UpTo89 is what those up to sm_89 compute.

// multiply computes a product, of registers of 32 bits.
func multiply(p *tensorops.Product, d [][]uint32, lanes uint32, operands [][]uint32) {
	p.Compute(d, lanes, operands)
}

// multiply64 computes a product of f64.
func multiply64(p *tensorops.Product, d [][]uint64, lanes uint32, operands [][]uint64) {
	p.Compute64(d, lanes, operands, fmas[p.Rounding()])
}

// fmas are those of f64, by their rounding.
var fmas = map[string]func(a, b, c float64) float64{
	"rn": fpops.FmaRnF64, "rz": fpops.FmaRzF64, "rm": fpops.FmaRmF64, "rp": fpops.FmaRpF64,
}

// as views values as their bits.
func as[To uint32 | uint64, From int32 | float32 | float64](s []From) []To {
	return unsafe.Slice((*To)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}

// mostRegisters is more than any product has as operands, or as results.
const mostRegisters = 32

// onColumns computes a product or an exchange of the bits of registers.
func onColumns(p fragments, r, a []Column, lanes uint32) {
	results, arguments := p.Results(), p.Arguments()
	if p, ok := p.(*tensorops.Product); ok && p.Wide() {
		var in, out [mostRegisters][]uint64
		for i := range arguments {
			in[i] = a[i][:]
		}
		for i := range results {
			out[i] = r[i][:]
		}
		multiply64(p, out[:results], lanes, in[:arguments])
		return
	}
	var in, out [mostRegisters][32]uint32
	var x, d [mostRegisters][]uint32
	for i := range arguments {
		for lane, v := range a[i] {
			in[i][lane] = uint32(v)
		}
		x[i] = in[i][:]
	}
	for i := range results {
		d[i] = out[i][:]
	}
	p.Compute(d[:results], lanes, x[:arguments])
	for i := range results {
		spread(&r[i], lanes, &out[i], func(x uint32) uint64 { return uint64(x) })
	}
}

// fragments is a product, or an exchange of rows of matrices and fragments.
type fragments interface {
	Results() int
	Arguments() int
	Compute(d [][]uint32, lanes uint32, operands [][]uint32)
}
