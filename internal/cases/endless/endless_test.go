package endless

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

const modulePath = "github.com/ptx2go/ptx2go"

// life is how long the contexts of the launches last, and hang what no launch takes
// that ends at all. The latter is far above, for machines that are busy.
const (
	life = 10 * time.Millisecond
	hang = 2 * time.Minute
)

// kernels reads the module and the form that each of its kernels is to have.
func kernels(t *testing.T) (m *ir.Module, names []string, forms map[string]string) {
	t.Helper()
	src, err := os.ReadFile("testdata/kernels.ptx")
	if err != nil {
		t.Fatal(err)
	}
	l := diag.NewList(diag.NewFile("kernels.ptx", string(src)))
	if m = pipeline.Lower(l.File, l, pipeline.Options{Pass: pass.Options{Verify: true}}); m == nil {
		var b strings.Builder
		l.Print(&b)
		t.Fatal(b.String())
	}
	forms = map[string]string{}
	for _, x := range regexp.MustCompile(`(?m)^// .*\b(rows|regions|coroutines)\n\.visible \.entry (\w+)`).FindAllStringSubmatch(string(src), -1) {
		names = append(names, x[2])
		forms[x[2]] = x[1]
	}
	for _, f := range m.Funcs {
		if f.Entry && forms[f.Name] == "" {
			t.Errorf("no form is given for %s", f.Name)
		}
	}
	return m, names, forms
}

func TestInterpreter(t *testing.T) {
	m, names, _ := kernels(t)
	for _, name := range names {
		x, err := interp.New(m, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 1024)
		addr, err := x.Address(buf)
		if err != nil {
			t.Fatal(err)
		}
		params := binary.LittleEndian.AppendUint64(nil, addr)
		params = binary.LittleEndian.AppendUint32(params, 1<<32-1)
		ctx, cancel := context.WithTimeout(context.Background(), life)
		done := make(chan error, 1)
		go func() {
			cfg := interp.Config{Grid: [3]uint32{3, 1, 1}, Block: [3]uint32{64, 1, 1}, Stdout: io.Discard}
			done <- x.Launch(ctx, name, cfg, params, [][]byte{buf})
		}()
		select {
		case err := <-done:
			var u *interp.Unfinished
			if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &u) {
				t.Errorf("%s: got %v", name, err)
			} else if u.Running > 0 && !speaks(t, name, err.Error()) {
				t.Errorf("%s: it does not say where: %v", name, err)
			}
		case <-time.After(hang):
			t.Fatalf("%s: still running", name)
		}
		cancel()
	}
}

// speaks reports whether an error names a kernel and a line of it, and nothing that is not of it.
func speaks(t *testing.T, kernel, text string) bool {
	t.Helper()
	if len(text) > 4000 {
		t.Errorf("%s: %d bytes", kernel, len(text))
	}
	src, err := os.ReadFile("testdata/kernels.ptx")
	if err != nil {
		t.Fatal(err)
	}
	_, line, ok := strings.Cut(text, "kernel "+kernel+": context ")
	before, behind, found := strings.Cut(string(src), ".visible .entry "+kernel+"(")
	if !ok || !found {
		return false
	}
	first := 1 + strings.Count(before, "\n")
	body, _, _ := strings.Cut(behind, "\n}")
	last := first + strings.Count(body, "\n")
	all := regexp.MustCompile(`kernels\.ptx:(\d+)`).FindAllStringSubmatch(line, -1)
	for _, m := range all {
		// A function that it calls stands in front of all kernels, or behind it.
		if n, _ := strconv.Atoi(m[1]); n < first || n > last {
			if !strings.Contains(body, "call") {
				t.Errorf("%s, lines %d to %d: %s", kernel, first, last, text)
			}
		}
	}
	return len(all) > 0
}

// TestGenerated builds one program of all kernels, see testdata/main.go.txt. With -v its last line says how
// long launches took to end and the world to stop.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	m, names, forms := kernels(t)
	files := generate(t, m)
	src := files[0].Source
	for _, name := range names {
		suffix := map[string]string{"rows": "Row(c *", "regions": "CTA(c *", "coroutines": "Thread(t *"}[forms[name]]
		words := strings.Split(name, "_")
		for i, w := range words[1:] {
			words[i+1] = strings.ToUpper(w[:1]) + w[1:]
		}
		if fn := "func " + strings.Join(words, "") + suffix; !bytes.Contains(src, []byte(fn)) {
			t.Errorf("%s is not generated as %s: there is no %s", name, forms[name], fn)
		}
	}
	processors := []string{"2"}
	if testmode.Long() { // to compare times with those of assembly
		processors = append(processors, "1")
	}
	for _, n := range processors {
		t.Run(n, func(t *testing.T) {
			t.Setenv("GOMAXPROCS", n)
			launchAll(t, files, names, inGo)
		})
	}
}

