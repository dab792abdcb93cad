package gosrc

import (
	"math"
	"strconv"

	"github.com/dave/jennifer/jen"
)

// Spell writes a constant: small numbers in decimal, bit patterns in hex,
// floats that decimal notation gives exactly as such and all others by their
// bits. Go's constants know no -0, no Inf and no NaN.
func Spell(bits uint64, k Kind) *jen.Statement {
	switch s := Literal(bits, k); {
	case s != "":
		return jen.Id(s)
	case k == F32:
		return jen.Qual("math", "Float32frombits").Call(jen.Id(Hex(bits & math.MaxUint32)))
	}
	return jen.Qual("math", "Float64frombits").Call(jen.Id(Hex(bits)))
}

// Literal spells a constant that needs no function, "" for others.
func Literal(bits uint64, k Kind) string {
	switch {
	case k == Bool:
		return strconv.FormatBool(bits&1 != 0)
	case k.IsFloat() && !plainFloat(bits, k):
		return ""
	case k == F32:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(bits))), 'g', -1, 32)
	case k == F64:
		return strconv.FormatFloat(math.Float64frombits(bits), 'g', -1, 64)
	case k.Signed():
		return strconv.FormatInt(SignExtend(bits, k.Bits()), 10)
	}
	return SpellUnsigned(Truncate(bits, k.Bits()))
}

// SpellUnsigned spells a number without a sign: in decimal where that is short or round.
func SpellUnsigned(v uint64) string {
	if v < 1<<16 || v%1000 == 0 {
		return strconv.FormatUint(v, 10)
	}
	return Hex(v)
}

// Hex spells a number in hexadecimal.
func Hex(v uint64) string { return "0x" + strconv.FormatUint(v, 16) }

// plainFloat reports whether a decimal literal gives exactly these bits and is
// short enough to read.
func plainFloat(bits uint64, k Kind) bool {
	var v float64
	var s string
	if k == F32 {
		f := math.Float32frombits(uint32(bits))
		v = float64(f)
		s = strconv.FormatFloat(v, 'g', -1, 32)
		// The literal is read as an exact constant and rounded once.
		back, err := strconv.ParseFloat(s, 32)
		if err != nil || math.Float32bits(float32(back)) != uint32(bits) {
			return false
		}
	} else {
		v = math.Float64frombits(bits)
		s = strconv.FormatFloat(v, 'g', -1, 64)
		back, err := strconv.ParseFloat(s, 64)
		if err != nil || math.Float64bits(back) != bits {
			return false
		}
	}
	if math.IsNaN(v) || math.IsInf(v, 0) || v == 0 && math.Signbit(v) {
		return false
	}
	return true
}

// negative reports whether a constant is spelled with a minus.
func negative(bits uint64, k Kind) bool {
	switch {
	case k.Signed():
		return SignExtend(bits, k.Bits()) < 0
	case k == F32:
		return math.Float32frombits(uint32(bits)) < 0
	case k == F64:
		return math.Float64frombits(bits) < 0
	}
	return false
}

// SignExtend is the number that the low bits of v are with a sign.
func SignExtend(v uint64, bits int) int64 {
	return int64(v<<(64-bits)) >> (64 - bits)
}

// Truncate is the number that the low bits of v are without a sign.
func Truncate(v uint64, bits int) uint64 {
	if bits >= 64 {
		return v
	}
	return v & (1<<bits - 1)
}

// Num spells a number of the generator's own.
func Num(n int64) string { return strconv.FormatInt(n, 10) }
