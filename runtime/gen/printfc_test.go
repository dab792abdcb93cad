package gen

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// cPrinter is the oracle: it reads lines of a kind of argument, the number of *
// arguments and these, the bits of the argument and the format in hex, and
// prints the length of what printf prints, and that.
const cPrinter = `
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static char out[1 << 20], format[4096], hex[8192];
static const char *texts[] = {"", "text", "a longer text, with spaces", "\xff\x01 bytes"};
#define PRINT(x) (stars == 0 ? snprintf(out, sizeof out, format, x) : stars == 1 ? snprintf(out, sizeof out, format, s1, x) : snprintf(out, sizeof out, format, s1, s2, x))
int main(void) {
	char kind;
	int stars, s1, s2;
	unsigned long long bits;
	while (scanf(" %c %d %d %d %llx %8191s", &kind, &stars, &s1, &s2, &bits, hex) == 6) {
		size_t n = strlen(hex) / 2;
		for (size_t i = 0; i < n; i++) { unsigned c; sscanf(hex + 2 * i, "%2x", &c); format[i] = c; }
		format[n] = 0;
		double d;
		memcpy(&d, &bits, 8);
		int r = kind == 'i' ? PRINT((int)bits) : kind == 'l' ? PRINT(bits) : kind == 'd' ? PRINT(d) : kind == 'p' ? PRINT((void *)bits)
			: PRINT(bits == 99 ? (char *)0 : texts[bits]);
		printf("%d\n", r);
		fwrite(out, 1, r < 0 ? 0 : r, stdout);
	}
}
`

var cTexts = []string{"", "text", "a longer text, with spaces", "\xff\x01 bytes"}

// cCase is a format with one conversion, and its arguments.
type cCase struct {
	kind   byte // i, l, d, s or p
	stars  []int32
	bits   uint64
	format string
}

func randomCase(r *rand.Rand) cCase {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var c cCase
	var length, verb string
	switch r.IntN(8) {
	case 0, 1:
		c.kind, length, verb = 'i', pick("", "", "h", "hh"), pick("d", "i", "u", "o", "x", "X")
		c.bits = uint64(uint32(r.Uint64() >> r.IntN(64)))
	case 2:
		c.kind, length, verb = 'l', pick("l", "ll", "j", "z", "t", "L"), pick("d", "i", "u", "o", "x", "X")
		c.bits = r.Uint64() >> r.IntN(65)
	case 3, 4, 5:
		c.kind, verb = 'd', pick("e", "E", "f", "F", "g", "G", "a", "A")
		length = pick("", "", "l")
		c.bits = randomFloat(r)
	case 6:
		c.kind, verb, c.bits = 's', "s", uint64(r.IntN(len(cTexts)))
		if r.IntN(8) == 0 {
			c.bits = 99
		}
	default:
		if c.kind, verb, c.bits = 'i', "c", uint64(1+r.IntN(255)); r.IntN(2) == 0 {
			c.kind, verb, c.bits = 'p', "p", r.Uint64()>>r.IntN(65)
		}
	}
	flags := ""
	for _, f := range "-+ #0" {
		// C defines these flags for numbers only.
		if r.IntN(4) == 0 && (f == '-' || strings.Contains("diuoxXeEfFgGaA", verb) && (f != '#' || !strings.Contains("diu", verb))) {
			flags += string(f)
		}
	}
	number := func(most int) string {
		if r.IntN(4) == 0 {
			c.stars = append(c.stars, int32(r.IntN(2*most)-most/2))
			return "*"
		}
		return strconv.Itoa(r.IntN(most))
	}
	width, prec := "", ""
	if r.IntN(2) == 0 {
		if width = number(40); width == "0" {
			width = ""
		}
	}
	if r.IntN(2) == 0 && verb != "c" && verb != "p" {
		prec = "." + number(20)
		if r.IntN(8) == 0 && strings.HasSuffix(prec, "*") == false {
			prec = pick(".", ".0", ".300", ".1080")
		}
	}
	c.format = pick("", "x", "%%") + "%" + flags + width + prec + length + verb + pick("", "|", " y")
	return c
}