// TestAssembly does the same where threads run as gangs that are assembly, with all processors and with
// one, whose assembly nothing else can end.
func TestAssembly(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	if gen.Vectors() < 8 {
		t.Skip("SKIPPED: no AVX2 and FMA")
	}
	assembled(t, harvest.AMD64, nil)
}

// TestAssemblyNEON does the same for arm64, in an emulator where the machine is another one.
func TestAssemblyNEON(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	var emulator []string
	if runtime.GOARCH != "arm64" {
		path, err := exec.LookPath("qemu-aarch64-static")
		if err != nil {
			t.Skip("SKIPPED: no qemu-user-static")
		}
		emulator = []string{path}
	}
	t.Setenv("GOARCH", "arm64")
	t.Setenv("CGO_ENABLED", "0")
	assembled(t, harvest.ARM64, emulator)
}

// assembled launches kernels with assembly for a target, in programs that a command runs, or by themselves.
func assembled(t *testing.T, target harvest.Target, command []string) {
	m, names, _ := kernels(t)
	opt := options
	file := "kernels_ptx_" + target.Arch() + ".go"
	if target == harvest.ARM64 {
		opt.ARM64 = file
	} else {
		opt.Asm = file
	}
	x, err := asm.Files(t.Context(), schedule.New(m, schedule.Options{}), opt)
	if errors.Is(err, asm.ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, r := range x.Refused {
		t.Errorf("%s: %s", r.Kernel, r.Refusal)
	}
	files := x.All()
	for _, n := range []string{"1", "2"} {
		t.Run(n, func(t *testing.T) {
			t.Setenv("GOMAXPROCS", n)
			launchAll(t, files, names, inAssembly, command...)
		})
	}
}

// root is the source of ptx2go.
func root(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

var options = codegen.Options{
	Package: "kernels", Source: "kernels.ptx", Output: "kernels_ptx.go", Command: "ptx2go kernels.ptx", ModuleVar: "Module",
}

func generate(t *testing.T, m *ir.Module) []codegen.File {
	t.Helper()
	files, err := codegen.Files(schedule.New(m, schedule.Options{}), options)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// How threads run.
const (
	inGo       = "go"
	inAssembly = "assembly"
)

// launchAll launches kernels of generated files in one program, by a command if there is one.
func launchAll(t *testing.T, files []codegen.File, names []string, how string, command ...string) {
	t.Helper()
	main, err := os.ReadFile("testdata/main.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		write("kernels/"+f.Name, string(f.Source))
	}
	write("main.go", string(main))
	write("go.mod", fmt.Sprintf("module endless\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", modulePath, modulePath, root(t)))
	bin := filepath.Join(dir, "endless.bin")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const configurations = 6
	lives := life
	if testmode.Long() {
		lives = 100 * life
	}
	ctx, cancel := context.WithTimeout(context.Background(), hang+2*time.Duration(configurations*len(names))*lives)
	defer cancel()
	command = slices.Concat(command, []string{bin, lives.String(), how}, names)
	cmd = exec.CommandContext(ctx, command[0], command[1:]...)
	// Where nothing ends a launch, the last line says which.
	out, err := cmd.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil {
		t.Fatalf("%v\n%s", err, strings.Join(lines[max(0, len(lines)-30):], "\n"))
	}
	if want := configurations*len(names) + 3; len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	t.Logf("%s: %s", how, lines[len(lines)-1])
	said := map[string]int{}
	for _, line := range lines {
		if name, _, ok := strings.Cut(line, ", "); ok && speaks(t, name, line) {
			said[name]++
		}
	}
	for _, name := range names {
		if said[name] < 2 {
			t.Errorf("%s: %d errors say where", name, said[name])
		}
	}
	for _, line := range lines {
		if !strings.HasSuffix(line, ": ok") {
			t.Error(line)
		}
	}
}
