package faulttable

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/internal/vectors"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// externs are the functions that the program supplies.
var externs = []string{"host", "never"}

// compiled are the modules in SSA, by name.
var compiled = map[string]*ir.Module{}

// compile takes the text of a module to SSA.
func compile(t *testing.T, m *Module) *ir.Module {
	t.Helper()
	if out := compiled[m.Name]; out != nil {
		return out
	}
	l := diag.NewList(diag.NewFile(m.Name+".ptx", m.Text))
	out := pipeline.Lower(l.File, l, pipeline.Options{Build: builder.Options{Externs: map[string]bool{"host": true, "never": true}}, Pass: pass.Options{Debug: m.Lines}})
	if out == nil {
		var b strings.Builder
		l.Print(&b)
		t.Fatal(b.String())
	}
	compiled[m.Name] = out
	return out
}

// check compares how a launch ended with the row.
func check(t *testing.T, k *Kernel, line int, o *Outcome) {
	t.Helper()
	switch {
	case k.Kind == Context:
		if !o.Canceled {
			t.Errorf("got %q, want the end of the context", o.Text)
		}
	case !o.Fault:
		t.Errorf("got %q, want a fault of kind %s in line %d", o.Text, k.Kind, line)
	case o.Kind != k.Kind || o.Line != line || k.Above && o.Thread[0] < At || !k.Several && !k.Above && (o.CTA != [3]uint32{k.CTA} || o.Thread != [3]uint32{At, k.Y}):
		t.Errorf("got %q of kind %s, want kind %s in line %d of thread %d", o.Text, o.Kind, k.Kind, line, At)
	case !strings.Contains(o.Text, k.Says):
		t.Errorf("got %q, want %q", o.Text, k.Says)
	}
	if o.Damage != "" {
		t.Error(o.Damage)
	}
	if o.Routines > 0 {
		t.Errorf("%d goroutines are left", o.Routines)
	}
}

// TestInterpreter runs the table in the interpreter, lane by lane and in rows, which say the same
// word for word.
func TestInterpreter(t *testing.T) {
	for _, m := range Modules() {
		x, y := machine(t, m, false), machine(t, m, true)
		for i, k := range m.Kernels {
			t.Run(k.Entry(), func(t *testing.T) {
				o, rows := interpret(t, x, m, k), interpret(t, y, m, k)
				check(t, k, m.Marks[i], o)
				if check(t, k, m.Marks[i], rows); rows.Text != o.Text && !o.Canceled {
					t.Errorf("in rows: %s\nlane by lane: %s", rows.Text, o.Text)
				}
			})
		}
	}
}

