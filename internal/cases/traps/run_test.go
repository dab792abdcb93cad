package traps

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/driver"
)

var update = flag.Bool("update", false, "write the case folders")

const folders = "../casefile/testdata/cases"

// TestList makes sure that no trap of the list is left out.
func TestList(t *testing.T) {
	const last = 165
	seen := map[int]bool{}
	for i := range all {
		seen[all[i].n] = true
		if i > 0 && all[i-1].n > all[i].n {
			t.Errorf("%d comes behind %d", all[i].n, all[i-1].n)
		}
	}
	for n := 1; n <= last; n++ {
		if !seen[n] {
			t.Errorf("nothing about trap %d", n)
		}
	}
}

// group is the traps that one module holds.
type group struct {
	name  string
	traps []*trap
}

// groups are the modules of the traps that run to their end.
func groups() []*group {
	var out []*group
	for i := range all {
		t := &all[i]
		if t.body == "" || t.fault != "" {
			continue
		}
		name := "traps_" + strings.NewReplacer(" ", "_", ".", "_").Replace(t.module())
		k := slices.IndexFunc(out, func(g *group) bool { return g.name == name })
		if k < 0 {
			k = len(out)
			out = append(out, &group{name: name})
		}
		out[k].traps = append(out[k].traps, t)
	}
	return out
}

// write makes the case folder of a group below dir. Each kernel has buffers of its
// own, so that all that fail are told apart, or all share two, for fewer files.
func (g *group) write(dir string, shared bool) error {
	dir = filepath.Join(dir, g.name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	version, target, _ := strings.Cut(g.traps[0].module(), " ")
	target, _, _ = strings.Cut(target, " ")
	c := &casefile.Case{
		Format: 1, Name: g.name, Tolerance: "bits",
		Notes: "Written by internal/cases/traps. Each kernel is a trap of the instruction set, once with constants in the text (c) and once with the same values from memory (m).",
		PTX:   []casefile.PTX{{File: "kernel.ptx", Target: target, Version: version, Opt: "hand", Producer: "hand"}},
	}
	if version == "1.4" {
		c.Open = "what a GPU of sm_1x does: mad.f32 cuts its product, and map_f64_to_f32 makes floats of doubles"
	}
	var decls, kernels strings.Builder
	names := map[string]int{}
	var allIn, allWant, allContracted []byte
	for _, t := range g.traps {
		if t.decl != "" {
			decls.WriteString(t.decl + "\n")
		}
		for _, variant := range []string{"c", "m"} {
			if variant == "m" && t.fixed {
				continue
			}
			name := fmt.Sprintf("t%03d%s", t.n, variant)
			if names[name]++; names[name] > 1 {
				name = fmt.Sprintf("%s%d", name, names[name])
			}
			code, in := t.kernel(name, variant == "m")
			kernels.WriteString("\n" + code)
			in = append(in, make([]byte, 8)...) // never empty
			want, contracted := t.expected(false), t.expected(true)
			launch := &casefile.Launch{Kernel: name, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{uint32(max(t.threads, 1)), 1, 1}}
			c.Launches = append(c.Launches, launch)
			if shared {
				launch.Args = []casefile.Arg{{Buf: "in", Offset: len(allIn), Type: "u64"}, {Buf: "out", Offset: len(allWant), Type: "u64"}}
				allIn, allWant, allContracted = append(allIn, in...), append(allWant, want...), append(allContracted, contracted...)
				continue
			}
			launch.Args = []casefile.Arg{{Buf: "in_" + name, Type: "u64"}, {Buf: name, Type: "u64"}}
			expect := "out_" + name + ".bin"
			out := &casefile.Buffer{Name: name, Elem: "b64", Count: len(want) / 8, Bytes: len(want), Init: "zero", Expect: expect}
			if err := both(dir, out, want, contracted); err != nil {
				return err
			}
			c.Buffers = append(c.Buffers, &casefile.Buffer{Name: "in_" + name, Elem: "b64", Count: len(in) / 8, Bytes: len(in), Contents: in}, out)
		}
	}
	if shared {
		c.Buffers = []*casefile.Buffer{
			{Name: "in", Elem: "b64", Count: len(allIn) / 8, Bytes: len(allIn), Contents: allIn},
			{Name: "out", Elem: "b64", Count: len(allWant) / 8, Bytes: len(allWant), Init: "zero", Expect: "out.bin"},
		}
		if err := both(dir, c.Buffers[1], allWant, allContracted); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "kernel.ptx"), []byte(text(g.traps[0].module())+"\n"+decls.String()+kernels.String()), 0o666); err != nil {
		return err
	}
	return c.Save(dir)
}