// randomFloat returns the bits of numbers of all sizes, often simple ones or
// ones that end in a five.
func randomFloat(r *rand.Rand) uint64 {
	switch r.IntN(8) {
	case 0:
		return math.Float64bits([]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1, 10, 0.1,
			5e-324, 0x1p-1022, math.MaxFloat64, 9.5, 0.5, 1.5, 2.5, 99999.95, 999999.5, 1e15, 1e16, 0.0001, 0.00001}[r.IntN(21)])
	case 1:
		return r.Uint64()
	case 2:
		return r.Uint64() >> 12 >> r.IntN(50) // subnormal
	case 3:
		return math.Float64bits(float64(r.IntN(1<<20)) / float64(int(1)<<r.IntN(20)))
	case 4:
		return math.Float64bits(float64(r.IntN(100000))*math.Pow10(r.IntN(30)-15) + 0.5)
	}
	return math.Float64bits((r.Float64() - 0.5) * math.Pow10(r.IntN(40)-20))
}

// Random formats print what the C library prints.
func TestPrintfAgainstCC(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: CUDA's printf is that of the host; here it is Linux's")
	}
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("SKIPPED: there is no C compiler: the table in testdata has to do")
	}
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(src, []byte(cPrinter), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cc, "-w", "-o", bin, src).CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: the C compiler does not work: %v\n%s", err, out)
	}
	r := rand.New(rand.NewPCG(1, 2))
	var cases []cCase
	var in bytes.Buffer
	for range 20000 {
		c := randomCase(r)
		cases = append(cases, c)
		s := append(append([]int32(nil), c.stars...), 0, 0)
		fmt.Fprintf(&in, "%c %d %d %d %x %x\n", c.kind, len(c.stars), s[0], s[1], c.bits, c.format)
	}
	cmd := exec.Command(bin)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	bad := 0
	for i, c := range cases {
		head, rest, _ := bytes.Cut(out, []byte("\n"))
		n, err := strconv.Atoi(string(head))
		if err != nil || n < 0 || n > len(rest) {
			t.Fatalf("case %d, %q: the oracle says %q", i, c.format, head)
		}
		want := string(rest[:n])
		out = rest[n:]
		if got, _ := printed(t, c.format, c.arguments()); got != want {
			t.Errorf("%q of %v %#x: got %q, want %q", c.format, c.stars, c.bits, got, want)
			if bad++; bad == 10 {
				t.FailNow()
			}
		}
	}
}

// arguments packs the arguments as a compiler does.
func (c *cCase) arguments() []any {
	var list []any
	for _, s := range c.stars {
		list = append(list, uint32(s))
	}
	switch c.kind {
	case 'i':
		return append(list, uint32(c.bits))
	case 's':
		if c.bits == 99 {
			return append(list, uint64(0))
		}
		return append(list, cTexts[c.bits])
	}
	return append(list, c.bits)
}

// printed returns what a thread prints with arguments that are uint32, uint64 or
// string, and what vprintf returns.
func printed(t *testing.T, format string, args []any) (string, int32) {
	t.Helper()
	mem := make([]byte, 1024)
	strs := make([]byte, 1024)
	n, s := 0, 0
	for _, a := range args {
		switch a := a.(type) {
		case uint32:
			StoreU32(mem, int64(n), a)
			n += 4
		case uint64:
			n = (n + 7) &^ 7
			StoreU64(mem, int64(n), a)
			n += 8
		case string:
			n = (n + 7) &^ 7
			StoreU64(mem, int64(n), AddrOf(strs[s:]))
			s += copy(strs[s:], a+"\x00")
			n += 8
		}
	}
	f := []byte(format + "\x00")
	var out bytes.Buffer
	var count int32
	l := Launch{Stdout: &out, Buffers: []Buffer{mem, strs, f}}
	if err := inThread(l, ctas("k"), func(t *Thread) { count = t.Vprintf(AddrOf(f), AddrOf(mem)) }); err != nil {
		t.Fatalf("%q: %v", format, err)
	}
	return out.String(), count
}

