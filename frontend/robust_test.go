package frontend

import (
	"fmt"
	"math/rand"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// run parses and checks anything and returns what was reported.
func run(src string) (*Module, *diag.List) {
	f := diag.NewFile("t.ptx", src)
	l := diag.NewList(f)
	m := Parse(f, l)
	Check(m, l)
	return m, l
}

// everyByte is the step of tests that do something to a file byte by byte, and where it
// begins: without PTX2GO_LONG=1 they take one of three bytes, which ones the seed says.
func everyByte() (start, step int) {
	if testmode.Long() {
		return 0, 1
	}
	return int(testmode.Seed() % 3), 3
}

// TestTruncated cuts a file after every byte.
func TestTruncated(t *testing.T) {
	for _, path := range []string{"testdata/saxpy.ptx", "testdata/printf.ptx", "testdata/global_init.ptx"} {
		src := readFile(t, path)
		start, step := everyByte()
		if path != "testdata/saxpy.ptx" && !testmode.Long() {
			step = 13
		}
		for i := start; i < len(src); i += step {
			m, l := run(src[:i])
			for _, d := range l.Sorted() {
				if d.Pos.Offset() > i || d.Msg == "" || d.Len < 1 {
					t.Fatalf("%s cut at %d: %+v", path, i, d)
				}
			}
			if m == nil {
				t.Fatal("no module")
			}
			// A cut inside of a body cannot go unnoticed.
			if open := strings.Count(src[:i], "{") > strings.Count(src[:i], "}"); open && l.Errors() == 0 {
				t.Fatalf("%s cut at %d: nothing is reported", path, i)
			}
		}
	}
}

// TestDeletedBytes deletes every byte of a file in turn: nothing may crash, and
// an error anywhere must not drown in others.
func TestDeletedBytes(t *testing.T) {
	src := readFile(t, "testdata/saxpy.ptx")
	start, step := everyByte()
	for i := start; i < len(src); i += step {
		if _, l := run(src[:i] + src[i+1:]); l.Errors() > 60 {
			t.Fatalf("without byte %d: %s", i, render(l))
		}
	}
}

// hang is what no text takes, also on a machine that is busy.
const hang = 2 * time.Minute

// TestNesting nests everything that can nest deeper than any stack.
func TestNesting(t *testing.T) {
	const n = 200000
	body := func(s string) string { return header + ".entry k() {\n" + s + "\n}\n" }
	legal := map[string]bool{"semicolons": true, "lines": true, "long name": true, "dimensions": true}
	for name, src := range map[string]string{
		"blocks":       body(strings.Repeat("{", n) + strings.Repeat("}", n)),
		"open blocks":  body(strings.Repeat("{\n", n)),
		"lists":        body("mov.b32 " + strings.Repeat("{", n) + ";"),
		"brackets":     body("mov.b32 " + strings.Repeat("[", n) + ";"),
		"indices":      body("mov.b32 " + strings.Repeat("a[", n) + ";"),
		"arguments":    body("call " + strings.Repeat("(", n) + ";"),
		"pairs":        body("mov.b32 a" + strings.Repeat("|a", n) + ";"),
		"negations":    body("mov.b32 " + strings.Repeat("!", n) + "a;"),
		"modifiers":    body("mov" + strings.Repeat(".b32", n) + " a;"),
		"operands":     body("mov.b32 a" + strings.Repeat(",a", n) + ";"),
		"labels":       body(strings.Repeat("L:", n)),
		"many labels":  body(strings.Repeat("L: ;", n)),
		"guards":       body("x " + strings.Repeat("@", n)),
		"semicolons":   body(strings.Repeat(";", n)),
		"closing":      body(strings.Repeat("}", n)),
		"initialiser":  header + ".global .u32 x = " + strings.Repeat("{", n) + strings.Repeat("}", n) + ";",
		"dimensions":   header + ".global .u32 x" + strings.Repeat("[1]", 20000) + ";",
		"parentheses":  header + ".func f" + strings.Repeat("(", n) + ";",
		"linkage":      header + strings.Repeat(".visible ", 20000),
		"directives":   header + strings.Repeat(".foo\n", n),
		"names":        header + ".global .u32 x" + strings.Repeat(",x", 20000) + ";",
		"garbage":      header + strings.Repeat("\x00\xff", n),
		"lines":        strings.Repeat("\n", n) + header,
		"comment":      header + strings.Repeat("/*", n),
		"long name":    body(".reg .b32 " + strings.Repeat("x", n) + "; mov.b32 " + strings.Repeat("x", n) + ", 1;"),
		"digits":       body(".reg .b32 %r<5>; mov.b32 %r" + strings.Repeat("1", n) + ", 1;"),
		"long number":  body(".reg .b32 %r<5>; mov.b32 %r1, " + strings.Repeat("1", n) + ";"),
		"strings":      header + strings.Repeat("\"", n),
		"sections":     header + strings.Repeat(".section x {", 20000),
		"prototypes":   body(strings.Repeat("p: .callprototype _ (", 1000)),
		"long modfier": body("mov." + strings.Repeat("x", n) + " a, b;"),
		"colons":       body("mov.x" + strings.Repeat("::x", n) + " a, b;"),
	} {
		start := time.Now()
		_, l := run(src)
		if !legal[name] && l.Errors() == 0 {
			t.Errorf("%s: nothing is reported", name)
		}
		if d := time.Since(start); d > hang {
			t.Errorf("%s took %v", name, d)
		}
		_ = render(l)
	}
}

// TestParallelIsDeterministic compares what one and several goroutines report.
func TestParallelIsDeterministic(t *testing.T) {
	var b strings.Builder
	b.WriteString(header)
	for i := range 60 {
		fmt.Fprintf(&b, ".entry k%d() {\n.reg .b32 %%r<%d>;\nmov.b32 %%r1, %%r7;\nadd.q32 %%r1;\nmov.b32 %%r1 %%r2;\n}\n", i, i+1)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	_, l := run(b.String())
	want := render(l)
	if !strings.Contains(want, "more errors not shown") {
		t.Error("the limit was not reached")
	}
	for _, procs := range []int{2, 8} {
		runtime.GOMAXPROCS(procs)
		if _, l := run(b.String()); render(l) != want {
			t.Errorf("with %d goroutines other errors are reported", procs)
		}
	}
}

// TestThreeErrors is the example that the design measured: three mistakes in
// one body, each at its exact place.
func TestThreeErrors(t *testing.T) {
	_, l := run(header + `.visible .entry k()
{
	.reg .b32 %r<4>;
	add.s32 %r1, %r2, , 5;
	mul.lo.s32 %r1 %r2, 3;
	sub.s32 %r1, %r2, [%r3;
	ret;
}
`)
	want := []string{"7:20", "8:17", "9:24"}
	ds := l.Sorted()
	if len(ds) != len(want) {
		t.Fatalf("%s", render(l))
	}
	for i, d := range ds {
		p := l.File.Position(d.Pos)
		if got := fmt.Sprintf("%d:%d", p.Line, p.Col); got != want[i] {
			t.Errorf("error %d is at %s, want %s", i, got, want[i])
		}
	}
}

// TestMutations changes the kernels in testdata at random. The fuzz targets do
// so for longer.
func TestMutations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ptx")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata")
	}
	rnd := rand.New(rand.NewSource(1))
	var texts []string
	for _, f := range files {
		texts = append(texts, readFile(t, f))
	}
	for range 300 {
		src := texts[rnd.Intn(len(texts))]
		for range 1 + rnd.Intn(6) {
			src = mutate(rnd, src, texts)
		}
		_, l := run(src)
		_ = render(l)
	}
}

