package clang

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMissing names the program that is not there.
func TestMissing(t *testing.T) {
	if err := Missing("no-such-compiler"); err == nil || !strings.Contains(err.Error(), "no-such-compiler") {
		t.Errorf("got %v", err)
	}
}

// TestPick checks that 16-bit floats get a target that has them, and that every
// target and level is chosen.
func TestPick(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	seen := map[Target]bool{}
	for range 1000 {
		seen[Pick(rng, false)] = true
		if h := Pick(rng, true); h.Arch == "sm_35" || h.Arch == "sm_52" {
			t.Fatalf("%v for 16-bit floats", h)
		}
	}
	if len(seen) != len(targets)*len(Levels) {
		t.Errorf("%d targets", len(seen))
	}
	if v := (Target{Version: "ptx63"}).PTXVersion(); v != "6.3" {
		t.Errorf("version %s", v)
	}
}

// TestCompile compiles for every target, and for this machine.
func TestCompile(t *testing.T) {
	if err := Missing(Program); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	ctx, dir := context.Background(), t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	kernel, out := write("k.c", "__attribute__((nvptx_kernel)) void k(float *p) { *p = *p * *p + 1; }"), filepath.Join(dir, "out")
	for _, n := range targets {
		target := Target{n[0], n[1], "O2"}
		if err := PTX(ctx, target, kernel, out); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{".version " + target.PTXVersion(), ".target " + target.Arch, "mul.rn.f32", "add.rn.f32"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%v: no %s in\n%s", target, want, text)
			}
		}
	}
	if err := Native(ctx, "O0", write("bad.c", "int main(void) { return x; }"), out); err == nil || !strings.Contains(err.Error(), "undeclared") {
		t.Errorf("got %v", err)
	}
	for text, want := range map[string]func(error) bool{
		"int main(int n, char **v) { return n - 2; }":            func(err error) bool { return err == nil },
		"int main(void) { return 3; }":                           func(err error) bool { return err != nil && !errors.Is(err, ErrTime) },
		"int main(void) { volatile int n = 1; while (n) {} }":    func(err error) bool { return errors.Is(err, ErrTime) },
		"int main(void) { volatile int n = 1; n = 1 / (n - 1);}": func(err error) bool { return err != nil && !errors.Is(err, ErrTime) },
	} {
		if err := Native(ctx, "O0", write("main.c", text), out); err != nil {
			t.Fatal(err)
		}
		if err := Run(ctx, 10*time.Millisecond, out, "argument"); !want(err) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
