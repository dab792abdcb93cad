package harvest

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

var leaves4 = []string{"Saxpy", "Mandelbrot", "Sum", "Rounds", "Exp2", "Many", "Pressure", "Strided", "Turned"}

// neon is the environment for arm64.
func neon(toolchain, experiment string) []string {
	return append(env(toolchain, experiment), "GOARCH=arm64", "GOARM64=v8.0")
}

// emulator is what runs programs for arm64.
func emulator(t *testing.T) string {
	t.Helper()
	if runtime.GOARCH == "arm64" {
		return ""
	}
	path, err := exec.LookPath("qemu-aarch64-static")
	if err != nil {
		t.Skip("SKIPPED: no qemu-user-static")
	}
	return path
}

// run runs a program for arm64 in its folder.
func run(t *testing.T, dir, emulator, name string, args ...string) string {
	t.Helper()
	args = append([]string{filepath.Join(dir, name)}, args...)
	if emulator != "" {
		args = append([]string{emulator}, args...)
	}
	return command(t, dir, nil, args[0], args[1:]...)
}

var compiled4 *Listing

// listing4 is the listing of testdata/leaf for arm64.
func listing4(t *testing.T, dir string) *Listing {
	t.Helper()
	available(t, latest)
	l, err := Parse(ARM64, leafListing(t, dir, neon(latest, "simd"), "gang4", "internal/mufu", "fpops"))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// harvested4 harvests all leaf functions for arm64, compiled once for all tests.
func harvested4(t *testing.T) *Output {
	t.Helper()
	if compiled4 == nil {
		compiled4 = listing4(t, tree(t))
	}
	l := compiled4
	opt := options(t, "leaf4.go", leaves4)
	opt.Target, opt.Rounds = ARM64, map[string]int{module + "@v0.0.0/runtime/gang4": 4}
	o, err := Harvest(l, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range o.Refused {
		t.Errorf("refused: %s", r)
	}
	return o
}

// plain4 makes a module whose package k is harvested for arm64.
func plain4(t *testing.T, o *Output, change func(string) string) string {
	t.Helper()
	dir := tree(t)
	if err := os.Remove(filepath.Join(dir, "k", "leaf4.go")); err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(dir, "k", "leaf4_arm64")
	write(t, base+".go", []byte(strings.Replace(string(declarations(t, "leaf4.go", "k", o)), AMD64.Constraint(), ARM64.Constraint(), 1)))
	write(t, base+".s", []byte(change(string(o.Asm))))
	return dir
}

// TestNEON is TestBits for arm64: functions are compiled, harvested, and built by both versions of Go, and run where
// such programs can be. What they do is what they do in Go with vectors.
func TestNEON(t *testing.T) {
	source := tree(t)
	o := harvested4(t)
	golden(t, "leaf4.s", o.Asm)
	dir := plain4(t, o, func(asm string) string { return asm })
	for _, version := range []string{first, latest} {
		available(t, version)
		command(t, dir, neon(version, ""), "go", "vet", "./...")
		command(t, dir, neon(version, ""), "go", "build", "-o", version, ".")
	}
	command(t, dir, neon(latest, ""), "go", "build", "-buildmode=pie", "-o", "pie", ".")
	emulator := emulator(t)
	command(t, source, neon(latest, "simd"), "go", "build", "-o", "leaf", ".")
	want := run(t, source, emulator, "leaf", "bits")
	t.Log(want)
	if n := strings.Count(want, ": 0 wrong"); n < 7 || strings.Count(want, " wrong") != n {
		t.Errorf("the functions in Go are wrong:\n%s", want)
	}
	for _, version := range []string{first, latest} {
		t.Run(version, func(t *testing.T) {
			if got := run(t, dir, emulator, version, "bits"); got != want {
				t.Errorf("harvested:\n%s\nin Go:\n%s", got, want)
			}
			left(t, run(t, dir, emulator, version, "left"), 4, none)
			heeded(t, run(t, dir, emulator, version, "flag"), true)
			stops(t, run(t, dir, emulator, version, "stop"))
		})
	}
}

// TestWords assembles all functions of the runtime that assembly for arm64 may have copies of: the first version of
// Go takes them, and what is a number there is the instruction that its comment names, to the version that knows
// it.
func TestWords(t *testing.T) {
	everyOther(t)
	l := runtimeListing(t, ARM64)
	h := harvesterOf(l)
	n := 0
	for _, name := range slices.Sorted(maps.Keys(l.funcs)) {
		if strings.Contains(name, "/gang4.") {
			texts := len(h.texts)
			if _, err := h.helper(name); err != nil {
				h.constants.journal.undo()
				h.texts = h.texts[:texts]
				continue
			}
			h.constants.journal.keep()
			n++
		}
	}
	if n < 1300 {
		t.Errorf("only %d functions", n)
	}
	words := "#include \"textflag.h\"\n" + h.constants.text() + strings.Join(h.texts, "")
	spelled := regexp.MustCompile(`WORD \$0x[0-9a-f]{8} /\* (.*?) \*/`)
	if n := len(spelled.FindAllString(words, -1)); n < 1000 {
		t.Errorf("only %d instructions are numbers", n)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "words.s"), []byte(words))
	assemble := func(version string) []byte {
		available(t, version)
		include := filepath.Join(strings.TrimSpace(command(t, dir, neon(version, ""), "go", "env", "GOROOT")), "pkg", "include")
		command(t, dir, neon(version, ""), "go", "tool", "asm", "-p", "words", "-I", include, "-o", "words.o", "words.s")
		object, err := os.ReadFile(filepath.Join(dir, "words.o"))
		if err != nil {
			t.Fatal(err)
		}
		return object
	}
	assemble(first)
	numbers := assemble(latest)
	write(t, filepath.Join(dir, "words.s"), spelled.ReplaceAll([]byte(words), []byte("$1")))
	if !bytes.Equal(assemble(latest), numbers) {
		t.Error("some numbers are other instructions")
	}
}

// TestWrongQuestionsNEON is TestWrongQuestions for arm64.
func TestWrongQuestionsNEON(t *testing.T) {
	everyOther(t)
	emulator := emulator(t)
	o := harvested4(t)
	const question = `\tMOVD 16\(g\), R27\n\tCMN \$4096, R27\n`
	yields, stays := regexp.MustCompile(question+`\tBHI (ask\d+)\n`), regexp.MustCompile(question+`\tBLS (l\d+)\n`)
	if !yields.Match(o.Asm) || !stays.Match(o.Asm) {
		t.Fatal("the leaf functions do not have polls of all kinds")
	}
	t.Run("SP", func(t *testing.T) {
		dir := plain4(t, o, func(asm string) string {
			asm = yields.ReplaceAllString(asm, "\tMOVD 16(g), R27\n\tCMP R27, RSP\n\tBLS $1\n")
			return stays.ReplaceAllString(asm, "\tMOVD 16(g), R27\n\tCMP R27, RSP\n\tBHI $1\n")
		})
		command(t, dir, neon(latest, ""), "go", "build", "-o", "wrong", ".")
		left(t, run(t, dir, emulator, "wrong", "left"), 4, some)
	})
	t.Run("flags", func(t *testing.T) {
		behind := regexp.MustCompile(`(\tBEQ \w+\n)(` + question + `)`)
		dir := plain4(t, o, func(asm string) string { return behind.ReplaceAllString(asm, "$2$1") })
		command(t, dir, neon(latest, ""), "go", "build", "-o", "wrong", ".")
		heeded(t, run(t, dir, emulator, "wrong", "flag"), false)
	})
}

// everyOther leaves a test to every other seed: with the runtime compiled for a second architecture these tests take twice
// as long.
func everyOther(t *testing.T) {
	if !testmode.Long() && testmode.Seed()%2 == 0 {
		t.Skip("left to every other seed")
	}
}
