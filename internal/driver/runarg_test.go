package driver

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
)

func TestParseNumber(t *testing.T) {
	for _, c := range []struct{ elem, text, want string }{ // want: hex bytes, or an error's text
		{"u8", "255", "ff"},
		{"u8", "256", "does not fit"},
		{"u8", "-1", "does not fit"},
		{"s8", "-128", "80"},
		{"s8", "128", "does not fit"},
		{"s8", "0x80", "80"},
		{"s8", "0xFF", "ff"},
		{"s8", "0x100", "does not fit"},
		{"b8", "-1", "ff"},
		{"b8", "255", "ff"},
		{"u16", "0b101", "0500"},
		{"u32", "1_000", "e8030000"},
		{"s64", "-9223372036854775808", "0000000000000080"},
		{"u64", "18446744073709551615", "ffffffffffffffff"},
		{"u64", "18446744073709551616", "does not fit"},
		{"u32", "1.5", "is not an integer"},
		{"u32", "", "is not an integer"},
		{"u33", "1", "unknown type"},
		{"bytes", "7", "07"},
		{"f32", "1.5", "0000c03f"},
		{"f32", "-0", "00000080"},
		{"f32", "0.1", "cdcccc3d"},
		{"f32", "0f3dcccccd", "cdcccc3d"},
		{"f32", "0f3dcc", "want 0f and 8"},
		{"f32", "inf", "0000807f"},
		{"f32", "1e39", "does not fit"},
		{"f32", "1e-60", "00000000"},
		{"f32", "one", "is not a number"},
		{"f64", "0.1", "9a9999999999b93f"},
		{"f64", "0d3FF0000000000000", "000000000000f03f"},
		{"f16", "1", "003c"},
		{"f16", "-2", "00c0"},
		{"f16", "0.1", "662e"},
		{"f16", "65504", "ff7b"},
		{"f16", "65519", "ff7b"},
		{"f16", "65520", "does not fit"},
		{"f16", "5.9604644775390625e-08", "0100"},
		{"f16", "2.98023223876953125e-08", "0000"},  // a tie
		{"f16", "2.980232238769531251e-08", "0100"}, // just above it
		{"f16", "8.94069671630859375e-08", "0200"},  // a tie
		{"f16", "6.1035e-05", "0004"},
		{"f16", "1e-300", "0000"},
		{"f16", "-1e-300", "0080"},
		{"f16", "1.00048828125", "003c"},                 // a tie
		{"f16", "1.000488281250000000000000001", "013c"}, // above it by less than 64 bits see
		{"f16", "1.99999", "0040"},
		{"f16", "-inf", "00fc"},
		{"f16", "nan", "ff7f"},
		{"f16", "0f3c00", "003c"},
		{"bf16", "1", "803f"},
		{"bf16", "0.1", "cd3d"},
		{"bf16", "3.4e38", "does not fit"},
		{"bf16", "1e39", "does not fit"},
		{"bf16", "1e-40", "0100"},
	} {
		b, err := parseNumber(c.elem, c.text)
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s:%s: %v, want %s", c.elem, c.text, err, c.want)
		case err == nil && hex.EncodeToString(b) != c.want:
			t.Errorf("%s:%s: %x, want %s", c.elem, c.text, b, c.want)
		}
	}
}

// TestNarrowRoundTrip prints every half float and reads it back.
func TestNarrowRoundTrip(t *testing.T) {
	for _, elem := range []string{"f16", "bf16"} {
		for h := range 1 << 16 {
			b := []byte{byte(h), byte(h >> 8)}
			text := casefile.FormatElem(elem, b)
			got, err := parseNumber(elem, text)
			if err != nil {
				t.Fatalf("%s %04x: %v", elem, h, err)
			}
			if text == "NaN" {
				b = []byte{0xff, 0x7f}
			}
			if string(got) != string(b) {
				t.Fatalf("%s %04x prints as %s and reads as %x", elem, h, text, got)
			}
		}
	}
}

// TestNarrowNearest compares random numbers with the nearest of all half floats.
func TestNarrowNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	value := func(h uint16) float64 {
		f, err := strconv.ParseFloat(casefile.FormatElem("f16", binary.LittleEndian.AppendUint16(nil, h)), 64)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for range 20000 {
		x := math.Ldexp(1+r.Float64(), r.IntN(40)-25)
		if x > 65000 {
			continue
		}
		b, err := parseNumber("f16", fmt.Sprint(x))
		if err != nil {
			t.Fatal(err)
		}
		h := binary.LittleEndian.Uint16(b)
		// The halves of the positive numbers are in the order of their bits.
		d := math.Abs(value(h) - x)
		if h > 0 && math.Abs(value(h-1)-x) < d || math.Abs(value(h+1)-x) < d {
			t.Fatalf("%v becomes %v", x, value(h))
		}
	}
}

func TestFillBuffer(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"u8:4", "00000000"},
		{"u8:4:zero", "00000000"},
		{"u8:4:iota", "00010203"},
		{"u8:5:1,2", "0102010201"},
		{"u16:3:7", "070007000700"},
		{"u8:0:1", ""},
		{"f32:1:1", "0000803f"},
		{"u8:300:iota", "does not fit"},
		{"u8", "unexpected end\n\tbuf:u8\n\t      ^"},
		{"x8:1", "unknown type x8, types are u8 to u64, s8 to s64, b8 to b64, f16, bf16, f32, f64\n\tbuf:x8:1\n\t    ^"},
		{"u8:-1", "bad number of elements"},
		{"u64:1000000000", "bad number of elements"},
		{"u8:x", "bad number of elements"},
		{"u8:1:one", "is not an integer"},
		{"u8:2:1,256", "256 does not fit a u8\n\tbuf:u8:2:1,256\n\t           ^"},
		{"u8:@testdata/none", "no such file"},
	} {
		a, err := parseRunArg("buf:"+c.text, 0, nil)
		b := a.buffer
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		case err == nil && (hex.EncodeToString(b.Contents) != c.want || b.Bytes != len(b.Contents)):
			t.Errorf("%s: %x, want %s", c.text, b.Contents, c.want)
		}
	}
}

func TestParseRunArg(t *testing.T) {
	known := map[string]bool{"y": true}
	for _, c := range []struct{ text, want string }{ // want: the argument, or an error's text
		{"u32:5", "+0 u32 05000000 5"},
		{"bytes:0102", "+0 bytes 0102 "},
		{"ptr:y", "y+0   "},
		{"ptr:y+8", "y+8   "},
		{"ptr:y+-8", "y+-8   "},
		{"buf:u8:1", "arg2+0   "},
		{"x=buf:u8:1", "x+0   "},
		{"u33:5", "argument \"u33:5\": unknown type u33, types are " + runTypes + "\n\tu33:5\n\t^"},
		{"u8:256", "argument \"u8:256\": 256 does not fit a u8\n\tu8:256\n\t   ^"},
		{"n=u8:1", "only buffers have names"},
		{"y=buf:u8:1", "there is a buffer y already"},
		{"ptr:x", "no buffer x before it\n\tptr:x\n\t    ^"},
		{"ptr:y+z", "bad offset \"z\"\n\tptr:y+z\n\t      ^"},
		{"bytes:012", "want an even number of hexadecimal digits"},
		{"5", "want TYPE:NUMBER"},
	} {
		a, err := parseRunArg(c.text, 2, known)
		got := fmt.Sprintf("%s+%d %s %s %s", a.arg.Buf, a.arg.Offset, a.arg.Type, a.arg.Hex, a.arg.Value)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}
