package driver

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/argument"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
)

// runArg is one argument of ptx2go run.
type runArg struct {
	arg    casefile.Arg
	buffer *casefile.Buffer // what a buffer argument allocates, else nil
	named  bool
}

// runTypes are the types of scalars and of elements.
const runTypes = "u8 to u64, s8 to s64, b8 to b64, f16, bf16, f32, f64"

// maxRunBuffer bounds what one buffer may take.
const maxRunBuffer = 1 << 30

// parseRunArg reads one argument, in the notation of package argument. n is its number,
// which names a buffer without a name; known holds the buffers before it.
func parseRunArg(text string, n int, known map[string]bool) (runArg, error) {
	a, err := readRunArg(text, n, known)
	if err != nil {
		return runArg{}, usagef("argument %q: %v", text, err)
	}
	return a, nil
}

func readRunArg(text string, n int, known map[string]bool) (runArg, error) {
	parsed, err := argument.ParseRun(text)
	if err != nil {
		return runArg{}, err
	}
	name := "arg" + strconv.Itoa(n)
	if parsed.Name != nil {
		name = parsed.Name.Text
	}
	fail := func(w argument.Word, format string, args ...any) (runArg, error) {
		return runArg{}, argument.Errorf(text, w.At, format, args...)
	}
	switch {
	case parsed.Buffer != nil:
		if known[name] {
			return runArg{}, argument.Errorf(text, 0, "there is a buffer %s already", name)
		}
		b, err := newBuffer(text, name, parsed.Buffer)
		if err != nil {
			return runArg{}, err
		}
		return runArg{arg: casefile.Arg{Buf: name}, buffer: b, named: parsed.Name != nil}, nil
	case parsed.Name != nil:
		return fail(*parsed.Name, "only buffers have names")
	case parsed.Pointer != nil:
		p := parsed.Pointer
		offset := 0
		if p.Offset.Text != "" {
			if offset, err = strconv.Atoi(p.Offset.Text); err != nil {
				return fail(p.Offset, "bad offset %q", p.Offset.Text)
			}
		}
		if !known[p.Buffer.Text] {
			return fail(p.Buffer, "no buffer %s before it", p.Buffer.Text)
		}
		return runArg{arg: casefile.Arg{Buf: p.Buffer.Text, Offset: offset}}, nil
	case parsed.Bytes != nil:
		data, err := hex.DecodeString(parsed.Bytes.Text)
		if err != nil {
			return fail(*parsed.Bytes, "want an even number of hexadecimal digits")
		}
		return runArg{arg: casefile.Arg{Type: "bytes", Hex: hex.EncodeToString(data)}}, nil
	}
	s := parsed.Scalar
	if casefile.ElemSize(s.Type.Text) == 0 {
		return fail(s.Type, "unknown type %s, types are %s", s.Type.Text, runTypes)
	}
	data, err := parseNumber(s.Type.Text, s.Number.Text)
	if err != nil {
		return fail(s.Number, "%v", err)
	}
	return runArg{arg: casefile.Arg{Type: s.Type.Text, Hex: hex.EncodeToString(data), Value: s.Number.Text}}, nil
}

// isRunArg tells an argument from the name of a PTX file.
func isRunArg(text string) bool {
	return strings.Contains(text, ":") && !strings.HasSuffix(text, ".ptx")
}

// newBuffer makes a buffer of what an expression says of it.
func newBuffer(expr, name string, parsed *argument.Buffer) (*casefile.Buffer, error) {
	elem := parsed.Type.Text
	size := casefile.ElemSize(elem)
	if size == 0 {
		return nil, argument.Errorf(expr, parsed.Type.At, "unknown type %s, types are %s", elem, runTypes)
	}
	b := &casefile.Buffer{Name: name, Elem: elem}
	if file := parsed.File; file != nil {
		data, err := os.ReadFile(file.Text)
		if err != nil {
			return nil, err
		}
		if len(data) > maxRunBuffer || len(data)%size != 0 {
			return nil, fmt.Errorf("%s has %d bytes, which is too much or no multiple of %d", file.Text, len(data), size)
		}
		b.Contents = data
	} else {
		n, err := strconv.Atoi(parsed.Count.Text)
		if err != nil || n < 0 || n > maxRunBuffer/size {
			return nil, argument.Errorf(expr, parsed.Count.At, "bad number of elements %q", parsed.Count.Text)
		}
		if b.Contents, err = fillBuffer(expr, elem, n, parsed); err != nil {
			return nil, err
		}
	}
	b.Unwritten = parsed.File == nil && len(parsed.Fill) == 1 && parsed.Fill[0].Text == fillNone
	b.Bytes = len(b.Contents)
	b.Count = b.Bytes / size
	return b, nil
}

// fillNone is the fill of a buffer that nobody has written to: zeros, but for a sanitizer.
const fillNone = "none"

