//go:build !amd64

package mxcsr

// Available reports whether the processor can do all of this.
func Available() bool { return false }

const absent = "mxcsr: only on amd64"

// Float32 panics.
func Float32(op Op, m Mode, flush bool, dst, a, b, c []uint32) { _ = control(m, flush); panic(absent) }

// Float64 panics.
func Float64(op Op, m Mode, flush bool, dst, a, b, c []uint64) { panic(absent) }

// F32FromF64 panics.
func F32FromF64(m Mode, flush bool, dst []uint32, a []uint64) { panic(absent) }

// F16FromF32 panics.
func F16FromF32(m Mode, dst []uint16, a []uint32) { panic(absent) }

// F32FromS64 panics.
func F32FromS64(m Mode, dst []uint32, a []uint64) { panic(absent) }

// F64FromS64 panics.
func F64FromS64(m Mode, dst, a []uint64) { panic(absent) }

// S64FromF64 panics.
func S64FromF64(m Mode, dst, a []uint64) { panic(absent) }