// both writes the expected contents of a buffer, and those with contraction where they
// are others.
func both(dir string, b *casefile.Buffer, want, contracted []byte) error {
	if !bytes.Equal(want, contracted) {
		b.Contracted = "contracted_" + b.Expect
		if err := os.WriteFile(filepath.Join(dir, b.Contracted), contracted, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, b.Expect), want, 0o666)
}

// TestFolders makes sure that the committed case folders are these traps.
func TestFolders(t *testing.T) {
	if *update {
		for _, g := range groups() {
			if err := os.RemoveAll(filepath.Join(folders, g.name)); err != nil {
				t.Fatal(err)
			}
			if err := g.write(folders, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	dir := t.TempDir()
	for _, g := range groups() {
		if err := g.write(dir, true); err != nil {
			t.Fatal(err)
		}
		files, err := os.ReadDir(filepath.Join(dir, g.name))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			want, err := os.ReadFile(filepath.Join(dir, g.name, f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(folders, g.name, f.Name()))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s/%s is not current: run go test ./internal/cases/traps -update", g.name, f.Name())
			}
		}
	}
}

// command runs ptx2go and returns what it prints.
func command(t *testing.T, args ...string) (out string, status int) {
	t.Helper()
	var b bytes.Buffer
	status = driver.Main(context.Background(), args, driver.Stdio{In: strings.NewReader(""), Out: &b, Err: &b})
	return b.String(), status
}

// TestResults runs all traps that run, and reports each of them.
func TestResults(t *testing.T) {
	for _, engine := range []string{"interp", "go"} {
		t.Run(engine, func(t *testing.T) {
			if engine == "go" && testing.Short() {
				t.Skip("builds a program")
			}
			dir := t.TempDir()
			for _, g := range groups() {
				if err := g.write(dir, false); err != nil {
					t.Fatal(err)
				}
			}
			out, status := command(t, "verify", "-v", "-engine="+engine, dir)
			if engine == "interp" {
				rounded, bad := command(t, "verify", "-v", "-engine=interp", "-contract=none", dir)
				out, status = out+rounded, max(status, bad)
			}
			for i := range all {
				if all[i].body == "" || all[i].fault != "" {
					continue
				}
				t.Run(fmt.Sprintf("T%03d", all[i].n), func(t *testing.T) {
					for _, m := range regexp.MustCompile(fmt.Sprintf(`(?m)^.*buffer t%03d[cm]\d*:.*$`, all[i].n)).FindAllString(out, -1) {
						t.Errorf("%s:%s", all[i].what, m)
					}
				})
			}
			if !t.Failed() && (status != 0 || strings.Contains(out, "left out")) {
				t.Errorf("%s", out)
			}
		})
	}
}

// TestFaults runs the traps whose launches must fail.
func TestFaults(t *testing.T) {
	for i := range all {
		tr := &all[i]
		if tr.fault == "" {
			continue
		}
		t.Run(fmt.Sprintf("T%03d", tr.n), func(t *testing.T) {
			one := *tr
			one.want = make([]uint64, len(one.results()))
			dir := t.TempDir()
			g := &group{name: "fault", traps: []*trap{&one}}
			if err := g.write(dir, false); err != nil {
				t.Fatal(err)
			}
			for _, engine := range []string{"interp", "go"} {
				if engine == "go" && testing.Short() {
					continue
				}
				out, status := command(t, "verify", "-engine="+engine, dir)
				if status != 1 || !strings.Contains(out, tr.fault) || !strings.Contains(out, "kernel.ptx:") {
					t.Errorf("%s: engine %s: want a fault that says %q:\n%s", tr.what, engine, tr.fault, out)
				}
			}
		})
	}
}

// TestDiagnostics compiles the traps that must be refused: exactly one error, at
// a place, that says what is wrong.
func TestDiagnostics(t *testing.T) {
	for i := range all {
		tr := &all[i]
		if tr.bad == "" {
			continue
		}
		t.Run(fmt.Sprintf("T%03d", tr.n), func(t *testing.T) {
			src := tr.bad
			if !strings.HasPrefix(src, ".version") {
				src = text(tr.module()) + ".visible .entry bad()\n{\n" + registers + tr.bad + "\nret;\n}\n"
			}
			file := filepath.Join(t.TempDir(), "bad.ptx")
			if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
				t.Fatal(err)
			}
			out, status := command(t, "check", file)
			errors := regexp.MustCompile(`(?m)^.*bad\.ptx:\d+:\d+: error: (.*)$`).FindAllStringSubmatch(out, -1)
			if status != 1 || len(errors) != 1 || !strings.Contains(errors[0][1], tr.says) {
				t.Errorf("%s: want one error that says %q:\n%s", tr.what, tr.says, out)
			}
		})
	}
}
