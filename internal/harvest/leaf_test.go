package harvest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/pinned"
)

var update = flag.Bool("update", false, "rewrite testdata/golden")

// leaves are the functions of testdata/leaf/k, by file.
var leaves = []struct {
	file  string
	funcs []string
}{
	{"leaf8.go", []string{"Saxpy", "Mandelbrot", "Sum", "Rounds", "Exp2", "Many", "Pressure", "Strided", "Turned"}},
	{"leaf16.go", []string{"Saxpy16", "Escape16"}},
}

const module = "github.com/ptx2go/ptx2go"

// latest and first are the versions of Go that listings come from, the pinned one, and that output is built with: both.
var latest, first = goversion.Pinned, version("first_go")

// version reads one of .ci/versions.
func version(name string) string {
	data, err := os.ReadFile("../../.ci/versions")
	if err != nil {
		panic(err)
	}
	m := regexp.MustCompile(`(?m)^` + name + `=(\S+)$`).FindSubmatch(data)
	return string(m[1])
}

func options(t *testing.T, file string, funcs []string) Options {
	source, err := os.ReadFile("testdata/leaf/k/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return Options{Target: AMD64, Package: "leaf/k", File: file, Source: source, Funcs: funcs, Gang: "leaf/gang.Gang", Command: "ptx2go k.ptx", Toolchain: latest, Called: module + "/runtime/internal/leaf"}
}

// tree copies testdata/leaf into a module of its own.
func tree(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/leaf")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), fmt.Appendf(nil, "module leaf\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", module, module, root))
	return dir
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// env is that of pinned listings, for another version of Go and the module of tree.
func env(toolchain, experiment string) []string {
	return append(pinned.Environment("amd64", os.Environ()), "GOTOOLCHAIN="+toolchain, "GOEXPERIMENT="+experiment, "GOFLAGS=-mod=mod")
}

func command(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out[max(0, len(out)-4000):])
	}
	return string(out)
}

// available skips a test where a version of Go cannot be had.
func available(t *testing.T, toolchain string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "version")
	cmd.Env = env(toolchain, "")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: no %s: %s", toolchain, bytes.TrimSpace(out))
	}
}

// compiled returns the listing of testdata/leaf.
func compiled(t *testing.T, dir string) string {
	t.Helper()
	available(t, latest)
	return string(leafListing(t, dir, append(env(latest, "simd"), "GOAMD64=v2"), "gang8", "gang16", "internal/mufu", "fpops"))
}

// leafListing is the listing of package k of a folder, and of packages of the runtime.
func leafListing(t *testing.T, dir string, env []string, runtime ...string) []byte {
	t.Helper()
	args, packages := []string{"build", "-trimpath"}, []string{"leaf/k"}
	for _, p := range runtime {
		packages = append(packages, module+"/runtime/"+p)
	}
	for _, p := range packages {
		args = append(args, "-gcflags="+p+"=-S")
	}
	out, err := pinned.Complete(func(flags ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "go", slices.Concat(args, flags, []string{"./k"})...)
		cmd.Dir, cmd.Env = dir, env
		return cmd
	}, packages...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func harvested(t *testing.T, l *Listing) map[string]*Output {
	t.Helper()
	out := map[string]*Output{}
	for _, x := range leaves {
		o, err := Harvest(l, options(t, x.file, x.funcs))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range o.Refused {
			t.Errorf("refused: %s", r)
		}
		out[x.file] = o
	}
	return out
}

// plain makes a module whose package k is harvested.
func plain(t *testing.T, outputs map[string]*Output, change func(string) string) string {
	t.Helper()
	dir := tree(t)
	for file, o := range outputs {
		if err := os.Remove(filepath.Join(dir, "k", file)); err != nil {
			t.Fatal(err)
		}
		base := filepath.Join(dir, "k", strings.TrimSuffix(file, ".go")+"_amd64")
		write(t, base+".go", declarations(t, file, "k", o))
		asm := string(o.Asm)
		if change != nil {
			asm = change(asm)
		}
		write(t, base+".s", []byte(asm))
	}
	return dir
}

// declarations are the heads of the functions that were harvested, in a package of its own name.
func declarations(t *testing.T, file, name string, o *Output) []byte {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "testdata/leaf/k/"+file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var heads strings.Builder
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && slices.Contains(o.Taken, d.Name.Name) {
			fmt.Fprintf(&heads, "\nfunc %s%s\n", d.Name.Name, strings.TrimPrefix(types.ExprString(d.Type), "func"))
		}
	}
	imports := ""
	if strings.Contains(heads.String(), "gang.Gang") {
		imports = "import \"leaf/gang\"\n"
	}
	return []byte("//go:build " + AMD64.Constraint() + "\n\npackage " + name + "\n\n" + imports + heads.String())
}