// mutate deletes, doubles, moves or replaces a piece of a text.
func mutate(rnd *rand.Rand, s string, other []string) string {
	if s == "" {
		return "x"
	}
	i := rnd.Intn(len(s))
	j := min(len(s), i+1+rnd.Intn(1<<rnd.Intn(8)))
	switch rnd.Intn(5) {
	case 0:
		return s[:i] + s[j:]
	case 1:
		return s[:j] + s[i:]
	case 2:
		o := other[rnd.Intn(len(other))]
		a := rnd.Intn(len(o))
		return s[:i] + o[a:min(len(o), a+j-i)] + s[j:]
	case 3:
		const punct = "{}()[]<>,;:.@!|&-+*/%\"#$_ \n\x00"
		return s[:i] + string(punct[rnd.Intn(len(punct))]) + s[i:]
	}
	words := strings.Fields(".reg .entry .func .global .b32 .pred .v4 call bra mov add.s32 %r1 %p1 -1 0f00000000 { } ; : , [ ] ( ) = < > @ generic( .callprototype .branchtargets .section .align 99999999999999999999")
	return s[:i] + " " + words[rnd.Intn(len(words))] + " " + s[j:]
}

// TestMemory checks that the tree of a large module stays small.
func TestMemory(t *testing.T) {
	src := bigModule(t, 5<<20)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	m, l := run(src)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if l.Errors() > 0 {
		t.Fatalf("%s", render(l))
	}
	if total := after.TotalAlloc - before.TotalAlloc; total > 40*uint64(len(src)) {
		t.Errorf("allocated %d bytes for %d of input", total, len(src))
	}
	runtime.KeepAlive(m)
}
