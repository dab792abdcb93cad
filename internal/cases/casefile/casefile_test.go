package casefile

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLoadCases reads every case of the repository.
func TestLoadCases(t *testing.T) {
	dirs, err := filepath.Glob("testdata/cases/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no cases", err)
	}
	for _, d := range dirs {
		c, err := Load(d)
		if err != nil {
			t.Error(err)
			continue
		}
		if c.Name != filepath.Base(d) || len(c.Kernels()) == 0 {
			t.Errorf("%s: name %s, kernels %v", d, c.Name, c.Kernels())
		}
	}
}

const good = `{"format":1,"name":"n","ptx":[{"file":"k.ptx"}],
"buffers":[{"name":"b","elem":"u32","count":2,"bytes":8}],
"launches":[{"kernel":"k","grid":[1,1,1],"block":[1,1,1],"dynamic_shared":0,"args":[{"buf":"b"},{"type":"u32","hex":"01000000"}]}]}`

func TestLoadMistakes(t *testing.T) {
	load := func(text string) error {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "case.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Load(dir)
		return err
	}
	if err := load(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{`"format":1`, `"format":2`, "format 2"},
		{`"name":"n"`, `"name":"n","x":1`, "unknown field"},
		{`]}]}`, `]}]} {}`, "unexpected text after"},
		{`"ptx":[{"file":"k.ptx"}]`, `"ptx":[]`, "no PTX file"},
		{`"file":"k.ptx"`, `"file":"../../k.ptx"`, "not in the folder"},
		{`"file":"k.ptx"`, `"file":""`, "without a file"},
		{`"name":"n"`, `"name":"n","tolerance":"abs:x"`, "tolerance"},
		{`"name":"n"`, `"name":"n","tolerance":"rel:-1"`, "tolerance"},
		{`"elem":"u32"`, `"elem":"u33"`, "unknown element type"},
		{`"bytes":8`, `"bytes":9`, "2 elements u32 in 9 bytes"},
		{`"bytes":8`, `"bytes":-8`, "2 elements u32 in -8 bytes"},
		{`"count":2,"bytes":8`, `"count":536870911,"bytes":2147483644`, "elements u32 in"},
		{`"bytes":8`, `"bytes":8,"init":"/etc/passwd"`, "not in the folder"},
		{`"bytes":8`, `"bytes":8,"ptrs":[{"at":1,"buf":"b","offset":0}]`, "pointer at byte 1 of 8"},
		{`"bytes":8`, `"bytes":8,"ptrs":[{"at":0,"buf":"c","offset":0}]`, `no buffer "c"`},
		{`"buf":"b"`, `"buf":"c"`, `no buffer "c"`},
		{`"hex":"01000000"`, `"hex":"0100"`, `2 bytes for a "u32"`},
		{`"hex":"01000000"`, `"hex":"0100000"`, "odd length"},
		{`"type":"u32"`, `"type":"u7"`, `4 bytes for a "u7"`},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%s is not in the text", c.old)
		}
		if err := load(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.new, err, c.want)
		}
	}
}

// adder is an engine with one kernel that adds its scalar to the words of its
// buffer, and one that fails.
type adder struct{ global []byte }

func (a *adder) Global(name string) ([]byte, error) {
	if name != "g" {
		return nil, errors.New("no such variable")
	}
	return a.global, nil
}

func (a *adder) Launch(_ context.Context, l *Launch, args, bufs [][]byte) error {
	if l.Kernel != "add" {
		return errors.New("fault")
	}
	addr, n := binary.LittleEndian.Uint64(args[0]), binary.LittleEndian.Uint32(args[1])
	for _, b := range append(bufs, a.global) {
		if len(b) > 0 && addr == addressOf(b) {
			for i := 0; i < len(b); i += 4 {
				binary.LittleEndian.PutUint32(b[i:], binary.LittleEndian.Uint32(b[i:])+n)
			}
			return nil
		}
	}
	return errors.New("bad address")
}