// vectors skips a test on a processor without AVX2, and returns "wide" for one with AVX-512.
func vectors(t *testing.T) (wide []string) {
	t.Helper()
	info, err := os.ReadFile("/proc/cpuinfo")
	if runtime.GOARCH != "amd64" || err != nil || !bytes.Contains(info, []byte(" avx2 ")) || !bytes.Contains(info, []byte(" fma ")) {
		t.Skip("SKIPPED: no AVX2 and FMA that /proc/cpuinfo knows of")
	}
	for _, f := range strings.Fields("avx512f avx512bw avx512dq avx512vl avx512cd") {
		if !bytes.Contains(info, []byte(" "+f+" ")) {
			return nil
		}
	}
	return []string{"wide"}
}

// TestBits compiles the leaf functions, harvests them and runs them in ordinary builds of both versions
// of Go: the bits are those of loops in Go, and of the functions in Go with vectors.
func TestBits(t *testing.T) {
	wide := vectors(t)
	source := tree(t)
	l, err := Parse(AMD64, []byte(compiled(t, source)))
	if err != nil {
		t.Fatal(err)
	}
	static(t, l)
	outputs := harvested(t, l)
	for file, o := range outputs {
		golden(t, strings.TrimSuffix(file, ".go")+".s", o.Asm)
	}
	command(t, source, env(latest, "simd"), "go", "build", "-o", "leaf", ".")
	want := command(t, source, nil, "./leaf", append([]string{"bits"}, wide...)...)
	t.Log(want)
	if n := strings.Count(want, ": 0 wrong"); n < 7 || strings.Count(want, " wrong") != n {
		t.Errorf("the functions in Go are wrong:\n%s", want)
	}
	dir := plain(t, outputs, nil)
	for _, version := range []string{first, latest} {
		t.Run(version, func(t *testing.T) {
			available(t, version)
			e := env(version, "")
			command(t, dir, e, "go", "vet", "./...")
			command(t, dir, e, "go", "build", "-o", version, ".")
			if got := command(t, dir, nil, "./"+version, append([]string{"bits"}, wide...)...); got != want {
				t.Errorf("harvested:\n%s\nin Go:\n%s", got, want)
			}
			left(t, command(t, dir, nil, "./"+version, append([]string{"left"}, wide...)...), 4, none)
			heeded(t, command(t, dir, nil, "./"+version, "flag"), true)
			stops(t, command(t, dir, nil, "./"+version, "stop"))
		})
	}
	// Other settings of a build: no racing program gets assembly, and position-independent ones do.
	command(t, dir, env(latest, ""), "go", "build", "-buildmode=pie", "-o", "pie", ".")
	if got := command(t, dir, nil, "./pie", "bits"); !strings.Contains(got, "Pressure: 0 wrong") {
		t.Errorf("as a position-independent program:\n%s", got)
	}
}

