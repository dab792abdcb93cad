// Package mxcsr lets the processor compute with the rounding modes of IEEE 754
// and with subnormals flushed: an oracle for tests, and nothing else. Generated
// code and the runtime never change the processor's mode.
//
// The work is done by assembly for amd64 that sets the control register MXCSR
// for one slice of operands and puts it back. On other architectures Available
// is false, and everything else panics.
//
// With flushing, subnormal operands are zeros (DAZ) and so are results that are
// tiny after rounding (FTZ): the rule of PTX's .ftz. NaNs are the processor's.
package mxcsr

// Mode is a rounding mode, as MXCSR counts them.
type Mode uint32

// The rounding modes by their PTX names.
const (
	RN Mode = iota // to nearest, ties to even
	RM             // towards negative infinity
	RP             // towards positive infinity
	RZ             // towards zero
)

// Op is an operation on floats of one format.
type Op int

// The operations: dst = a + b, a - b, a * b, a / b, a * b + c, and the root of a.
const (
	Add Op = iota
	Sub
	Mul
	Div
	Fma
	Sqrt
)

// control is the register's value: all exceptions masked, the mode, and with
// flush DAZ and FTZ.
func control(m Mode, flush bool) uint32 {
	csr := uint32(0x1f80) | uint32(m)<<13
	if flush {
		csr |= 1<<6 | 1<<15
	}
	return csr
}