func TestPrintfLimits(t *testing.T) {
	var args []any
	for i := range 40 {
		args = append(args, uint32(i))
	}
	got, n := printed(t, strings.Repeat("%d,", 31)+"%*d|%d|%5.2f%%", args)
	want := ""
	for i := range 31 {
		want += strconv.Itoa(i) + ","
	}
	// One argument is left, which is not enough for %*d.
	if want += "%*d|31|%5.2f%"; got != want || n != 32 {
		t.Errorf("more than 32 arguments: got %q, want %q; %d", got, want, n)
	}
	big := []byte(strings.Repeat("x", maxText+1) + "\x00")
	for format, a := range map[string]any{
		"%1048577d": uint32(1), "%.1048577d": uint32(1), "%.1048577f": uint64(0), "%.1048577a": uint64(0), "%9999999999999999999999d": uint32(1),
		"%1048576d.": uint32(1), "%s": AddrOf(big), "%*d": uint32(1<<31 - 1), "%.*d": uint32(1<<31 - 1),
		strings.Repeat("%70000d", 20): uint32(1),
	} {
		f, mem := []byte(format+"\x00"), make([]byte, 256)
		if v, ok := a.(uint64); ok {
			StoreU64(mem, 0, v)
		} else {
			StoreU32(mem, 0, a.(uint32))
		}
		var out bytes.Buffer
		err := inThread(Launch{Stdout: &out, Buffers: []Buffer{f, mem, big}}, ctas("k"), func(t *Thread) { t.Vprintf(AddrOf(f), AddrOf(mem)) })
		wantFault(t, err, ptx.FaultExtern, "more than 1048576 bytes")
		if out.Len() > 0 {
			t.Errorf("%s: %d bytes were printed", format, out.Len())
		}
	}
	// The precision bounds what is read.
	text := []byte("abcdef")[:3:3]
	if got, _ := printedOf(t, "%.3s|%.2s", text); got != "abc|ab" {
		t.Errorf("a string without an end: %q", got)
	}
	wide := BytesOf([]uint32{'a', 'é', '€', 0})
	if got, _ := printedOf(t, "%ls|%.2ls", wide); got != "aé€|a" {
		t.Errorf("a wide string: %q", got)
	}
}

// printedOf prints with a buffer as every argument.
func printedOf(t *testing.T, format string, text Buffer) (string, int32) {
	t.Helper()
	f, mem := []byte(format+"\x00"), make([]uint64, 4)
	for i := range mem {
		mem[i] = AddrOf(text)
	}
	var out bytes.Buffer
	var n int32
	l := Launch{Stdout: &out, Buffers: []Buffer{f, BytesOf(mem), text}}
	if err := inThread(l, ctas("k"), func(t *Thread) { n = t.Vprintf(AddrOf(f), AddrOf(mem)) }); err != nil {
		t.Fatal(err)
	}
	return out.String(), n
}

// No format panics, prints without limit or takes more than 32 arguments.
func FuzzVprintf(f *testing.F) {
	for _, s := range []string{"%d", "%s %5.3f|%-08llx", "%*.*g", "%%%", "%.1048575d%d", "%9999999999d", "%lc%ls%hhn", "%p%a%A", "%#o%+ d%'d%1$d"} {
		f.Add(s, uint64(3), uint64(1<<63))
	}
	f.Fuzz(func(t *testing.T, format string, a, b uint64) {
		if i := strings.IndexByte(format, 0); i >= 0 {
			format = format[:i]
		}
		mem := make([]uint64, 64)
		for i := range mem {
			mem[i] = a
			if i%2 == 1 {
				mem[i] = b
			}
		}
		text := []byte(format + "\x00")
		if a == b {
			for i := range mem {
				mem[i] = AddrOf(text)
			}
		}
		var out bytes.Buffer
		var n int32
		l := Launch{Stdout: &out, Buffers: []Buffer{text, BytesOf(mem)}}
		err := inThread(l, ctas("k"), func(t *Thread) { n = t.Vprintf(AddrOf(text), AddrOf(mem)) })
		if err != nil {
			var fault *ptx.Fault
			if !errors.As(err, &fault) {
				t.Fatal(err)
			}
		}
		if out.Len() > maxText || n > maxPrintArgs {
			t.Errorf("%d bytes, %d arguments", out.Len(), n)
		}
		if err == nil && !strings.Contains(format, "%") && out.String() != format {
			t.Errorf("got %q", out.String())
		}
	})
}