// static checks that the constants of vectors of the runtime are in the listing.
func static(t *testing.T, l *Listing) {
	t.Helper()
	n := 0
	for name, d := range l.data {
		if _, v, ok := strings.Cut(name, module+"/runtime/gang"); ok && strings.HasSuffix(d.kind, "BSS") {
			t.Errorf("gang%s is computed when a program starts", v)
		} else if ok && d.kind == "SNOPTRDATA" {
			n++
		}
	}
	if n < 100 {
		t.Errorf("only %d constants", n)
	}
}

type expected int

const (
	none expected = iota
	some
)

var leftLine = regexp.MustCompile(`(?m)^(\w+): (\d+) left, (\d+) calls at 3001 depths$`)

// left checks how many threads functions left to the scalar loop: none. And how often they called the runtime
// though that did not want to do something else: never, or each sometimes.
func left(t *testing.T, out string, least int, want expected) {
	t.Helper()
	m := leftLine.FindAllStringSubmatch(out, -1)
	if len(m) < least {
		t.Errorf("unexpected output:\n%s", out)
	}
	for _, x := range m {
		if x[2] != "0" || (x[3] == "0") != (want == none) {
			t.Errorf("%s leaves %s threads, and calls the runtime %s times", x[1], x[2], x[3])
		}
	}
}

// heeded checks that the flag is heeded, or that it is not.
func heeded(t *testing.T, out string, want bool) {
	t.Helper()
	if strings.Contains(out, "flag: 0 0 0 done") != want {
		t.Errorf("unexpected output:\n%s", out)
	}
}

// stops checks that functions let the world stop, and go on after that, until the launch is over.
func stops(t *testing.T, out string) {
	t.Helper()
	for _, want := range []string{"Mandelbrot: 0 done\n", "Pressure: 0 done\n", "Rounds: panics with leaf.Stopped\n", "moved: 0 wrong\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
}

var (
	question   = `(\tMOVQ 8\(SP\), R14\n)?\tCMPQ 16\((R\d+)\), \$-4096\n(\tMOVQ 0\(SP\), R14\n)?`
	askToYield = regexp.MustCompile(question + `\tJHI (\w+)\n`)
	askToStay  = regexp.MustCompile(question + `\tJLS (\w+)\n`)
	askBehind  = regexp.MustCompile(`(\tJEQ \w+\n)(` + question + `)`)
)

// TestWrongQuestions asks in two ways that leave the bits right, and that the runs of TestBits notice.
func TestWrongQuestions(t *testing.T) {
	vectors(t)
	l, err := Parse(AMD64, []byte(compiled(t, tree(t))))
	if err != nil {
		t.Fatal(err)
	}
	outputs := harvested(t, l)
	for _, o := range outputs { // both ways to know g, and both ways to lay out a poll
		if o == outputs["leaf8.go"] && (!askToYield.Match(o.Asm) || !askToStay.Match(o.Asm) || !bytes.Contains(o.Asm, []byte("MOVQ 8(SP), R14"))) {
			t.Fatal("the leaf functions do not have polls of all kinds")
		}
	}
	t.Run("SP", func(t *testing.T) { // as in prologues: SP may be below the end of the stack inside of a function
		dir := plain(t, outputs, func(asm string) string {
			asm = askToYield.ReplaceAllString(asm, "$1\tCMPQ SP, 16($2)\n$3\tJLS $4\n")
			return askToStay.ReplaceAllString(asm, "$1\tCMPQ SP, 16($2)\n$3\tJHI $4\n")
		})
		command(t, dir, env(latest, ""), "go", "build", "-o", "wrong", ".")
		out := command(t, dir, nil, "./wrong", "left")
		t.Log(out)
		left(t, out, 4, some)
	})
	t.Run("flags", func(t *testing.T) { // before the poll's jump, which then has the question's flags
		dir := plain(t, outputs, func(asm string) string { return askBehind.ReplaceAllString(asm, "$2$1") })
		command(t, dir, env(latest, ""), "go", "build", "-o", "wrong", ".")
		heeded(t, command(t, dir, nil, "./wrong", "flag"), false)
	})
}

// golden compares with a file, which is for reading.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		t.Fatalf("no %s: run go test -update", path)
	} else if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; go test -update rewrites it", path)
	}
}

