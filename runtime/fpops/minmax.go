package fpops

import "math"

// min and max (manual 9.7.3.11, 9.7.3.12). -0 is less than +0. Without .NaN a
// NaN loses against a number, with .NaN it wins; where the result is a NaN it
// is the canonical one (f64: the second operand). The result is otherwise an
// operand, flushed if .ftz; flushing is monotonic and may follow the choice.
//
// Go's min and max order the zeros the same way and return a NaN if there is
// one.

// MinF32 is min.f32.
func MinF32(a, b float32) float32 {
	d := min(a, b)
	if d != d {
		return numberF32(a, b)
	}
	return d
}

// MaxF32 is max.f32.
func MaxF32(a, b float32) float32 {
	d := max(a, b)
	if d != d {
		return numberF32(a, b)
	}
	return d
}

// numberF32 returns the one of two operands that is a number, or the canonical
// NaN.
func numberF32(a, b float32) float32 {
	if a != a {
		a = b
	}
	return CanonF32(a)
}

// MinNaNF32 is min.NaN.f32.
func MinNaNF32(a, b float32) float32 { return CanonF32(min(a, b)) }

// MaxNaNF32 is max.NaN.f32.
func MaxNaNF32(a, b float32) float32 { return CanonF32(max(a, b)) }

// magF32 clears the sign bit.
func magF32(a float32) float32 {
	return math.Float32frombits(math.Float32bits(a) &^ signBit32)
}

// xorsignF32 gives d, a magnitude, the xor of the signs of a and b; a NaN
// stays as it is.
func xorsignF32(d, a, b float32) float32 {
	if d != d {
		return d
	}
	return math.Float32frombits(math.Float32bits(d) | (math.Float32bits(a)^math.Float32bits(b))&signBit32)
}

// MinF64 is min.f64.
func MinF64(a, b float64) float64 {
	d := min(a, b)
	if d != d {
		return numberF64(a, b)
	}
	return d
}

// MaxF64 is max.f64.
func MaxF64(a, b float64) float64 {
	d := max(a, b)
	if d != d {
		return numberF64(a, b)
	}
	return d
}

// numberF64 returns the one of two operands that is a number, or the second,
// quieted.
func numberF64(a, b float64) float64 {
	if a == a {
		return a
	}
	if b == b {
		return b
	}
	return quietF64(b)
}