// machine returns the interpreter of a module.
func machine(t *testing.T, m *Module, rows bool) *interp.Machine {
	t.Helper()
	x, err := interp.New(compile(t, m), interp.Options{Rows: rows, Externs: map[string]interp.Extern{
		"host": func(t *interp.Thread, args, results []uint64) error {
			switch args[0] {
			case Peek:
				args[0] = uint64(t.Memory(Peek, 4)[0])
			case At:
				return fmt.Errorf("host does not like %d", args[0])
			}
			results[0] = args[0]
			return nil
		},
		"never": func(_ *interp.Thread, args, _ []uint64) error {
			if args[0] > 1000000 {
				return fmt.Errorf("never does not like %d", args[0])
			}
			return nil
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// interpret launches a kernel in the interpreter.
func interpret(t *testing.T, x *interp.Machine, m *Module, k *Kernel) *Outcome {
	ctx, cancel := context.WithTimeout(context.Background(), k.Limit())
	defer cancel()
	before := goruntime.NumGoroutine()
	var params []byte
	var bufs [][]byte
	word := func(v uint64, bytes int) {
		for i := range bytes {
			params = append(params, byte(v>>(8*i)))
		}
	}
	size := 8
	if k.Module == Narrow {
		size = 4
	}
	memories := NewMemories(&k.A, &k.B)
	for i, a := range []*Arg{&k.A, &k.B} {
		mem := memories[i]
		switch {
		case a.Wild:
			word(a.Addr, size)
		case a.Const:
			v, ok := x.Global(k.Constant())
			if !ok {
				t.Fatal("there is no such variable")
			}
			addr, err := x.Address(v)
			if err != nil {
				t.Fatal(err)
			}
			word(addr+uint64(a.Offset), size)
		case a.Image != "":
			word(image(t, x, a.Image, mem.Bytes()), size)
		default:
			addr, err := x.Address(mem.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			bufs = append(bufs, mem.Bytes())
			word(addr+uint64(a.Offset), size)
		}
	}
	word(uint64(k.Index()), 4)
	x.Reset()
	err := x.Launch(ctx, k.Entry(), interp.Config{Grid: [3]uint32{k.Grid}, Block: k.Block(), Shared: k.Dynamic, Stdout: io.Discard}, params, bufs)
	o := &Outcome{Kernel: k.Entry(), Routines: Left(before)}
	var f *interp.Fault
	if errors.As(err, &f) {
		o.Fault, o.Kind, o.Line, o.Thread, o.CTA = true, string(f.Kind), f.Pos.Line, f.Thread, f.CTA
	}
	if err != nil {
		o.Text, o.Canceled = err.Error(), errors.Is(err, context.DeadlineExceeded)
	}
	for _, mem := range memories {
		o.Damage += mem.Damage()
	}
	return o
}

func image(t *testing.T, x *interp.Machine, kind string, mem []byte) uint64 {
	shape := texops.Shape{Geometry: texops.Geom1D, Width: Texels, Channel: texops.U32, Channels: 1}
	if err := shape.Complete(); err != nil {
		t.Fatal(err)
	}
	if kind == "surface" {
		return x.Handle(&interp.Surface{Shape: shape, Mem: mem})
	}
	return x.Handle(&interp.Texture{View: texops.View{Shape: shape}, Mem: mem})
}

// TestGenerated runs the table on generated code: all of it in one program, thread by thread.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	compareGenerated(t, build(t, Modules(), false), Modules(), "off")
}

// TestGangs runs the modules of which a kernel has gangs once more, with these, as wide as they are and as
// other processors have them.
func TestGangs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	lanes, err := vectors.Lanes(t.Context())
	if errors.Is(err, vectors.ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	var modules []*Module
	printed := printAll(t, Modules(), true)
	for i, m := range Modules() {
		if printed[i].Vectorised() {
			modules = append(modules, m)
		}
	}
	if len(modules) == 0 {
		t.Fatal("no kernel has gangs")
	}
	bin := build(t, modules, true)
	for _, n := range []int{8, 16} {
		if n <= lanes {
			t.Run(fmt.Sprint(n), func(t *testing.T) { compareGenerated(t, bin, modules, fmt.Sprint(n)) })
		}
	}
}

// compareGenerated runs modules in their program.
func compareGenerated(t *testing.T, bin string, modules []*Module, lanes string) {
	outcomes := run(t, bin, lanes)
	all, named := len(outcomes), 0
	defer func() {
		if t.Logf("%d of %d messages have a name and an index", named, all); named < all/4 {
			t.Error("these are few")
		}
	}()
	for _, m := range modules {
		x := machine(t, m, false)
		for i, k := range m.Kernels {
			t.Run(k.Entry(), func(t *testing.T) {
				if len(outcomes) < 2 {
					t.Fatal("the program ended before")
				}
				want := interpret(t, x, m, k)
				for n, how := range []string{"raw", "slices"} {
					o := &outcomes[n]
					if o.Kernel != k.Entry() {
						t.Fatalf("an outcome of %s", o.Kernel)
					}
					t.Run(how, func(t *testing.T) {
						check(t, k, m.Marks[i], o)
						if sameWords(t, k, o, want) {
							named++
						}
					})
				}
				outcomes = outcomes[2:]
			})
		}
	}
}

// what is what a message says the access was to, and instruction how it ends.
var (
	what        = regexp.MustCompile(`: ((?:\w+\[[-:\d]+\]|byte -?\d+ of \w+):(?: index out of range, length \d+)?)`)
	instruction = regexp.MustCompile(`, in ".*"$`)
	number      = regexp.MustCompile(`0x[0-9a-f]+`)
	overflow    = regexp.MustCompile(`(local memory stack overflow|calls are nested too deeply): .*`) // each engine has limits of its own
	extern      = regexp.MustCompile(`^(?:host|never): `)                                             // which generated code does not say
	misplaced   = regexp.MustCompile(`^(?:element -?\d+|address 0x) is outside of its buffer(?:, which has \d+| of \d+ bytes: byte \d+)?$`)
	outside     = regexp.MustCompile(`^address 0x is outside of (?:the thread's local memory|the \d+ bytes of (?:the kernel's parameters|shared memory))$`)
	space       = regexp.MustCompile(` of (?:shared|local) memory is not a multiple of`) // of an array at a known place, generated code has no address
	advice      = regexp.MustCompile(`[:;] allocate it with .*`)
	freed       = regexp.MustCompile(`is in memory that has been freed: .*`)
	param       = regexp.MustCompile(` \(parameter \w+\)`)
)

// words are what a message says beside what the access was to and the instruction. Addresses are not the same in both
// engines.
func words(text string) string {
	text = instruction.ReplaceAllString(text, "")
	if _, rest, ok := strings.Cut(text, ".ptx:"); ok {
		_, text, _ = strings.Cut(rest, ": ")
	}
	text = what.ReplaceAllString(": "+text, ": ")
	text = advice.ReplaceAllString(text, "")
	text = space.ReplaceAllString(text, " is not a multiple of")
	text = overflow.ReplaceAllString(text, "$1")
	text = strings.TrimLeft(number.ReplaceAllString(text, "0x"), ": ")
	return extern.ReplaceAllString(text, "")
}

// sameWords compares what generated code says of a fault with what the interpreter does: the
// parameter, the index and the length, where generated code knows them, the instruction, and all other words, but for
// the parameter that points into a buffer where that is no slice in generated code.
// Where the processor refuses a write, the index is that of its first element. It reports whether
// generated code knows the index.
func sameWords(t *testing.T, k *Kernel, o, want *Outcome) bool {
	t.Helper()
	if k.Kind == Context || k.Several {
		return false
	}
	if got, want := what.FindString(o.Text), what.FindString(want.Text); got != "" && got != want &&
		!(strings.Contains(o.Text, "constant variable") && strings.HasPrefix(want, strings.TrimSuffix(got, "]:")+":")) {
		t.Errorf("got %q, the interpreter has %q", o.Text, want)
	}
	if got, want := instruction.FindString(o.Text), instruction.FindString(want.Text); got != want || got == "" && !k.AtEntry {
		t.Errorf("got %q, the interpreter has %q", o.Text, want)
	}
	got, own := words(o.Text), words(want.Text)
	if strings.Contains(o.Text, "index out of range, length") != strings.Contains(want.Text, "index out of range, length") {
		got, own = "", "" // where generated code does not know the parameter, it says what is near, and the other way round
	}
	if !param.MatchString(got) {
		own = param.ReplaceAllString(own, "")
	}
	if misplaced.MatchString(got) {
		// Of an array whose place in its space generated code does not know it says what Go does.
		got, own = "", outside.ReplaceAllString(own, "")
	}
	if k.A.Offset == k.A.Size() && !strings.Contains(got, ": it is") {
		own, _, _ = strings.Cut(own, ": it is 0 bytes past the end of")          // an empty slice is nowhere
		got = freed.ReplaceAllString(got, "is in no buffer known to the launch") // where a buffer of an earlier launch was
	}
	if got != own {
		t.Errorf("got %q, the interpreter has %q (%s %s)", got, own, o.Text, want.Text)
	}
	return what.MatchString(o.Text)
}

const modulePath = "github.com/ptx2go/ptx2go"

// build builds the program of the modules. It is a module of its own, below internal of ptx2go, so that it
// may import faultrun. Without the folder's name in it, packages that have not changed come from the cache
// of go build.
func build(t *testing.T, modules []*Module, gangs bool) (bin string) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, src []byte) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const program = modulePath + "/internal/cases/faulttable/program"
	var imports, entries, sets strings.Builder
	for i, x := range printAll(t, modules, gangs) {
		m, src := modules[i], x.Files[0].Source
		for _, k := range m.Kernels {
			if !bytes.Contains(src, []byte(" "+bodyName(k)+"(")) {
				t.Errorf("%s has no function %s: it takes another form", k.Entry(), bodyName(k))
			}
		}
		for _, f := range x.All() {
			write(filepath.Join(m.Name, f.Name), f.Source)
		}
		fmt.Fprintf(&imports, "\t%q\n", program+"/"+m.Name)
		fmt.Fprintf(&entries, "\t\t%q: %s.Module.Module,\n", m.Name, m.Name)
		if bytes.Contains(src, []byte("\nvar Host ")) {
			fmt.Fprintf(&sets, "\t%s.Host, %s.Never = faultrun.Host, faultrun.Never\n", m.Name, m.Name)
		}
	}
	main := fmt.Sprintf("package main\n\nimport (\n\t%q\n\tptx %q\n%s)\n\nfunc main() {\n%s\tfaultrun.Main(map[string]*ptx.Module{\n%s\t})\n}\n",
		modulePath+"/internal/cases/faulttable/faultrun", modulePath+"/runtime", imports.String(), sets.String(), entries.String())
	write("main.go", []byte(main))
	write("go.mod", []byte(fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", program, modulePath, modulePath, root)))
	bin = filepath.Join(dir, "program.bin")
	build := exec.Command("go", "build", "-trimpath", "-o", bin, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod=mod"))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// run runs a program with gangs of so many threads, or without.
func run(t *testing.T, bin, lanes string) (outcomes []Outcome) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin)
	cmd.Env = append(os.Environ(), asm.LimitVariable+"="+lanes)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		t.Errorf("%v\n%.4000s", err, stderr.String())
	}
	for dec := json.NewDecoder(&out); ; {
		var o Outcome
		if err := dec.Decode(&o); err != nil {
			return outcomes
		}
		outcomes = append(outcomes, o)
	}
}

// bodyName is the Go function of a kernel, which says the form.
func bodyName(k *Kernel) string {
	var b strings.Builder
	for i, part := range strings.Split(k.Entry(), "_") {
		if i > 0 {
			part = strings.ToUpper(part[:1]) + part[1:]
		}
		b.WriteString(part)
	}
	return b.String() + map[string]string{"rows": "Row", "regions": "CTA", "coroutines": "Thread"}[k.Form]
}

// printAll prints modules, with gangs in assembly if these are wanted.
func printAll(t *testing.T, modules []*Module, gangs bool) []*asm.Module {
	t.Helper()
	var requests []asm.Request
	for _, m := range modules {
		opt := codegen.Options{
			Package: m.Name, Source: m.Name + ".ptx", Output: "kernel_ptx.go", Command: "ptx2go " + m.Name + ".ptx", ModuleVar: "Module", Comments: true,
		}
		if m.Lines {
			opt.Line = m.Name + ".ptx"
		} else if gangs {
			opt.Asm, opt.Widest = "kernel_ptx_amd64.go", true // gangs that do not pay fault, too
		}
		for _, name := range externs {
			opt.Externs = append(opt.Externs, codegen.Extern{Name: name})
		}
		requests = append(requests, asm.Request{Schedule: schedule.New(compile(t, m), schedule.Options{Debug: m.Lines}), Options: opt})
	}
	list, err := asm.All(t.Context(), requests)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range list {
		if x.Err != nil {
			t.Fatalf("%s: %v", modules[i].Name, x.Err)
		}
	}
	return list
}

// TestTable makes sure that every kind of fault is in the table, in every form.
func TestTable(t *testing.T) {
	kinds := map[string]bool{}
	names := map[string]bool{}
	for i := range All {
		r := &All[i]
		kinds[r.Kind] = true
		if names[r.Name] {
			t.Errorf("two rows %s", r.Name)
		}
		names[r.Name] = true
		if (r.Kind != Context && !r.AtEntry) != strings.Contains(r.Decl+r.Body, Mark) {
			t.Errorf("row %s has no mark, or one and no fault", r.Name)
		}
	}
	for _, k := range []interp.FaultKind{
		interp.FaultAddress, interp.FaultMisaligned, interp.FaultTrap, interp.FaultBranch, interp.FaultStack, interp.FaultDeadlock,
		interp.FaultBarrier, interp.FaultWarp, interp.FaultAssert, interp.FaultHeap, interp.FaultExtern,
	} {
		if !kinds[string(k)] {
			t.Errorf("no row of kind %s", k)
		}
		delete(kinds, string(k))
	}
	delete(kinds, Context)
	for k := range maps.Keys(kinds) {
		t.Errorf("unknown kind %s", k)
	}
}
