package driver

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/gocheck"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// runMain calls Main and returns what it printed.
func runMain(t *testing.T, args ...string) (status int, out, err string) {
	t.Helper()
	var o, e bytes.Buffer
	status = Main(t.Context(), args, Stdio{In: strings.NewReader(""), Out: &o, Err: &e})
	return status, o.String(), e.String()
}

// TestInternalError checks that a bug of the compiler is reported as one, with
// what to send, and ends with status 1.
func TestInternalError(t *testing.T) {
	old := commands
	defer func() { commands = old }()
	commands = slices.Concat(old, []command{{name: "crash", run: func(context.Context, []string, Stdio) error {
		return guard(func() error { panic("the moon is full") })
	}}, {name: "burst", run: func(context.Context, []string, Stdio) error {
		panic("the moon is new")
	}}})
	status, out, err := runMain(t, "burst")
	if status != exitError || out != "" {
		t.Errorf("status %d, output %q", status, out)
	}
	for _, want := range []string{"ptx2go: internal error: the moon is new\n", "Please report it", "driver_test.go"} {
		if !strings.Contains(err, want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
	// A guarded one is an error like others.
	if status, _, err = runMain(t, "crash"); status != exitError || err != "ptx2go: internal error: the moon is full\n" {
		t.Errorf("status %d: %s", status, err)
	}
}

func TestShellWord(t *testing.T) {
	for in, want := range map[string]string{
		"":          "''",
		"a-b_c.ptx": "a-b_c.ptx",
		"a b":       "'a b'",
		"it's":      `'it'\''s'`,
		"$x":        "'$x'",
		"é":         "é",
	} {
		if got := shellWord(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestPackageFor(t *testing.T) {
	a, b := packageFor(1, "saxpy/kernel.O0"), packageFor(2, "saxpy/kernel_o0")
	if a != "k1_saxpy_kernel_o0" || a == b || !token.IsIdentifier(a) {
		t.Error(a, b)
	}
}

func TestBlame(t *testing.T) {
	units := []*unit{{pkg: "k0_a"}, {pkg: "k1_b"}}
	out := "# " + programPath + "/k1_b\nk1_b/kernel_ptx.go:3:1: oops\n"
	if !blame([]byte(out), units) || units[0].err != nil || units[1].err == nil || !strings.Contains(units[1].err.Error(), "oops") {
		t.Error(units[0].err, units[1].err)
	}
	if blame([]byte("go: cannot find main module"), units) {
		t.Error("somebody is to blame for nothing")
	}
}

// TestControlCharacters checks that a file's name cannot end a comment of the
// output.
func TestControlCharacters(t *testing.T) {
	if status, _, err := runMain(t, "a\nb.ptx"); status != exitUsage || !strings.Contains(err, "control characters") {
		t.Error(status, err)
	}
}

// FuzzGenerate checks that no text makes the generator panic, and that what it
// prints is Go. (The command would report a panic as an internal error; here it
// is a failure.)
func FuzzGenerate(f *testing.F) {
	seeds, err := filepath.Glob("../cases/casefile/testdata/cases/*/*.ptx")
	if err != nil || len(seeds) == 0 {
		f.Fatal("no seeds", err)
	}
	if fuzzing := flag.Lookup("test.fuzz"); fuzzing == nil || fuzzing.Value.String() == "" {
		seeds = testmode.Pick(seeds, 40, func(path string) string { return path })
	}
	for _, s := range seeds {
		src, err := os.ReadFile(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src), uint8(len(src)))
	}
	const head = ".version 7.0\n.target sm_70\n.address_size 64\n"
	f.Add("", uint8(0))
	f.Add(head, uint8(1))
	f.Add(head+".global .u64 a[2] = {a, b};\n.global .u64 b = a+8;\n", uint8(2))
	f.Add(head+".entry k() { ret; }", uint8(3))
	f.Add(head+".entry k() { L: bra L; }", uint8(7))
	f.Add(head+".entry func(.param .u32 c) { .reg .u32 %r; ld.param.u32 %r, [c]; }", uint8(6))
	f.Add(head+".const .u32 c[4];\n.entry k() { .reg .u64 %a; cvta.const.u64 %a, c; st.u32 [%a+4], 5; }", uint8(0))
	for _, name := range []string{"link_modules", "link_fault"} {
		files, err := filepath.Glob("../cases/casefile/testdata/cases/" + name + "/*.ptx")
		if err != nil || len(files) < 2 {
			f.Fatal("no linked seeds", err)
		}
		var texts []string
		for _, path := range files {
			src, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			texts = append(texts, string(src))
		}
		f.Add(strings.Join(texts, nextFile), uint8(0))
		f.Add(strings.Join(texts, nextFile), uint8(1))
	}
	check, err := gocheck.New(".")
	if err != nil {
		f.Fatal(err)
	}
	for seed := range uint64(40) {
		f.Add(syncKernel(randomGraph(seed)), uint8(seed))
	}
	f.Fuzz(func(t *testing.T, src string, flags uint8) {
		if len(src) > 64<<10 {
			return // larger texts take long, and show nothing else
		}
		generates(t, check, src, flags)
	})
}

const nextFile = "\n//next\n" // between files that are linked

// generates makes Go code of a text, or of several that are linked, and checks it. It
// reports whether there is any: most texts are refused.
func generates(t *testing.T, check *gocheck.Checker, src string, flags uint8) bool {
	t.Helper()
	var texts []*diag.File
	for text := range strings.SplitSeq(src, nextFile) {
		texts = append(texts, diag.NewFile(fmt.Sprintf("fuzz%d.ptx", len(texts)), text))
	}
	file := diag.Join(texts...)
	l := diag.NewList(file)
	opt := generateOptions{pkg: "fuzz", comments: "ptx", output: "fuzz_ptx.go"}
	if flags&1 != 0 {
		opt.line = "ptx"
	}
	if flags&2 != 0 {
		opt.comments = "none"
	}
	opt.mode = warpMode{independent: flags&4 != 0, anyBlock: flags&8 != 0}
	m := lowerModule(file, l, compileOptions{verify: true, warp: opt.mode})
	if m == nil || l.Errors() > 0 {
		return false
	}
	if err := ir.VerifyModule(m); err != nil {
		t.Fatal(err)
	}
	s := scheduled(m, opt.mode)
	if err := s.Verify(); err != nil {
		t.Fatal(err)
	}
	r, err := opt.print(file, s, compileOptions{}, Stdio{})
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Check(r.src); err != nil {
		t.Fatal(err)
	}
	return true
}