func addressOf(b []byte) uint64 {
	a, _ := (&Memory{data: map[string][]byte{"x": b}}).address("x", 0, 8)
	return a
}

func words(xs ...uint32) []byte {
	var b []byte
	for _, x := range xs {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("in.bin", words(1, 2))
	write("out.bin", words(11, 12))
	write("g.bin", words(15))
	add := func(buf string, hex string) *Launch {
		return &Launch{Kernel: "add", Args: []Arg{{Buf: buf}, {Type: "u32", Hex: hex}}}
	}
	c := &Case{
		Dir: dir, Format: 1, Name: "n", PTX: []PTX{{File: "k.ptx"}},
		Buffers: []*Buffer{
			{Name: "b", Elem: "u32", Count: 2, Bytes: 8, Init: "in.bin", Expect: "out.bin"},
			{Name: "v", Elem: "u32", Count: 1, Bytes: 4, Symbol: "g", Expect: "g.bin"},
			{Name: "p", Elem: "u64", Count: 1, Bytes: 8, Init: "zero", Ptrs: []Pointer{{At: 0, Buf: "b", Offset: 4}}},
		},
		Launches: []*Launch{add("b", "0a000000"), add("v", "05000000"), add("v", "05000000")},
	}
	e := &adder{global: words(5)}
	m, err := Execute(t.Context(), c, e)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Compare(); err != nil {
		t.Error(err)
	}
	if got, want := binary.LittleEndian.Uint64(m.Bytes("p")), addressOf(m.Bytes("b"))+4; got != want {
		t.Errorf("pointer %#x, want %#x", got, want)
	}
	if a := addressOf(m.Bytes("b")); a%256 != 0 {
		t.Errorf("address %#x", a)
	}

	// The same case through a folder.
	saved := t.TempDir()
	if err := c.Save(saved); err != nil {
		t.Fatal(err)
	}
	again, err := Load(saved)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = Execute(t.Context(), again, &adder{global: words(5)}); err != nil {
		t.Fatal(err)
	}
	if string(m.Bytes("b")) != string(words(11, 12)) {
		t.Errorf("% x", m.Bytes("b"))
	}

	// Differences.
	write("out.bin", words(11, 13))
	if err := Run(t.Context(), c, &adder{global: words(5)}); err == nil ||
		err.Error() != "buffer b: 1 of 2 elements differ; element 1 is 0x0000000c (12), want 0x0000000d (13)" {
		t.Error(err)
	}
	write("out.bin", words(11))
	if err := Run(t.Context(), c, &adder{global: words(5)}); err == nil || !strings.Contains(err.Error(), "holds 4 bytes, expected 8") {
		t.Error(err)
	}
	c.Launches[0].Kernel = "fail"
	if err := Run(t.Context(), c, e); err == nil || err.Error() != "fault" {
		t.Error(err)
	}
}

// speaker is an engine whose kernels print their names.
type speaker struct{ times int }

func (s speaker) Global(string) ([]byte, error) { return nil, errors.New("no variable") }

func (s speaker) Launch(_ context.Context, l *Launch, _, _ [][]byte) error {
	for range s.times {
		if _, err := io.WriteString(l.Stdout, l.Kernel); err != nil {
			return err
		}
	}
	if l.Kernel == "fault\n" {
		return errors.New("fault")
	}
	return nil
}

// What all launches print together is compared, and passed on.
func TestStdout(t *testing.T) {
	dir := t.TempDir()
	c := &Case{
		Dir: dir, Format: 1, Name: "n", PTX: []PTX{{File: "k.ptx"}}, Stdout: "said.txt",
		Launches: []*Launch{{Kernel: "one\n"}, {Kernel: "two\n"}},
	}
	for want, message := range map[string]string{
		"one\ntwo\n":        "",
		"one\ntwo":          `stdout: line 2 is "two\n", want "two"`,
		"one\nthree\ntwo\n": `stdout: line 2 is "two\n", want "three\n"`,
		"one\n":             `stdout: line 2 is "two\n", want missing`,
		"one\ntwo\n\n":      `stdout: line 3 is missing, want "\n"`,
		"":                  `stdout: line 1 is "one\n", want missing`,
	} {
		if err := os.WriteFile(filepath.Join(dir, c.Stdout), []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Run(t.Context(), c, speaker{1}); (err == nil) != (message == "") || err != nil && err.Error() != message {
			t.Errorf("expected %q: %v", want, err)
		}
	}
	if err := Run(t.Context(), c, speaker{maxStdout/8 + 1}); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Error(err)
	}
	c.Launches[1].Kernel = "fault\n"
	var out strings.Builder
	if _, err := ExecuteTo(t.Context(), c, speaker{1}, &out); err == nil || out.String() != "one\nfault\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	if err := os.WriteFile(filepath.Join(dir, c.Stdout), []byte("one\ntwo\n"), 0o644); err != nil {
		t.Fatal(err) // the loop above has ended with any of its texts
	}
	if m := NewMemory(c, nil, []byte("one\n")); m.Compare() == nil {
		t.Error("the output from elsewhere is not compared")
	}
	c.Stdout = "nowhere.txt"
	if err := NewMemory(c, nil, nil).Compare(); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestTolerance(t *testing.T) {
	f32 := func(f float64) []byte { return words(math.Float32bits(float32(f))) }
	for _, c := range []struct {
		tol       string
		got, want float64
		close     bool
	}{
		{"bits", 1, 1.0000001, false},
		{"abs:0.5", 1, 1.5, true},
		{"abs:0.5", 1, 1.51, false},
		{"rel:0.1", 109, 100, true},
		{"rel:0.1", 111, 100, false},
		{"abs:1,rel:0.1", 111, 100, true},
		{"abs:1", math.NaN(), 1, false},
		{"abs:1", 1, math.NaN(), false},
		{"abs:1,rel:1", 3e38, math.Inf(1), false},
	} {
		tol, err := parseTolerance(c.tol)
		if err != nil {
			t.Fatal(err)
		}
		if got := tol.close("f32", f32(c.got), f32(c.want)); got != c.close {
			t.Errorf("%s: %v and %v: %v", c.tol, c.got, c.want, got)
		}
		if tol.close("u32", f32(c.got), f32(c.want)) {
			t.Errorf("%s: integers are close", c.tol)
		}
	}
}

func TestFormatElem(t *testing.T) {
	for _, c := range []struct {
		elem string
		b    []byte
		want string
	}{
		{"u8", []byte{200}, "200"},
		{"s8", []byte{200}, "-56"},
		{"s16", []byte{0xff, 0xff}, "-1"},
		{"u64", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, "18446744073709551615"},
		{"s64", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, "-1"},
		{"b32", []byte{1, 2, 3, 4}, "0x04030201"},
		{"bytes", []byte{0xab}, "0xab"},
		{"f32", words(0x3dcccccd), "0.1"},
		{"f32", words(0x80000000), "-0"},
		{"f32", words(0x7fffffff), "NaN"},
		{"f64", []byte{0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f}, "0.1"},
		{"f16", []byte{0x00, 0x3c}, "1"},
		{"f16", []byte{0x01, 0x00}, "5.9604645e-08"},
		{"f16", []byte{0xff, 0x7b}, "65504"},
		{"f16", []byte{0x00, 0xfc}, "-Inf"},
		{"f16", []byte{0xff, 0x7f}, "NaN"},
		{"bf16", []byte{0x80, 0x3f}, "1"},
	} {
		if got := FormatElem(c.elem, c.b); got != c.want {
			t.Errorf("%s % x: %s, want %s", c.elem, c.b, got, c.want)
		}
	}
}
