package csource

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/fuzz/engine"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// TestMake checks that a seed gives the same case each time, and that both engines
// compute what the native program does.
func TestMake(t *testing.T) {
	if err := Available(); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	ctx := context.Background()
	seeds, engines := uint64(2), []string{"build"}
	if testmode.Long() {
		seeds, engines = 20, engine.Names
	}
	root := t.TempDir()
	for seed := uint64(1); seed <= seeds; seed++ {
		if _, err := Make(ctx, seed, filepath.Join(root, "cases", string(rune('a'+seed)))); err != nil {
			t.Fatal(err)
		}
	}
	// Which program a seed stands for depends on the time that programs take. What one
	// try makes does not.
	one, two := filepath.Join(root, "one"), filepath.Join(root, "two")
	_, err1 := makeOne(ctx, 1, 2026, one)
	_, err2 := makeOne(ctx, 1, 2026, two)
	files := []string{Source}
	if err1 == nil && err2 == nil {
		files = append(files, expect, "case.json")
	}
	for _, f := range files {
		a, err := os.ReadFile(filepath.Join(one, f))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(two, f)); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s is another file the second time", f)
		}
	}
	engines, err := engine.Present(ctx, engines, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	list, err := engine.Run(ctx, engines, time.Minute, 50e6, filepath.Join(root, "cases"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Kind != engine.Equal && r.Kind != engine.Slow {
			t.Errorf("%s: %s: %s: %s", r.Engine, r.Case, r.Kind, r.Text)
		}
	}
}

// TestUndefined checks that programs which C does not define make no case.
func TestUndefined(t *testing.T) {
	if err := Available(); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	ctx := context.Background()
	dir := t.TempDir()
	target, err := Make(ctx, 1, dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{
		"reads what it has not written": "int x; transparent_crc(x, \"\", 0);",
		"shifts by too much":            "volatile int n = 40; transparent_crc(1 << n, \"\", 0);",
		"does not end":                  "volatile int n = 1; while (n) {}",
		"does not compile":              "x",
	} {
		text := "#include \"csmith.h\"\nint main(void) {\ncrc32_gentab();\n" + body + "\nplatform_main_end(crc32_context, 0); return 0; }\n"
		if err := os.WriteFile(filepath.Join(dir, Source), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Build(ctx, dir, "x", target); err == nil {
			t.Errorf("a program that %s makes a case", name)
		}
	}
}