// TestOwnLines: after what has a place, what has none gets its own line back.
func TestOwnLines(t *testing.T) {
	const text, want = "\tA\n#line 9 \"k.ptx\"\n\tB\n\t// D\n#line 10 \"k.ptx\"\n\tC\nl1:\n\tE\n\tF\n#line 3 \"k.ptx\"\n\tG\n\nTEXT\n\tH\n",
		"\tA\n#line 9 \"k.ptx\"\n\tB\n\t// D\n#line 10 \"k.ptx\"\n\tC\nl1:\n#line 10 \"k.s\"\n\tE\n\tF\n#line 3 \"k.ptx\"\n\tG\n\n#line 16 \"k.s\"\nTEXT\n\tH\n"
	if got := ownLines(text, "k.s"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestLines asks for lines: what the linker knows of an instruction is the line that Place says.
func TestLines(t *testing.T) {
	vectors(t)
	l, err := Parse(AMD64, []byte(compiled(t, tree(t))))
	if err != nil {
		t.Fatal(err)
	}
	opt := options(t, "leaf8.go", []string{"Sum"})
	lines := strings.Split(string(opt.Source), "\n")
	opt.Place = func(line int) Place {
		text, _, _ := strings.Cut(strings.TrimSpace(lines[line-1]), " {")
		return Place{"kernel.ptx", 1000 + line, text}
	}
	opt.Lines, opt.Output = true, "k_amd64.s"
	o, err := Harvest(l, opt)
	if err != nil || len(o.Refused) > 0 {
		t.Fatal(err, o.Refused)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), []byte("module k\n\ngo 1.26\n"))
	write(t, filepath.Join(dir, "k_amd64.s"), o.Asm)
	write(t, filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() { println(Sum(nil, nil)) }\n"))
	write(t, filepath.Join(dir, "k_amd64.go"), declarations(t, "leaf8.go", "main", o))
	from := slices.IndexFunc(lines, func(s string) bool { return strings.HasPrefix(s, "func Sum(") })
	dump := ""
	for _, version := range []string{first, latest} {
		available(t, version)
		command(t, dir, env(version, ""), "go", "build", "-o", "main", ".")
		dump = command(t, dir, env(version, ""), "go", "tool", "objdump", "-s", `^main\.Sum`, "main")
		for _, want := range []struct{ code, text string }{{"c5fc58", "s = s.Add("}, {"c5fe6f07", "for ; tx < len(xs)-7"}, {"c5f877", "return tx"}} {
			at := from + slices.IndexFunc(lines[from:], func(s string) bool { return strings.Contains(s, want.text) }) + 1
			if !regexp.MustCompile(fmt.Sprintf(`kernel\.ptx:%d\t.*\t%s`, 1000+at, want.code)).MatchString(dump) {
				t.Errorf("%s: %s is not of line %d:\n%s", version, want.code, 1000+at, dump)
			}
		}
	}
	// What is of no line of the source is of its own one.
	own := regexp.MustCompile(`k_amd64\.s:(\d+)\t.*\t([A-Z]+)`).FindAllStringSubmatch(dump, -1)
	text := strings.Split(string(o.Asm), "\n")
	for _, m := range own {
		n, _ := strconv.Atoi(m[1])
		if line := text[n-1]; !strings.Contains(line, m[2]) && !strings.HasPrefix(line, "TEXT") {
			t.Errorf("%s is not of line %d: %s", m[2], n, line)
		}
	}
	if len(own) < 5 {
		t.Errorf("%d instructions are of lines of their own:\n%s", len(own), dump)
	}
	if !strings.Contains(string(o.Asm), "\t// s = s.Add(gang8.LoadF32(xs, tx))\n") {
		t.Errorf("no comment with what Place says:\n%s", o.Asm)
	}
}
