package cloop

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/fuzz/clang"
	"github.com/ptx2go/ptx2go/internal/fuzz/engine"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// TestSeeds checks that a seed gives one program, and another seed another.
func TestSeeds(t *testing.T) {
	if first, again := text(7), text(7); first != again {
		t.Error("a seed gives two programs")
	}
	if text(7) == text(8) {
		t.Error("two seeds give one program")
	}
}

// TestShapes checks that a few programs have everything that the package is about.
func TestShapes(t *testing.T) {
	var all string
	for seed := range uint64(60) {
		all += text(seed)
	}
	for _, want := range []string{
		`for \(i32 \w+ = 0; \w+ < \w+; \w+ \+= s\d+\)`, `for \(u8 `, `for \(i64 \w+ = \w+; \w+ > 0; \w+ -= `, `for \(; x\d+; x\d+ >>= s`, `for \(;;\)`, `while \(j\d+ < `,
		`while \(j\d+-- `, `while \(\(j\d+ \+= s\d+\) < `, `const u32 GLOBAL \*p\d+ = `, `!= l\d+; `, `i32 s\d+;\n`, `i32 s\d+ = `, `l\d+ = \(\w+\)\(\(tid & 7\) \+ 2\)`,
		`l\d+--;`, `break;\n\t+}\n`, `continue;`, `return \(?\(u32\)`, `\treturn;`, `switch \(`, `} else if`, ` \+= f[01]\(in, `, `__attribute__\(\(noinline\)\) u32 f`,
		`u32x2 v\d+ = `, `u32x4 v\d+ = `, `\*\(u64x2 GLOBAL \*\)\(out`,
	} {
		if !regexp.MustCompile(want).MatchString(all) {
			t.Errorf("no program has %s", want)
		}
	}
}

// TestMake runs some programs.
func TestMake(t *testing.T) {
	if err := clang.Missing(clang.Program); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	seeds, engines := uint64(3), []string{"build", "interp"}
	if testmode.Long() {
		seeds, engines = 40, engine.Names
	}
	ctx := context.Background()
	root := t.TempDir()
	for seed := range seeds {
		if _, err := Make(ctx, seed, filepath.Join(root, fmt.Sprint(seed))); err != nil {
			t.Fatal(err)
		}
	}
	engines, err := engine.Present(ctx, engines, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	list, err := engine.Run(ctx, engines, time.Minute, 0, root)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Kind != engine.Equal {
			t.Errorf("%s: %s: %s: %s", r.Engine, r.Case, r.Kind, r.Text)
		}
	}
}

// TestBuild checks that a program may lack kernels, but not all of them, and must end.
func TestBuild(t *testing.T) {
	if err := clang.Missing(clang.Program); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	target := clang.Target{Arch: "sm_70", Version: "ptx63", Level: "O0"}
	const kernel = "KERNEL void k3(const u32 GLOBAL *in, u64 GLOBAL *out, i32 n) {\n\tout[THREAD * 8] = in[n];\n\t%s\n}\n"
	for _, test := range []struct {
		program string
		ok      bool
	}{
		{fmt.Sprintf(kernel, ""), true},
		{"static int x;\n", false},
		{fmt.Sprintf(kernel, "for (volatile i32 i = 1; i; i++) i &= 15;"), false},
		{fmt.Sprintf(kernel, "i32 x; out[1] = x;"), false},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, Source), []byte(test.program), 0o644); err != nil {
			t.Fatal(err)
		}
		err := Build(context.Background(), dir, "test", target)
		if (err == nil) != test.ok {
			t.Errorf("%v:\n%s", err, test.program)
		}
		if _, err := os.Stat(filepath.Join(dir, "out_k3.bin")); test.ok && err != nil {
			t.Error(err)
		}
	}
}