// fillBuffer makes n elements. A fill shorter than that repeats.
func fillBuffer(expr, elem string, n int, parsed *argument.Buffer) ([]byte, error) {
	size := casefile.ElemSize(elem)
	data := make([]byte, 0, n*size)
	if parsed.Iota {
		for i := range n {
			x, err := parseNumber(elem, strconv.Itoa(i))
			if err != nil {
				return nil, argument.Errorf(expr, parsed.Count.At, "%v", err)
			}
			data = append(data, x...)
		}
		return data, nil
	}
	if len(parsed.Fill) == 1 && parsed.Fill[0].Text == fillNone {
		return data[:n*size], nil
	}
	var pattern []byte
	for _, word := range parsed.Fill {
		x, err := parseNumber(elem, word.Text)
		if err != nil {
			return nil, argument.Errorf(expr, word.At, "%v", err)
		}
		pattern = append(pattern, x...)
	}
	if pattern == nil {
		return data[:n*size], nil
	}
	for len(data) < n*size {
		data = append(data, pattern[:min(len(pattern), n*size-len(data))]...)
	}
	return data, nil
}

// parseNumber returns the bytes of a number of an element type. Integers may be
// in any Go notation; those of a .b type, and any with 0x, are bits and only need
// to fit the width. Floats are decimal, inf, nan, or bits in the notation of PTX:
// 0f3F800000, 0d3FF0000000000000.
func parseNumber(elem, text string) ([]byte, error) {
	size := casefile.ElemSize(elem)
	switch {
	case size == 0:
		return nil, fmt.Errorf("unknown type %s", elem)
	case elem == "bytes" || elem[0] == 'u' || elem[0] == 's' || elem[0] == 'b' && elem != "bf16":
		return parseInt(elem, size, text)
	}
	digits := 2 * size
	for _, prefix := range []string{"0f", "0F", "0d", "0D"} {
		if h, ok := strings.CutPrefix(text, prefix); ok {
			bits, err := strconv.ParseUint(h, 16, 8*size)
			if err != nil || len(h) != digits {
				return nil, fmt.Errorf("want %s and %d hexadecimal digits for a %s", prefix, digits, elem)
			}
			return binary.LittleEndian.AppendUint64(nil, bits)[:size], nil
		}
	}
	return parseFloat(elem, size, text)
}

func parseInt(elem string, size int, text string) ([]byte, error) {
	x, ok := new(big.Int).SetString(text, 0)
	if !ok {
		return nil, fmt.Errorf("%q is not an integer", text)
	}
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*size))
	asBits := elem[0] == 'b' || strings.HasPrefix(strings.ToLower(text), "0x")
	if elem[0] != 'u' {
		lo.Rsh(new(big.Int).Neg(hi), 1)
		if !asBits {
			hi.Rsh(hi, 1)
		}
	}
	if x.Cmp(lo) < 0 || x.Cmp(hi) >= 0 {
		return nil, fmt.Errorf("%s does not fit a %s", text, elem)
	}
	mask := new(big.Int).SetUint64(math.MaxUint64)
	return binary.LittleEndian.AppendUint64(nil, x.And(x, mask).Uint64())[:size], nil
}

// parseFloat rounds a decimal number to nearest, ties to even, once.
func parseFloat(elem string, size int, text string) ([]byte, error) {
	bits := 32
	if size == 8 {
		bits = 64
	}
	f, err := strconv.ParseFloat(text, bits)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, fmt.Errorf("%q is not a number", text)
	}
	if math.IsInf(f, 0) && err != nil {
		return nil, fmt.Errorf("%s does not fit a %s", text, elem)
	}
	switch elem {
	case "f64":
		return binary.LittleEndian.AppendUint64(nil, math.Float64bits(f)), nil
	case "f32":
		return binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(f))), nil
	}
	h, err := narrow(elem, text, f)
	if err != nil {
		return nil, err
	}
	return binary.LittleEndian.AppendUint16(nil, h), nil
}

// narrow rounds a decimal number to a float of 16 bits; f is the number in 64
// bits.
func narrow(elem, text string, f float64) (uint16, error) {
	prec, emin, emax := 11, -14, 15 // f16: significant bits, exponents
	if elem == "bf16" {
		prec, emin, emax = 8, -126, 127
	}
	sign := uint16(0)
	if math.Signbit(f) {
		sign = 1 << 15
	}
	infinite := uint16(emax-emin+2) << (prec - 1)
	switch {
	case f != f:
		return 0x7fff, nil
	case math.IsInf(f, 0):
		return sign | infinite, nil
	case math.Abs(f) < 0x1p-200:
		return sign, nil
	}
	x, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	_, e := math.Frexp(f)
	e = max(e-1, emin)
	// m is the significand as an integer.
	m := roundEven(x.Abs(x).Mul(x, new(big.Rat).SetFloat64(math.Ldexp(1, prec-1-e))))
	if m >= 1<<prec {
		m >>= 1
		e++
	}
	switch {
	case e > emax:
		return 0, fmt.Errorf("%s does not fit a %s", text, elem)
	case m < 1<<(prec-1):
		return sign | uint16(m), nil // subnormal
	}
	return sign | uint16(e-emin+1)<<(prec-1) | uint16(m-1<<(prec-1)), nil
}

// roundEven rounds a small number to the nearest integer, ties to even.
func roundEven(x *big.Rat) int64 {
	twice := new(big.Int).Lsh(x.Num(), 1)
	q, r := twice.QuoRem(twice, x.Denom(), new(big.Int)) // floor(2x)
	n := q.Int64()
	m := (n + 1) >> 1
	if n&1 == 1 && r.Sign() == 0 && m&1 == 1 {
		m-- // a tie
	}
	return m
}
