//go:build amd64.v3

package fpops

import "math"

// The processor's f64 NaNs are those of nan.go where only one can come in: it quiets the
// NaN of an operand and keeps its payload, and of no NaN it makes 0xfff8000000000000. With
// v3 every operation is an instruction, so that nobody need look for NaNs.

// FmaF64 is FmaRnF64 of operands that are no two different NaNs.
//
//ptx2go:operator FmaRnF64
func FmaF64(a, b, c float64) float64 { return math.FMA(a, b, c) }

// quietOrSame passes x through, which has been rounded to an integer, and is quiet.
func quietOrSame(x float64) float64 { return x }
