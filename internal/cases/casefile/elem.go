package casefile

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// elemSizes are the element types and their bytes. Structures are "bytes".
var elemSizes = map[string]int{
	"u8": 1, "s8": 1, "b8": 1, "u16": 2, "s16": 2, "b16": 2, "f16": 2, "bf16": 2,
	"u32": 4, "s32": 4, "b32": 4, "f32": 4, "u64": 8, "s64": 8, "b64": 8, "f64": 8, "bytes": 1,
}

// ElemSize returns the bytes of an element type, 0 for what is none.
func ElemSize(elem string) int { return elemSizes[elem] }

// FormatElem spells one element for people.
func FormatElem(elem string, b []byte) string {
	switch elem[0] {
	case 'f':
		f, _ := floatOf(elem, b)
		bits := 64
		if elem != "f64" {
			bits = 32
		}
		return strconv.FormatFloat(f, 'g', -1, bits)
	case 's':
		u := bitsOf(b)
		shift := 64 - 8*len(b)
		return strconv.FormatInt(int64(u<<shift)>>shift, 10)
	case 'u':
		return strconv.FormatUint(bitsOf(b), 10)
	}
	if elem == "bf16" {
		f, _ := floatOf(elem, b)
		return strconv.FormatFloat(f, 'g', -1, 32)
	}
	return HexElem(b)
}

// HexElem spells the bits of one element, the highest byte first.
func HexElem(b []byte) string { return fmt.Sprintf("0x%0*x", 2*len(b), bitsOf(b)) }

// bitsOf reads up to 8 bytes, the lowest first.
func bitsOf(b []byte) uint64 {
	var u uint64
	for i := len(b) - 1; i >= 0; i-- {
		u = u<<8 | uint64(b[i])
	}
	return u
}

// floatOf returns the value of a float element.
func floatOf(elem string, b []byte) (float64, bool) {
	switch elem {
	case "f16":
		return halfOf(binary.LittleEndian.Uint16(b)), true
	case "bf16":
		return float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(b)) << 16)), true
	case "f32":
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))), true
	case "f64":
		return math.Float64frombits(binary.LittleEndian.Uint64(b)), true
	}
	return 0, false
}

// halfOf returns the value of a binary16 number.
func halfOf(h uint16) float64 {
	frac, exp := float64(h&0x3ff), int(h>>10&31)
	var f float64
	switch exp {
	case 0:
		f = math.Ldexp(frac, -24)
	case 31:
		f = math.Inf(1)
		if frac != 0 {
			f = math.NaN()
		}
	default:
		f = math.Ldexp(1024+frac, exp-25)
	}
	if h>>15 != 0 {
		f = -f
	}
	return f
}

// Compare returns how the buffers and the output of printf differ from what the
// case expects, nil when all are equal.
func (m *Memory) Compare() error {
	var errs []error
	for _, b := range m.c.Buffers {
		if b.Expect != "" {
			errs = append(errs, m.compare(b))
		}
	}
	return errors.Join(append(errs, m.compareStdout())...)
}

func (m *Memory) compare(b *Buffer) error {
	want, err := os.ReadFile(filepath.Join(m.c.Dir, m.c.expectation(b)))
	if err != nil {
		return err
	}
	got := m.data[b.Name]
	if len(want) != len(got) {
		return fmt.Errorf("buffer %s: %s holds %d bytes, expected %d", b.Name, m.c.expectation(b), len(want), len(got))
	}
	tol, err := parseTolerance(m.c.Tolerance)
	if err != nil {
		return err
	}
	size := ElemSize(b.Elem)
	if size == 0 || len(got)%size != 0 {
		return fmt.Errorf("buffer %s: %d bytes of elements %q", b.Name, len(got), b.Elem)
	}
	bad, first := 0, ""
	for i := 0; i < len(got); i += size {
		g, w := got[i:i+size], want[i:i+size]
		if string(g) == string(w) || tol.close(b.Elem, g, w) {
			continue
		}
		if bad == 0 {
			first = fmt.Sprintf("element %d is %s, want %s", i/size, show(b.Elem, g), show(b.Elem, w))
		}
		bad++
	}
	if bad == 0 {
		return nil
	}
	return fmt.Errorf("buffer %s: %d of %d elements differ; %s", b.Name, bad, len(got)/size, first)
}

// show spells an element in bits, and in decimal where that says more.
func show(elem string, b []byte) string {
	if elem == "bytes" {
		return "0x" + hex.EncodeToString(b)
	}
	return HexElem(b) + " (" + FormatElem(elem, b) + ")"
}

// tolerance is how far float elements may be off; zero for equal bits.
type tolerance struct{ abs, rel float64 }

func parseTolerance(s string) (tolerance, error) {
	var t tolerance
	if s == "bits" || s == "" {
		return t, nil
	}
	for part := range strings.SplitSeq(s, ",") {
		key, val, _ := strings.Cut(part, ":")
		x, err := strconv.ParseFloat(val, 64)
		switch {
		case err != nil || !(x >= 0) || math.IsInf(x, 0):
			return t, fmt.Errorf("tolerance %q", s)
		case key == "abs":
			t.abs = x
		case key == "rel":
			t.rel = x
		default:
			return t, fmt.Errorf("tolerance %q", s)
		}
	}
	return t, nil
}

// close reports whether two float elements are within the tolerance. A NaN or
// an infinity is close to nothing.
func (t tolerance) close(elem string, got, want []byte) bool {
	if t == (tolerance{}) {
		return false
	}
	g, ok := floatOf(elem, got)
	w, _ := floatOf(elem, want)
	return ok && !math.IsInf(w, 0) && math.Abs(g-w) <= t.abs+float64(t.rel*math.Abs(w))
}
